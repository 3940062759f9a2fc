// The response of a negative: a soft toe, a straight middle, a shoulder that bends HDR light instead of cutting it.
#include <CoreImage/CoreImage.h>
using namespace metal;

static float response(float light, float white)
{
    float x = max(light, 0.0);
    // Hable's rational curve; its value at the white point becomes 1.
    float y = (x * (0.15 * x + 0.05) + 0.004) / (x * (0.15 * x + 0.5) + 0.06) - 0.0667;
    float top = (white * (0.15 * white + 0.05) + 0.004) / (white * (0.15 * white + 0.5) + 0.06) - 0.0667;
    return y / top;
}

extern "C" float4 film(coreimage::sample_t s, float white)
{
    float4 c = coreimage::unpremultiply(s);
    return coreimage::premultiply(float4(response(c.r, white), response(c.g, white), response(c.b, white), c.a));
}
