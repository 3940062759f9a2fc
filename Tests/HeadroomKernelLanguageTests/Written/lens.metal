#include <CoreImage/CoreImage.h>
extern "C" { namespace coreimage {
  float2 barrel(float2 center, float k1, float k2, float scale, destination dest) {
    float2 p = (dest.coord() - center) / scale;
    float r2 = metal::dot(p, p);
    return center + p * (1.f + r2 * (k1 + k2 * r2)) * scale;
  }
  float2 ripple(float2 center, float wavelength, float amp, float phase, destination dest) {
    const auto v = dest.coord() - center;
    const float len = metal::length(v);
    if (len < 1e-3f) return dest.coord();
    return dest.coord() + v / len * amp * metal::sin(2 * M_PI_F * (len / wavelength + phase));
  }
  float2 twirl(float2 center, float radius, float angle, destination dest) {
    float2 dt = dest.coord() - center;
    float dist = metal::length(dt);
    if (dist >= radius) { return dest.coord(); }
    float pct = (radius - dist) / radius, theta = pct * pct * angle;
    float2 r; float c, s = metal::sincos(theta, c);
    r.x = metal::dot(dt, float2(c, -s));
    r.y = metal::dot(dt, float2(s, c));
    return center + r;
  }
}}
