#include "FFmpegLibrary.h"

#include <stdlib.h>

// MARK: - Memory

typedef struct {
  void *object;
  void (*release)(void *object);
} lent_memory;

static void give_back(void *opaque, uint8_t *block) {
  (void)block;
  lent_memory *lent = opaque;
  lent->release(lent->object);
  free(lent);
}

AVBufferRef *hr_lend(uint8_t *block, size_t count, void *object, void (*release)(void *object), int flags) {
  lent_memory *lent = calloc(1, sizeof *lent);
  AVBufferRef *buffer = NULL;
  if (lent) {
    *lent = (lent_memory){object, release};
    buffer = ff.av_buffer_create(block, count, give_back, lent, flags);
  }
  if (!buffer) {
    free(lent);
    release(object);
  }
  return buffer;
}

// MARK: - Input and output

int hr_open_nothing(AVFormatContext *context, AVIOContext **io, const char *url, int flags, AVDictionary **options) {
  (void)context, (void)io, (void)url, (void)flags, (void)options;
  return AVERROR(EPERM);
}

void hr_close_io(AVIOContext **io) {
  if (*io) ff.av_freep(&(*io)->buffer);
  ff.avio_context_free(io);
}
