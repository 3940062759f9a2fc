#include "HeadroomJXL.h"
#include "HeadroomJXLLibrary.h"

#include <stdlib.h>
#include <string.h>

static int set_header(const hr_jxl_library *jxl, JxlEncoder *encoder, const hr_jxl_picture *picture, int *level) {
  JxlBasicInfo info;
  jxl->JxlEncoderInitBasicInfo(&info);
  int has_alpha = picture->channels == 2 || picture->channels == 4;
  info.xsize = picture->width;
  info.ysize = picture->height;
  info.bits_per_sample = picture->bits;
  info.exponent_bits_per_sample = picture->exponent_bits;
  info.intensity_target = picture->intensity_target;
  info.orientation = (JxlOrientation)picture->orientation;
  info.num_color_channels = picture->channels < 3 ? 1 : 3;
  info.num_extra_channels = has_alpha;
  info.alpha_bits = has_alpha ? picture->bits : 0;
  info.alpha_exponent_bits = has_alpha ? picture->exponent_bits : 0;
  info.uses_original_profile = picture->is_lossless ? JXL_TRUE : JXL_FALSE;
  if (jxl->JxlEncoderSetBasicInfo(encoder, &info) != JXL_ENC_SUCCESS) return 0;
  *level = jxl->JxlEncoderGetRequiredCodestreamLevel(encoder);
  if (*level == 10 && jxl->JxlEncoderSetCodestreamLevel(encoder, 10) != JXL_ENC_SUCCESS) return 0;
  if (!picture->color)
    return jxl->JxlEncoderSetICCProfile(encoder, picture->icc, picture->icc_count) == JXL_ENC_SUCCESS;
  JxlColorEncoding color = hr_jxl_to_library(picture->color);
  return jxl->JxlEncoderSetColorEncoding(encoder, &color) == JXL_ENC_SUCCESS;
}

static int add_frame(const hr_jxl_library *jxl, JxlEncoder *encoder, const hr_jxl_picture *picture) {
  JxlEncoderFrameSettings *settings = jxl->JxlEncoderFrameSettingsCreate(encoder, NULL);
  if (!settings) return 0;
  if (jxl->JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_EFFORT, picture->effort) != JXL_ENC_SUCCESS)
    return 0;
  JxlEncoderStatus status = picture->is_lossless
                                ? jxl->JxlEncoderSetFrameLossless(settings, JXL_TRUE)
                                : jxl->JxlEncoderSetFrameDistance(settings, picture->distance);
  if (status != JXL_ENC_SUCCESS) return 0;
  JxlPixelFormat format = hr_jxl_pixel_format(picture->channels, picture->type);
  size_t size = picture->row_bytes * picture->height;
  if (jxl->JxlEncoderAddImageFrame(settings, &format, picture->pixels, size) != JXL_ENC_SUCCESS) return 0;
  jxl->JxlEncoderCloseInput(encoder);
  return 1;
}

static int collect(const hr_jxl_library *jxl, JxlEncoder *encoder, const hr_jxl_picture *picture, uint8_t **out,
                   size_t *count) {
  // A guess that spares most pictures a second allocation: two bits of a pixel, or half of it without loss.
  size_t capacity = picture->is_lossless ? picture->row_bytes * picture->height / 2 + 4096
                                         : (size_t)picture->width * picture->height / 4 + 4096;
  size_t filled = 0;
  uint8_t *buffer = malloc(capacity);
  if (!buffer) return HR_JXL_NO_MEMORY;
  for (;;) {
    uint8_t *next = buffer + filled;
    size_t room = capacity - filled;
    JxlEncoderStatus status = jxl->JxlEncoderProcessOutput(encoder, &next, &room);
    filled = (size_t)(next - buffer);
    if (status == JXL_ENC_SUCCESS) break;
    uint8_t *grown = status == JXL_ENC_NEED_MORE_OUTPUT ? realloc(buffer, capacity * 2) : NULL;
    if (!grown) {
      free(buffer);
      return status == JXL_ENC_NEED_MORE_OUTPUT ? HR_JXL_NO_MEMORY : HR_JXL_FAILED;
    }
    buffer = grown;
    capacity *= 2;
  }
  *out = buffer;
  *count = filled;
  return HR_JXL_OK;
}

int hr_jxl_encode(const hr_jxl_picture *picture, uint8_t **out, size_t *count, int *level, int *code) {
  const hr_jxl_library *jxl = hr_jxl_load();
  *code = 0;
  if (!jxl) return HR_JXL_NO_LIBRARY;
  JxlEncoder *encoder = jxl->JxlEncoderCreate(NULL);
  if (!encoder) return HR_JXL_NO_MEMORY;
  hr_jxl_runner runner = {picture->perform, picture->workers};
  int outcome = HR_JXL_FAILED;
  if (jxl->JxlEncoderSetParallelRunner(encoder, hr_jxl_run, &runner) == JXL_ENC_SUCCESS &&
      set_header(jxl, encoder, picture, level) && add_frame(jxl, encoder, picture))
    outcome = collect(jxl, encoder, picture, out, count);
  if (outcome == HR_JXL_FAILED) {
    *code = (int)jxl->JxlEncoderGetError(encoder);
    if (*code == JXL_ENC_ERR_OOM) outcome = HR_JXL_NO_MEMORY;
  }
  jxl->JxlEncoderDestroy(encoder);
  return outcome;
}
