// Codes small pictures in many ways, each in a process of its own, and prints those in which libjxl ends it: see Fuzz/jxl-sweep.

#include "HeadroomJXL.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FIELDS = 7, MOST_VALUES = 4096, LOSSLESS = -1 };
static const char *const names[FIELDS] = {"width", "height", "channels", "type", "distance", "effort", "content"};

typedef struct {
  double values[MOST_VALUES];
  int count;
} list;

/* Numbers and ranges: 1,2,5:9,0.5:2:0.25. */
static list read_list(char *text) {
  list out = {{0}, 0};
  for (char *word = strtok(text, ","); word; word = strtok(NULL, ",")) {
    double first, last, step = 1;
    int read = sscanf(word, "%lf:%lf:%lf", &first, &last, &step);
    if (read < 2) last = first;
    for (double value = first; value <= last + 1e-9 && step > 0 && out.count < MOST_VALUES; value += step)
      out.values[out.count++] = value;
  }
  return out;
}

static uint32_t state;
static uint32_t next(void) { return (state = state * 1664525 + 1013904223) >> 8; }
static double unit(void) { return next() / 16777216.0; }

/* 0 black, 1 one colour, 2 smooth, 3 noise, 4 light up to 8, 5 a checkerboard; from 100 on few colours in patterns, by number. */
static double sample(int content, uint32_t x, uint32_t y, uint32_t channel, uint32_t channels, const double *palette, int kind) {
  switch (content) {
  case 0: return 0;
  case 1: return 0.7;
  case 2: return (x * channels + channel) % 61 / 122.0 + y % 700 / 1400.0;
  case 3: return unit();
  case 4: return unit() * 8;
  case 5: return (x + y) % 2;
  }
  const uint32_t width = 1 + content % 9, places[] = {x / width, y / width, (x / width) ^ (y / width), (x * 7 + y * 3) / width};
  return palette[(places[kind & 3] % (1 + content % 4)) * 4 + channel];
}

static void store(uint8_t *row, uint32_t index, uint32_t type, double value) {
  const double most[] = {255, 65535};
  if (type < 2) value = value > 1 ? most[type] : value * most[type];
  if (type == HR_JXL_UINT8) row[index] = (uint8_t)value;
  if (type == HR_JXL_UINT16) ((uint16_t *)row)[index] = (uint16_t)value;
  if (type == HR_JXL_HALF) ((_Float16 *)row)[index] = (_Float16)value;
  if (type == HR_JXL_FLOAT) ((float *)row)[index] = (float)value;
}

static void fill(hr_jxl_picture *picture, uint8_t *pixels, int content) {
  double palette[32];
  state = (uint32_t)content * 2654435761u + 1;
  for (int i = 0; i < 32; i++) palette[i] = unit();
  const int kind = (int)(next() % 4), has_alpha = picture->channels % 2 == 0;
  for (uint32_t y = 0; y < picture->height; y++)
    for (uint32_t x = 0; x < picture->width; x++)
      for (uint32_t channel = 0; channel < picture->channels; channel++) {
        const double value = sample(content, x, y, channel, picture->channels, palette, kind);
        const int is_alpha = has_alpha && channel == picture->channels - 1;
        store(pixels + picture->row_bytes * y, x * picture->channels + channel, picture->type,
              is_alpha && value > 1 ? 1 : value);
      }
}

static void perform(const void *job, uint32_t count, uint32_t workers, hr_jxl_part part) {
  (void)workers;
  for (uint32_t index = 0; index < count; index++) part(job, index, 0);
}

/* 0, or what the encoder answered. */
static int encode(const double *values, int is_bare) {
  static const uint32_t bits[] = {8, 16, 16, 32}, exponents[] = {0, 0, 5, 8}, bytes[] = {1, 2, 2, 4};
  hr_jxl_picture picture = {0};
  picture.width = (uint32_t)values[0], picture.height = (uint32_t)values[1];
  picture.channels = (uint32_t)values[2], picture.type = (uint32_t)values[3] & 3;
  picture.bits = bits[picture.type], picture.exponent_bits = exponents[picture.type];
  picture.orientation = 1, picture.intensity_target = 255, picture.workers = 1, picture.perform = perform;
  picture.is_lossless = values[4] == LOSSLESS, picture.distance = (float)values[4], picture.effort = (uint32_t)values[5];
  picture.is_bare = (uint8_t)is_bare;
  hr_jxl_color color = {0};
  color.space = picture.channels < 3, color.white = 1, color.primaries = 1, color.transfer = picture.type < 2 ? 13 : 8;
  picture.color = &color;
  picture.row_bytes = ((size_t)picture.width * picture.channels * bytes[picture.type] + 63) & ~(size_t)63;
  uint8_t *pixels = calloc(picture.row_bytes, picture.height), *out = NULL;
  if (!pixels) return HR_JXL_NO_MEMORY;
  fill(&picture, pixels, (int)values[6]);
  picture.pixels = pixels;
  size_t count = 0;
  int level = 0, code = 0;
  return hr_jxl_encode(&picture, &out, &count, &level, &code);
}

/* The signal that ended a process, or 1000 and the encoder's answer. */
static int outcome(const double *values, int is_bare) {
  fflush(stdout);
  const pid_t child = fork();
  if (child < 0) return 1000 + errno;
  if (child == 0) {
    const struct rlimit seconds = {60, 60}, none = {0, 0};
    setrlimit(RLIMIT_CPU, &seconds);
    setrlimit(RLIMIT_CORE, &none);
    _exit(encode(values, is_bare));
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) return WTERMSIG(status);
  return WEXITSTATUS(status) == 0 ? 0 : 1000 + WEXITSTATUS(status);
}

int main(int count, char **words) {
  const int is_bare = count > 1 && strcmp(words[1], "--bare") == 0;
  if (count != 1 + is_bare + FIELDS) {
    fprintf(stderr, "sweep [--bare] WIDTHS HEIGHTS CHANNELS TYPES DISTANCES EFFORTS CONTENTS\n");
    return 2;
  }
  list lists[FIELDS];
  long all = 1, bad = 0;
  for (int field = 0; field < FIELDS; field++) {
    lists[field] = read_list(words[1 + is_bare + field]);
    all *= lists[field].count;
  }
  // Loaded once, by this process; the children have it.
  printf("libjxl %u, %ld pictures\n", hr_jxl_version(), all);
  for (long number = 0; number < all; number++) {
    double values[FIELDS];
    long rest = number;
    for (int field = FIELDS - 1; field >= 0; field--) {
      values[field] = lists[field].values[rest % lists[field].count];
      rest /= lists[field].count;
    }
    const int found = outcome(values, is_bare);
    if (found == 0) continue;
    bad++;
    printf("%s %d:", found < 1000 ? "signal" : "code", found % 1000);
    for (int field = 0; field < FIELDS; field++) printf(" %s %g", names[field], values[field]);
    printf("\n");
  }
  printf("%ld of %ld fail\n", bad, all);
  return bad != 0;
}
