#include <CoreImage/CoreImage.h>
using namespace metal;
static void rgb_to_ycc(float3 rgb, thread float *y, thread float *cb, thread float *cr) {
  *y = dot(rgb, float3(.299f, .587f, .114f));
  *cb = (rgb.b - *y) * 0.564f;
  *cr = (rgb.r - *y) * .713f;
}
static float avg(constant float *w, thread const float4 *p, int n) {
  float s = 0, t = 0; int i = 0;
  while (i < n) { s += w[i] * p[i].r; t += w[i]; i++; }
  return s / t;
}
constant float W[5] = {1, 4, 6, 4, 1};
extern "C" { namespace coreimage {
float4 ptr(sampler src) {
  float2 c = src.coord();
  float4 p[5];
  for (int i = 0; i < 5; ++i) p[i] = src.sample(c + float2(i - 2, 0));
  float y, cb, cr;
  rgb_to_ycc(p[2].rgb, &y, &cb, &cr);
  return float4(avg(W, p, 5), y, cb + cr, 1);
}
}}
