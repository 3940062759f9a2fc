#include "HeadroomDeflate.h"

#include <string.h>
#include <zlib.h>

size_t hr_deflate_bound(size_t length) {
  /* zlib's own bound for any setting (compressBound is that of the default ones): Huffman codes of what has no pattern
     take up to nine bits for eight. A flush adds 5 more. */
  return length + ((length + 7) >> 3) + ((length + 63) >> 6) + 64;
}

int hr_deflate_band(
    const uint8_t *dictionary, size_t dictionary_length, const uint8_t *band, size_t length, int level, int strategy,
    int is_last, uint8_t *out, size_t capacity, size_t *produced) {
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  *produced = 0;
  if (length > UINT32_MAX || capacity > UINT32_MAX) return HR_DEFLATE_NO_MEMORY;
  if (deflateInit2(&stream, level, Z_DEFLATED, -15, 9, strategy) != Z_OK) return HR_DEFLATE_NO_MEMORY;
  if (dictionary_length > 32768) {
    dictionary += dictionary_length - 32768;
    dictionary_length = 32768;
  }
  if (dictionary_length > 0) deflateSetDictionary(&stream, dictionary, (uInt)dictionary_length);
  stream.next_in = (Bytef *)band;
  stream.avail_in = (uInt)length;
  stream.next_out = out;
  stream.avail_out = (uInt)capacity;
  const int code = deflate(&stream, is_last ? Z_FINISH : Z_SYNC_FLUSH);
  const int complete = is_last ? code == Z_STREAM_END : code == Z_OK && stream.avail_in == 0 && stream.avail_out > 0;
  *produced = capacity - stream.avail_out;
  deflateEnd(&stream);
  return complete ? HR_DEFLATE_OK : HR_DEFLATE_NO_MEMORY;
}

uint32_t hr_crc32(uint32_t crc, const uint8_t *bytes, size_t length) {
  return (uint32_t)crc32_z(crc, bytes, length);
}

uint32_t hr_adler32(const uint8_t *bytes, size_t length) { return (uint32_t)adler32_z(1, bytes, length); }

uint32_t hr_adler32_combine(uint32_t first, uint32_t second, size_t second_length) {
  return (uint32_t)adler32_combine(first, second, (z_off_t)second_length);
}

int hr_inflate(const uint8_t *bytes, size_t length, uint8_t *out, size_t capacity, size_t *produced) {
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  *produced = 0;
  if (length > UINT32_MAX || capacity > UINT32_MAX) return HR_DEFLATE_NO_MEMORY;
  if (inflateInit(&stream) != Z_OK) return HR_DEFLATE_NO_MEMORY;
  stream.next_in = (Bytef *)bytes;
  stream.avail_in = (uInt)length;
  stream.next_out = out;
  stream.avail_out = (uInt)capacity;
  const int code = inflate(&stream, Z_FINISH);
  *produced = capacity - stream.avail_out;
  const int filled = stream.avail_out == 0;
  inflateEnd(&stream);
  if (code == Z_STREAM_END) return HR_DEFLATE_OK;
  if (code == Z_MEM_ERROR || (filled && (code == Z_OK || code == Z_BUF_ERROR))) return HR_DEFLATE_NO_MEMORY;
  return code == Z_BUF_ERROR || code == Z_OK ? HR_DEFLATE_ENDED : HR_DEFLATE_FAILED;
}
