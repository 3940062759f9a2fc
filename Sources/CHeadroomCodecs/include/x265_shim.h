#ifndef HEADROOM_X265_SHIM_H
#define HEADROOM_X265_SHIM_H

// x265 for one still picture. The library is loaded when it is first needed: linking it costs 1 to 2 ms at the start of
// every process, and most never encode HEVC.

#include <stddef.h>
#include <stdint.h>

/// What an entry returns.
enum headroom_x265_result {
  HEADROOM_X265_OK = 0,
  /// The library, or its version for this bit depth, is not installed.
  HEADROOM_X265_MISSING = 1,
  /// The library refuses these parameters.
  HEADROOM_X265_REFUSED = 2,
  HEADROOM_X265_FAILED = 3,
  HEADROOM_X265_NO_MEMORY = 4,
};

typedef struct {
  /// Both even where chroma is halved that way.
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
  /// Constant rate factor, 0 best to 51.
  double rate_factor;
  /// Index into x265's presets: 0 ultrafast to 9 placebo.
  int preset;
  /// Whether to encode for the eye (structural similarity) instead of for the smallest error.
  int is_perceptual;
  /// Threads to use, at least 1. The result does not depend on it.
  int threads;
  /// H.273 codes for the stream's own description; the file's boxes repeat them.
  uint8_t primaries;
  uint8_t transfer;
  uint8_t matrix;
  uint8_t is_full_range;
  /// chroma_sample_loc_type of H.265, 0 left, 1 centre, 2 top left; -1 states nothing.
  int chroma_location;
} headroom_x265_picture;

typedef struct {
  /// NAL units, each behind its length in four bytes, most significant first.
  uint8_t *parameter_sets;
  size_t parameter_sets_count;
  uint8_t *picture;
  size_t picture_count;
} headroom_x265_stream;

/// Encodes one picture. On success the caller frees `stream` with `headroom_x265_stream_free`.
int headroom_x265_encode(const headroom_x265_picture *picture, headroom_x265_stream *stream);
void headroom_x265_stream_free(headroom_x265_stream *stream);

#endif
