#include "CHeadroomRAW.h"

#include <libraw/libraw.h>
#include <stdlib.h>

#include "../CHeadroomCodecs/HeadroomLibrary.h"

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

// libraw_data_t differs from version to version: the library whose headers this was compiled with, and no other.
#define FUNCTIONS(X)                                                                                              \
  X(libraw_init) X(libraw_close) X(libraw_open_buffer) X(libraw_unpack) X(libraw_unpack_thumb) X(libraw_strerror) \
  X(libraw_version) X(libraw_cameraList) X(libraw_cameraCount) X(libraw_set_dataerror_handler)                    \
  X(libraw_unpack_function_name) X(libraw_COLOR)
HR_LIBRARY(FUNCTIONS, "libraw_r.so." TEXT(LIBRAW_SHLIB_CURRENT))

struct hr_raw {
  libraw_data_t *data;
  int damage;
};

const char *hr_raw_missing(void) { return missing_library(); }

const char *hr_raw_version(void) { return missing_library() ? NULL : library.libraw_version(); }

const char *hr_raw_text(int code) { return missing_library() ? library_error : library.libraw_strerror(code); }

const char *const *hr_raw_cameras(int *count) {
  *count = 0;
  if (missing_library()) return NULL;
  *count = library.libraw_cameraCount();
  return (const char *const *)library.libraw_cameraList();
}

static void note_damage(void *context, const char *file, const int offset) {
  (void)file;
  (void)offset;
  ((hr_raw *)context)->damage += 1;
}

hr_raw *hr_raw_open(const void *bytes, size_t count, uint32_t megabytes, int *code) {
  *code = LIBRAW_UNSPECIFIED_ERROR;
  if (missing_library()) return NULL;
  hr_raw *raw = calloc(1, sizeof *raw);
  if (!raw) {
    *code = LIBRAW_UNSUFFICIENT_MEMORY;
    return NULL;
  }
  raw->data = library.libraw_init(0);
  if (raw->data) {
    library.libraw_set_dataerror_handler(raw->data, note_damage, raw);
#if LIBRAW_COMPILE_CHECK_VERSION_NOTLESS(0, 21)
    raw->data->rawparams.max_raw_memory_mb = megabytes;
#else
    raw->data->params.max_raw_memory_mb = megabytes;
#endif
    // The library does not write to the buffer, though its signature would let it.
    *code = library.libraw_open_buffer(raw->data, (void *)bytes, count);
    if (*code == LIBRAW_SUCCESS) return raw;
  }
  hr_raw_close(raw);
  return NULL;
}

void hr_raw_close(hr_raw *raw) {
  if (!raw) return;
  if (raw->data) library.libraw_close(raw->data);
  free(raw);
}

static void copy_text(char *to, const char *from, size_t size, size_t from_size) {
  size_t count = strnlen(from, from_size < size - 1 ? from_size : size - 1);
  memcpy(to, from, count);
  to[count] = 0;
}

// The library's own function knows the pattern in all its codings.
static void read_pattern(hr_raw *raw, hr_raw_info *info) {
  unsigned filters = raw->data->idata.filters;
  if (filters == 0 || filters == 1) return;
  info->pattern_rows = filters == 9 ? 6 : 8;
  info->pattern_columns = filters == 9 ? 6 : 2;
  for (uint32_t row = 0; row < info->pattern_rows; row++)
    for (uint32_t column = 0; column < info->pattern_columns; column++)
      info->pattern[row * info->pattern_columns + column] =
          (uint8_t)(library.libraw_COLOR(raw->data, (int)row, (int)column) & 3);
}

static void read_black(const libraw_colordata_t *color, hr_raw_info *info) {
  info->black = color->black;
  for (int i = 0; i < 4; i++) info->color_black[i] = color->cblack[i];
  uint32_t rows = color->cblack[4], columns = color->cblack[5];
  if (rows < 1 || columns < 1 || rows > 8 || columns > 8) return;
  info->black_rows = rows;
  info->black_columns = columns;
  for (uint32_t i = 0; i < rows * columns; i++) info->black_pattern[i] = color->cblack[6 + i];
}

static void read_sizes(const libraw_image_sizes_t *sizes, hr_raw_info *info) {
  info->raw_width = sizes->raw_width;
  info->raw_height = sizes->raw_height;
  info->left = sizes->left_margin;
  info->top = sizes->top_margin;
  info->width = sizes->width;
  info->height = sizes->height;
  info->flip = sizes->flip;
}

static void read_capture(const libraw_data_t *data, hr_raw_info *info) {
  info->iso = data->other.iso_speed;
  info->exposure_time = data->other.shutter;
  info->f_number = data->other.aperture;
  info->focal_length = data->other.focal_len;
  info->time = data->other.timestamp;
  copy_text(info->lens, data->lens.Lens, sizeof info->lens, sizeof data->lens.Lens);
  copy_text(info->artist, data->other.artist, sizeof info->artist, sizeof data->other.artist);
}

void hr_raw_read_info(hr_raw *raw, hr_raw_info *info) {
  memset(info, 0, sizeof *info);
  const libraw_data_t *data = raw->data;
  copy_text(info->make, data->idata.make, sizeof info->make, sizeof data->idata.make);
  copy_text(info->model, data->idata.model, sizeof info->model, sizeof data->idata.model);
  read_sizes(&data->sizes, info);
  info->colors = data->idata.colors;
  memcpy(info->color_names, data->idata.cdesc, 4);
  read_pattern(raw, info);
  read_black(&data->color, info);
  info->white = data->color.maximum;
  info->bits = data->color.raw_bps;
  memcpy(info->multipliers, data->color.cam_mul, sizeof info->multipliers);
  memcpy(info->xyz_to_camera, data->color.cam_xyz, sizeof info->xyz_to_camera);
  read_capture(data, info);
  info->preview_width = data->thumbnail.twidth;
  info->preview_height = data->thumbnail.theight;
  info->has_jpeg_preview = data->thumbnail.tformat == LIBRAW_THUMBNAIL_JPEG;
  info->is_stacked = data->idata.is_foveon != 0;
  info->is_turned = data->rawdata.ioparams.fuji_width != 0;
  const char *decoder = library.libraw_unpack_function_name(raw->data);
  if (decoder) copy_text(info->decoder, decoder, sizeof info->decoder, sizeof info->decoder);
}

int hr_raw_unpack(hr_raw *raw, int *damage) {
  raw->damage = 0;
  int code = library.libraw_unpack(raw->data);
  *damage = raw->damage;
  return code;
}

const uint16_t *hr_raw_mosaic(hr_raw *raw, size_t *row_bytes) {
  *row_bytes = raw->data->rawdata.sizes.raw_pitch;
  return raw->data->rawdata.raw_image;
}

const uint16_t *hr_raw_colors(hr_raw *raw, size_t *row_bytes, int *components) {
  *row_bytes = raw->data->rawdata.sizes.raw_pitch;
  *components = raw->data->rawdata.color3_image ? 3 : 4;
  if (raw->data->rawdata.color3_image) return &raw->data->rawdata.color3_image[0][0];
  return raw->data->rawdata.color4_image ? &raw->data->rawdata.color4_image[0][0] : NULL;
}

const uint8_t *hr_raw_preview(hr_raw *raw, size_t *count) {
  *count = 0;
  // Of some files (Canon's CRW) the kind is only known once the preview is unpacked.
  enum LibRaw_thumbnail_formats kind = raw->data->thumbnail.tformat;
  if (kind != LIBRAW_THUMBNAIL_JPEG && kind != LIBRAW_THUMBNAIL_UNKNOWN) return NULL;
  if (!raw->data->thumbnail.tlength) return NULL;
  if (!raw->data->thumbnail.thumb && library.libraw_unpack_thumb(raw->data) != LIBRAW_SUCCESS) return NULL;
  if (raw->data->thumbnail.tformat != LIBRAW_THUMBNAIL_JPEG) return NULL;
  *count = raw->data->thumbnail.tlength;
  return (const uint8_t *)raw->data->thumbnail.thumb;
}
