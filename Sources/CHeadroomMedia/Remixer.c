#include <stdlib.h>

#include "FFmpegLibrary.h"

struct hr_remixer {
  SwrContext *context;
};

static int open_context(hr_remixer *remixer, const char *from, const char *to) {
  AVChannelLayout source = {0}, target = {0};
  int code = ff.av_channel_layout_from_string(&source, from);
  if (code >= 0) code = ff.av_channel_layout_from_string(&target, to);
  if (code >= 0) {
    // The rate has no meaning: it stays the same.
    code = ff.swr_alloc_set_opts2(
        &remixer->context, &target, AV_SAMPLE_FMT_FLTP, 48000, &source, AV_SAMPLE_FMT_FLTP, 48000, 0, NULL);
  }
  if (code >= 0) code = ff.av_opt_set_double(remixer->context, "rematrix_maxval", 1, 0);
  if (code >= 0) code = ff.swr_init(remixer->context);
  ff.av_channel_layout_uninit(&source);
  ff.av_channel_layout_uninit(&target);
  return code;
}

hr_remixer *hr_remixer_open(const char *from, const char *to, hr_media_failure *failure) {
  const char *reason = hr_media_missing();
  if (reason) {
    hr_refuse_words(failure, reason);
    return NULL;
  }
  hr_remixer *remixer = calloc(1, sizeof *remixer);
  if (!remixer) {
    hr_refuse(failure, AVERROR(ENOMEM));
    return NULL;
  }
  hr_expect();
  int code = open_context(remixer, from, to);
  if (code >= 0) return remixer;
  hr_refuse(failure, code);
  hr_remixer_close(remixer);
  return NULL;
}

void hr_remixer_close(hr_remixer *remixer) {
  ff.swr_free(&remixer->context);
  free(remixer);
}

bool hr_remixer_convert(
    hr_remixer *remixer, const float *const *from, float *const *to, int32_t count, hr_media_failure *failure) {
  hr_expect();
  int code = ff.swr_convert(
      remixer->context, (uint8_t **)(uintptr_t)to, count, (const uint8_t **)(uintptr_t)from, count);
  if (code >= 0 && code != count) code = AVERROR_BUG;
  if (code < 0) hr_refuse(failure, code);
  return code >= 0;
}
