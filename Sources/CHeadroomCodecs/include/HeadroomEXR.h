#ifndef HEADROOM_EXR_H
#define HEADROOM_EXR_H

// Blocks of OpenEXR files: all of their compression is handled here. Headers, offset tables and sizes are read and
// checked by the caller; no library gets an original file. Every entry is safe to call from several threads at once.

#include <stddef.h>
#include <stdint.h>

enum {
  HEADROOM_EXR_OK = 0,
  /// The block is damaged.
  HEADROOM_EXR_DAMAGED = 1,
  HEADROOM_EXR_NO_MEMORY = 2,
  /// The compression needs OpenEXR's C++ library, which is not installed.
  HEADROOM_EXR_NO_LIBRARY = 3,
};

/// Undoes ZIP and ZIPS: deflate over differences of bytes, even bytes first. `scratch` takes `out_size` bytes; the block
/// has to have exactly that many.
int headroom_exr_unzip(
    const uint8_t *packed, size_t packed_size, uint8_t *out, size_t out_size, uint8_t *scratch);

/// Undoes RLE, likewise.
int headroom_exr_unrle(
    const uint8_t *packed, size_t packed_size, uint8_t *out, size_t out_size, uint8_t *scratch);

/// The most bytes headroom_exr_zip can make of `size` bytes.
size_t headroom_exr_zip_bound(size_t size);

/// Makes a ZIP block; `scratch` takes `size` bytes. Level 1 is fastest, 9 smallest.
int headroom_exr_zip(
    const uint8_t *block, size_t size, int level, uint8_t *out, size_t capacity, size_t *produced, uint8_t *scratch);

/// Decodes the only block of a file made for it (PXR24, PIZ, B44 and the others of OpenEXR's C library), which begins at
/// line `y` or is the first tile. `out` gets the block as OpenEXR stores it without compression, `out_size` bytes.
/// `code` gets the library's own number when it refuses.
int headroom_exr_decode_block(
    const uint8_t *file, size_t size, int is_tiled, int32_t y, uint8_t *out, size_t out_size, int *code);

/// Whether headroom_exr_decode_block supports DWAA and DWAB, as OpenEXR's C library does since 3.2.
int headroom_exr_unpacks_dwa(void);

/// Decodes a file of one block by OpenEXR's C++ library, which is loaded when first needed: DWAA and DWAB, which the C
/// library of OpenEXR 3.1 lacks. Pixels of red, green, blue and alpha as half floats, `width * height` of them.
int headroom_exr_decode_rgba(const uint8_t *file, size_t size, uint32_t width, uint32_t height, uint16_t *rgba);

#endif
