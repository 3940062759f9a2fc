#include "Damage.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

hr_ffmpeg ff;

static char missing[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Thread_local char last_line[200];
/// Whether a reader of containers has complained.
static _Thread_local bool is_of_container;

/// Whether a decoder says that it makes up what it could not decode: for information only, and at times nothing else tells.
static bool is_concealment(int level, const char *format) {
  return level == AV_LOG_INFO && strncmp(format, "concealing ", 11) == 0;
}

/// Libraries write their words here and never to a terminal. Only errors are kept: warnings are many and harmless.
static void keep_line(void *object, int level, const char *format, va_list arguments) {
  if (level > AV_LOG_ERROR && !is_concealment(level, format)) return;
  char line[sizeof last_line];
  vsnprintf(line, sizeof line, format, arguments);
  size_t length = strlen(line);
  while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '.')) line[--length] = 0;
  if (length == 0) return;
  memcpy(last_line, line, sizeof line);
  const AVClass *class = object ? *(const AVClass **)object : NULL;
  if (class && strcmp(class->class_name, "AVFormatContext") == 0) is_of_container = true;
  hr_damages_hear(object, line);
}

static void find(void *handle, const char *name, void *slot) {
  void *symbol = dlsym(handle, name);
  if (!symbol && !missing[0]) snprintf(missing, sizeof missing, "FFmpeg's libraries have no %s", name);
  memcpy(slot, &symbol, sizeof symbol);
}

static void check(const char *library, unsigned version, unsigned wanted, const char *package) {
  if (missing[0] || version >> 16 == wanted) return;
  snprintf(missing, sizeof missing, "%s %u is there, version %u is needed (Debian package %s)", library, version >> 16,
           wanted, package);
}

#define FIND(name) find(handle, #name, &ff.name);

static void open_library(void) {
  // It brings the others as its dependencies, whose functions its handle finds too.
  void *handle = dlopen("libavformat.so.59", RTLD_NOW | RTLD_LOCAL);
  void *resampler = handle ? dlopen("libswresample.so.4", RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!handle || !resampler) {
    snprintf(missing, sizeof missing, "FFmpeg 5.1's libraries are needed (Debian package libavformat59): %s", dlerror());
    return;
  }
  HR_AVUTIL(FIND)
  HR_AVCODEC(FIND)
  HR_AVFORMAT(FIND)
  handle = resampler;
  HR_SWRESAMPLE(FIND)
  if (missing[0]) return;
  check("libavutil", ff.avutil_version(), 57, "libavutil57");
  check("libavcodec", ff.avcodec_version(), 59, "libavcodec59");
  check("libavformat", ff.avformat_version(), 59, "libavformat59");
  check("libswresample", ff.swresample_version(), 4, "libswresample4");
  if (missing[0]) return;
  ff.av_log_set_callback(keep_line);
  // SVT-AV1 knows no other way to be quiet. A user's own wish counts.
  setenv("SVT_LOG", "0", 0);
}

const char *hr_media_missing(void) {
  pthread_once(&once, open_library);
  return missing[0] ? missing : NULL;
}

uint32_t hr_media_codec_id(const char *name) {
  const AVCodecDescriptor *codec = hr_media_missing() ? NULL : ff.avcodec_descriptor_get_by_name(name);
  return codec ? codec->id : 0;
}

bool hr_media_decodes(uint32_t codec_id) {
  return hr_media_missing() == NULL && ff.avcodec_find_decoder((enum AVCodecID)codec_id) != NULL;
}

void hr_expect(void) {
  last_line[0] = 0;
  is_of_container = false;
}

bool hr_container_complained(void) { return is_of_container; }

void hr_quote(hr_media_failure *failure) {
  failure->code = 0;
  snprintf(failure->message, sizeof failure->message, "%s", last_line);
}

void hr_refuse_words(hr_media_failure *failure, const char *words) {
  failure->code = 0;
  snprintf(failure->message, sizeof failure->message, "%s", words);
}

void hr_refuse(hr_media_failure *failure, int code) {
  failure->code = code;
  char words[128] = "";
  ff.av_strerror(code, words, sizeof words);
  snprintf(failure->message, sizeof failure->message, "%s", last_line[0] ? last_line : words);
}
