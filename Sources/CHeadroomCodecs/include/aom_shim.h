#ifndef HEADROOM_AOM_SHIM_H
#define HEADROOM_AOM_SHIM_H

// libaom for one still picture.

#include <stddef.h>
#include <stdint.h>

#include "still_picture.h"

/// The result of an entry.
enum headroom_aom_result {
  HEADROOM_AOM_OK = 0,
  /// The library refuses these parameters; code and message give the reason.
  HEADROOM_AOM_REFUSED = 1,
  HEADROOM_AOM_FAILED = 2,
  HEADROOM_AOM_NO_MEMORY = 3,
};

typedef struct {
  headroom_still still;
  /// Quantizer, 0 best to 63.
  int quantizer;
  /// 0 slowest to 9 fastest.
  int speed;
  /// Binary logarithms of the numbers of tile columns and rows.
  int tile_columns_log2;
  int tile_rows_log2;
  /// 0 unknown, 1 left, 2 top left.
  int chroma_position;
} headroom_aom_picture;

typedef struct {
  /// A temporal unit: delimiter, sequence header, frame.
  uint8_t *bytes;
  size_t count;
  /// The library's number and message when it refuses or fails.
  int code;
  char message[160];
} headroom_aom_stream;

/// Encodes one picture, with 2 threads at least. The caller frees `stream` with `headroom_aom_stream_free`, also after a failure.
int headroom_aom_encode(const headroom_aom_picture *picture, headroom_aom_stream *stream);
void headroom_aom_stream_free(headroom_aom_stream *stream);

#endif
