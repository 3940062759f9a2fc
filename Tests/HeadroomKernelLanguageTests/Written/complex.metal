#include <CoreImage/CoreImage.h>
using namespace metal;
struct Complex {
  float re = 0, im = 0;
  Complex() = default;
  Complex(float r, float i) : re(r), im(i) {}
  Complex operator+(Complex o) const { return {re + o.re, im + o.im}; }
  Complex operator*(const thread Complex &o) const { return Complex(re * o.re - im * o.im, re * o.im + im * o.re); }
  thread Complex &operator+=(Complex o) { re += o.re; im += o.im; return *this; }
  float norm() const { return re * re + im * im; }
  static Complex polar(float r, float t) { return {r * cos(t), r * sin(t)}; }
};
Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
extern "C" float4 mandel(float2 center, float scale, coreimage::destination dest) {
  float2 p = (dest.coord() - center) * scale;
  Complex z, c(p.x, p.y);
  int i = 0;
  for (; i < 64 && z.norm() < 4.0f; ++i) { z = z * z + c; }
  z += Complex::polar(1, 0) - c;
  return float4(float3(i / 64.0), 1);
}
