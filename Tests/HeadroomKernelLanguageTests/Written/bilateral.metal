#include <CoreImage/CoreImage.h>
using namespace metal;
#define RADIUS 3
#define GAUSS(x, s) exp(-((x) * (x)) / (2.0 * (s) * (s)))
#if RADIUS > 5
#error "too large"
#endif
extern "C" float4 bilateral(coreimage::sampler s, float sigmaS, float sigmaR, coreimage::destination d) {
  float4 c = s.sample(s.coord());
  float4 sum(0.0); float wsum(0.0);
  #pragma unroll
  for (int dy = -RADIUS; dy <= RADIUS; dy++) {
    #pragma unroll(7)
    for (int dx = -RADIUS; dx <= RADIUS; dx++) {
      const float4 p = s.sample(s.transform(d.coord() + float2(dx, dy)));
      const float w = GAUSS(length(float2(dx, dy)), sigmaS) * GAUSS(distance(p.rgb, c.rgb), sigmaR);
      sum += w * p; wsum += w;
    }
  }
  return sum / wsum;
}
