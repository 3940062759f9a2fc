#ifndef HEADROOM_MATH_H
#define HEADROOM_MATH_H

// Selects that the vectoriser turns into one minimum or maximum instruction. The same written in Swift on a loaded
// value stays a branch and runs at a fifth of the speed.
static inline __attribute__((always_inline)) float headroom_min(float x, float y) { return x < y ? x : y; }
static inline __attribute__((always_inline)) float headroom_max(float x, float y) { return x > y ? x : y; }
static inline __attribute__((always_inline)) float headroom_clamp(float x, float low, float high) {
  float raised = x > low ? x : low;
  return raised < high ? raised : high;
}

#endif
