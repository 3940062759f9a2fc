// Takes a colour out of a picture: what has its hue becomes transparent, with a soft edge.
#include <CoreImage/CoreImage.h>
using namespace metal;

// Chromaticity does not depend on how bright a light is, so lamps and shadows of the screen go with it.
static float2 chromaticity(float3 c)
{
    return c.rg / max(c.r + c.g + c.b, 1e-4);
}

extern "C" float4 chromaKey(coreimage::sample_t s, float4 key, float tolerance, float softness)
{
    float3 c = coreimage::unpremultiply(s).rgb;
    float apart = distance(chromaticity(c), chromaticity(key.rgb));
    return s * smoothstep(tolerance, tolerance + softness, apart);
}
