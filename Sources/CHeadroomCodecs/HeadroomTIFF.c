#include "HeadroomTIFF.h"
#include "HeadroomLibrary.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

#define FUNCTIONS(X) \
  X(TIFFClientOpenExt) X(TIFFClose) X(TIFFGetStrileByteCount) X(TIFFGetStrileOffset) X(TIFFIsCODECConfigured) \
  X(TIFFOpenOptionsAlloc) X(TIFFOpenOptionsFree) X(TIFFOpenOptionsSetErrorHandlerExtR) \
  X(TIFFOpenOptionsSetMaxSingleMemAlloc) X(TIFFOpenOptionsSetWarningHandlerExtR) X(TIFFReadFromUserBuffer) \
  X(TIFFSetField) X(TIFFStripSize) X(TIFFWriteEncodedStrip)

HR_LIBRARY(FUNCTIONS, "libtiff.so.6")

/* A file in memory, with libtiff's last message. */
typedef struct {
  uint8_t *bytes;
  size_t length;
  size_t capacity;
  size_t position;
  int out_of_memory;
  char message[HR_TIFF_MESSAGE_SIZE];
} memory_file;

static int on_error(TIFF *tif, void *user, const char *module, const char *format, va_list arguments) {
  (void)tif;
  (void)module;
  memory_file *file = user;
  vsnprintf(file->message, sizeof file->message, format, arguments);
  return 1;
}

static int on_warning(TIFF *tif, void *user, const char *module, const char *format, va_list arguments) {
  (void)tif;
  (void)user;
  (void)module;
  (void)format;
  (void)arguments;
  return 1;
}

static tmsize_t on_read(thandle_t handle, void *buffer, tmsize_t size) {
  memory_file *file = handle;
  if (size <= 0 || file->position >= file->length) return 0;
  size_t count = (size_t)size;
  if (count > file->length - file->position) count = file->length - file->position;
  memcpy(buffer, file->bytes + file->position, count);
  file->position += count;
  return (tmsize_t)count;
}

static int reserve(memory_file *file, size_t needed) {
  if (needed <= file->capacity) return 1;
  size_t capacity = file->capacity < 4096 ? 4096 : file->capacity;
  while (capacity < needed) capacity += capacity / 2;
  uint8_t *larger = realloc(file->bytes, capacity);
  if (!larger) {
    file->out_of_memory = 1;
    return 0;
  }
  file->bytes = larger;
  file->capacity = capacity;
  return 1;
}

static tmsize_t on_write(thandle_t handle, void *buffer, tmsize_t size) {
  memory_file *file = handle;
  if (size <= 0 || (size_t)size > SIZE_MAX / 4 || file->position > SIZE_MAX / 4) return 0;
  const size_t end = file->position + (size_t)size;
  if (!reserve(file, end)) return 0;
  if (file->position > file->length) memset(file->bytes + file->length, 0, file->position - file->length);
  memcpy(file->bytes + file->position, buffer, (size_t)size);
  file->position = end;
  if (end > file->length) file->length = end;
  return size;
}

static toff_t on_seek(thandle_t handle, toff_t offset, int whence) {
  memory_file *file = handle;
  const uint64_t from = whence == SEEK_CUR ? file->position : whence == SEEK_END ? file->length : 0;
  const uint64_t target = from + offset;
  if (target > SIZE_MAX / 4) return (toff_t)-1;
  file->position = (size_t)target;
  return (toff_t)target;
}

static int on_close(thandle_t handle) {
  (void)handle;
  return 0;
}

static toff_t on_size(thandle_t handle) { return (toff_t)((memory_file *)handle)->length; }

static TIFF *open_memory(memory_file *file, const char *mode, size_t largest_allocation) {
  TIFFOpenOptions *options = library.TIFFOpenOptionsAlloc();
  if (!options) return NULL;
  library.TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)largest_allocation);
  library.TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, file);
  library.TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, file);
  TIFF *tif = library.TIFFClientOpenExt(
      "segment", mode, file, on_read, on_write, on_seek, on_close, on_size, NULL, NULL, options);
  library.TIFFOpenOptionsFree(options);
  return tif;
}

/* A header and one directory, in the byte order of the file the segment comes from. */

typedef struct {
  uint8_t *bytes;
  size_t length;
  int big_endian;
} header_writer;

static void put(header_writer *writer, uint32_t value, int size) {
  for (int index = 0; index < size; index++) {
    const int shift = writer->big_endian ? 8 * (size - 1 - index) : 8 * index;
    writer->bytes[writer->length++] = (uint8_t)(value >> shift);
  }
}

/* An entry with one value that fits in its four bytes. Shorts lie in the first two of them. */
static void put_entry(header_writer *writer, uint32_t tag, uint32_t type, uint32_t value) {
  put(writer, tag, 2);
  put(writer, type, 2);
  put(writer, 1, 4);
  put(writer, value, type == TIFF_SHORT ? 2 : 4);
  if (type == TIFF_SHORT) put(writer, 0, 2);
}

enum { MOST_ENTRIES = 18, HEADER_SIZE = 8 + 2 + 12 * MOST_ENTRIES + 4 };

static int has_predictor(uint16_t compression) {
  return compression == COMPRESSION_LZW || compression == COMPRESSION_ADOBE_DEFLATE ||
         compression == COMPRESSION_DEFLATE || compression == COMPRESSION_ZSTD;
}

static size_t put_directory(header_writer *writer, const hr_tiff_segment *segment, size_t tables_length) {
  put(writer, writer->big_endian ? 0x4D4D : 0x4949, 2);
  put(writer, 42, 2);
  put(writer, 8, 4);
  const size_t count_place = writer->length;
  put(writer, 0, 2);
  put_entry(writer, TIFFTAG_IMAGEWIDTH, TIFF_LONG, segment->width);
  put_entry(writer, TIFFTAG_IMAGELENGTH, TIFF_LONG, segment->rows);
  put_entry(writer, TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, segment->bits_per_sample);
  put_entry(writer, TIFFTAG_COMPRESSION, TIFF_SHORT, segment->compression);
  put_entry(writer, TIFFTAG_PHOTOMETRIC, TIFF_SHORT, segment->photometric);
  put_entry(writer, TIFFTAG_FILLORDER, TIFF_SHORT, segment->fill_order);
  put_entry(writer, TIFFTAG_STRIPOFFSETS, TIFF_LONG, 8);
  put_entry(writer, TIFFTAG_SAMPLESPERPIXEL, TIFF_SHORT, segment->samples_per_pixel);
  put_entry(writer, TIFFTAG_ROWSPERSTRIP, TIFF_LONG, segment->rows);
  put_entry(writer, TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, 8);
  put_entry(writer, TIFFTAG_PLANARCONFIG, TIFF_SHORT, PLANARCONFIG_CONTIG);
  if (segment->compression == COMPRESSION_CCITTFAX3) {
    put_entry(writer, TIFFTAG_GROUP3OPTIONS, TIFF_LONG, segment->group3_options);
  }
  if (has_predictor(segment->compression) && segment->predictor > 1) {
    put_entry(writer, TIFFTAG_PREDICTOR, TIFF_SHORT, segment->predictor);
  }
  put_entry(writer, TIFFTAG_SAMPLEFORMAT, TIFF_SHORT, segment->sample_format);
  size_t tables_place = 0;
  if (segment->compression == COMPRESSION_JPEG && tables_length > 4) {
    put(writer, TIFFTAG_JPEGTABLES, 2);
    put(writer, TIFF_UNDEFINED, 2);
    put(writer, (uint32_t)tables_length, 4);
    tables_place = writer->length;
    put(writer, 0, 4);
  }
  if (segment->subsampling_x > 0) {
    put(writer, TIFFTAG_YCBCRSUBSAMPLING, 2);
    put(writer, TIFF_SHORT, 2);
    put(writer, 2, 4);
    put(writer, segment->subsampling_x, 2);
    put(writer, segment->subsampling_y, 2);
  }
  const size_t end = writer->length;
  writer->length = count_place;
  put(writer, (uint32_t)((end - count_place - 2) / 12), 2);
  writer->length = end;
  put(writer, 0, 4);
  return tables_place;
}

/* The file that libtiff opens: a header, a directory, the JPEG tables. */
static int make_header(
    memory_file *file, const hr_tiff_segment *segment, const uint8_t *tables, size_t tables_length) {
  if (tables_length > (64u << 20)) return 0;
  if (!reserve(file, HEADER_SIZE + tables_length)) return 0;
  header_writer writer = {file->bytes, 0, segment->big_endian};
  const size_t tables_place = put_directory(&writer, segment, tables_length);
  if (tables_place > 0) {
    const size_t start = writer.length;
    memcpy(file->bytes + start, tables, tables_length);
    writer.length = tables_place;
    put(&writer, (uint32_t)start, 4);
    writer.length = start + tables_length;
  }
  file->length = writer.length;
  return 1;
}

struct hr_tiff_decoder {
  TIFF *tif;
  memory_file file;
};

int hr_tiff_has_codec(uint16_t compression) {
  // Without the library, whoever uses the codec is told so.
  return missing_library() || library.TIFFIsCODECConfigured(compression) == 1;
}

/* Puts why there is no libtiff into a message; 0 when it is there. */
static int is_missing(char message[HR_TIFF_MESSAGE_SIZE]) {
  const char *reason = missing_library();
  if (reason) snprintf(message, HR_TIFF_MESSAGE_SIZE, "%s", reason);
  return reason != NULL;
}

static int set_up(hr_tiff_decoder *decoder, const hr_tiff_segment *segment) {
  if (segment->compression == COMPRESSION_JPEG && segment->photometric == PHOTOMETRIC_YCBCR) {
    if (!library.TIFFSetField(decoder->tif, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB)) return 0;
  }
  if (segment->compression == COMPRESSION_SGILOG || segment->compression == COMPRESSION_SGILOG24) {
    if (!library.TIFFSetField(decoder->tif, TIFFTAG_SGILOGDATAFMT, SGILOGDATAFMT_FLOAT)) return 0;
  }
  return 1;
}

hr_tiff_decoder *hr_tiff_decoder_create(
    const hr_tiff_segment *segment, const uint8_t *jpeg_tables, size_t jpeg_tables_length, size_t *byte_count,
    int *code, char message[HR_TIFF_MESSAGE_SIZE]) {
  *code = HR_TIFF_FAILED;
  *byte_count = 0;
  message[0] = 0;
  if (is_missing(message)) return NULL;
  *code = HR_TIFF_NO_MEMORY;
  hr_tiff_decoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder) return NULL;
  if (make_header(&decoder->file, segment, jpeg_tables, jpeg_tables_length)) {
    /* The caller has compared the segment's size with its limits; codecs need a few rows or blocks more. */
    const size_t largest = (size_t)segment->width * 64 + (64u << 20) + jpeg_tables_length;
    decoder->tif = open_memory(&decoder->file, "rmc", largest);
    *code = HR_TIFF_FAILED;
    if (decoder->tif && set_up(decoder, segment)) {
      const tmsize_t size = library.TIFFStripSize(decoder->tif);
      if (size > 0) {
        *byte_count = (size_t)size;
        *code = HR_TIFF_OK;
        return decoder;
      }
    }
  }
  memcpy(message, decoder->file.message, HR_TIFF_MESSAGE_SIZE);
  hr_tiff_decoder_destroy(decoder);
  return NULL;
}

void hr_tiff_decoder_destroy(hr_tiff_decoder *decoder) {
  if (!decoder) return;
  if (decoder->tif) library.TIFFClose(decoder->tif);
  free(decoder->file.bytes);
  free(decoder);
}

int hr_tiff_decoder_run(
    hr_tiff_decoder *decoder, const uint8_t *bytes, size_t length, uint8_t *out, size_t capacity) {
  decoder->file.message[0] = 0;
  if (length == 0 || length > SIZE_MAX / 4 || capacity > SIZE_MAX / 4) return HR_TIFF_FAILED;
  const int done =
      library.TIFFReadFromUserBuffer(decoder->tif, 0, (void *)bytes, (tmsize_t)length, out, (tmsize_t)capacity);
  return done ? HR_TIFF_OK : HR_TIFF_FAILED;
}

const char *hr_tiff_decoder_message(const hr_tiff_decoder *decoder) { return decoder->file.message; }

static int describe(TIFF *tif, const hr_tiff_segment *segment, int level) {
  int ok = library.TIFFSetField(tif, TIFFTAG_IMAGEWIDTH, segment->width) &&
           library.TIFFSetField(tif, TIFFTAG_IMAGELENGTH, segment->rows) &&
           library.TIFFSetField(tif, TIFFTAG_ROWSPERSTRIP, segment->rows) &&
           library.TIFFSetField(tif, TIFFTAG_BITSPERSAMPLE, segment->bits_per_sample) &&
           library.TIFFSetField(tif, TIFFTAG_SAMPLESPERPIXEL, segment->samples_per_pixel) &&
           library.TIFFSetField(tif, TIFFTAG_SAMPLEFORMAT, segment->sample_format) &&
           library.TIFFSetField(tif, TIFFTAG_PHOTOMETRIC, segment->photometric) &&
           library.TIFFSetField(tif, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) &&
           library.TIFFSetField(tif, TIFFTAG_COMPRESSION, segment->compression);
  if (ok && has_predictor(segment->compression)) ok = library.TIFFSetField(tif, TIFFTAG_PREDICTOR, segment->predictor);
  if (ok && segment->compression == COMPRESSION_ADOBE_DEFLATE)
    ok = library.TIFFSetField(tif, TIFFTAG_ZIPQUALITY, level);
  if (ok && segment->compression == COMPRESSION_ZSTD) ok = library.TIFFSetField(tif, TIFFTAG_ZSTD_LEVEL, level);
  return ok;
}

static int take_strip(TIFF *tif, memory_file *file, uint8_t **out, size_t *out_length) {
  const uint64_t offset = library.TIFFGetStrileOffset(tif, 0);
  const uint64_t count = library.TIFFGetStrileByteCount(tif, 0);
  if (count == 0 || offset > file->length || count > file->length - offset) return HR_TIFF_FAILED;
  *out = malloc((size_t)count);
  if (!*out) return HR_TIFF_NO_MEMORY;
  memcpy(*out, file->bytes + offset, (size_t)count);
  *out_length = (size_t)count;
  return HR_TIFF_OK;
}

int hr_tiff_encode(
    const hr_tiff_segment *segment, int level, const uint8_t *bytes, size_t length, uint8_t **out, size_t *out_length,
    char message[HR_TIFF_MESSAGE_SIZE]) {
  *out = NULL;
  *out_length = 0;
  message[0] = 0;
  if (is_missing(message)) return HR_TIFF_FAILED;
  if (length > SIZE_MAX / 8) return HR_TIFF_NO_MEMORY;
  memory_file file = {0};
  /* "w8" has 64-bit offsets, so that no segment is too long. */
  TIFF *tif = open_memory(&file, segment->big_endian ? "w8b" : "w8l", 2 * length + (64u << 20));
  int code = HR_TIFF_NO_MEMORY;
  if (tif) {
    code = HR_TIFF_FAILED;
    if (describe(tif, segment, level) &&
        library.TIFFWriteEncodedStrip(tif, 0, (void *)bytes, (tmsize_t)length) == (tmsize_t)length) {
      code = take_strip(tif, &file, out, out_length);
    }
    library.TIFFClose(tif);
  }
  if (file.out_of_memory) code = HR_TIFF_NO_MEMORY;
  memcpy(message, file.message, HR_TIFF_MESSAGE_SIZE);
  free(file.bytes);
  return code;
}

void hr_tiff_free(uint8_t *bytes) { free(bytes); }
