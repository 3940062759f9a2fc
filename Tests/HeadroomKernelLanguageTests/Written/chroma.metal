#include <metal_stdlib>
using namespace metal;
#include <CoreImage/CoreImage.h> // includes CIKernelMetalLib.h

#define THRESH_MIN 0.05h

half3 rgb2hsv(half3 c)
{
    half4 K = half4(0.0h, -1.0h / 3.0h, 2.0h / 3.0h, -1.0h);
    half4 p = mix(half4(c.bg, K.wz), half4(c.gb, K.xy), step(c.b, c.g));
    half4 q = mix(half4(p.xyw, c.r), half4(c.r, p.yzx), step(p.x, c.r));
    half d = q.x - min(q.w, q.y);
    half e = 1.0e-4h;
    return half3(abs(q.z + (q.w - q.y) / (6.0h * d + e)), d / (q.x + e), q.x);
}

extern "C" { namespace coreimage {
    half4 chromaKey(sample_h s, half4 key, half tolerance) {
        half3 hsv = rgb2hsv(unpremultiply(s).rgb);
        half3 khsv = rgb2hsv(key.rgb);
        half dh = abs(hsv.x - khsv.x);
        dh = min(dh, 1.0h - dh);
        half alpha = (dh < tolerance && hsv.y > THRESH_MIN) ? 0.0h : 1.0h;
        return s * alpha;
    }
}}
