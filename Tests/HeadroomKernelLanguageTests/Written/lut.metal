#include <CoreImage/CoreImage.h>
extern "C" float4 lutLookup(coreimage::sampler image, coreimage::sampler lut, float dim, coreimage::destination dest) {
    float4 c = coreimage::unpremultiply(image.sample(image.coord()));
    float3 scaled = metal::clamp(c.rgb, 0.0, 1.0) * (dim - 1.0);
    float slice0 = metal::floor(scaled.b), slice1 = metal::min(slice0 + 1.0, dim - 1.0);
    float2 p0 = float2(slice0 * dim + scaled.r + 0.5, scaled.g + 0.5);
    float2 p1 = float2(slice1 * dim + scaled.r + 0.5, scaled.g + 0.5);
    float4 a = lut.sample(lut.transform(p0)), b = lut.sample(lut.transform(p1));
    float4 o = metal::mix(a, b, scaled.b - slice0);
    o.a = 1;
    return coreimage::premultiply(float4(o.rgb, c.a));
}
