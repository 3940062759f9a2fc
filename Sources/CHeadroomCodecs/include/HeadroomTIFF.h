#ifndef HEADROOM_TIFF_H
#define HEADROOM_TIFF_H

#include <stddef.h>
#include <stdint.h>

/* The codecs of libtiff for one strip or tile at a time. Directories of files never reach libtiff: the caller reads
   them, checks them, and describes a segment as if it were a picture of one strip. Nothing is printed, nothing is
   global, and a codec can be used from any thread, by one at a time. */

enum {
  HR_TIFF_OK = 0,
  /* libtiff refused; the message gives the reason. */
  HR_TIFF_FAILED = 1,
  HR_TIFF_NO_MEMORY = 2,
};

enum { HR_TIFF_MESSAGE_SIZE = 160 };

/* The contents of a strip or tile, in TIFF's own numbers. */
typedef struct {
  uint32_t width;
  uint32_t rows;
  uint16_t bits_per_sample;
  uint16_t samples_per_pixel;
  uint16_t sample_format;
  uint16_t compression;
  uint16_t photometric;
  uint16_t predictor;
  uint16_t fill_order;
  /* Chroma of Y'CbCr, 0 for everything else. */
  uint16_t subsampling_x;
  uint16_t subsampling_y;
  /* T4Options of CCITT group 3. */
  uint32_t group3_options;
  int big_endian;
} hr_tiff_segment;

typedef struct hr_tiff_decoder hr_tiff_decoder;

/* Whether this libtiff was built with a codec for the compression. */
int hr_tiff_has_codec(uint16_t compression);

/* A decoder of segments of one description; `*byte_count` is what a whole one decodes to. JPEG Y'CbCr decodes to RGB at
   full size, LogLuv to float XYZ or float Y. `jpeg_tables` are what all JPEG segments share; they are copied. NULL with a
   code and a message when libtiff refuses. */
hr_tiff_decoder *hr_tiff_decoder_create(
    const hr_tiff_segment *segment, const uint8_t *jpeg_tables, size_t jpeg_tables_length, size_t *byte_count,
    int *code, char message[HR_TIFF_MESSAGE_SIZE]);
void hr_tiff_decoder_destroy(hr_tiff_decoder *decoder);

/* Decodes `length` bytes to exactly `capacity` bytes, samples in the machine's byte order. A segment that fails leaves
   what could be decoded. With fill order 2 the input is reversed bit by bit and back, so it must be writable then. */
int hr_tiff_decoder_run(
    hr_tiff_decoder *decoder, const uint8_t *bytes, size_t length, uint8_t *out, size_t capacity);

/* The last error. Valid until the next call with this decoder. */
const char *hr_tiff_decoder_message(const hr_tiff_decoder *decoder);

/* Encodes one segment, samples in the machine's byte order and the file's the same. `level` is deflate's 1...9 or
   zstd's. `*out` is freed with hr_tiff_free. */
int hr_tiff_encode(
    const hr_tiff_segment *segment, int level, const uint8_t *bytes, size_t length, uint8_t **out, size_t *out_length,
    char message[HR_TIFF_MESSAGE_SIZE]);
void hr_tiff_free(uint8_t *bytes);

#endif
