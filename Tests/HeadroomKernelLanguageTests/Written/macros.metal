//
//  attr.metal
//
#include <metal_stdlib>
#include <metal_math>
#include <simd/simd.h>
#include <CoreImage/CoreImage.h>
#ifndef MY_HEADER
#define MY_HEADER
#endif
#ifdef __METAL_VERSION__
#define CONSTANT constant
#else
#define CONSTANT const
#endif
#define LERP(a, b, t) \
    ((a) + ((b) - (a)) * (t))
#define CONCAT(a, b) a##b
using namespace metal;
CONSTANT simd_float3 weights = {0.2f, 0.7f, 0.1f};
static constant constexpr const float kEps = 1.0e-5;
__attribute__((always_inline)) inline float gain(float x, float k) {
    const float a = 0.5 * pow(2.0 * ((x < 0.5) ? x : 1.0 - x), k);
    return (x < 0.5) ? a : 1.0 - a;
}
[[maybe_unused]] static float unused(float x) { (void)x; return kEps; }
extern "C" {
namespace coreimage {
[[ stitchable ]] float4 toneGain(sample_t s [[maybe_unused]], float k) {
    float CONCAT(a, 1) = dot(s.rgb, weights);
    static_assert(sizeof(float) == 4, "float");
    float g = gain(clamp(a1, 0.0f, 1.0f), k);
    return float4(LERP(s.rgb, float3(g), 0.5f), s.a);
}
} // namespace
} // extern
