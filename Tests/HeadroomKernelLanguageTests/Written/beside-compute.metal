#include <metal_stdlib>
using namespace metal;
// a compute shader beside a kernel
kernel void compute(texture2d<float, access::read> in [[texture(0)]], texture2d<float, access::write> out [[texture(1)]], uint2 gid [[thread_position_in_grid]]) {
  out.write(in.read(gid), gid);
}
#include <CoreImage/CoreImage.h>
extern "C" float4 ok(coreimage::sample_t s) { return s; }
