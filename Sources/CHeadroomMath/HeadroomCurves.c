#include "CHeadroomMath.h"

#include <string.h>

typedef headroom_float8 floats;
typedef headroom_unaligned_float8 unaligned_floats;
typedef int ints __attribute__((vector_size(32)));

enum { lanes = 8 };

#define INLINED static inline __attribute__((always_inline))

// Of each lane's own index 0...7; larger ones wrap around.
INLINED floats pick(const float *table, ints index) {
#if defined(__AVX2__)
  return __builtin_ia32_permvarsf256(*(const unaligned_floats *)table, index);
#else
  floats picked;
  for (int lane = 0; lane < lanes; lane++) picked[lane] = table[index[lane] & 7];
  return picked;
#endif
}

INLINED floats select(ints mask, floats yes, floats no) { return (floats)((mask & (ints)yes) | (~mask & (ints)no)); }
INLINED floats all(float x) { return (floats){x, x, x, x, x, x, x, x}; }
INLINED floats magnitude(floats x) { return (floats)((ints)x & 0x7FFFFFFF); }
INLINED floats mirrored(floats value, floats x) { return (floats)((ints)value ^ ((ints)x & (int)0x80000000)); }

// NaN stays.
INLINED floats at_most(floats x, float bound) { return select(x > bound, all(bound), x); }

INLINED floats root(floats x) {
#if defined(__AVX__)
  return __builtin_ia32_sqrtps256(x);
#else
  for (int lane = 0; lane < lanes; lane++) x[lane] = sqrtf(x[lane]);
  return x;
#endif
}

// log2 of a positive normal number, exact at powers of two; the error is at most 2.5e-5, in signals a tenth of that.
INLINED floats logarithm(floats x) {
  floats whole = __builtin_convertvector(((ints)x >> 23) - 127, floats);
  floats f = (floats)(((ints)x & 0x007FFFFF) | 0x3F800000) - 1;
  // In pairs, not one step after the other: the processor waits for nothing then.
  floats high = (f * 0x1.67dd02p-5f + -0x1.87fe1cp-3f) * f + 0x1.a8b6bep-2f;
  floats low = (f * -0x1.6b2a04p-1f + 0x1.71282ep+0f) * f + whole;
  return high * (f * f * f) + low;
}

// 2^x for magnitudes below 126; the relative error is at most 4e-6.
INLINED floats power_of_two(floats x) {
  const float magic = 12582912;
  floats rounded = x + magic;
  floats f = x - (rounded - magic);
  floats high = (f * 0x1.3d107cp-7f + 0x1.ca1d02p-5f) * f + 0x1.ebf906p-3f;
  floats p = high * (f * f) + (f * 0x1.62e0c2p-1f + 0x1.000002p+0f);
  return (floats)((ints)p + ((ints)rounded << 23));
}

// Two neighbouring powers.
INLINED floats pair(const headroom_curve *curve, int power, floats t, ints piece) {
  return t * pick(curve->coefficients[power + 1], piece) + pick(curve->coefficients[power], piece);
}

INLINED floats polynomial(const headroom_curve *curve, int degree, floats t, ints piece) {
  floats square = t * t;
  floats low = square * pair(curve, 2, t, piece) + pair(curve, 0, t, piece);
  floats high = pair(curve, 4, t, piece);
  if (degree == headroom_curve_degree) high = square * pair(curve, 6, t, piece) + high;
  return high * (square * square) + low;
}

// MARK: Signals to light

INLINED floats light_of(const headroom_curve *curve, int degree, int is_squared, floats x) {
  floats a = at_most(magnitude(x) * curve->scale, curve->highest);
  ints piece = ((ints)a >> 23) - curve->exponent;
  piece &= piece > 0;
  floats value = polynomial(curve, degree, a - pick(curve->starts, piece), piece);
  return mirrored(is_squared ? value * value : value, x);
}

INLINED floats factor(const headroom_gain *gain, floats r, floats g, floats b) {
  floats y = magnitude(r * gain->weights[0] + (g * gain->weights[1] + b * gain->weights[2]));
  // In this order NaN stays.
  return select(y >= 1e-30f, power_of_two(logarithm(y) * gain->exponent) * gain->scale, y * 0);
}

// MARK: Light to signals

// BT.2100: a root below a twelfth, above it a logarithm.
INLINED floats hlg_signal_of(floats x) {
  floats a = magnitude(x);
  // Below the corner the logarithm's argument may be negative; its value is not used there.
  floats upper = logarithm(a * 12 - 0.28466892f) * (0.17883277f * 0x1.62e430p-1f) + 0.55991073f;
  return mirrored(select(a > 1.0f / 12, upper, root(a * 3)), x);
}

// MARK: Rows

// Eight floats at a time; the last few lie in the first lanes of a vector of their own, so that all are computed alike.
#define ROW(value)                                      \
  long i = 0;                                           \
  for (; i + lanes <= count; i += lanes) {              \
    floats x = *(unaligned_floats *)(row + i);          \
    *(unaligned_floats *)(row + i) = value;             \
  }                                                     \
  if (i < count) {                                      \
    floats x = all(0);                                  \
    memcpy(&x, row + i, (size_t)(count - i) * sizeof(float)); \
    x = value;                                          \
    memcpy(row + i, &x, (size_t)(count - i) * sizeof(float)); \
  }

// Compiled for each form: what depends on it is decided before the loop.
INLINED void light_row(const headroom_curve *curve, int degree, int is_squared, float *row, long count) {
  ROW(light_of(curve, degree, is_squared, x))
}

void headroom_light_of_signals(const headroom_curve *curve, float *row, long count) {
  int is_low = curve->degree <= headroom_curve_low_degree;
  if (is_low && curve->is_squared) return light_row(curve, headroom_curve_low_degree, 1, row, count);
  if (is_low) return light_row(curve, headroom_curve_low_degree, 0, row, count);
  if (curve->is_squared) return light_row(curve, headroom_curve_degree, 1, row, count);
  light_row(curve, headroom_curve_degree, 0, row, count);
}

void headroom_hlg_signals_of_light(float *row, long count) { ROW(hlg_signal_of(x)) }

void headroom_apply_gain(
    const headroom_gain *gain, float *restrict r, float *restrict g, float *restrict b, long count) {
  long i = 0;
  for (; i + lanes <= count; i += lanes) {
    floats x = *(unaligned_floats *)(r + i), y = *(unaligned_floats *)(g + i), z = *(unaligned_floats *)(b + i);
    floats by = factor(gain, x, y, z);
    *(unaligned_floats *)(r + i) = x * by;
    *(unaligned_floats *)(g + i) = y * by;
    *(unaligned_floats *)(b + i) = z * by;
  }
  for (; i < count; i++) {
    floats by = factor(gain, all(r[i]), all(g[i]), all(b[i]));
    r[i] *= by[0];
    g[i] *= by[0];
    b[i] *= by[0];
  }
}
