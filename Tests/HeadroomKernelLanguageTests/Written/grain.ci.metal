#include <metal_stdlib>
#include <CoreImage/CoreImage.h>
using namespace metal;

#pragma mark - Helpers

static inline float hash(float2 p) {
    float3 p3 = fract(float3(p.xyx) * 0.1031f);
    p3 += dot(p3, p3.yzx + 33.33f);
    return fract((p3.x + p3.y) * p3.z);
}

extern "C" {
  namespace coreimage {
    // Film grain
    float4 filmGrain(sample_t s, float time, float strength, destination dest) {
        const float2 uv = dest.coord();
        float n = hash(uv + time) * 2.f - 1.f;
        constexpr float kThree = 3;
        float3 luma = float3(0.2126, 0.7152, 0.0722);
        float y = dot(s.rgb, luma);
        float response = 1.0 - smoothstep(0.0, 1.0, sqrt(max(y, 0.0f)));
        s.rgb += n * strength * response / kThree;
        return s;
    }
  }
}
