#include <CoreImage/CoreImage.h>

namespace {
  constant float PI = 3.14159265358979;
  constant float3x3 rgb2yiq = float3x3(float3(0.299, 0.596, 0.211), float3(0.587, -0.274, -0.523), float3(0.114, -0.322, 0.312));
  constant float kAngles[4] = { 0.26, 1.31, 0.0, 0.785 };
}

namespace my {
  template <typename T> T sq(T x) { return x * x; }
  struct Cell { float2 center; float radius; };
  inline Cell cellAt(float2 p, float size) { 
    Cell c;
    c.center = (floor(p / size) + 0.5) * size;
    c.radius = size * .5;
    return c;
  }
}

extern "C" { namespace coreimage {
  float4 halftone(coreimage::sampler src, float size, float sharpness, coreimage::destination dest) {
    float2 dc = dest.coord();
    my::Cell cell = my::cellAt(dc, size);
    float4 px = src.sample(src.transform(cell.center));
    float3 yiq = rgb2yiq * px.rgb;
    float r = metal::sqrt(metal::saturate(1.0 - yiq.x)) * cell.radius * M_SQRT2_F;
    float d = metal::distance(dc, cell.center);
    float a = metal::smoothstep(r - sharpness, r + sharpness, d);
    return float4(float3(a), 1.0);
  }
  float4 cmykDots(coreimage::sampler src, float size, coreimage::destination dest) {
    float4 result{0, 0, 0, 0};
    for (int i = 0, n = 4; i < n; ++i) {
      float s, c;
      s = metal::sincos(kAngles[i], c);
      float2x2 rot(c, -s, s, c);
      float2 p = rot * dest.coord();
      auto cell = my::cellAt(p, size);
      result[i] = my::sq(metal::length(p - cell.center)) / (cell.radius * cell.radius);
    }
    float3 rgb = (1.0f - result.xyz) * (1.f - result.w);
    return float4(rgb, 1);
  }
} }
