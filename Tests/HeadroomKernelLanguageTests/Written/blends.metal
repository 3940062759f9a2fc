#include <CoreImage/CoreImage.h>
using namespace metal;
static float softLightChannel(float s, float d) { return (s < 0.5) ? 2.0 * d * s + d * d * (1.0 - 2.0 * s) : sqrt(d) * (2.0 * s - 1.0) + 2.0 * d * (1.0 - s); }
extern "C" { namespace coreimage {
  float4 softLight(sample_t fore, sample_t back) {
    float4 s = unpremultiply(fore), d = unpremultiply(back);
    float3 c; for (int i = 0; i < 3; i++) c[i] = softLightChannel(s[i], d[i]);
    float4 o = float4(mix(d.rgb, c, s.a), d.a);
    return premultiply(o);
  }
  float4 hardMix(sample_t fore, sample_t back) { return float4(step(float3(1.0), fore.rgb + back.rgb), back.a); }
  float4 dissolve(sample_t a, sample_t b, float t, destination dest) {
    uint x = uint(dest.coord().x), y = uint(dest.coord().y);
    uint h = x * 374761393u + y * 668265263u; h = (h ^ (h >> 13)) * 1274126177u; h ^= h >> 16;
    return float(h & 0xffffffu) / 16777216.0f < t ? b : a;
  }
}}
