#ifndef HEADROOM_DEFLATE_H
#define HEADROOM_DEFLATE_H

/* zlib for metadata and compressed rows: calls that return a code and keep no state. */

#include <stddef.h>
#include <stdint.h>

enum { HR_DEFLATE_OK = 0, HR_DEFLATE_ENDED = 1, HR_DEFLATE_FAILED = 2, HR_DEFLATE_NO_MEMORY = 3 };

/* The most bytes hr_deflate_band can make of `length` bytes. */
size_t hr_deflate_bound(size_t length);

/* Deflates a band as raw deflate blocks. `dictionary` is what precedes it (at most the last 32 KiB count). A band that
   is not last ends on a byte boundary, so that bands can be put one behind the other. HR_DEFLATE_OK or HR_DEFLATE_NO_MEMORY. */
int hr_deflate_band(
    const uint8_t *dictionary, size_t dictionary_length, const uint8_t *band, size_t length, int level, int strategy,
    int is_last, uint8_t *out, size_t capacity, size_t *produced);

enum { HR_DEFLATE_STRATEGY_DEFAULT = 0, HR_DEFLATE_STRATEGY_FILTERED = 1, HR_DEFLATE_STRATEGY_RLE = 3 };

uint32_t hr_crc32(uint32_t crc, const uint8_t *bytes, size_t length);
uint32_t hr_adler32(const uint8_t *bytes, size_t length);
/* The Adler-32 of two parts from those of each and the length of the second. */
uint32_t hr_adler32_combine(uint32_t first, uint32_t second, size_t second_length);

/* Inflates a zlib stream (iCCP, zTXt, iTXt) of at most `capacity` bytes. HR_DEFLATE_OK, HR_DEFLATE_ENDED when the stream is
   cut, HR_DEFLATE_NO_MEMORY when it needs more than `capacity`, HR_DEFLATE_FAILED when it is broken. */
int hr_inflate(const uint8_t *bytes, size_t length, uint8_t *out, size_t capacity, size_t *produced);

#endif
