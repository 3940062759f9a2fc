#include <metal_stdlib>
#include <CoreImage/CoreImage.h>
using namespace metal;
template <typename T, int N>
static T poly(thread const T (&c)[N], T x) { T r = 0; for (int i = N - 1; i >= 0; --i) r = r * x + c[i]; return r; }
template <uint N> float sumN(float x) { float s = 0; for (uint i = 0; i < N; ++i) s += x; return s; }
using F = float;
using F3 = vec<float, 3>;
extern "C" { namespace coreimage {
float4 t(sample_t s) {
  const float c[3] = {0.1f, 0.8f, 0.1f};
  F3 o = F3(poly(c, s.r), poly(c, s.g), poly<float, 3>(c, s.b));
  o.y += sumN<3>(0.01f);
  return float4(o, s.a);
}
}}
