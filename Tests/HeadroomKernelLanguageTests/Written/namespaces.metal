#include <CoreImage/CoreImage.h>
using namespace metal;
namespace fx { namespace detail { constexpr float half_(float x) { return x * 0.5f; } } using detail::half_; 
  enum Mode { Add = 1 << 0, Mul = 1 << 1, Both = Add | Mul }; }
namespace d = fx::detail;
typedef float4 color_t;
typedef struct Params_s { float a; uint mode; } Params;
extern "C" float4 misc(coreimage::sample_t a, coreimage::sample_t b, float t) {
  color_t r = a;
  uint flags = fx::Both;
  if (flags & fx::Add) r += b * d::half_(t);
  if ((flags & fx::Mul) != 0) r *= mix(float4(1), b, fx::half_(t));
  do { r.r -= 0.1f; } while (r.r > 10.f);
  int x = 7; x %= 4; x |= 8; x = x > 3 ? x >> 1 : ~x;
  r.g += static_cast<float>(x) * 1e-3f + (float)x * 1e-3 + float{1} * 0;
  const bool odd = x & 1;
  r.b = odd and not (t > 2) ? r.b : -r.b;
  return r;
}
