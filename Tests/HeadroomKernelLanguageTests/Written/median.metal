#include <CoreImage/CoreImage.h>
using namespace metal;
#define s2(a, b) { float3 t = a; a = min(a, b); b = max(t, b); }
#define mn3(a, b, c) s2(a, b); s2(a, c);
#define mx3(a, b, c) s2(b, c); s2(a, c);
#define mnmx3(a, b, c) mx3(a, b, c); s2(a, b);
#define mnmx4(a, b, c, d) s2(a, b); s2(c, d); s2(a, c); s2(b, d);
#define mnmx5(a, b, c, d, e) s2(a, b); s2(c, d); mn3(a, c, e); mx3(b, d, e);
#define mnmx6(a, b, c, d, e, f) s2(a, d); s2(b, e); s2(c, f); mn3(a, b, c); mx3(d, e, f);
extern "C" { namespace coreimage {
float4 median3(sampler src) {
  float3 v[6];
  float2 p = src.coord();
  v[0] = src.sample(p + float2(-1, -1)).rgb; v[1] = src.sample(p + float2(0, -1)).rgb;
  v[2] = src.sample(p + float2(1, -1)).rgb; v[3] = src.sample(p + float2(-1, 0)).rgb;
  v[4] = src.sample(p).rgb; v[5] = src.sample(p + float2(1, 0)).rgb;
  mnmx6(v[0], v[1], v[2], v[3], v[4], v[5]);
  v[5] = src.sample(p + float2(-1, 1)).rgb;
  mnmx5(v[1], v[2], v[3], v[4], v[5]);
  v[5] = src.sample(p + float2(0, 1)).rgb;
  mnmx4(v[2], v[3], v[4], v[5]);
  v[5] = src.sample(p + float2(1, 1)).rgb;
  mnmx3(v[3], v[4], v[5]);
  return float4(v[4], 1);
}
}}
