// Marks what is brighter than reference white with stripes: what an SDR screen would clip.
#include <CoreImage/CoreImage.h>
using namespace metal;

extern "C" float4 zebra(coreimage::sample_t s, float limit, coreimage::destination d)
{
    float2 p = d.coord();
    bool stripe = fract((p.x + p.y) / 16.0) < 0.5;
    float3 light = coreimage::unpremultiply(s).rgb;
    return max3(light.r, light.g, light.b) > limit && stripe ? float4(1, 0, 0, 1) * s.a : s;
}
