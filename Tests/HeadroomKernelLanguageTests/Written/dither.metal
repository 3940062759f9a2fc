#include <CoreImage/CoreImage.h>
using namespace metal;
constant int bayer[64] = {
  0, 32, 8, 40, 2, 34, 10, 42, 48, 16, 56, 24, 50, 18, 58, 26,
  12, 44, 4, 36, 14, 46, 6, 38, 60, 28, 52, 20, 62, 30, 54, 22,
  3, 35, 11, 43, 1, 33, 9, 41, 51, 19, 59, 27, 49, 17, 57, 25,
  15, 47, 7, 39, 13, 45, 5, 37, 63, 31, 55, 23, 61, 29, 53, 21 };
extern "C" { namespace coreimage {
  float4 orderedDither(sample_t s, float levels, destination dest) {
    uint2 p = uint2(dest.coord()) & 7u;
    float t = float(bayer[p.y * 8 + p.x] + 1) / 64.f - .5f;
    float3 q = round(s.rgb * levels + t) / levels;
    return { q.r, q.g, q.b, s.a };
  }
}}
