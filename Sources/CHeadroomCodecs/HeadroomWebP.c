#include "HeadroomWebP.h"
#include "HeadroomLibrary.h"
#include "CHeadroomSystem.h"

#include <stdlib.h>
#include <string.h>

#include <webp/decode.h>
#include <webp/encode.h>

#define FUNCTIONS(X)                                                                                                    \
  X(WebPGetFeaturesInternal) X(WebPINewRGB) X(WebPIUpdate) X(WebPIDecGetRGB) X(WebPIDelete) X(WebPConfigInitInternal)   \
  X(WebPValidateConfig) X(WebPPictureInitInternal) X(WebPPictureImportRGB) X(WebPPictureImportRGBA) X(WebPPictureFree)  \
  X(WebPEncode) X(WebPMemoryWriterInit) X(WebPMemoryWriterClear) X(WebPMemoryWrite)

// The structures are those of the headers this was compiled with: the library checks their versions itself.
HR_LIBRARY(FUNCTIONS, "libwebp.so.7")

const char *hr_webp_load_error(void) {
  const char *reason = missing_library();
  return reason ? reason : "";
}

static int failure(int status) {
  switch (status) {
    case VP8_STATUS_OUT_OF_MEMORY: return HR_WEBP_NO_MEMORY;
    case VP8_STATUS_SUSPENDED:
    case VP8_STATUS_NOT_ENOUGH_DATA: return HR_WEBP_TRUNCATED;
    default: return HR_WEBP_FAILED;
  }
}

enum { PIECE = 64 << 10 };

int hr_webp_decode(
    const uint8_t *bytes, size_t count, int has_alpha, uint32_t width, uint32_t height, uint8_t *out, size_t row_bytes,
    uint32_t *rows, int *code) {
  *rows = 0;
  *code = 0;
  if (missing_library()) return HR_WEBP_NO_LIBRARY;
  WebPBitstreamFeatures features;
  *code = library.WebPGetFeaturesInternal(bytes, count, &features, WEBP_DECODER_ABI_VERSION);
  if (*code != VP8_STATUS_OK) return failure(*code);
  if ((uint32_t)features.width != width || (uint32_t)features.height != height) return HR_WEBP_OTHER_SIZE;
  WebPIDecoder *decoder = library.WebPINewRGB(
      has_alpha ? MODE_RGBA : MODE_RGB, out, row_bytes * height, (int)row_bytes);
  if (!decoder) return HR_WEBP_NO_MEMORY;
  *code = VP8_STATUS_SUSPENDED;
  // A piece at a time, to look in between whether it is still wanted.
  for (size_t given = 0; given < count && *code == VP8_STATUS_SUSPENDED && !headroom_task_is_cancelled();) {
    given = count - given < PIECE ? count : given + PIECE;
    *code = library.WebPIUpdate(decoder, bytes, given);
  }
  int last = 0;
  if (library.WebPIDecGetRGB(decoder, &last, NULL, NULL, NULL)) *rows = last > 0 ? (uint32_t)last : 0;
  library.WebPIDelete(decoder);
  if (*code != VP8_STATUS_OK) return failure(*code);
  *rows = height;
  return HR_WEBP_OK;
}

static int goes_on(int percent, const WebPPicture *picture) {
  (void)percent;
  (void)picture;
  return !headroom_task_is_cancelled();
}

int hr_webp_encode(const hr_webp_picture *source, uint8_t **out, size_t *count, int *code) {
  *code = 0;
  if (missing_library()) return HR_WEBP_NO_LIBRARY;
  WebPConfig config;
  WebPPicture picture;
  if (!library.WebPConfigInitInternal(&config, WEBP_PRESET_DEFAULT, source->quality, WEBP_ENCODER_ABI_VERSION) ||
      !library.WebPPictureInitInternal(&picture, WEBP_ENCODER_ABI_VERSION)) {
    return HR_WEBP_FAILED;
  }
  config.method = source->method;
  config.lossless = source->is_lossless;
  config.exact = source->is_lossless;
  // One more thread at most, whatever the machine has: the bytes do not depend on it.
  config.thread_level = 1;
  if (!library.WebPValidateConfig(&config)) return HR_WEBP_FAILED;
  picture.width = (int)source->width;
  picture.height = (int)source->height;
  picture.use_argb = source->is_lossless;
  WebPMemoryWriter writer;
  library.WebPMemoryWriterInit(&writer);
  picture.writer = library.WebPMemoryWrite;
  picture.custom_ptr = &writer;
  picture.progress_hook = goes_on;
  int stride = (int)source->row_bytes;
  int is_ready = source->has_alpha ? library.WebPPictureImportRGBA(&picture, source->pixels, stride)
                                   : library.WebPPictureImportRGB(&picture, source->pixels, stride);
  int is_done = is_ready && library.WebPEncode(&config, &picture);
  *code = (int)picture.error_code;
  library.WebPPictureFree(&picture);
  int result = HR_WEBP_OK;
  if (!is_done) {
    int is_memory = !is_ready || *code == VP8_ENC_ERROR_OUT_OF_MEMORY || *code == VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY;
    result = is_memory ? HR_WEBP_NO_MEMORY : HR_WEBP_FAILED;
  } else if ((*out = malloc(writer.size))) {
    memcpy(*out, writer.mem, writer.size);
    *count = writer.size;
  } else {
    result = HR_WEBP_NO_MEMORY;
  }
  library.WebPMemoryWriterClear(&writer);
  return result;
}

void hr_webp_free(uint8_t *bytes) { free(bytes); }
