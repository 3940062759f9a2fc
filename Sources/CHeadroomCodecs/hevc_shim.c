#include "hevc_shim.h"

#include <libde265/de265.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct hr_hevc_decoder {
  de265_decoder_context *context;
  int threads;
  int skips_loop_filters;
  int code;
  /* Whether the context has decoded a picture and has to be set back before the next. */
  int is_used;
};

static int open_context(hr_hevc_decoder *decoder) {
  decoder->context = de265_new_decoder();
  if (!decoder->context) return HR_HEVC_NO_MEMORY;
  decoder->is_used = 0;
  de265_set_parameter_bool(
      decoder->context, DE265_DECODER_PARAM_DISABLE_DEBLOCKING, decoder->skips_loop_filters);
  de265_set_parameter_bool(decoder->context, DE265_DECODER_PARAM_DISABLE_SAO, decoder->skips_loop_filters);
  if (decoder->threads > 1 && de265_start_worker_threads(decoder->context, decoder->threads) != DE265_OK) {
    /* It works without. */
    decoder->threads = 0;
  }
  return HR_HEVC_OK;
}

hr_hevc_decoder *hr_hevc_decoder_create(int threads, int skips_loop_filters) {
  hr_hevc_decoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder) return NULL;
  decoder->threads = threads > 32 ? 32 : threads;
  decoder->skips_loop_filters = skips_loop_filters;
  if (open_context(decoder) != HR_HEVC_OK) {
    free(decoder);
    return NULL;
  }
  return decoder;
}

void hr_hevc_decoder_destroy(hr_hevc_decoder *decoder) {
  if (!decoder) return;
  if (decoder->context) de265_free_decoder(decoder->context);
  free(decoder);
}

int hr_hevc_decoder_push(hr_hevc_decoder *decoder, const uint8_t *bytes, size_t length) {
  if (length > INT_MAX) return HR_HEVC_FAILED;
  if (decoder->is_used) {
    de265_release_next_picture(decoder->context);
    de265_reset(decoder->context);
    decoder->is_used = 0;
  }
  de265_error error = de265_push_NAL(decoder->context, bytes, (int)length, 0, NULL);
  decoder->code = error;
  if (error == DE265_ERROR_OUT_OF_MEMORY) return HR_HEVC_NO_MEMORY;
  return de265_isOK(error) ? HR_HEVC_OK : HR_HEVC_FAILED;
}

/* What a stream can lack without harm to the picture. */
static int is_harmless(de265_error warning) {
  return warning == DE265_OK || warning == DE265_WARNING_NO_WPP_CANNOT_USE_MULTITHREADING ||
         warning == DE265_WARNING_NUMBER_OF_THREADS_LIMITED_TO_MAXIMUM ||
         warning == DE265_WARNING_SPS_MISSING_CANNOT_DECODE_SEI;
}

static void describe(const struct de265_image *image, hr_hevc_picture *picture) {
  picture->width = de265_get_image_width(image, 0);
  picture->height = de265_get_image_height(image, 0);
  picture->chroma_format = (int32_t)de265_get_chroma_format(image);
  picture->plane_count = picture->chroma_format == de265_chroma_mono ? 1 : 3;
  picture->luma_bits = de265_get_bits_per_pixel(image, 0);
  picture->chroma_bits = picture->plane_count > 1 ? de265_get_bits_per_pixel(image, 1) : picture->luma_bits;
  for (int index = 0; index < picture->plane_count; index++) {
    int stride = 0;
    picture->plane[index] = de265_get_image_plane(image, index, &stride);
    picture->row_bytes[index] = stride > 0 ? (size_t)stride : 0;
    picture->plane_width[index] = de265_get_image_width(image, index);
    picture->plane_height[index] = de265_get_image_height(image, index);
  }
}

int hr_hevc_decoder_finish(hr_hevc_decoder *decoder, hr_hevc_picture *picture) {
  memset(picture, 0, sizeof *picture);
  decoder->is_used = 1;
  de265_error error = de265_flush_data(decoder->context);
  const struct de265_image *image = NULL;
  int more = 1;
  while (more && de265_isOK(error)) {
    more = 0;
    error = de265_decode(decoder->context, &more);
    image = de265_peek_next_picture(decoder->context);
    if (image) break;
    if (error == DE265_ERROR_WAITING_FOR_INPUT_DATA) {
      error = DE265_OK;
      break;
    }
  }
  for (de265_error warning = de265_get_warning(decoder->context); warning != DE265_OK;
       warning = de265_get_warning(decoder->context)) {
    if (is_harmless(warning)) continue;
    picture->is_damaged = 1;
    if (picture->code == 0) picture->code = (int32_t)warning;
  }
  if (!de265_isOK(error) && error != DE265_ERROR_WAITING_FOR_INPUT_DATA) {
    picture->code = (int32_t)error;
    picture->is_damaged = 1;
    if (error == DE265_ERROR_OUT_OF_MEMORY) return HR_HEVC_NO_MEMORY;
    if (!image) return HR_HEVC_FAILED;
  }
  if (!image) return HR_HEVC_NO_PICTURE;
  describe(image, picture);
  return HR_HEVC_OK;
}

const char *hr_hevc_message(int code) { return de265_get_error_text((de265_error)code); }
