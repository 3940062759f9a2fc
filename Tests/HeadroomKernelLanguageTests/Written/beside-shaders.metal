#include <metal_stdlib>
#include <CoreImage/CoreImage.h>
using namespace metal;
struct VOut { float4 position [[position]]; float2 uv; };
vertex VOut vmain(uint vid [[vertex_id]], constant float2 *pos [[buffer(0)]]) { VOut o; o.position = float4(pos[vid], 0, 1); o.uv = pos[vid]; return o; }
fragment half4 fmain(VOut in [[stage_in]], texture2d<half> t [[texture(0)]]) { constexpr sampler s(filter::linear, address::clamp_to_edge); return t.sample(s, in.uv); }
extern "C" { namespace coreimage { float4 inv(sample_t s) { return float4(1.0 - s.rgb, s.a); } } }
