#include <CoreImage/CoreImage.h>
extern "C" float4 lam2(coreimage::sample_t s) {
  float3 acc = 0;
  int count = 0;
  const auto add = [&acc, &count](const float3 c, float w) { acc += c * w; count++; };
  add(s.rgb, 0.5); add(s.bgr, 0.5);
  const auto norm = [=](float3 v) { float m = metal::max(metal::max(v.r, v.g), v.b); if (m > 1) return v / m; return v; };
  return float4(norm(acc) / float(count) * 2, s.a);
}
