#ifndef DAMAGE_H
#define DAMAGE_H

#include "FFmpegLibrary.h"

#include <pthread.h>

/// What was found to be wrong with samples, each by its token. Any thread may add to it.
typedef struct {
  pthread_mutex_t lock;
  int count;
  struct {
    int64_t token;
    bool is_quoted;
    char words[200];
  } found[64];
} hr_damages;

void hr_damages_open(hr_damages *damages);
void hr_damages_close(hr_damages *damages);
/// Adds words about a sample, FFmpeg's or our own; the first ones stay.
void hr_damages_add(hr_damages *damages, int64_t token, const char *words, bool is_quoted);
/// Takes what was found first; false where nothing is left.
bool hr_damages_take(hr_damages *damages, int64_t *token, hr_media_failure *failure);
void hr_damages_clear(hr_damages *damages);

/// What a decoder logs as an error belongs to the sample that the logging thread decodes.
void hr_damages_hear(void *object, const char *words);

// MARK: - Marks

// A decoder of HEVC that loses its way may end a picture early, and say nothing, as that of H.264 does in slice threads:
// what it has not written keeps what was in the memory before. Marks are put into each block of luma first. One that is still there lies in a part that is
// missing.

/// Bytes behind a frame's planes that tell where its marks are.
extern const size_t hr_marks_size;

/// Puts marks into the luma of a frame that is to be decoded into a block, whose planes begin with luma's.
///
/// - count: the block's bytes, with ``hr_marks_size`` at its end.
void hr_marks_put(uint8_t *block, size_t count, const AVFrame *frame, int bit_depth);
/// Whether a mark is left in a decoded frame.
bool hr_marks_remain(const AVFrame *frame);

#endif
