#include "aom_shim.h"
#include "HeadroomLibrary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <aom/aom_encoder.h>
#include <aom/aomcx.h>

#define FUNCTIONS(X) \
  X(aom_codec_av1_cx) X(aom_codec_control) X(aom_codec_destroy) X(aom_codec_enc_config_default) \
  X(aom_codec_enc_init_ver) X(aom_codec_encode) X(aom_codec_err_to_string) X(aom_codec_error_detail) \
  X(aom_codec_get_cx_data)

HR_LIBRARY(FUNCTIONS, "libaom.so.3")

static int note(headroom_aom_stream *stream, aom_codec_ctx_t *codec, aom_codec_err_t code, int result) {
  const char *detail = codec ? library.aom_codec_error_detail(codec) : NULL;
  stream->code = code;
  snprintf(stream->message, sizeof stream->message, "%s", detail ? detail : library.aom_codec_err_to_string(code));
  return code == AOM_CODEC_MEM_ERROR ? HEADROOM_AOM_NO_MEMORY : result;
}

static aom_img_fmt_t image_format(const headroom_aom_picture *picture) {
  // Monochrome goes in as 4:2:0 with chroma that is not looked at.
  aom_img_fmt_t format = picture->still.chroma_format == 3   ? AOM_IMG_FMT_I444
                         : picture->still.chroma_format == 2 ? AOM_IMG_FMT_I422
                                                       : AOM_IMG_FMT_I420;
  return picture->still.bit_depth > 8 ? (aom_img_fmt_t)(format | AOM_IMG_FMT_HIGHBITDEPTH) : format;
}

/// 0: 4:2:0 and monochrome up to 10 bits; 1: 4:4:4 up to 10; 2: the rest.
static unsigned profile(const headroom_aom_picture *picture) {
  if (picture->still.bit_depth > 10 || picture->still.chroma_format == 2) return 2;
  return picture->still.chroma_format == 3 ? 1 : 0;
}

static aom_codec_err_t configure(aom_codec_enc_cfg_t *config, const headroom_aom_picture *picture) {
  aom_codec_err_t code = library.aom_codec_enc_config_default(library.aom_codec_av1_cx(), config, AOM_USAGE_ALL_INTRA);
  if (code != AOM_CODEC_OK) return code;
  config->g_w = picture->still.width;
  config->g_h = picture->still.height;
  config->g_profile = profile(picture);
  config->g_bit_depth = (aom_bit_depth_t)picture->still.bit_depth;
  config->g_input_bit_depth = (unsigned)picture->still.bit_depth;
  // With one thread the library takes another path, whose stream differs; from two on it is the same.
  config->g_threads = (unsigned)(picture->still.threads > 2 ? picture->still.threads : 2);
  config->g_lag_in_frames = 0;
  // One frame, so that the stream gets the short header of a still picture.
  config->g_limit = 1;
  config->monochrome = picture->still.chroma_format == 0;
  config->rc_end_usage = AOM_Q;
  config->rc_min_quantizer = 0;
  config->rc_max_quantizer = picture->still.is_lossless ? 0 : 63;
  return AOM_CODEC_OK;
}

#define SET(id, value)                                  \
  do {                                                  \
    code = library.aom_codec_control(codec, (id), (int)(value)); \
    if (code != AOM_CODEC_OK) return code;              \
  } while (0)

static aom_codec_err_t set_controls(aom_codec_ctx_t *codec, const headroom_aom_picture *picture) {
  aom_codec_err_t code;
  SET(AOME_SET_CPUUSED, picture->speed);
  if (picture->still.is_lossless) SET(AV1E_SET_LOSSLESS, 1);
  else SET(AOME_SET_CQ_LEVEL, picture->quantizer);
  SET(AOME_SET_TUNING, picture->still.is_perceptual ? AOM_TUNE_SSIM : AOM_TUNE_PSNR);
  // Smooth or flat pictures pass for screen content, and then every block is looked up among all others: eight times
  // the time and 80 bytes a pixel, for a tenth of a percent of a gain map's size.
  SET(AV1E_SET_ENABLE_INTRABC, 0);
  if (!picture->still.is_perceptual) SET(AV1E_SET_ENABLE_PALETTE, 0);
  SET(AV1E_SET_ROW_MT, 1);
  SET(AV1E_SET_TILE_COLUMNS, picture->tile_columns_log2);
  SET(AV1E_SET_TILE_ROWS, picture->tile_rows_log2);
  SET(AV1E_SET_COLOR_PRIMARIES, picture->still.primaries);
  SET(AV1E_SET_TRANSFER_CHARACTERISTICS, picture->still.transfer);
  SET(AV1E_SET_MATRIX_COEFFICIENTS, picture->still.matrix);
  SET(AV1E_SET_COLOR_RANGE, picture->still.is_full_range);
  if (picture->still.chroma_format == 1) SET(AV1E_SET_CHROMA_SAMPLE_POSITION, picture->chroma_position);
  return AOM_CODEC_OK;
}

/// The picture's own rows as the library takes them; it copies them once, into memory with borders.
///
/// - gray: a row of chroma without colour for monochrome pictures, whose rows are all this one.
static aom_image_t image_of(const headroom_aom_picture *picture, void *gray) {
  aom_image_t image;
  memset(&image, 0, sizeof image);
  image.fmt = image_format(picture);
  image.bit_depth = (unsigned)picture->still.bit_depth;
  image.bps = picture->still.chroma_format == 3 ? 24 : picture->still.chroma_format == 2 ? 16 : 12;
  if (picture->still.bit_depth > 8) image.bps *= 2;
  image.w = image.d_w = picture->still.width;
  image.h = image.d_h = picture->still.height;
  image.x_chroma_shift = picture->still.chroma_format != 3;
  image.y_chroma_shift = picture->still.chroma_format < 2;
  image.monochrome = picture->still.chroma_format == 0;
  image.range = picture->still.is_full_range ? AOM_CR_FULL_RANGE : AOM_CR_STUDIO_RANGE;
  for (int plane = 0; plane < 3; plane++) {
    int is_gray = plane > 0 && picture->still.chroma_format == 0;
    // The library only reads them.
    image.planes[plane] = is_gray ? gray : (unsigned char *)picture->still.planes[plane];
    image.stride[plane] = is_gray ? 0 : (int)picture->still.row_bytes[plane];
  }
  return image;
}

static void *gray_row(const headroom_aom_picture *picture) {
  size_t count = ((size_t)picture->still.width + 1) / 2;
  uint16_t *row = malloc(2 * count);
  if (!row) return NULL;
  if (picture->still.bit_depth > 8) {
    for (size_t x = 0; x < count; x++) row[x] = (uint16_t)(1 << (picture->still.bit_depth - 1));
  } else {
    memset(row, 128, 2 * count);
  }
  return row;
}

static int append(headroom_aom_stream *stream, const aom_codec_cx_pkt_t *packet) {
  if (packet->kind != AOM_CODEC_CX_FRAME_PKT || packet->data.frame.sz == 0) return HEADROOM_AOM_OK;
  uint8_t *grown = realloc(stream->bytes, stream->count + packet->data.frame.sz);
  if (!grown) return HEADROOM_AOM_NO_MEMORY;
  memcpy(grown + stream->count, packet->data.frame.buf, packet->data.frame.sz);
  stream->bytes = grown;
  stream->count += packet->data.frame.sz;
  return HEADROOM_AOM_OK;
}

static int run(aom_codec_ctx_t *codec, const aom_image_t *image, headroom_aom_stream *stream) {
  // The picture, then the flush.
  for (int pass = 0; pass < 2; pass++) {
    aom_codec_err_t code = library.aom_codec_encode(codec, pass == 0 ? image : NULL, 0, 1, 0);
    if (code != AOM_CODEC_OK) return note(stream, codec, code, HEADROOM_AOM_FAILED);
    aom_codec_iter_t iterator = NULL;
    const aom_codec_cx_pkt_t *packet;
    while ((packet = library.aom_codec_get_cx_data(codec, &iterator))) {
      int result = append(stream, packet);
      if (result != HEADROOM_AOM_OK) return result;
    }
  }
  return stream->count > 0 ? HEADROOM_AOM_OK : HEADROOM_AOM_FAILED;
}

int headroom_aom_encode(const headroom_aom_picture *picture, headroom_aom_stream *stream) {
  memset(stream, 0, sizeof *stream);
  const char *reason = missing_library();
  if (reason) {
    snprintf(stream->message, sizeof stream->message, "%s", reason);
    return HEADROOM_AOM_REFUSED;
  }
  aom_codec_enc_cfg_t config;
  aom_codec_err_t code = configure(&config, picture);
  if (code != AOM_CODEC_OK) return note(stream, NULL, code, HEADROOM_AOM_REFUSED);
  aom_codec_ctx_t codec;
  // Samples of more than 8 bits need the encoder's wide buffers; without the flag it asserts.
  aom_codec_flags_t flags = picture->still.bit_depth > 8 ? AOM_CODEC_USE_HIGHBITDEPTH : 0;
  code = library.aom_codec_enc_init_ver(&codec, library.aom_codec_av1_cx(), &config, flags, AOM_ENCODER_ABI_VERSION);
  if (code != AOM_CODEC_OK) return note(stream, NULL, code, HEADROOM_AOM_REFUSED);
  int result;
  code = set_controls(&codec, picture);
  if (code != AOM_CODEC_OK) {
    result = note(stream, &codec, code, HEADROOM_AOM_REFUSED);
  } else {
    void *gray = gray_row(picture);
    aom_image_t image = image_of(picture, gray);
    result = gray ? run(&codec, &image, stream) : HEADROOM_AOM_NO_MEMORY;
    free(gray);
  }
  library.aom_codec_destroy(&codec);
  return result;
}

void headroom_aom_stream_free(headroom_aom_stream *stream) {
  free(stream->bytes);
  stream->bytes = NULL;
  stream->count = 0;
}
