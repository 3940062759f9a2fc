#include <metal_stdlib>
#include "CoreImage/CoreImage.h"
using namespace metal;

enum class Zone : int { black = 0, shadow, mid, high, clip };

static Zone classify(float stops) {
  if (stops < -6) return Zone::black;
  else if (stops < -2) return Zone::shadow;
  else if (stops < 1) return Zone::mid;
  else if (stops < 3) return Zone::high;
  return Zone::clip;
}
static float3 colour(Zone z) {
  switch (z) {
    case Zone::black: return float3(0.2, 0, 0.4);
    case Zone::shadow: return float3(0, 0, 1);
    case Zone::mid: return float3(.5);
    case Zone::high: { return float3(1, 1, 0); }
    default: break;
  }
  return float3(1, 0, 0);
}
extern "C" { namespace coreimage {
  float4 falseColor(sample_t s) {
    const float y = dot(s.rgb, float3(0.2126f, 0.7152f, 0.0722f));
    const float stops = log2(max(y, 1e-6f) / 0.18f);
    return float4(colour(classify(stops)), 1);
  }
}}
