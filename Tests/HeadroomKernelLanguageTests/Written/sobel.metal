#include <CoreImage/CoreImage.h>
using namespace metal;
constant float3 kLuma = {0.2126, 0.7152, 0.0722};
constant float kx[3][3] = { {-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1} };
constant float ky[3][3] = { {-1,-2,-1}, { 0, 0, 0}, { 1, 2, 1} };
[[stitchable]] float4 sobel(coreimage::sampler src, coreimage::destination dest) {
  float gx = 0.0, gy = 0.0;
  for (uint j = 0u; j < 3u; ++j) {
    for (uint i = 0u; i < 3u; ++i) {
      float2 o = float2(int(i) - 1, int(j) - 1);
      float l = dot(src.sample(src.transform(dest.coord() + o)).rgb, kLuma);
      gx = fma(kx[j][i], l, gx);
      gy = fma(ky[j][i], l, gy);
    }
  }
  return float4(float3(precise::sqrt(gx * gx + gy * gy)), 1.0);
}
