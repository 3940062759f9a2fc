#ifndef HEADROOM_STILL_PICTURE_H
#define HEADROOM_STILL_PICTURE_H

// The parameters for every encoder of a still picture.

#include <stddef.h>
#include <stdint.h>

typedef struct {
  uint32_t width;
  uint32_t height;
  /// 8, 10 or 12. Samples of more than 8 bits are 16-bit words in machine order, value in the low bits.
  int bit_depth;
  /// 0 for 4:0:0, 1 for 4:2:0, 2 for 4:2:2, 3 for 4:4:4.
  int chroma_format;
  /// Luma, Cb, Cr, and the bytes from one row to the next.
  const void *planes[3];
  size_t row_bytes[3];
  int is_lossless;
  /// Whether to encode for the eye (structural similarity) instead of for the smallest error.
  int is_perceptual;
  /// Threads to use. The result does not depend on it.
  int threads;
  /// H.273 codes for the stream's own description; the file's boxes repeat them.
  uint8_t primaries;
  uint8_t transfer;
  uint8_t matrix;
  uint8_t is_full_range;
} headroom_still;

#endif
