#include "png_shim.h"
#include "CHeadroomSystem.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

struct hr_png_reader {
  png_structp png;
  png_infop info;
  const uint8_t *part[3];
  size_t length[3];
  int current;
  int flags;
  int ended;
  int out_of_memory;
  uint32_t height;
  uint32_t rows_read;
  uint32_t passes;
  size_t row_bytes;
  int swaps;
  char message[160];
};

static void keep_message(hr_png_reader *reader, const char *text) {
  strncpy(reader->message, text, sizeof reader->message - 1);
}

static void on_error(png_structp png, png_const_charp text) {
  hr_png_reader *reader = png_get_error_ptr(png);
  keep_message(reader, text);
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text) {
  hr_png_reader *reader = png_get_error_ptr(png);
  if (!reader->message[0]) keep_message(reader, text);
}

static void on_read(png_structp png, png_bytep out, size_t wanted) {
  hr_png_reader *reader = png_get_io_ptr(png);
  while (wanted > 0) {
    while (reader->current < 3 && reader->length[reader->current] == 0) reader->current++;
    if (reader->current == 3) {
      reader->ended = 1;
      png_error(png, "the stream ends inside the picture");
    }
    size_t take = reader->length[reader->current];
    if (take > wanted) take = wanted;
    memcpy(out, reader->part[reader->current], take);
    reader->part[reader->current] += take;
    reader->length[reader->current] -= take;
    out += take;
    wanted -= take;
  }
}

static png_voidp on_allocate(png_structp png, png_alloc_size_t size) {
  void *memory = malloc(size);
  if (!memory) {
    hr_png_reader *reader = png_get_mem_ptr(png);
    reader->out_of_memory = 1;
  }
  return memory;
}

static void on_free(png_structp png, png_voidp memory) {
  (void)png;
  free(memory);
}

hr_png_reader *hr_png_reader_create(
    const uint8_t *head, size_t head_length, const uint8_t *body, size_t body_length, const uint8_t *tail,
    size_t tail_length, int flags) {
  hr_png_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->part[0] = head;
  reader->length[0] = head_length;
  reader->part[1] = body;
  reader->length[1] = body_length;
  reader->part[2] = tail;
  reader->length[2] = tail_length;
  reader->flags = flags;
  reader->png = png_create_read_struct_2(
      PNG_LIBPNG_VER_STRING, reader, on_error, on_warning, reader, on_allocate, on_free);
  if (reader->png) reader->info = png_create_info_struct(reader->png);
  if (!reader->info) {
    hr_png_reader_destroy(reader);
    return NULL;
  }
  return reader;
}

void hr_png_reader_destroy(hr_png_reader *reader) {
  if (!reader) return;
  png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader);
}

static int failure(const hr_png_reader *reader) {
  if (reader->out_of_memory) return HR_PNG_NO_MEMORY;
  return reader->ended ? HR_PNG_ENDED : HR_PNG_FAILED;
}

int hr_png_reader_start(hr_png_reader *reader, size_t *row_bytes, uint32_t *passes) {
  if (setjmp(png_jmpbuf(reader->png))) return failure(reader);
  png_structp png = reader->png;
  png_set_read_fn(png, reader, on_read);
  /* The caller has compared the size with its limits and checked the CRCs it wants checked. */
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
  png_read_info(png, reader->info);
  png_set_expand(png);
  reader->passes = (uint32_t)png_set_interlace_handling(png);
  png_read_update_info(png, reader->info);
  reader->row_bytes = png_get_rowbytes(png, reader->info);
  reader->height = png_get_image_height(png, reader->info);
  const uint16_t probe = 1;
  const int little_endian = *(const uint8_t *)&probe;
  reader->swaps =
      (reader->flags & HR_PNG_NATIVE_ORDER) && little_endian && png_get_bit_depth(png, reader->info) == 16;
  *row_bytes = reader->row_bytes;
  *passes = reader->passes;
  return HR_PNG_OK;
}

static void swap_rows(hr_png_reader *reader, uint8_t *rows, size_t stride, uint32_t count) {
  if (!reader->swaps) return;
  for (uint32_t row = 0; row < count; row++) {
    hr_png_swap16(rows + (size_t)row * stride, rows + (size_t)row * stride, reader->row_bytes / 2);
  }
}

static int read_interlaced(hr_png_reader *reader, uint8_t *rows, size_t stride, uint32_t count, uint32_t *done) {
  if (setjmp(png_jmpbuf(reader->png))) {
    swap_rows(reader, rows, stride, count);
    return failure(reader);
  }
  const int fills = reader->flags & HR_PNG_FILL_BLOCKS;
  for (uint32_t pass = 0; pass < reader->passes; pass++) {
    for (uint32_t row = 0; row < count; row++) {
      if (headroom_task_is_cancelled()) return HR_PNG_FAILED;
      uint8_t *target = rows + (size_t)row * stride;
      /* The last row is in place before libpng looks for the end of the stream, where a cut file fails. */
      if (pass + 1 == reader->passes && row + 1 == count) reader->rows_read = count;
      png_read_row(reader->png, fills ? NULL : target, fills ? target : NULL);
    }
  }
  swap_rows(reader, rows, stride, count);
  *done = count;
  return HR_PNG_OK;
}

int hr_png_reader_rows(hr_png_reader *reader, uint8_t *rows, size_t stride, uint32_t count, uint32_t *done) {
  *done = 0;
  if (count > reader->height - reader->rows_read) return HR_PNG_FAILED;
  if (reader->passes > 1) {
    int code = read_interlaced(reader, rows, stride, count, done);
    if (code != HR_PNG_OK && reader->rows_read == count && png_get_current_row_number(reader->png) >= count) {
      *done = count;
    }
    return code;
  }
  if (setjmp(png_jmpbuf(reader->png))) {
    /* libpng counts a row when its pixels are in place, and looks for the end of the stream only then. */
    const uint32_t finished = png_get_current_row_number(reader->png);
    if (finished > reader->rows_read) {
      swap_rows(reader, rows + (size_t)*done * stride, stride, 1);
      *done += 1;
      reader->rows_read += 1;
    }
    return failure(reader);
  }
  while (*done < count) {
    if (headroom_task_is_cancelled()) return HR_PNG_FAILED;
    uint8_t *target = rows + (size_t)*done * stride;
    png_read_row(reader->png, target, NULL);
    swap_rows(reader, target, stride, 1);
    *done += 1;
    reader->rows_read += 1;
  }
  return HR_PNG_OK;
}

const char *hr_png_reader_message(const hr_png_reader *reader) { return reader->message; }

void hr_png_swap16(const uint8_t *source, uint8_t *destination, size_t count) {
  for (size_t index = 0; index < count; index++) {
    uint16_t sample;
    memcpy(&sample, source + 2 * index, 2);
    sample = (uint16_t)(sample << 8 | sample >> 8);
    memcpy(destination + 2 * index, &sample, 2);
  }
}

static inline int absolute(int value) { return value < 0 ? -value : value; }

static void filter_sub(const uint8_t *restrict row, size_t length, size_t pixel, uint8_t *restrict out) {
  for (size_t i = 0; i < pixel && i < length; i++) out[i] = row[i];
  for (size_t i = pixel; i < length; i++) out[i] = (uint8_t)(row[i] - row[i - pixel]);
}

static void filter_up(
    const uint8_t *restrict row, const uint8_t *restrict previous, size_t length, uint8_t *restrict out) {
  for (size_t i = 0; i < length; i++) out[i] = (uint8_t)(row[i] - previous[i]);
}

static void filter_average(
    const uint8_t *restrict row, const uint8_t *restrict previous, size_t length, size_t pixel,
    uint8_t *restrict out) {
  for (size_t i = 0; i < pixel && i < length; i++) out[i] = (uint8_t)(row[i] - (previous[i] >> 1));
  for (size_t i = pixel; i < length; i++) out[i] = (uint8_t)(row[i] - ((row[i - pixel] + previous[i]) >> 1));
}

static void filter_paeth(
    const uint8_t *restrict row, const uint8_t *restrict previous, size_t length, size_t pixel,
    uint8_t *restrict out) {
  for (size_t i = 0; i < pixel && i < length; i++) out[i] = (uint8_t)(row[i] - previous[i]);
  for (size_t i = pixel; i < length; i++) {
    const int16_t left = row[i - pixel], above = previous[i], corner = previous[i - pixel];
    const int16_t to_left = (int16_t)absolute(above - corner);
    const int16_t to_above = (int16_t)absolute(left - corner);
    const int16_t to_corner = (int16_t)absolute(left + above - 2 * corner);
    const int16_t upper = to_above <= to_corner ? above : corner;
    const int16_t nearest = ((to_left <= to_above) & (to_left <= to_corner)) ? left : upper;
    out[i] = (uint8_t)(row[i] - nearest);
  }
}

static uint64_t sum_of_magnitudes(const uint8_t *bytes, size_t length) {
  uint64_t sum = 0;
  size_t start = 0;
  while (start < length) {
    /* Short enough that 32 bits hold the partial sum, which is what lets the loop become vector code. */
    const size_t stop = length - start > 4096 ? start + 4096 : length;
    uint32_t part = 0;
    for (size_t i = start; i < stop; i++) part += bytes[i] < 128 ? bytes[i] : 256u - bytes[i];
    sum += part;
    start = stop;
  }
  return sum;
}

void hr_png_filter_row(
    int filter, const uint8_t *row, const uint8_t *previous, size_t length, size_t pixel, uint8_t *out,
    uint8_t *scratch) {
  if (filter == HR_PNG_FILTER_ADAPTIVE) {
    uint64_t best = UINT64_MAX;
    for (int candidate = HR_PNG_FILTER_NONE; candidate <= HR_PNG_FILTER_PAETH; candidate++) {
      hr_png_filter_row(candidate, row, previous, length, pixel, scratch, NULL);
      const uint64_t cost = sum_of_magnitudes(scratch + 1, length);
      if (cost < best) {
        best = cost;
        memcpy(out, scratch, length + 1);
      }
    }
    return;
  }
  /* Above the first row everything is 0: Up is None there, Paeth is Sub. */
  if (!previous) {
    if (filter == HR_PNG_FILTER_UP) filter = HR_PNG_FILTER_NONE;
    if (filter == HR_PNG_FILTER_PAETH || filter == HR_PNG_FILTER_AVERAGE) filter = HR_PNG_FILTER_SUB;
  }
  out[0] = (uint8_t)filter;
  switch (filter) {
    case HR_PNG_FILTER_SUB: filter_sub(row, length, pixel, out + 1); break;
    case HR_PNG_FILTER_UP: filter_up(row, previous, length, out + 1); break;
    case HR_PNG_FILTER_AVERAGE: filter_average(row, previous, length, pixel, out + 1); break;
    case HR_PNG_FILTER_PAETH: filter_paeth(row, previous, length, pixel, out + 1); break;
    default: memcpy(out + 1, row, length); break;
  }
}
