#include "CHeadroomVPX.h"

#include <stdlib.h>
#include <vpx/vp8cx.h>
#include <vpx/vpx_encoder.h>

#include "../CHeadroomCodecs/HeadroomLibrary.h"

#define FUNCTIONS(X)                                                                                        \
  X(vpx_codec_vp9_cx) X(vpx_codec_enc_config_default) X(vpx_codec_enc_init_ver) X(vpx_codec_control_)       \
  X(vpx_codec_encode) X(vpx_codec_get_cx_data) X(vpx_codec_destroy) X(vpx_codec_error_detail)               \
  X(vpx_codec_err_to_string)
HR_LIBRARY(FUNCTIONS, "libvpx.so.7")

struct hr_vpx {
  vpx_codec_ctx_t codec;
  uint32_t width, height;
  int64_t frames;
};

static bool refuse(hr_vpx_failure *failure, const char *words) {
  snprintf(failure->message, sizeof failure->message, "%s", words);
  return false;
}

static bool refuse_code(hr_vpx_failure *failure, vpx_codec_ctx_t *codec, vpx_codec_err_t code) {
  const char *detail = codec ? library.vpx_codec_error_detail(codec) : NULL;
  return refuse(failure, detail ? detail : library.vpx_codec_err_to_string(code));
}

static vpx_codec_err_t configure(vpx_codec_enc_cfg_t *config, const hr_vpx_settings *settings) {
  vpx_codec_err_t code = library.vpx_codec_enc_config_default(library.vpx_codec_vp9_cx(), config, 0);
  if (code != VPX_CODEC_OK) return code;
  config->g_w = settings->width;
  config->g_h = settings->height;
  config->g_profile = 2;
  config->g_bit_depth = VPX_BITS_10;
  config->g_input_bit_depth = 10;
  config->g_threads = settings->threads;
  config->g_timebase.num = 1;
  config->g_timebase.den = (int)settings->frames_per_second;
  config->g_lag_in_frames = 0;
  config->rc_end_usage = VPX_CBR;
  config->rc_target_bitrate = settings->kilobits_per_second;
  config->rc_min_quantizer = 2;
  config->rc_max_quantizer = 52;
  // Frames are left out where they are made, never here: each that goes in comes out.
  config->rc_dropframe_thresh = 0;
  config->rc_undershoot_pct = 50;
  config->rc_overshoot_pct = 50;
  config->rc_buf_initial_sz = 500;
  config->rc_buf_optimal_sz = 600;
  config->rc_buf_sz = 1000;
  config->kf_mode = VPX_KF_AUTO;
  config->kf_max_dist = settings->key_frame_distance;
  return VPX_CODEC_OK;
}

#define SET(id, value)                                                       \
  do {                                                                       \
    code = library.vpx_codec_control_(codec, (id), (value));                 \
    if (code != VPX_CODEC_OK) return code;                                   \
  } while (0)

static int tile_columns(uint32_t width) {
  // A tile is at least 256 pixels wide; four of them are enough for the threads of a small server.
  return width >= 1024 ? 2 : width >= 512 ? 1 : 0;
}

static vpx_codec_err_t set_controls(vpx_codec_ctx_t *codec, const hr_vpx_settings *settings) {
  vpx_codec_err_t code;
  SET(VP8E_SET_CPUUSED, 9);
  SET(VP9E_SET_ROW_MT, 1);
  SET(VP9E_SET_TILE_COLUMNS, tile_columns(settings->width));
  SET(VP9E_SET_AQ_MODE, 3);
  SET(VP8E_SET_STATIC_THRESHOLD, 0);
  SET(VP9E_SET_COLOR_SPACE, VPX_CS_BT_2020);
  SET(VP9E_SET_COLOR_RANGE, VPX_CR_STUDIO_RANGE);
  return VPX_CODEC_OK;
}

hr_vpx *hr_vpx_open(const hr_vpx_settings *settings, hr_vpx_failure *failure) {
  const char *missing = missing_library();
  if (missing) {
    refuse(failure, missing);
    return NULL;
  }
  vpx_codec_enc_cfg_t config;
  vpx_codec_err_t code = configure(&config, settings);
  hr_vpx *encoder = calloc(1, sizeof *encoder);
  if (!encoder || code != VPX_CODEC_OK) {
    if (encoder) refuse_code(failure, NULL, code);
    else refuse(failure, "there is no memory");
    free(encoder);
    return NULL;
  }
  encoder->width = settings->width;
  encoder->height = settings->height;
  code = library.vpx_codec_enc_init_ver(
      &encoder->codec, library.vpx_codec_vp9_cx(), &config, VPX_CODEC_USE_HIGHBITDEPTH, VPX_ENCODER_ABI_VERSION);
  if (code != VPX_CODEC_OK) {
    refuse_code(failure, &encoder->codec, code);
    free(encoder);
    return NULL;
  }
  code = set_controls(&encoder->codec, settings);
  if (code != VPX_CODEC_OK) {
    refuse_code(failure, &encoder->codec, code);
    hr_vpx_close(encoder);
    return NULL;
  }
  return encoder;
}

void hr_vpx_close(hr_vpx *encoder) {
  library.vpx_codec_destroy(&encoder->codec);
  free(encoder);
}

/// The picture's own rows as the library takes them; it copies them once.
static vpx_image_t image_of(const hr_vpx *encoder, const hr_vpx_picture *picture) {
  vpx_image_t image;
  memset(&image, 0, sizeof image);
  image.fmt = VPX_IMG_FMT_I42016;
  image.cs = VPX_CS_BT_2020;
  image.range = VPX_CR_STUDIO_RANGE;
  image.bit_depth = 10;
  image.bps = 24;
  image.w = image.d_w = encoder->width;
  image.h = image.d_h = encoder->height;
  image.x_chroma_shift = image.y_chroma_shift = 1;
  for (int plane = 0; plane < 3; plane++) {
    // The library only reads them.
    image.planes[plane] = (unsigned char *)picture->planes[plane];
    image.stride[plane] = (int)(2 * picture->row_samples[plane]);
  }
  return image;
}

bool hr_vpx_encode(
    hr_vpx *encoder, const hr_vpx_picture *picture, bool is_key, hr_vpx_packet *packet, hr_vpx_failure *failure) {
  vpx_image_t image = image_of(encoder, picture);
  vpx_enc_frame_flags_t flags = is_key ? VPX_EFLAG_FORCE_KF : 0;
  vpx_codec_err_t code =
      library.vpx_codec_encode(&encoder->codec, &image, encoder->frames++, 1, flags, VPX_DL_REALTIME);
  if (code != VPX_CODEC_OK) return refuse_code(failure, &encoder->codec, code);
  vpx_codec_iter_t iterator = NULL;
  const vpx_codec_cx_pkt_t *found;
  while ((found = library.vpx_codec_get_cx_data(&encoder->codec, &iterator))) {
    if (found->kind != VPX_CODEC_CX_FRAME_PKT) continue;
    packet->bytes = found->data.frame.buf;
    packet->count = found->data.frame.sz;
    packet->is_key = (found->data.frame.flags & VPX_FRAME_IS_KEY) != 0;
    return true;
  }
  return refuse(failure, "a frame did not come out");
}
