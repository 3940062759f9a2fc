#include <CoreImage/CoreImage.h>
using namespace metal;
struct Stop { float t; float3 c; };
constant Stop kStops[] = { { 0.0, { 0, 0, 0 } }, { 0.5, float3(1, 0.2, 0) }, { 1.0, { 1, 1, .8 } } };
constant constexpr int kCount = sizeof(kStops) / sizeof(kStops[0]);
constant array<float, 3> kA = {1, 2, 3};
extern "C" float4 gradientMap(coreimage::sample_t s) {
  float y = dot(s.rgb, float3(1.f / 3));
  float3 r = kStops[kCount - 1].c;
  for (int i = 1; i < kCount; i++) {
    if (y <= kStops[i].t) {
      auto a = kStops[i - 1], b = kStops[i];
      r = mix(a.c, b.c, (y - a.t) / (b.t - a.t));
      break;
    }
  }
  array<float, 4> v; for (auto i = 0; i < 4; i++) v[i] = i * kA[1];
  for (float x : v) r += x * 0.001;
  return float4(r, s.a);
}
