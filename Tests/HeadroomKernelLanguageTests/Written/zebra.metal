#include <CoreImage/CoreImage.h>
using namespace metal;
namespace coreimage {
  extern "C" float4 HDRZebra(coreimage::sample_t s, float time, coreimage::destination dest)
  {
    float diagLine = dest.coord().x + dest.coord().y;
    float patternWidth = 60.0;
    float zebra = fract(diagLine/patternWidth + time*0.5);
    if ((zebra > 0.5) && any(s.rgb > float3(1.0)))
      return float4(2.0, 0.0, 0.0, 1.0);
    return s;
  }
}
