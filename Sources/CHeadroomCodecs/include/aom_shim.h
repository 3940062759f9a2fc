#ifndef HEADROOM_AOM_SHIM_H
#define HEADROOM_AOM_SHIM_H

// libaom for one still picture.

#include <stddef.h>
#include <stdint.h>

/// What an entry returns.
enum headroom_aom_result {
  HEADROOM_AOM_OK = 0,
  /// The library refuses these parameters; code and message say why.
  HEADROOM_AOM_REFUSED = 1,
  HEADROOM_AOM_FAILED = 2,
  HEADROOM_AOM_NO_MEMORY = 3,
};

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
  /// Quantizer, 0 best to 63.
  int quantizer;
  /// 0 slowest to 9 fastest.
  int speed;
  /// Whether to encode for the eye (structural similarity) instead of for the smallest error.
  int is_perceptual;
  /// Threads to use; at least 2 are. The result does not depend on it.
  int threads;
  /// Binary logarithms of the numbers of tile columns and rows.
  int tile_columns_log2;
  int tile_rows_log2;
  /// H.273 codes for the stream's own description; the file's boxes repeat them.
  uint8_t primaries;
  uint8_t transfer;
  uint8_t matrix;
  uint8_t is_full_range;
  /// 0 unknown, 1 left, 2 top left.
  int chroma_position;
} headroom_aom_picture;

typedef struct {
  /// A temporal unit: delimiter, sequence header, frame.
  uint8_t *bytes;
  size_t count;
  /// The library's number and words when it refuses or fails.
  int code;
  char message[160];
} headroom_aom_stream;

/// Encodes one picture. The caller frees `stream` with `headroom_aom_stream_free`, also after a failure.
int headroom_aom_encode(const headroom_aom_picture *picture, headroom_aom_stream *stream);
void headroom_aom_stream_free(headroom_aom_stream *stream);

#endif
