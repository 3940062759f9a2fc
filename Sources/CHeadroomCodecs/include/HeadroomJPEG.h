#ifndef HEADROOM_JPEG_H
#define HEADROOM_JPEG_H

// libjpeg-turbo behind calls that return a code. The library reports errors by a long jump, which must not cross Swift
// frames, so every entry catches it here. No callback reaches the caller; all sizes were checked by the caller.

#include <stddef.h>
#include <stdint.h>

/// The result of an entry.
enum headroom_jpeg_result {
  HEADROOM_JPEG_OK = 0,
  /// The library refused; code and message give the reason.
  HEADROOM_JPEG_FAILED = 1,
  HEADROOM_JPEG_NO_MEMORY = 2,
  /// The data ends before the picture does.
  HEADROOM_JPEG_TRUNCATED = 3,
  /// The entropy-coded data contradicts itself.
  HEADROOM_JPEG_DAMAGED = 4,
};

typedef struct headroom_jpeg_decoder headroom_jpeg_decoder;

typedef struct {
  uint32_t width;
  uint32_t height;
  uint8_t components;
  uint8_t precision;
  uint8_t is_progressive;
  uint8_t is_arithmetic;
  /// 1 gray, 3 colour, 4 CMYK or YCCK, 0 an unsupported model.
  uint8_t output_components;
  /// Whether the components are red, green and blue, not Y'CbCr.
  uint8_t is_rgb;
  /// Whether the picture has several scans: the library then holds all of it.
  uint8_t has_multiple_scans;
} headroom_jpeg_header;

/// Takes one picture's bytes, which must outlive the decoder. NULL when there is no memory.
headroom_jpeg_decoder *headroom_jpeg_decoder_create(const uint8_t *bytes, size_t count);
void headroom_jpeg_decoder_destroy(headroom_jpeg_decoder *decoder);

/// Reads up to the first scan.
int headroom_jpeg_decoder_read_header(headroom_jpeg_decoder *decoder, headroom_jpeg_header *header);

/// Has Y'CbCr decoded as it is stored, chroma interpolated, instead of as RGB. Other colour models are not affected.
/// Call it between the header and the start.
void headroom_jpeg_decoder_keep_ycc(headroom_jpeg_decoder *decoder);

/// Starts decoding, `denominator` (1, 2, 4, 8) times smaller. With `forgiving` missing and damaged data becomes grey
/// instead of ending the decode. Fills the output size.
int headroom_jpeg_decoder_start(
    headroom_jpeg_decoder *decoder, int denominator, int forgiving, uint32_t *width, uint32_t *height);

/// Decodes the next rows, each of `output_components` bytes per pixel.
int headroom_jpeg_decoder_read_rows(
    headroom_jpeg_decoder *decoder, uint8_t *rows, size_t row_bytes, uint32_t count, uint32_t *done);

/// Skips the next rows without making pixels of them.
int headroom_jpeg_decoder_skip_rows(headroom_jpeg_decoder *decoder, uint32_t count);

/// Reads the data after the last row. The picture is complete even when this fails.
int headroom_jpeg_decoder_finish(headroom_jpeg_decoder *decoder);

/// The library's number of the last failure.
int headroom_jpeg_decoder_code(const headroom_jpeg_decoder *decoder);
/// The library's message for the last failure, or for the first warning when nothing failed; empty when neither.
const char *headroom_jpeg_decoder_message(const headroom_jpeg_decoder *decoder);
/// Whether the picture showed damage (`forgiving`).
int headroom_jpeg_decoder_is_damaged(const headroom_jpeg_decoder *decoder);
/// Number of harmless irregularities.
long headroom_jpeg_decoder_warnings(const headroom_jpeg_decoder *decoder);

/// Order of the components in memory that the encoder takes.
enum headroom_jpeg_layout {
  HEADROOM_JPEG_GRAY = 0,
  HEADROOM_JPEG_RGB = 1,
  HEADROOM_JPEG_RGBX = 2,
  HEADROOM_JPEG_BGRX = 3,
  HEADROOM_JPEG_XRGB = 4,
  HEADROOM_JPEG_XBGR = 5,
};

typedef struct headroom_jpeg_encoder headroom_jpeg_encoder;

typedef struct {
  uint32_t width;
  uint32_t height;
  int layout;
  /// 1...100.
  int quality;
  /// Luma samples per chroma sample, 1 or 2 each way.
  int horizontal_sampling;
  int vertical_sampling;
  int is_progressive;
  /// Huffman tables made for the picture, which is held as coefficients until it ends.
  int optimizes_coding;
  /// Bytes to hold from the start; 0 takes two bits per pixel.
  size_t capacity;
} headroom_jpeg_encoder_options;

/// NULL when there is no memory.
headroom_jpeg_encoder *headroom_jpeg_encoder_create(void);
void headroom_jpeg_encoder_destroy(headroom_jpeg_encoder *encoder);

/// Starts a picture without any application marker; the caller inserts those after the first two bytes.
///
/// `quantizers` are two tables of 64 steps, for luma and for chroma; NULL takes the standard's, scaled by the quality.
int headroom_jpeg_encoder_start(
    headroom_jpeg_encoder *encoder, const headroom_jpeg_encoder_options *options, const uint16_t *quantizers);
int headroom_jpeg_encoder_write_rows(
    headroom_jpeg_encoder *encoder, const uint8_t *rows, size_t row_bytes, uint32_t count);
/// The bytes made so far, which the encoder forgets: the next ones follow them. They belong to the encoder and stay until
/// rows are written or the picture is ended.
void headroom_jpeg_encoder_take(headroom_jpeg_encoder *encoder, const uint8_t **bytes, size_t *count);
/// Ends the picture. Bytes not taken belong to the encoder and live as long as it does.
int headroom_jpeg_encoder_finish(headroom_jpeg_encoder *encoder, const uint8_t **bytes, size_t *count);

/// The turn of a picture: its columns and rows are reversed, then exchanged.
typedef struct {
  uint8_t mirrors_columns;
  uint8_t mirrors_rows;
  uint8_t transposes;
} headroom_jpeg_turn;

/// Codes the coefficients of a picture whose header has been read, turned, without any application marker. Along a
/// mirrored axis the picture has to end with a whole unit of blocks. Both objects are then finished.
///
/// Where this fails, the decoder's or the encoder's message gives the reason.
int headroom_jpeg_encoder_turn(
    headroom_jpeg_encoder *encoder, headroom_jpeg_decoder *decoder, const headroom_jpeg_turn *turn,
    const uint8_t **bytes, size_t *count);
int headroom_jpeg_encoder_code(const headroom_jpeg_encoder *encoder);
const char *headroom_jpeg_encoder_message(const headroom_jpeg_encoder *encoder);

#endif
