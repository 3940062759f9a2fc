#ifndef HEADROOM_X265_SHIM_H
#define HEADROOM_X265_SHIM_H

// x265 for one still picture. The library is loaded when it is first needed: linking it costs 1 to 2 ms at the start of
// every process, and most never encode HEVC.

#include <stddef.h>
#include <stdint.h>

#include "still_picture.h"

/// The result of an entry.
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
  headroom_still still;
  /// Constant rate factor, 0 best to 51.
  double rate_factor;
  /// Index into x265's presets: 0 ultrafast to 9 placebo.
  int preset;
  /// chroma_sample_loc_type of H.265, 0 left, 1 centre, 2 top left; -1 states nothing.
  int chroma_location;
} headroom_x265_picture;

typedef struct {
  /// NAL units, each after its length in four bytes, most significant first.
  uint8_t *parameter_sets;
  size_t parameter_sets_count;
  uint8_t *picture;
  size_t picture_count;
} headroom_x265_stream;

/// Encodes one picture, whose sides are even where chroma is halved along them. On success the caller frees `stream` with `headroom_x265_stream_free`.
int headroom_x265_encode(const headroom_x265_picture *picture, headroom_x265_stream *stream);
void headroom_x265_stream_free(headroom_x265_stream *stream);

#endif
