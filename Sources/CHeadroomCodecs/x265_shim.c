#include "x265_shim.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <x265.h>

#define TEXT_OF(value) #value
#define TEXT(value) TEXT_OF(value)

typedef const x265_api *(*api_getter)(int bit_depth);

// Opening an encoder fills tables of the library that are shared by all encoders, without a lock of its own.
static pthread_mutex_t library_lock = PTHREAD_MUTEX_INITIALIZER;
static api_getter getter;

/// The library's functions for a bit depth, nil where it is missing. Called with the lock held.
static const x265_api *load(int bit_depth) {
  if (!getter) {
    void *library = dlopen("libx265.so." TEXT(X265_BUILD), RTLD_NOW | RTLD_LOCAL);
    if (!library) return NULL;
    // The name carries the version: this one has the structures this file was compiled with.
    getter = (api_getter)dlsym(library, TEXT(x265_api_get));
    if (!getter) return NULL;
  }
  const x265_api *api = getter(bit_depth);
  int fits = api && api->bit_depth == bit_depth && api->api_build_number == X265_BUILD &&
             api->sizeof_param == (int)sizeof(x265_param) && api->sizeof_picture == (int)sizeof(x265_picture);
  return fits ? api : NULL;
}

/// Blocks must not be larger than the picture.
static uint32_t largest_block(const headroom_x265_picture *picture) {
  uint32_t side = 64;
  while (side > 16 && (picture->still.width < side || picture->still.height < side)) side /= 2;
  return side;
}

static int configure(
    const x265_api *api, x265_param *param, const headroom_x265_picture *picture, const char *threads) {
  static const char *const presets[] = {"ultrafast", "superfast", "veryfast", "faster", "fast",
                                        "medium",    "slow",      "slower",   "veryslow", "placebo"};
  if (picture->preset < 0 || picture->preset > 9) return HEADROOM_X265_REFUSED;
  const char *tune = picture->still.is_perceptual ? "ssim" : "psnr";
  if (api->param_default_preset(param, presets[picture->preset], tune) != 0) return HEADROOM_X265_REFUSED;
  param->logLevel = X265_LOG_NONE;
  param->internalCsp = picture->still.chroma_format;
  param->internalBitDepth = picture->still.bit_depth;
  param->sourceWidth = (int)picture->still.width;
  param->sourceHeight = (int)picture->still.height;
  param->maxCUSize = largest_block(picture);
  // The level is found from size and rate; a still has the lowest rate there is.
  param->fpsNum = 1;
  param->fpsDenom = 1;
  // One picture, but not declared as the only one: x265 would choose the range extensions' intra profiles then, which
  // decoders for Main and Main 10 refuse.
  param->totalFrames = 0;
  param->keyframeMax = 250;
  param->bframes = 0;
  param->bOpenGOP = 0;
  param->lookaheadDepth = 0;
  param->scenecutThreshold = 0;
  param->rc.cuTree = 0;
  // Parameter sets go into the file's configuration; nothing that names a version or a time goes anywhere.
  param->bRepeatHeaders = 0;
  param->bAnnexB = 0;
  param->bEmitInfoSEI = 0;
  param->bEmitHRDSEI = 0;
  param->bEnableAccessUnitDelimiters = 0;
  param->bEmitVUITimingInfo = 0;
  param->bEmitVUIHRDInfo = 0;
  // One picture at a time; rows of it run in parallel, which is part of the stream whatever the number of threads.
  param->frameNumThreads = 1;
  param->bEnableWavefront = 1;
  param->numaPools = threads;
  param->rc.rateControlMode = X265_RC_CRF;
  param->rc.rfConstant = picture->rate_factor;
  param->bLossless = picture->still.is_lossless;
  param->vui.bEnableVideoSignalTypePresentFlag = 1;
  param->vui.videoFormat = 5;
  param->vui.bEnableVideoFullRangeFlag = picture->still.is_full_range;
  param->vui.bEnableColorDescriptionPresentFlag = 1;
  param->vui.colorPrimaries = picture->still.primaries;
  param->vui.transferCharacteristics = picture->still.transfer;
  param->vui.matrixCoeffs = picture->still.matrix;
  if (picture->chroma_location >= 0) {
    param->vui.bEnableChromaLocInfoPresentFlag = 1;
    param->vui.chromaSampleLocTypeTopField = picture->chroma_location;
    param->vui.chromaSampleLocTypeBottomField = picture->chroma_location;
  }
  return HEADROOM_X265_OK;
}

static int append(uint8_t **bytes, size_t *count, const x265_nal *nals, uint32_t nal_count) {
  size_t more = 0;
  for (uint32_t i = 0; i < nal_count; i++) more += nals[i].sizeBytes;
  if (more == 0) return HEADROOM_X265_OK;
  uint8_t *grown = realloc(*bytes, *count + more);
  if (!grown) return HEADROOM_X265_NO_MEMORY;
  *bytes = grown;
  for (uint32_t i = 0; i < nal_count; i++) {
    memcpy(grown + *count, nals[i].payload, nals[i].sizeBytes);
    *count += nals[i].sizeBytes;
  }
  return HEADROOM_X265_OK;
}

static int run(
    const x265_api *api, x265_encoder *encoder, x265_picture *input, const headroom_x265_picture *picture,
    headroom_x265_stream *stream) {
  x265_nal *nals = NULL;
  uint32_t count = 0;
  if (api->encoder_headers(encoder, &nals, &count) < 0) return HEADROOM_X265_FAILED;
  int result = append(&stream->parameter_sets, &stream->parameter_sets_count, nals, count);
  if (result != HEADROOM_X265_OK) return result;
  for (int plane = 0; plane < (picture->still.chroma_format == 0 ? 1 : 3); plane++) {
    input->planes[plane] = (void *)picture->still.planes[plane];
    input->stride[plane] = (int)picture->still.row_bytes[plane];
  }
  input->bitDepth = picture->still.bit_depth;
  input->colorSpace = picture->still.chroma_format;
  int done = api->encoder_encode(encoder, &nals, &count, input, NULL);
  if (done >= 0) result = append(&stream->picture, &stream->picture_count, nals, count);
  while (done >= 0 && stream->picture_count == 0 && result == HEADROOM_X265_OK) {
    done = api->encoder_encode(encoder, &nals, &count, NULL, NULL);
    if (done < 0) break;
    result = append(&stream->picture, &stream->picture_count, nals, count);
    // Flushing ends with no output; a picture that has not come by then never will.
    if (done == 0 && stream->picture_count == 0) done = -1;
  }
  return done < 0 ? HEADROOM_X265_FAILED : result;
}

int headroom_x265_encode(const headroom_x265_picture *picture, headroom_x265_stream *stream) {
  memset(stream, 0, sizeof *stream);
  pthread_mutex_lock(&library_lock);
  const x265_api *api = load(picture->still.bit_depth);
  pthread_mutex_unlock(&library_lock);
  if (!api) return HEADROOM_X265_MISSING;
  char threads[16];
  snprintf(threads, sizeof threads, "%d", picture->still.threads > 0 ? picture->still.threads : 1);
  x265_param *param = api->param_alloc();
  x265_picture *input = api->picture_alloc();
  int result = param && input ? configure(api, param, picture, threads) : HEADROOM_X265_NO_MEMORY;
  if (result == HEADROOM_X265_OK) {
    api->picture_init(param, input);
    pthread_mutex_lock(&library_lock);
    x265_encoder *encoder = api->encoder_open(param);
    pthread_mutex_unlock(&library_lock);
    result = encoder ? run(api, encoder, input, picture, stream) : HEADROOM_X265_REFUSED;
    if (encoder) {
      pthread_mutex_lock(&library_lock);
      api->encoder_close(encoder);
      pthread_mutex_unlock(&library_lock);
    }
  }
  if (input) api->picture_free(input);
  if (param) {
    // The text is ours.
    param->numaPools = NULL;
    api->param_free(param);
  }
  if (result != HEADROOM_X265_OK) headroom_x265_stream_free(stream);
  return result;
}

void headroom_x265_stream_free(headroom_x265_stream *stream) {
  free(stream->parameter_sets);
  free(stream->picture);
  memset(stream, 0, sizeof *stream);
}
