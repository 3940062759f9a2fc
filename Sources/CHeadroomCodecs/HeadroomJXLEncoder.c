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

/* Each layer replaces the rows that it covers of what the ones before it left. */
static int place_layer(const hr_jxl_library *jxl, JxlEncoderFrameSettings *settings, const hr_jxl_picture *picture,
                       uint32_t first, uint32_t rows) {
  enum { CANVAS = 1 };
  JxlFrameHeader header;
  jxl->JxlEncoderInitFrameHeader(&header);
  header.layer_info.have_crop = JXL_TRUE;
  header.layer_info.crop_y0 = (int32_t)first;
  header.layer_info.xsize = picture->width;
  header.layer_info.ysize = rows;
  header.layer_info.save_as_reference = CANVAS;
  header.layer_info.blend_info.blendmode = JXL_BLEND_REPLACE;
  header.layer_info.blend_info.source = CANVAS;
  if (jxl->JxlEncoderSetFrameHeader(settings, &header) != JXL_ENC_SUCCESS) return 0;
  int has_alpha = picture->channels == 2 || picture->channels == 4;
  return !has_alpha || jxl->JxlEncoderSetExtraChannelBlendInfo(settings, 0, &header.layer_info.blend_info) == JXL_ENC_SUCCESS;
}

static int set(const hr_jxl_library *jxl, JxlEncoderFrameSettings *settings, JxlEncoderFrameSettingId option, int value) {
  return jxl->JxlEncoderFrameSettingsSetOption(settings, option, value) == JXL_ENC_SUCCESS;
}

/* Turns off what the library cannot do. libjxl 0.7 reads beyond its memory where it codes the coarse picture of a tall, narrow one
   as a frame of its own, which it does from distance 4.5 on: widths of 1 to 8 and 17 to 24, heights of 2049 to 4104, all
   efforts from 4 on (Fuzz/jxl-sweep). The files grow by 2 to 5 %; 0.10 is free of it. */
static int keep_clear(const hr_jxl_library *jxl, JxlEncoderFrameSettings *settings, const hr_jxl_picture *picture) {
  enum { FIXED = 10000, NARROW = 64, TALL = 2048 };
  if (picture->is_bare) return 1;
  if (jxl->JxlDecoderVersion() < FIXED && picture->width <= NARROW && picture->height > TALL && !picture->is_lossless &&
      !set(jxl, settings, JXL_ENC_FRAME_SETTING_PROGRESSIVE_DC, 0))
    return 0;
  return !picture->is_careful || set(jxl, settings, JXL_ENC_FRAME_SETTING_PATCHES, 0);
}

static int add_rows(const hr_jxl_library *jxl, JxlEncoder *encoder, const hr_jxl_picture *picture, uint32_t first,
                    uint32_t rows) {
  JxlEncoderFrameSettings *settings = jxl->JxlEncoderFrameSettingsCreate(encoder, NULL);
  if (!settings) return 0;
  if (jxl->JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_EFFORT, picture->effort) != JXL_ENC_SUCCESS)
    return 0;
  JxlEncoderStatus status = picture->is_lossless
                                ? jxl->JxlEncoderSetFrameLossless(settings, JXL_TRUE)
                                : jxl->JxlEncoderSetFrameDistance(settings, picture->distance);
  if (status != JXL_ENC_SUCCESS || !keep_clear(jxl, settings, picture)) return 0;
  if (rows < picture->height && !place_layer(jxl, settings, picture, first, rows)) return 0;
  JxlPixelFormat format = hr_jxl_pixel_format(picture->channels, picture->type);
  const uint8_t *pixels = picture->pixels + picture->row_bytes * first;
  return jxl->JxlEncoderAddImageFrame(settings, &format, pixels, picture->row_bytes * rows) == JXL_ENC_SUCCESS;
}

/* The codestream as it comes. */
typedef struct {
  uint8_t *bytes;
  size_t count, capacity;
} growing;

/* Codes what the encoder was given so far. */
static int collect(const hr_jxl_library *jxl, JxlEncoder *encoder, growing *out) {
  for (;;) {
    uint8_t *next = out->bytes + out->count;
    size_t room = out->capacity - out->count;
    JxlEncoderStatus status = jxl->JxlEncoderProcessOutput(encoder, &next, &room);
    out->count = (size_t)(next - out->bytes);
    if (status == JXL_ENC_SUCCESS) return HR_JXL_OK;
    if (status != JXL_ENC_NEED_MORE_OUTPUT) return HR_JXL_FAILED;
    uint8_t *grown = realloc(out->bytes, out->capacity * 2);
    if (!grown) return HR_JXL_NO_MEMORY;
    out->bytes = grown;
    out->capacity *= 2;
  }
}

/* Layer by layer: the library holds no more than one. */
static int add_layers(const hr_jxl_library *jxl, JxlEncoder *encoder, const hr_jxl_picture *picture, growing *out) {
  uint32_t most = picture->layer_rows ? picture->layer_rows : picture->height;
  for (uint32_t first = 0, rows; first < picture->height; first += rows) {
    rows = picture->height - first < most ? picture->height - first : most;
    if (!add_rows(jxl, encoder, picture, first, rows)) return HR_JXL_FAILED;
    if (first + rows == picture->height) jxl->JxlEncoderCloseInput(encoder);
    int outcome = collect(jxl, encoder, out);
    if (outcome != HR_JXL_OK) return outcome;
  }
  return HR_JXL_OK;
}

/* One run of the encoder. What it owns is freed behind it, whether the library came to an end or gave up. */
typedef struct {
  const hr_jxl_library *jxl;
  const hr_jxl_picture *picture;
  JxlEncoder *encoder;
  growing out;
  int level, outcome;
} run;

static void code(void *of) {
  run *run = of;
  const hr_jxl_picture *picture = run->picture;
  hr_jxl_runner runner = {picture->perform, picture->workers};
  if (run->jxl->JxlEncoderSetParallelRunner(run->encoder, hr_jxl_run, &runner) == JXL_ENC_SUCCESS &&
      set_header(run->jxl, run->encoder, picture, &run->level))
    run->outcome = add_layers(run->jxl, run->encoder, picture, &run->out);
}

static int encode(const hr_jxl_library *jxl, const hr_jxl_picture *picture, uint8_t **bytes, size_t *count, int *level,
                  int *error) {
  // A guess that spares most pictures a second allocation: two bits of a pixel, or half of it without loss.
  run run = {.jxl = jxl, .picture = picture, .outcome = HR_JXL_FAILED};
  run.out.capacity = picture->is_lossless ? picture->row_bytes * picture->height / 2 + 4096
                                          : (size_t)picture->width * picture->height / 4 + 4096;
  run.out.bytes = malloc(run.out.capacity);
  run.encoder = jxl->JxlEncoderCreate(NULL);
  if (!run.out.bytes || !run.encoder) run.outcome = HR_JXL_NO_MEMORY;
  else if (!hr_jxl_guarded(code, &run)) run.outcome = HR_JXL_GAVE_UP;
  if (run.outcome == HR_JXL_FAILED) {
    *error = (int)jxl->JxlEncoderGetError(run.encoder);
    if (*error == JXL_ENC_ERR_OOM) run.outcome = HR_JXL_NO_MEMORY;
  }
  if (run.encoder) jxl->JxlEncoderDestroy(run.encoder);
  if (run.outcome != HR_JXL_OK) {
    free(run.out.bytes);
    return run.outcome;
  }
  *bytes = run.out.bytes;
  *count = run.out.count;
  *level = run.level;
  return HR_JXL_OK;
}

int hr_jxl_encode(const hr_jxl_picture *picture, uint8_t **out, size_t *count, int *level, int *code) {
  // The most effort that counts nothing with tables beyond what the library holds.
  enum { CAREFUL_EFFORT = 7 };
  const hr_jxl_library *jxl = hr_jxl_load();
  *code = 0;
  if (!jxl) return HR_JXL_NO_LIBRARY;
  int outcome = encode(jxl, picture, out, count, level, code);
  if (outcome != HR_JXL_GAVE_UP || picture->is_bare) return outcome;
  // Another way to the same pixels.
  hr_jxl_picture careful = *picture;
  careful.is_careful = 1;
  if (careful.effort > CAREFUL_EFFORT) careful.effort = CAREFUL_EFFORT;
  return encode(jxl, &careful, out, count, level, code);
}
