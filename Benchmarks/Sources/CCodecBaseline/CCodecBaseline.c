#include "CCodecBaseline.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <dav1d/dav1d.h>
#include <jpeglib.h>
#include <png.h>

typedef struct {
  struct jpeg_error_mgr manager;
  jmp_buf escape;
} baseline_error;

static void leave(j_common_ptr info) { longjmp(((baseline_error *)info->err)->escape, 1); }

int baseline_decode_jpeg(const uint8_t *bytes, size_t count, baseline_picture *picture) {
  struct jpeg_decompress_struct info;
  baseline_error error;
  info.err = jpeg_std_error(&error.manager);
  error.manager.error_exit = leave;
  if (setjmp(error.escape)) {
    jpeg_destroy_decompress(&info);
    return 1;
  }
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, bytes, count);
  jpeg_read_header(&info, TRUE);
  info.out_color_space = info.num_components == 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_start_decompress(&info);
  picture->width = (int)info.output_width;
  picture->height = (int)info.output_height;
  picture->channels = info.output_components;
  size_t rowBytes = (size_t)picture->width * picture->channels;
  size_t byteCount = rowBytes * picture->height;
  if (!picture->samples || picture->byteCount != byteCount) {
    free(picture->samples);
    picture->samples = malloc(byteCount);
  }
  picture->byteCount = byteCount;
  while (info.output_scanline < info.output_height) {
    JSAMPROW row = picture->samples + rowBytes * info.output_scanline;
    jpeg_read_scanlines(&info, &row, 1);
  }
  jpeg_finish_decompress(&info);
  jpeg_destroy_decompress(&info);
  return 0;
}

int baseline_encode_jpeg(const baseline_picture *picture, int quality, int luma_h, baseline_bytes *out) {
  struct jpeg_compress_struct info;
  baseline_error error;
  // The library writes into this memory as long as it is large enough.
  unsigned char *memory = out->bytes;
  unsigned long size = out->capacity;
  info.err = jpeg_std_error(&error.manager);
  error.manager.error_exit = leave;
  if (setjmp(error.escape)) {
    jpeg_destroy_compress(&info);
    return 1;
  }
  jpeg_create_compress(&info);
  jpeg_mem_dest(&info, &memory, &size);
  info.image_width = (JDIMENSION)picture->width;
  info.image_height = (JDIMENSION)picture->height;
  info.input_components = picture->channels;
  info.in_color_space = picture->channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, quality, TRUE);
  if (picture->channels == 3) {
    info.comp_info[0].h_samp_factor = luma_h;
    info.comp_info[0].v_samp_factor = luma_h;
  }
  jpeg_start_compress(&info, TRUE);
  size_t rowBytes = (size_t)picture->width * picture->channels;
  while (info.next_scanline < info.image_height) {
    JSAMPROW row = picture->samples + rowBytes * info.next_scanline;
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  if (memory != out->bytes) {
    free(out->bytes);
    out->bytes = memory;
    out->capacity = size;
  }
  out->count = size;
  return 0;
}

static void append(png_structp png, png_bytep data, png_size_t length) {
  baseline_bytes *buffer = png_get_io_ptr(png);
  if (buffer->count + length > buffer->capacity) {
    buffer->capacity = (buffer->count + length) * 2;
    buffer->bytes = realloc(buffer->bytes, buffer->capacity);
  }
  memcpy(buffer->bytes + buffer->count, data, length);
  buffer->count += length;
}

static void flush(png_structp png) { (void)png; }

int baseline_encode_png16(const baseline_picture *picture, int level, int filters, baseline_bytes *out) {
  out->count = 0;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(png);
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_write_struct(&png, &info);
    return 1;
  }
  png_set_write_fn(png, out, append, flush);
  png_set_IHDR(png, info, (png_uint_32)picture->width, (png_uint_32)picture->height, 16, PNG_COLOR_TYPE_RGB,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_compression_level(png, level);
  png_set_filter(png, 0, filters);
  png_write_info(png, info);
  size_t rowBytes = (size_t)picture->width * 6;
  for (int row = 0; row < picture->height; row++) png_write_row(png, picture->samples + rowBytes * (size_t)row);
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return 0;
}

int baseline_halve(const baseline_picture *picture, baseline_picture *half) {
  int channels = picture->channels;
  *half = (baseline_picture){NULL, 0, picture->width / 2, picture->height / 2, channels};
  half->byteCount = (size_t)half->width * half->height * channels;
  half->samples = malloc(half->byteCount);
  if (half->samples == NULL) return 1;
  size_t rowBytes = (size_t)picture->width * channels;
  for (int y = 0; y < half->height; y++) {
    const uint8_t *a = picture->samples + rowBytes * (size_t)(2 * y), *b = a + rowBytes;
    uint8_t *out = half->samples + (size_t)half->width * channels * (size_t)y;
    for (int x = 0; x < half->width; x++)
      for (int c = 0; c < channels; c++) {
        int i = 2 * x * channels + c;
        out[x * channels + c] = (uint8_t)((a[i] + a[i + channels] + b[i] + b[i + channels] + 2) / 4);
      }
  }
  return 0;
}

void baseline_transfer(const uint16_t *codes, uint16_t *copy, uint8_t *out, size_t samples, const float *decode,
                       const float *encodeValue, const float *encodeSlope) {
  memcpy(copy, codes, samples * sizeof *codes);
  for (size_t i = 0; i < samples; i++) {
    float light = decode[copy[i]];
    light = light > 0x1p-13f ? light : 0x1p-13f;
    light = light < 0x1.fffffep-1f ? light : 0x1.fffffep-1f;
    uint32_t bits;
    memcpy(&bits, &light, sizeof bits);
    uint32_t index = (bits - 0x39000000u) >> 16;
    out[i] = (uint8_t)(encodeValue[index] + encodeSlope[index] * light + 0.5f);
  }
}

int baseline_decode_png16(const char *path, baseline_picture *picture) {
  memset(picture, 0, sizeof *picture);
  FILE *file = fopen(path, "rb");
  if (file == NULL) return 1;
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(png);
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_read_struct(&png, &info, NULL);
    fclose(file);
    return 1;
  }
  png_init_io(png, file);
  png_read_info(png, info);
  picture->width = (int)png_get_image_width(png, info);
  picture->height = (int)png_get_image_height(png, info);
  picture->channels = 3;
  size_t rowBytes = png_get_rowbytes(png, info);
  picture->byteCount = rowBytes * (size_t)picture->height;
  picture->samples = malloc(picture->byteCount);
  for (int row = 0; row < picture->height; row++) png_read_row(png, picture->samples + rowBytes * (size_t)row, NULL);
  png_destroy_read_struct(&png, &info, NULL);
  fclose(file);
  return rowBytes == (size_t)picture->width * 6 ? 0 : 1;
}

static void keep(const uint8_t *bytes, void *cookie) {
  (void)bytes;
  (void)cookie;
}

int baseline_decode_av1(const uint8_t *bytes, size_t count, int threads) {
  Dav1dSettings settings;
  dav1d_default_settings(&settings);
  settings.n_threads = threads;
  settings.max_frame_delay = 1;
  settings.logger.callback = NULL;
  Dav1dContext *context = NULL;
  if (dav1d_open(&context, &settings) != 0) return -1;
  Dav1dData data;
  Dav1dPicture picture;
  memset(&data, 0, sizeof data);
  memset(&picture, 0, sizeof picture);
  int code = dav1d_data_wrap(&data, bytes, count, keep, NULL);
  if (code == 0) code = dav1d_send_data(context, &data);
  if (code == 0) code = dav1d_get_picture(context, &picture);
  if (code == 0) dav1d_picture_unref(&picture);
  dav1d_data_unref(&data);
  dav1d_close(&context);
  return code;
}
