#ifndef HEADROOM_PNG_SHIM_H
#define HEADROOM_PNG_SHIM_H

#include <stddef.h>
#include <stdint.h>

/* Reading pixels with libpng. A long jump out of libpng must not cross Swift frames, so every call into it is made
   here and answers with a code. Chunks other than the picture's own never reach libpng: the caller walks the file and
   hands over a stream of IHDR, PLTE, tRNS and IDAT. */

enum {
  HR_PNG_OK = 0,
  /* libpng refused; hr_png_reader_message gives the reason. */
  HR_PNG_FAILED = 1,
  /* The stream ended inside the picture. */
  HR_PNG_ENDED = 2,
  HR_PNG_NO_MEMORY = 3,
};

enum {
  /* Swap 16-bit samples to the machine's byte order. */
  HR_PNG_NATIVE_ORDER = 1,
  /* Interlaced pictures: fill the blocks of pixels not read yet, for pictures that end too early. */
  HR_PNG_FILL_BLOCKS = 2,
};

typedef struct hr_png_reader hr_png_reader;

/* A reader of the three parts in order. The memory must outlive the reader. NULL when there is no memory. */
hr_png_reader *hr_png_reader_create(
    const uint8_t *head, size_t head_length, const uint8_t *body, size_t body_length, const uint8_t *tail,
    size_t tail_length, int flags);
void hr_png_reader_destroy(hr_png_reader *reader);

/* Reads up to the picture data. Samples below 8 bits and palettes are expanded, tRNS becomes alpha; no gamma. */
int hr_png_reader_start(hr_png_reader *reader, size_t *row_bytes, uint32_t *passes);

/* Reads `count` rows into memory at `rows`, `stride` bytes apart. Interlaced pictures must be read in one call.
   `done` is the number of finished rows of this call, also after a failure; an interlaced picture that fails has 0. */
int hr_png_reader_rows(hr_png_reader *reader, uint8_t *rows, size_t stride, uint32_t count, uint32_t *done);

/* libpng's last error or warning, or an empty string. Valid until the reader is destroyed. */
const char *hr_png_reader_message(const hr_png_reader *reader);

/* Writing pixels: scanline filters and deflate, in bands that can be worked on at the same time. */

enum {
  HR_PNG_FILTER_NONE = 0,
  HR_PNG_FILTER_SUB = 1,
  HR_PNG_FILTER_UP = 2,
  HR_PNG_FILTER_AVERAGE = 3,
  HR_PNG_FILTER_PAETH = 4,
  /* For each row, the filter with the smallest sum of absolute differences. */
  HR_PNG_FILTER_ADAPTIVE = 5,
};

/* Filters one scanline of `length` bytes (`pixel` bytes per pixel) into `out`, which takes length + 1 bytes.
   `previous` is the scanline above, or NULL. `scratch` takes length + 1 bytes; used by the adaptive choice only. */
void hr_png_filter_row(
    int filter, const uint8_t *row, const uint8_t *previous, size_t length, size_t pixel, uint8_t *out,
    uint8_t *scratch);

/* Copies `count` 16-bit samples with their bytes exchanged. Source and destination may be the same memory. */
void hr_png_swap16(const uint8_t *source, uint8_t *destination, size_t count);

#endif
