#include <CoreImage/CoreImage.h>
using namespace metal;
// ACES-like fits
constant float3x3 ACESInputMat = { {0.59719, 0.07600, 0.02840}, {0.35458, 0.90834, 0.13383}, {0.04823, 0.01566, 0.83777} };
constant float3x3 ACESOutputMat = float3x3(1.60475, -0.10208, -0.00327, -0.53108, 1.10813, -0.07276, -0.07367, -0.00605, 1.07602);
float3 RRTAndODTFit(float3 v) { float3 a = v * (v + 0.0245786f) - 0.000090537f; float3 b = v * (0.983729f * v + 0.4329510f) + 0.238081f; return a / b; }
float3 hable(float3 x) { float A = 0.15, B = 0.50, C = 0.10, D = 0.20, E = 0.02, F = 0.30; return ((x*(A*x+C*B)+D*E)/(x*(A*x+B)+D*F))-E/F; }
float pq(float L) { const float m1 = 2610.0/16384, m2 = 2523.0/4096*128, c1 = 3424.0/4096, c2 = 2413.0/4096*32, c3 = 2392.0/4096*32; float Lp = powr(max(L, 0.f), m1); return powr((c1 + c2*Lp)/(1 + c3*Lp), m2); }
enum { kACES, kHable, kPQ };
extern "C" { namespace coreimage {
float4 tonemap(sample_t s, int mode, float exposure) {
  float3 c = s.rgb * exp2(exposure);
  switch (mode) {
    case kACES: c = ACESOutputMat * RRTAndODTFit(ACESInputMat * c); break;
    case kHable: c = hable(c * 2) / hable(float3(11.2)); break;
    case kPQ: c = { pq(c.r / 49.26), pq(c.g / 49.26), pq(c.b / 49.26) }; break;
  }
  return float4(c, s.a);
}
}}
