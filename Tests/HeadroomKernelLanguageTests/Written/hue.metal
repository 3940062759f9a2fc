#include <CoreImage/CoreImage.h>
using namespace metal;
struct HSL { float h, s, l; };
static HSL toHSL(float3 c) {
  const float mx = max3(c.r, c.g, c.b), mn = min3(c.r, c.g, c.b), d = mx - mn;
  HSL o = { 0.f, 0.f, (mx + mn) * 0.5f };
  if (d > 0) {
    o.s = o.l > 0.5 ? d / (2.0 - mx - mn) : d / (mx + mn);
    o.h = mx == c.r ? (c.g - c.b) / d + (c.g < c.b ? 6.0 : 0.0)
        : mx == c.g ? (c.b - c.r) / d + 2.0
        : (c.r - c.g) / d + 4.0;
    o.h /= 6.0;
  }
  return o;
}
static float hue2rgb(float p, float q, float t) {
  if (t < 0) t += 1; else if (t > 1) t -= 1;
  if (t < 1.0/6) return p + (q - p) * 6 * t;
  if (t < 1.0/2) return q;
  if (t < 2.0/3) return p + (q - p) * (2.0/3 - t) * 6;
  return p;
}
static float3 toRGB(const thread HSL& c) {
  if (c.s == 0) return float3(c.l);
  float q = c.l < 0.5 ? c.l * (1 + c.s) : c.l + c.s - c.l * c.s;
  float p = 2 * c.l - q;
  return float3(hue2rgb(p, q, c.h + 1.0/3), hue2rgb(p, q, c.h), hue2rgb(p, q, c.h - 1.0/3));
}
extern "C" float4 hueSat(coreimage::sample_t s, float hue, float sat) {
  HSL c = toHSL(saturate(s.rgb));
  c.h = fract(c.h + hue);
  c.s = clamp(c.s * sat, 0.0, 1.0);
  s.rgb = toRGB(c);
  return s;
}
