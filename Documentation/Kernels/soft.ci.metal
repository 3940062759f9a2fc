// Nine taps with the weights of a small Gaussian. The distances are fixed, so taps are rows that are moved.
#include <CoreImage/CoreImage.h>
using namespace metal;

extern "C" float4 soft(coreimage::sampler image)
{
    const float weights[3] = { 0.25, 0.5, 0.25 };
    float4 sum = 0.0;
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            sum += image.sample(image.coord() + float2(x, y)) * weights[x + 1] * weights[y + 1];
        }
    }
    return sum;
}
