#include <CoreImage/CoreImage.h>
using namespace metal;
extern "C" float4 lam(coreimage::sampler s, float k, coreimage::destination d) {
  auto tap = [&](float2 o) { return s.sample(s.transform(d.coord() + o)); };
  auto sq = [](float x) -> float { return x * x; };
  float4 c = tap(float2(0));
  float4 n = tap(float2(0, 1)) + tap(float2(0, -1)) + tap(float2(1, 0)) + tap(float2(-1, 0));
  return c + sq(k) * (4.0 * c - n);
}
