#ifndef HEADROOM_AV1_SHIM_H
#define HEADROOM_AV1_SHIM_H

#include <stddef.h>
#include <stdint.h>

/* Decoding single AV1 pictures with dav1d. */

enum {
  HR_AV1_OK = 0,
  /* dav1d refused; `code` of the result is its (negative) errno. */
  HR_AV1_FAILED = 1,
  /* The data ended without a complete picture. */
  HR_AV1_NO_PICTURE = 2,
  HR_AV1_NO_MEMORY = 3,
  /* The frame is larger than the limit given. */
  HR_AV1_OVER_LIMIT = 4,
};

/* A decoded picture, in memory of the decoder: valid until the next call. Samples of 8 bits are bytes, deeper ones
   16-bit words. */
typedef struct {
  int32_t width;
  int32_t height;
  /* 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4. */
  int32_t chroma_format;
  int32_t bits;
  int32_t plane_count;
  const void *plane[3];
  size_t row_bytes[3];
  int32_t code;
} hr_av1_picture;

typedef struct hr_av1_decoder hr_av1_decoder;

/* Where the memory of pictures comes from. `take` gets `context` as it is, and gives `size` bytes aligned to 64 and an owner to
   give them back by, or NULL; both are called from any thread. */
typedef struct {
  void *context;
  void *(*take)(void *context, size_t size, void **owner);
  void (*give_back)(void *owner);
} hr_av1_memory;

typedef struct {
  /* Threads that work on a picture, the caller's included. */
  int threads;
  /* Larger frames are refused. */
  uint32_t pixel_limit;
  /* The item's operating point; 0 unless it states one. */
  int operating_point;
  /* Whether to skip deblocking, CDEF and restoration. */
  int skips_loop_filters;
} hr_av1_settings;

/* A decoder; film grain is applied. NULL when there is no memory or no thread. */
hr_av1_decoder *hr_av1_decoder_create(hr_av1_settings settings, hr_av1_memory memory);
void hr_av1_decoder_destroy(hr_av1_decoder *decoder);

/* Decodes the OBUs of `bytes` and gives the picture of the highest spatial layer. With `layer` in 0...3, the picture
   of that layer. The memory is not used afterwards. */
int hr_av1_decoder_decode(
    hr_av1_decoder *decoder, const uint8_t *bytes, size_t length, int layer, hr_av1_picture *picture);

#endif
