#include <CoreImage/CoreImage.h>
using namespace metal;
extern "C" half4 swz(coreimage::sample_h s, const half amount, half3 lift = half3(0)) {
  half4 r = s;
  r.rg = s.gr;
  r.zw += half2(amount, 0);
  r.xyz *= half3(1, 2, 3).zyx;
  r.bgr = select(r.rgb, lift, r.rgb < 0.0h);
  half m = max(r.r, max(r.g, r.b));
  bool3 over = r.rgb > half3(m * .5h);
  r.rgb = mix(r.rgb, half3(m), half3(over));
  ushort2 u = ushort2(3, 5); u <<= 1; u ^= ushort2(0x0Fu);
  r.r += half(u.x & 0xFFu) / 65535.0h;
  r.a = all(over) ? 1.0h : any(!over) ? r.a : 0.5h;
  return clamp(r, half4(0), half4(HALF_MAX));
}
