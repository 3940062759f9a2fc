#include <CoreImage/CoreImage.h>
using namespace metal;

typedef struct {
    float3 mean;
    float3 sq;
    int n;
} Stats;

static void accumulate(thread Stats &s, float3 c) {
    s.mean += c;
    s.sq += c * c;
    s.n++;
}

static float variance(Stats s) { float3 v = abs(s.sq / float(s.n) - (s.mean / s.n) * (s.mean / s.n)); return v.r + v.g + v.b; }

extern "C" { namespace coreimage {
float4 kuwahara(sampler src, float radius) {
    float2 d = src.coord();
    Stats q[4];
    for (int i = 0; i < 4; i++) { q[i].mean = float3(0); q[i].sq = float3(0); q[i].n = 0; }
    int r = int(radius);
    for (int y = -r; y <= r; ++y)
        for (int x = -r; x <= r; ++x) {
            float3 c = src.sample(d + float2(x, y)).rgb;
            if (x <= 0 && y <= 0) accumulate(q[0], c);
            if (x >= 0 && y <= 0) accumulate(q[1], c);
            if (x <= 0 && y >= 0) accumulate(q[2], c);
            if (x >= 0 && y >= 0) accumulate(q[3], c);
        }
    float best = INFINITY;
    float3 color = 0;
    for (int i = 0; i < 4; ++i) {
        float v = variance(q[i]);
        if (v < best) { best = v; color = q[i].mean / q[i].n; }
    }
    return float4(color, 1.0);
}
}}
