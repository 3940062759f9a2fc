#ifndef CODEC_BASELINE_H
#define CODEC_BASELINE_H

#include <stddef.h>
#include <stdint.h>

// Pictures as rows of interleaved samples without padding. Memory is the caller's to free.
typedef struct {
  uint8_t *samples;
  size_t byteCount;
  int width, height, channels;
} baseline_picture;

// Coded bytes; the memory is the caller's to free, and used again where it is large enough.
typedef struct {
  uint8_t *bytes;
  size_t count, capacity;
} baseline_bytes;

// Decodes a baseline JPEG stream; the result has 1 or 3 channels of 8 bits and takes the memory that the picture has, if
// it is of the size. 0 on success.
int baseline_decode_jpeg(const uint8_t *bytes, size_t count, baseline_picture *picture);

// Encodes with this quality; luma_h is the luma sampling factor, 1 for 4:4:4 and 2 for 4:2:0. 0 on success.
int baseline_encode_jpeg(const baseline_picture *picture, int quality, int luma_h, baseline_bytes *out);

// Encodes three channels of 16 bits (big endian) with this zlib level and filter mask. 0 on success.
int baseline_encode_png16(const baseline_picture *picture, int level, int filters, baseline_bytes *out);

// Decodes to three channels of 16 bits (big endian). 0 on success.
int baseline_decode_png16(const char *path, baseline_picture *picture);

// Decodes the one picture of an AV1 stream on this many threads and drops it. 0 on success.
int baseline_decode_av1(const uint8_t *bytes, size_t count, int threads);

// Half the width and height by averaging, so that a half-size encode has something to encode.
int baseline_halve(const baseline_picture *picture, baseline_picture *half);

// What turning a frame of 16-bit codes into 8-bit codes costs without any picture processing: a copy of the pixels, and
// for each sample a table lookup in and an interpolated one out, by exponent and 7 bits of mantissa, which is what keeps
// the result within a tenth of a code.
void baseline_transfer(const uint16_t *codes, uint16_t *copy, uint8_t *out, size_t samples, const float *decode,
                       const float *encodeValue, const float *encodeSlope);

#endif
