#ifndef HEADROOM_HEVC_SHIM_H
#define HEADROOM_HEVC_SHIM_H

#include <stddef.h>
#include <stdint.h>

/* Decoding single HEVC pictures with libde265. The caller has looked at the parameter sets and knows that the picture's
   size is within its limits. */

enum {
  HR_HEVC_OK = 0,
  /* libde265 refused; `code` of the result is its number. */
  HR_HEVC_FAILED = 1,
  /* The data ended without a complete picture. */
  HR_HEVC_NO_PICTURE = 2,
  HR_HEVC_NO_MEMORY = 3,
};

/* A decoded picture, in memory of the decoder: valid until the next call. Samples of up to 8 bits are bytes, deeper
   ones 16-bit words. */
typedef struct {
  int32_t width;
  int32_t height;
  /* 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4. */
  int32_t chroma_format;
  int32_t luma_bits;
  int32_t chroma_bits;
  int32_t plane_count;
  int32_t plane_width[3];
  int32_t plane_height[3];
  const void *plane[3];
  size_t row_bytes[3];
  /* Whether libde265 found damage. */
  int32_t is_damaged;
  /* libde265's number of the last error or warning. */
  int32_t code;
} hr_hevc_picture;

typedef struct hr_hevc_decoder hr_hevc_decoder;

/* A decoder that works on `threads` threads of its own beside the caller's; none below 2. With `skips_loop_filters`
   pictures come without deblocking and sample adaptive offset. NULL without memory. */
hr_hevc_decoder *hr_hevc_decoder_create(int threads, int skips_loop_filters);
void hr_hevc_decoder_destroy(hr_hevc_decoder *decoder);

/* Hands over one NAL unit without start code. */
int hr_hevc_decoder_push(hr_hevc_decoder *decoder, const uint8_t *bytes, size_t length);

/* Decodes what was pushed and gives the first picture. Afterwards the next picture can be pushed, parameter sets
   first. */
int hr_hevc_decoder_finish(hr_hevc_decoder *decoder, hr_hevc_picture *picture);

/* The message for a code. */
const char *hr_hevc_message(int code);

#endif
