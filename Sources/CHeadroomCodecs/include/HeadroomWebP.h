#ifndef HEADROOM_WEBP_H
#define HEADROOM_WEBP_H

#include <stddef.h>
#include <stdint.h>

/* WebP bitstreams through libwebp, which is loaded with the first call of this header. Containers, metadata and animations
 * are not its business: the caller walks the file and hands over the chunks of one frame. */

enum {
  HR_WEBP_OK = 0,
  HR_WEBP_FAILED = 1,     /* The library refuses the bytes or the picture; `code` says why. */
  HR_WEBP_NO_MEMORY = 2,
  HR_WEBP_TRUNCATED = 3,  /* The bytes end too early. */
  HR_WEBP_NO_LIBRARY = 4,
  HR_WEBP_OTHER_SIZE = 5, /* The bitstream is of another size than the caller has read. */
};

/* Why the library could not be loaded; empty when it could. */
const char *hr_webp_load_error(void);

/* Decodes the chunks of one frame, `ALPH` and `VP8 ` or `VP8L` with their headers, into RGB or straight RGBA. `rows` is the
   number of rows from the top that are there, also when the bytes end too early. */
int hr_webp_decode(
    const uint8_t *bytes, size_t count, int has_alpha, uint32_t width, uint32_t height, uint8_t *out, size_t row_bytes,
    uint32_t *rows, int *code);

typedef struct {
  uint32_t width, height;
  const uint8_t *pixels;  /* RGB, or straight RGBA */
  size_t row_bytes;
  uint8_t has_alpha;
  uint8_t is_lossless;    /* colours under transparent pixels are kept too */
  float quality;          /* 0...100; without loss it is effort */
  uint8_t method;         /* 0 fast ... 6 small */
} hr_webp_picture;

/* Encodes a picture as a whole file without metadata; `out` is to be freed with hr_webp_free. */
int hr_webp_encode(const hr_webp_picture *picture, uint8_t **out, size_t *count, int *code);
void hr_webp_free(uint8_t *bytes);

#endif
