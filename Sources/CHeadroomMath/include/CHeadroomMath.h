#ifndef HEADROOM_MATH_H
#define HEADROOM_MATH_H

// The C library's functions of numbers, for Swift that imports this and would else need a name for each platform's library.
#include <math.h>

// Selects that the vectoriser turns into one minimum or maximum instruction. The same written in Swift on a loaded
// value stays a branch and runs at a fifth of the speed.
static inline __attribute__((always_inline)) float headroom_min(float x, float y) { return x < y ? x : y; }
static inline __attribute__((always_inline)) float headroom_max(float x, float y) { return x > y ? x : y; }
static inline __attribute__((always_inline)) float headroom_clamp(float x, float low, float high) {
  float raised = x > low ? x : low;
  return raised < high ? raised : high;
}

typedef float headroom_float4 __attribute__((vector_size(16)));
typedef float headroom_unaligned_float4 __attribute__((vector_size(16), aligned(4)));
typedef float headroom_float8 __attribute__((vector_size(32)));
typedef float headroom_unaligned_float8 __attribute__((vector_size(32), aligned(4)));

// Four floats at `low` and four at `high`: halves come straight from memory, which costs no shuffle.
static inline __attribute__((always_inline)) headroom_float8 headroom_float4_pair(const float *low, const float *high) {
  return __builtin_shufflevector(
      *(const headroom_unaligned_float4 *)low, *(const headroom_unaligned_float4 *)high, 0, 1, 2, 3, 4, 5, 6, 7);
}

// How far ahead of the pixels in hand memory is asked for: a page, where the processor's own look ahead ends. Large pictures are
// read half as fast again so (Zen 5, 24 megapixels: 15.5 GB/s without, 17, 19.4, 21.6 and 20.2 for 1, 2, 4 and 8 KiB, where a loop
// that only reads them does 23; the same for one thread and for two). To ask for memory that is not there does no harm.
enum { headroom_bytes_ahead = 4096 };

static inline __attribute__((always_inline)) void headroom_ask_ahead(const float *from) {
  __builtin_prefetch((const char *)from + headroom_bytes_ahead);
  __builtin_prefetch((const char *)from + headroom_bytes_ahead + 64);
}

// Lays pixels of four floats out in four rows: eight shuffles for eight pixels. What the vectoriser makes of the same loop takes
// twice as long.
static inline void headroom_unpack_rgba(const float *from, float *r, float *g, float *b, float *a, long count) {
  long i = 0;
  for (; i + 8 <= count; i += 8, from += 32) {
    headroom_ask_ahead(from);
    headroom_float8 p = headroom_float4_pair(from, from + 16), q = headroom_float4_pair(from + 4, from + 20);
    headroom_float8 s = headroom_float4_pair(from + 8, from + 24), t = headroom_float4_pair(from + 12, from + 28);
    headroom_float8 rg0 = __builtin_shufflevector(p, q, 0, 8, 1, 9, 4, 12, 5, 13);
    headroom_float8 rg2 = __builtin_shufflevector(s, t, 0, 8, 1, 9, 4, 12, 5, 13);
    headroom_float8 ba0 = __builtin_shufflevector(p, q, 2, 10, 3, 11, 6, 14, 7, 15);
    headroom_float8 ba2 = __builtin_shufflevector(s, t, 2, 10, 3, 11, 6, 14, 7, 15);
    *(headroom_unaligned_float8 *)(r + i) = __builtin_shufflevector(rg0, rg2, 0, 1, 8, 9, 4, 5, 12, 13);
    *(headroom_unaligned_float8 *)(g + i) = __builtin_shufflevector(rg0, rg2, 2, 3, 10, 11, 6, 7, 14, 15);
    *(headroom_unaligned_float8 *)(b + i) = __builtin_shufflevector(ba0, ba2, 0, 1, 8, 9, 4, 5, 12, 13);
    *(headroom_unaligned_float8 *)(a + i) = __builtin_shufflevector(ba0, ba2, 2, 3, 10, 11, 6, 7, 14, 15);
  }
#pragma clang loop vectorize(disable)
  for (; i < count; i++, from += 4) {
    r[i] = from[0];
    g[i] = from[1];
    b[i] = from[2];
    a[i] = from[3];
  }
}

// Interleaves four rows into memory that is written past the caches: the next reader would not find it there anyway,
// and the old contents need not be read first. `to` has to be a multiple of 16 bytes.
static inline void headroom_stream_rgba(
    float *to, const float *r, const float *g, const float *b, const float *a, long count) {
  long i = 0;
  for (; i + 4 <= count; i += 4) {
    headroom_float4 x = *(const headroom_unaligned_float4 *)(r + i), y = *(const headroom_unaligned_float4 *)(g + i);
    headroom_float4 z = *(const headroom_unaligned_float4 *)(b + i), w = *(const headroom_unaligned_float4 *)(a + i);
    headroom_float4 xz0 = __builtin_shufflevector(x, z, 0, 4, 1, 5), yw0 = __builtin_shufflevector(y, w, 0, 4, 1, 5);
    headroom_float4 xz1 = __builtin_shufflevector(x, z, 2, 6, 3, 7), yw1 = __builtin_shufflevector(y, w, 2, 6, 3, 7);
    headroom_float4 *out = (headroom_float4 *)(to + 4 * i);
    __builtin_nontemporal_store(__builtin_shufflevector(xz0, yw0, 0, 4, 1, 5), out);
    __builtin_nontemporal_store(__builtin_shufflevector(xz0, yw0, 2, 6, 3, 7), out + 1);
    __builtin_nontemporal_store(__builtin_shufflevector(xz1, yw1, 0, 4, 1, 5), out + 2);
    __builtin_nontemporal_store(__builtin_shufflevector(xz1, yw1, 2, 6, 3, 7), out + 3);
  }
  for (; i < count; i++) {
    headroom_float4 pixel = {r[i], g[i], b[i], a[i]};
    __builtin_nontemporal_store(pixel, (headroom_float4 *)(to + 4 * i));
  }
}

// Copies floats, whose number is a multiple of 4, in the same way.
static inline void headroom_stream_floats(float *to, const float *from, long count) {
  for (long i = 0; i < count; i += 4) {
    __builtin_nontemporal_store(*(const headroom_unaligned_float4 *)(from + i), (headroom_float4 *)(to + i));
  }
}

// Such writes are not ordered with others: this comes before another thread is told that they are there.
static inline void headroom_stream_end(void) {
#if defined(__x86_64__)
  __builtin_ia32_sfence();
#else
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}

// A curve over signals from zero on: a polynomial for each of eight pieces, which are octaves; the first begins at zero. Eight
// coefficients are one vector register, from which a single instruction picks those of eight arguments: faster than a table in
// memory.
enum { headroom_curve_degree = 7, headroom_curve_low_degree = 5 };
typedef struct {
  // By power of the distance from a piece's start, by piece; those above `degree` are zero.
  float coefficients[headroom_curve_degree + 1][8];
  // One of the two above.
  int degree;
  // Multiplies signals, so that a corner of the curve lies between pieces.
  float scale;
  // Scaled signals above it count as it.
  float highest;
  // Where pieces start, and the biased exponent up to which scaled signals lie in the first.
  float starts[8];
  int exponent;
  // Whether the curve is the polynomial's square.
  int is_squared;
} headroom_curve;

// A factor for the three colours of a pixel: `scale * |luminance|^exponent`, zero where there is no light.
typedef struct {
  float weights[3];
  float exponent;
  float scale;
} headroom_gain;

// Signals become light, in place, mirrored through zero. NaN stays NaN.
void headroom_light_of_signals(const headroom_curve *curve, float *row, long count);

// The opposite for HLG, within 4e-6.
void headroom_hlg_signals_of_light(float *row, long count);

// Multiplies each pixel by its gain, within a relative 2e-5: how HLG's scene light becomes a display's, and back. A pass of its own:
// together with a curve it is a chain of operations too long for the processor to work on several pixels at once.
void headroom_apply_gain(const headroom_gain *gain, float *r, float *g, float *b, long count);

#endif
