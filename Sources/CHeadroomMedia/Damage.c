#include "Damage.h"
#include "Decoder.h"

#include <stdio.h>
#include <string.h>

// MARK: - Words

void hr_damages_open(hr_damages *damages) { pthread_mutex_init(&damages->lock, NULL); }
void hr_damages_close(hr_damages *damages) { pthread_mutex_destroy(&damages->lock); }

void hr_damages_add(hr_damages *damages, int64_t token, const char *words, bool is_quoted) {
  pthread_mutex_lock(&damages->lock);
  const int most = sizeof damages->found / sizeof damages->found[0];
  bool is_known = false;
  for (int place = 0; place < damages->count; place++) is_known |= damages->found[place].token == token;
  // They are taken after each sample: no more are left than there are threads.
  if (!is_known && damages->count < most) {
    damages->found[damages->count].token = token;
    damages->found[damages->count].is_quoted = is_quoted;
    snprintf(damages->found[damages->count].words, sizeof damages->found[0].words, "%s", words);
    damages->count++;
  }
  pthread_mutex_unlock(&damages->lock);
}

bool hr_damages_take(hr_damages *damages, int64_t *token, hr_media_failure *failure) {
  pthread_mutex_lock(&damages->lock);
  bool is_there = damages->count > 0;
  if (is_there) {
    *token = damages->found[0].token;
    hr_refuse_words(failure, damages->found[0].words);
    if (damages->found[0].is_quoted) failure->code = AVERROR_INVALIDDATA;
    damages->count--;
    memmove(&damages->found[0], &damages->found[1], (size_t)damages->count * sizeof damages->found[0]);
  }
  pthread_mutex_unlock(&damages->lock);
  return is_there;
}

void hr_damages_clear(hr_damages *damages) {
  pthread_mutex_lock(&damages->lock);
  damages->count = 0;
  pthread_mutex_unlock(&damages->lock);
}

/// Streams that were cut begin with frames that let go of others from before the cut, which does no harm.
static bool is_harmless(const char *words) { return strncmp(words, "mmco: unref", 11) == 0; }

void hr_damages_hear(void *object, const char *words) {
  const AVClass *class = object ? *(const AVClass **)object : NULL;
  if (!class || strcmp(class->class_name, "AVCodecContext") != 0 || is_harmless(words)) return;
  const AVCodecContext *context = object;
  hr_decoder *decoder = hr_decoder_of(context);
  // Each thread has a context of its own, with the number that the sample was sent with.
  if (decoder && context->reordered_opaque >= 0) hr_damages_add(&decoder->damages, context->reordered_opaque, words, true);
}

// MARK: - Marks

/// Where a frame's marks are, at the end of its block.
typedef struct {
  int32_t width, height, row_bytes, bit_depth;
} marks;

const size_t hr_marks_size = 64;
_Static_assert(sizeof(marks) <= 64, "marks do not fit behind a frame");

enum { block_side = 16, mark_length = 8 };

/// A code of a mark, which no flat or smooth picture has beside the next.
static unsigned mark_code(int place, int bit_depth) {
  static const uint16_t codes[mark_length] = {0xb5d3, 0x2af1, 0xe62b, 0x19e7, 0xcb94, 0x36c5, 0xf05a, 0x0ff9};
  return codes[place] & ((1u << bit_depth) - 1);
}

/// A mark as bytes; their number.
static size_t fill_mark(uint8_t *bytes, int bit_depth) {
  for (int place = 0; place < mark_length; place++) {
    uint16_t code = (uint16_t)mark_code(place, bit_depth);
    if (bit_depth > 8) memcpy(bytes + 2 * place, &code, 2);
    else bytes[place] = (uint8_t)code;
  }
  return mark_length * (bit_depth > 8 ? 2 : 1);
}

/// The middle of a block, where no filter of its neighbours reaches.
static size_t mark_offset(const marks *marks, int x, int y) {
  size_t sample = marks->bit_depth > 8 ? 2 : 1;
  return (size_t)(y + block_side / 2) * (size_t)marks->row_bytes + (size_t)(x + 4) * sample;
}

void hr_marks_put(uint8_t *block, size_t count, const AVFrame *frame, int bit_depth) {
  marks where = {frame->width, frame->height, frame->linesize[0], bit_depth};
  memcpy(block + count - hr_marks_size, &where, sizeof where);
  uint8_t mark[2 * mark_length];
  size_t length = fill_mark(mark, bit_depth);
  for (int y = 0; y + block_side <= where.height; y += block_side) {
    for (int x = 0; x + block_side <= where.width; x += block_side) memcpy(block + mark_offset(&where, x, y), mark, length);
  }
}

bool hr_marks_remain(const AVFrame *frame) {
  const AVBufferRef *buffer = frame->buf[0];
  if (!buffer || buffer->size < hr_marks_size) return false;
  marks where;
  memcpy(&where, buffer->data + buffer->size - hr_marks_size, sizeof where);
  uint8_t mark[2 * mark_length];
  size_t length = fill_mark(mark, where.bit_depth);
  for (int y = 0; y + block_side <= where.height; y += block_side) {
    for (int x = 0; x + block_side <= where.width; x += block_side) {
      if (memcmp(buffer->data + mark_offset(&where, x, y), mark, length) == 0) return true;
    }
  }
  return false;
}
