#include "av1_shim.h"

#include <dav1d/dav1d.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct hr_av1_decoder {
  hr_av1_memory memory;
  Dav1dContext *context;
  Dav1dSettings settings;
  Dav1dPicture picture;
  int holds_picture;
  /* Whether the context outputs every spatial layer, as one of them is wanted. */
  int outputs_all_layers;
};

static int open_context(hr_av1_decoder *decoder, int all_layers) {
  if (decoder->context) dav1d_close(&decoder->context);
  decoder->settings.all_layers = all_layers;
  decoder->outputs_all_layers = all_layers;
  return dav1d_open(&decoder->context, &decoder->settings);
}

/* Bytes of a row of so many samples. Rows a multiple of 1024 apart would fall into the same cache sets. */
static size_t row_bytes(size_t samples, int is_deep) {
  size_t bytes = samples << is_deep;
  return bytes % 1024 == 0 ? bytes + DAV1D_PICTURE_ALIGNMENT : bytes;
}

/* dav1d writes whole blocks of 128 samples, and some bytes behind the last row. */
static int take_planes(Dav1dPicture *picture, void *cookie) {
  const hr_av1_decoder *decoder = cookie;
  const enum Dav1dPixelLayout layout = picture->p.layout;
  int is_deep = picture->p.bpc > 8;
  size_t width = ((size_t)picture->p.w + 127) & ~(size_t)127;
  size_t height = ((size_t)picture->p.h + 127) & ~(size_t)127;
  size_t luma_row = row_bytes(width, is_deep), luma = luma_row * height;
  size_t chroma_row = 0, chroma = 0;
  if (layout != DAV1D_PIXEL_LAYOUT_I400) {
    chroma_row = row_bytes(layout == DAV1D_PIXEL_LAYOUT_I444 ? width : width / 2, is_deep);
    chroma = chroma_row * (layout == DAV1D_PIXEL_LAYOUT_I420 ? height / 2 : height);
  }
  void *owner = NULL;
  size_t size = luma + 2 * chroma + DAV1D_PICTURE_ALIGNMENT;
  uint8_t *base = decoder->memory.take(decoder->memory.context, size, &owner);
  if (!base) return DAV1D_ERR(ENOMEM);
  picture->allocator_data = owner;
  picture->stride[0] = (ptrdiff_t)luma_row;
  picture->stride[1] = (ptrdiff_t)chroma_row;
  picture->data[0] = base;
  picture->data[1] = chroma ? base + luma : NULL;
  picture->data[2] = chroma ? base + luma + chroma : NULL;
  return 0;
}

static void give_planes_back(Dav1dPicture *picture, void *cookie) {
  const hr_av1_decoder *decoder = cookie;
  decoder->memory.give_back(picture->allocator_data);
}

hr_av1_decoder *hr_av1_decoder_create(hr_av1_settings settings, hr_av1_memory memory) {
  hr_av1_decoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder) return NULL;
  decoder->memory = memory;
  dav1d_default_settings(&decoder->settings);
  decoder->settings.n_threads = settings.threads < 1 ? 1 : settings.threads > 64 ? 64 : settings.threads;
  decoder->settings.max_frame_delay = 1;
  decoder->settings.frame_size_limit = settings.pixel_limit;
  decoder->settings.operating_point = settings.operating_point & 31;
  if (settings.skips_loop_filters) decoder->settings.inloop_filters = DAV1D_INLOOPFILTER_NONE;
  decoder->settings.logger.callback = NULL;
  decoder->settings.allocator.cookie = decoder;
  decoder->settings.allocator.alloc_picture_callback = take_planes;
  decoder->settings.allocator.release_picture_callback = give_planes_back;
  if (open_context(decoder, 0) != 0) {
    free(decoder);
    return NULL;
  }
  return decoder;
}

static void drop_picture(hr_av1_decoder *decoder) {
  if (decoder->holds_picture) dav1d_picture_unref(&decoder->picture);
  decoder->holds_picture = 0;
}

void hr_av1_decoder_destroy(hr_av1_decoder *decoder) {
  if (!decoder) return;
  drop_picture(decoder);
  dav1d_close(&decoder->context);
  free(decoder);
}

static void no_release(const uint8_t *bytes, void *cookie) {
  (void)bytes;
  (void)cookie;
}

static int result_of(int code) {
  if (code == DAV1D_ERR(ENOMEM)) return HR_AV1_NO_MEMORY;
  if (code == DAV1D_ERR(ERANGE)) return HR_AV1_OVER_LIMIT;
  return HR_AV1_FAILED;
}

static void describe(const Dav1dPicture *from, hr_av1_picture *picture) {
  picture->width = from->p.w;
  picture->height = from->p.h;
  picture->bits = from->p.bpc;
  picture->chroma_format = (int32_t)from->p.layout;
  picture->plane_count = from->p.layout == DAV1D_PIXEL_LAYOUT_I400 ? 1 : 3;
  for (int index = 0; index < picture->plane_count; index++) {
    ptrdiff_t stride = from->stride[index > 0];
    picture->plane[index] = from->data[index];
    picture->row_bytes[index] = stride > 0 ? (size_t)stride : 0;
  }
}

/* Keeps the picture that is wanted of those that are ready. */
static int take_pictures(hr_av1_decoder *decoder, int layer) {
  for (;;) {
    Dav1dPicture next;
    memset(&next, 0, sizeof next);
    int code = dav1d_get_picture(decoder->context, &next);
    if (code != 0) return code == DAV1D_ERR(EAGAIN) ? 0 : code;
    int is_wanted = !decoder->holds_picture;
    if (layer >= 0) is_wanted = next.frame_hdr && next.frame_hdr->spatial_id == layer;
    if (is_wanted) {
      drop_picture(decoder);
      decoder->picture = next;
      decoder->holds_picture = 1;
    } else {
      dav1d_picture_unref(&next);
    }
  }
}

int hr_av1_decoder_decode(
    hr_av1_decoder *decoder, const uint8_t *bytes, size_t length, int layer, hr_av1_picture *picture) {
  memset(picture, 0, sizeof *picture);
  drop_picture(decoder);
  int all_layers = layer >= 0 && layer <= 3;
  int code = 0;
  if (all_layers != decoder->outputs_all_layers) code = open_context(decoder, all_layers);
  if (code != 0 || !decoder->context) return HR_AV1_NO_MEMORY;
  dav1d_flush(decoder->context);
  Dav1dData data;
  memset(&data, 0, sizeof data);
  if (length == 0) return HR_AV1_NO_PICTURE;
  code = dav1d_data_wrap(&data, bytes, length, no_release, NULL);
  if (code != 0) return result_of(code);
  int stalls = 0;
  while (data.sz > 0 && stalls < 3) {
    size_t before = data.sz;
    code = dav1d_send_data(decoder->context, &data);
    if (code != 0 && code != DAV1D_ERR(EAGAIN)) break;
    int taken = take_pictures(decoder, all_layers ? layer : -1);
    if (taken != 0) {
      code = taken;
      break;
    }
    stalls = data.sz == before ? stalls + 1 : 0;
  }
  if (data.sz > 0) dav1d_data_unref(&data);
  if (!decoder->holds_picture && (code == 0 || code == DAV1D_ERR(EAGAIN))) {
    code = take_pictures(decoder, all_layers ? layer : -1);
  }
  if (!decoder->holds_picture) {
    picture->code = code;
    return code == 0 || code == DAV1D_ERR(EAGAIN) ? HR_AV1_NO_PICTURE : result_of(code);
  }
  describe(&decoder->picture, picture);
  return HR_AV1_OK;
}
