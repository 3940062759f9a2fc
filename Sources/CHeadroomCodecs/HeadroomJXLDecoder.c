#include "HeadroomJXL.h"
#include "HeadroomJXLLibrary.h"

#include <stdlib.h>
#include <string.h>

struct hr_jxl_decoder {
  const hr_jxl_library *jxl;
  JxlDecoder *raw;
  const uint8_t *bytes;
  size_t count;
  int gave_up;
};

hr_jxl_decoder *hr_jxl_decoder_create(const uint8_t *bytes, size_t count) {
  const hr_jxl_library *jxl = hr_jxl_load();
  if (!jxl) return NULL;
  hr_jxl_decoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder) return NULL;
  decoder->jxl = jxl;
  decoder->bytes = bytes;
  decoder->count = count;
  decoder->raw = jxl->JxlDecoderCreate(NULL);
  if (decoder->raw) return decoder;
  free(decoder);
  return NULL;
}

void hr_jxl_decoder_destroy(hr_jxl_decoder *decoder) {
  if (!decoder) return;
  decoder->jxl->JxlDecoderDestroy(decoder->raw);
  free(decoder);
}

// Starts from the first byte. The input stays open, so that its end is told apart from damage.
static int start(hr_jxl_decoder *decoder, int events) {
  const hr_jxl_library *jxl = decoder->jxl;
  if (decoder->gave_up) return HR_JXL_FAILED;
  jxl->JxlDecoderReset(decoder->raw);
  if (jxl->JxlDecoderSubscribeEvents(decoder->raw, events) != JXL_DEC_SUCCESS ||
      jxl->JxlDecoderSetKeepOrientation(decoder->raw, JXL_TRUE) != JXL_DEC_SUCCESS ||
      jxl->JxlDecoderSetInput(decoder->raw, decoder->bytes, decoder->count) != JXL_DEC_SUCCESS)
    return HR_JXL_FAILED;
  return HR_JXL_OK;
}

typedef struct {
  hr_jxl_decoder *decoder;
  JxlDecoderStatus status;
} step;

static void go_on(void *of) {
  step *step = of;
  step->status = step->decoder->jxl->JxlDecoderProcessInput(step->decoder->raw);
}

/* JXL_DEC_ERROR where the library gave up, too: the decoder is only good for being destroyed then. */
static JxlDecoderStatus process(hr_jxl_decoder *decoder) {
  step step = {decoder, JXL_DEC_ERROR};
  if (!decoder->gave_up && !hr_jxl_guarded(go_on, &step)) decoder->gave_up = 1;
  return decoder->gave_up ? JXL_DEC_ERROR : step.status;
}

static int run_to(hr_jxl_decoder *decoder, JxlDecoderStatus wanted) {
  JxlDecoderStatus status = process(decoder);
  if (status == wanted) return HR_JXL_OK;
  return status == JXL_DEC_NEED_MORE_INPUT ? HR_JXL_TRUNCATED : HR_JXL_FAILED;
}

static int read_extra_channels(hr_jxl_decoder *decoder, hr_jxl_header *header) {
  header->black_channel = -1;
  for (uint32_t i = 0; i < header->extra_channels; i++) {
    JxlExtraChannelInfo extra;
    if (decoder->jxl->JxlDecoderGetExtraChannelInfo(decoder->raw, i, &extra) != JXL_DEC_SUCCESS) return HR_JXL_FAILED;
    if (extra.type == JXL_CHANNEL_BLACK && header->black_channel < 0) header->black_channel = (int32_t)i;
    if (extra.type == JXL_CHANNEL_SPOT_COLOR) header->spot_channels++;
  }
  return HR_JXL_OK;
}

static int read_color(hr_jxl_decoder *decoder, hr_jxl_header *header) {
  const hr_jxl_library *jxl = decoder->jxl;
  JxlColorEncoding color;
  memset(&color, 0, sizeof color);
  const JxlColorProfileTarget target = JXL_COLOR_PROFILE_TARGET_ORIGINAL;
  if (jxl->JxlDecoderGetColorAsEncodedProfile(decoder->raw, NULL, target, &color) == JXL_DEC_SUCCESS) {
    header->color = hr_jxl_from_library(&color);
    return HR_JXL_OK;
  }
  header->color.space = JXL_COLOR_SPACE_UNKNOWN;
  size_t size = 0;
  if (jxl->JxlDecoderGetICCProfileSize(decoder->raw, NULL, target, &size) != JXL_DEC_SUCCESS) return HR_JXL_OK;
  if (size > UINT32_MAX) return HR_JXL_OVER_LIMIT;
  header->icc_bytes = (uint32_t)size;
  return HR_JXL_OK;
}

int hr_jxl_decoder_headers(hr_jxl_decoder *decoder, hr_jxl_header *header) {
  memset(header, 0, sizeof *header);
  int result = start(decoder, JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FRAME);
  // Without coalescing every layer has its own size: a small picture can have a huge layer behind it.
  if (decoder->jxl->JxlDecoderSetCoalescing(decoder->raw, JXL_FALSE) != JXL_DEC_SUCCESS) return HR_JXL_FAILED;
  if (result == HR_JXL_OK) result = run_to(decoder, JXL_DEC_BASIC_INFO);
  if (result != HR_JXL_OK) return result;
  JxlBasicInfo info;
  if (decoder->jxl->JxlDecoderGetBasicInfo(decoder->raw, &info) != JXL_DEC_SUCCESS) return HR_JXL_FAILED;
  header->width = info.xsize;
  header->height = info.ysize;
  header->bits = info.bits_per_sample;
  header->exponent_bits = info.exponent_bits_per_sample;
  header->color_channels = info.num_color_channels;
  header->extra_channels = info.num_extra_channels;
  header->alpha_bits = info.alpha_bits;
  header->orientation = (uint32_t)info.orientation;
  header->preview_width = info.have_preview ? info.preview.xsize : 0;
  header->preview_height = info.have_preview ? info.preview.ysize : 0;
  header->intensity_target = info.intensity_target;
  header->min_nits = info.min_nits;
  header->alpha_is_premultiplied = info.alpha_premultiplied != 0;
  header->is_animated = info.have_animation != 0;
  header->is_original_color = info.uses_original_profile != 0;
  result = read_extra_channels(decoder, header);
  if (result == HR_JXL_OK) result = run_to(decoder, JXL_DEC_COLOR_ENCODING);
  return result == HR_JXL_OK ? read_color(decoder, header) : result;
}

int hr_jxl_decoder_icc(hr_jxl_decoder *decoder, uint8_t *out, size_t capacity) {
  JxlDecoderStatus status = decoder->jxl->JxlDecoderGetColorAsICCProfile(
      decoder->raw, NULL, JXL_COLOR_PROFILE_TARGET_ORIGINAL, out, capacity);
  return status == JXL_DEC_SUCCESS ? HR_JXL_OK : HR_JXL_FAILED;
}

int hr_jxl_decoder_frames(hr_jxl_decoder *decoder, uint32_t limit, hr_jxl_frames *frames) {
  memset(frames, 0, sizeof *frames);
  for (uint32_t seen = 0;; seen++) {
    int result = run_to(decoder, JXL_DEC_FRAME);
    if (result != HR_JXL_OK) return result;
    if (seen >= limit) return HR_JXL_OVER_LIMIT;
    JxlFrameHeader header;
    if (decoder->jxl->JxlDecoderGetFrameHeader(decoder->raw, &header) != JXL_DEC_SUCCESS) return HR_JXL_FAILED;
    uint64_t width = header.layer_info.xsize, height = header.layer_info.ysize;
    if (width > frames->largest_width) frames->largest_width = width;
    if (height > frames->largest_height) frames->largest_height = height;
    if (width * height > frames->largest_pixels) frames->largest_pixels = width * height;
    frames->layers++;
    if (header.duration > 0 || header.is_last) frames->shown++;
    if (header.is_last) {
      frames->is_complete = 1;
      return HR_JXL_OK;
    }
  }
}

static int set_buffers(hr_jxl_decoder *decoder, const hr_jxl_request *request, uint32_t height) {
  const hr_jxl_library *jxl = decoder->jxl;
  JxlPixelFormat format = hr_jxl_pixel_format(request->channels, request->type);
  size_t needed = 0, capacity = request->row_bytes * height;
  if (jxl->JxlDecoderImageOutBufferSize(decoder->raw, &format, &needed) != JXL_DEC_SUCCESS || needed > capacity)
    return HR_JXL_FAILED;
  if (jxl->JxlDecoderSetImageOutBuffer(decoder->raw, &format, request->pixels, needed) != JXL_DEC_SUCCESS)
    return HR_JXL_FAILED;
  if (!request->black) return HR_JXL_OK;
  format = hr_jxl_pixel_format(1, request->type);
  uint32_t channel = (uint32_t)request->black_channel;
  if (jxl->JxlDecoderExtraChannelBufferSize(decoder->raw, &format, &needed, channel) != JXL_DEC_SUCCESS ||
      needed > capacity)
    return HR_JXL_FAILED;
  JxlDecoderStatus status =
      jxl->JxlDecoderSetExtraChannelBuffer(decoder->raw, &format, request->black, needed, channel);
  return status == JXL_DEC_SUCCESS ? HR_JXL_OK : HR_JXL_FAILED;
}

static int flush(hr_jxl_decoder *decoder, int has_buffer) {
  if (!has_buffer) return HR_JXL_TRUNCATED;
  return decoder->jxl->JxlDecoderFlushImage(decoder->raw) == JXL_DEC_SUCCESS ? HR_JXL_OK : HR_JXL_TRUNCATED;
}

static int decode(hr_jxl_decoder *decoder, const hr_jxl_request *request, hr_jxl_result *result) {
  const hr_jxl_library *jxl = decoder->jxl;
  uint32_t height = 0;
  int has_buffer = 0, has_frame = 0;
  for (;;) {
    JxlDecoderStatus status = process(decoder);
    switch (status) {
    case JXL_DEC_BASIC_INFO: {
      JxlBasicInfo info;
      if (jxl->JxlDecoderGetBasicInfo(decoder->raw, &info) != JXL_DEC_SUCCESS) return HR_JXL_FAILED;
      height = info.ysize;
      break;
    }
    case JXL_DEC_COLOR_ENCODING:
      if (request->color) {
        // Where the library cannot, it keeps its own choice; the caller asks only for what was declared.
        JxlColorEncoding color = hr_jxl_to_library(request->color);
        if (jxl->JxlDecoderSetPreferredColorProfile(decoder->raw, &color) != JXL_DEC_SUCCESS) return HR_JXL_FAILED;
      }
      break;
    case JXL_DEC_FRAME: has_frame = 1; break;
    case JXL_DEC_NEED_IMAGE_OUT_BUFFER: {
      int failure = set_buffers(decoder, request, height);
      if (failure != HR_JXL_OK) return failure;
      has_buffer = 1;
      break;
    }
    case JXL_DEC_FULL_IMAGE: return HR_JXL_OK;
    case JXL_DEC_NEED_MORE_INPUT:
      result->is_partial = 1;
      return request->allows_partial ? flush(decoder, has_buffer) : HR_JXL_TRUNCATED;
    case JXL_DEC_SUCCESS: return has_frame ? HR_JXL_FAILED : HR_JXL_NO_PICTURE;
    default: return HR_JXL_FAILED;
    }
  }
}

int hr_jxl_decoder_picture(hr_jxl_decoder *decoder, const hr_jxl_request *request, hr_jxl_result *result) {
  const hr_jxl_library *jxl = decoder->jxl;
  memset(result, 0, sizeof *result);
  int events = JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FRAME | JXL_DEC_FULL_IMAGE;
  int outcome = start(decoder, events);
  if (outcome != HR_JXL_OK) return outcome;
  if (jxl->JxlDecoderSetUnpremultiplyAlpha(decoder->raw, request->divides_by_alpha) != JXL_DEC_SUCCESS)
    return HR_JXL_FAILED;
  hr_jxl_runner runner = {request->perform, request->workers};
  if (jxl->JxlDecoderSetParallelRunner(decoder->raw, hr_jxl_run, &runner) != JXL_DEC_SUCCESS)
    outcome = HR_JXL_FAILED;
  if (request->index > 0) jxl->JxlDecoderSkipFrames(decoder->raw, request->index);
  if (outcome == HR_JXL_OK) outcome = decode(decoder, request, result);
  // The decoder must not outlive the runner it was given.
  jxl->JxlDecoderReset(decoder->raw);
  return outcome;
}

int hr_jxl_brotli(const uint8_t *bytes, size_t count, size_t limit, uint8_t **out, size_t *produced) {
  const hr_jxl_library *jxl = hr_jxl_load();
  if (!jxl) return HR_JXL_NO_LIBRARY;
  BrotliDecoderState *state = jxl->BrotliDecoderCreateInstance(NULL, NULL, NULL);
  if (!state) return HR_JXL_NO_MEMORY;
  uint8_t *buffer = NULL;
  size_t filled = 0, capacity = 0;
  int outcome = HR_JXL_FAILED;
  for (;;) {
    if (filled == capacity) {
      size_t larger = capacity ? capacity * 2 : 16384;
      uint8_t *grown = realloc(buffer, larger);
      if (!grown) { outcome = HR_JXL_NO_MEMORY; break; }
      buffer = grown;
      capacity = larger;
    }
    uint8_t *next = buffer + filled;
    size_t room = capacity - filled;
    BrotliDecoderResult status = jxl->BrotliDecoderDecompressStream(state, &count, &bytes, &room, &next, NULL);
    filled = (size_t)(next - buffer);
    if (filled > limit) { outcome = HR_JXL_OVER_LIMIT; break; }
    if (status == BROTLI_DECODER_RESULT_SUCCESS) { outcome = HR_JXL_OK; break; }
    if (status == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT) { outcome = HR_JXL_TRUNCATED; break; }
    if (status == BROTLI_DECODER_RESULT_ERROR) break;
  }
  jxl->BrotliDecoderDestroyInstance(state);
  if (outcome != HR_JXL_OK) {
    free(buffer);
    return outcome;
  }
  *out = buffer;
  *produced = filled;
  return HR_JXL_OK;
}

void hr_jxl_free(uint8_t *bytes) { free(bytes); }
