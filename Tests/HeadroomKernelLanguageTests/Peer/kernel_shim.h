// The vector types and functions of Metal and GLSL that kernel text uses, for Clang's C++: written to check the compiler
// of kernel text against a compiler that shares nothing with it. Half is float, as in Headroom; images are waves
// (`WaveInputs` of the tests), so that every sample has a value.
#pragma once
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef float half;

#define VECTORS(T)                                     \
  typedef T T##2 __attribute__((ext_vector_type(2)));  \
  typedef T T##3 __attribute__((ext_vector_type(3)));  \
  typedef T T##4 __attribute__((ext_vector_type(4)));
VECTORS(float)
VECTORS(half)
VECTORS(int)
VECTORS(uint)
VECTORS(uchar)
VECTORS(ushort)
VECTORS(short)
typedef int bool2 __attribute__((ext_vector_type(2)));
typedef int bool3 __attribute__((ext_vector_type(3)));
typedef int bool4 __attribute__((ext_vector_type(4)));

// Scalars and vectors one after the other, as the constructors of both languages take them.
template <class T> struct Shape { static const int count = 1; typedef T scalar; };
#define SHAPES(T) \
  template <> struct Shape<T##2> { static const int count = 2; typedef T scalar; }; \
  template <> struct Shape<T##3> { static const int count = 3; typedef T scalar; }; \
  template <> struct Shape<T##4> { static const int count = 4; typedef T scalar; };
SHAPES(float)
SHAPES(int)
SHAPES(uint)
SHAPES(uchar)
SHAPES(ushort)
SHAPES(short)

static inline int to_int(float x) {
  return x != x ? 0 : x >= 2147483648.0f ? 2147483647 : x <= -2147483648.0f ? -2147483647 - 1 : (int)x;
}
static inline int to_int(int x) { return x; }
static inline int to_int(uint x) { return (int)x; }
static inline int to_int(bool x) { return x; }
static inline uint to_uint(float x) { return !(x > 0) ? 0 : x >= 4294967296.0f ? 4294967295u : (uint)x; }
static inline uint to_uint(int x) { return (uint)x; }
static inline uint to_uint(uint x) { return x; }

template <class T, class S> inline T cast(S x) { return (T)x; }
template <> inline int cast<int, float>(float x) { return to_int(x); }
template <> inline uint cast<uint, float>(float x) { return to_uint(x); }

template <class T, class A> inline void put(T *lanes, int &place, A value) {
  if constexpr (Shape<A>::count == 1) {
    lanes[place++] = cast<T>(value);
  } else {
    for (int i = 0; i < Shape<A>::count; i++)
      if (place < 4) lanes[place++] = cast<T>((typename Shape<A>::scalar)value[i]);
  }
}

template <class V, class... A> inline V make(A... parts) {
  typedef typename Shape<V>::scalar T;
  T lanes[64] = {};
  int place = 0;
  (put(lanes, place, parts), ...);
  V result;
  for (int i = 0; i < Shape<V>::count; i++) result[i] = place == 1 ? lanes[0] : lanes[i];
  return result;
}

// Matrices of columns.
template <int C, int R> struct Matrix {
  typedef float Column __attribute__((ext_vector_type(R)));
  Column columns[C];
  Matrix() : columns{} {}
  explicit Matrix(float x) : columns{} { for (int i = 0; i < C && i < R; i++) columns[i][i] = x; }
  explicit Matrix(int x) : Matrix((float)x) {}
  template <class... A> Matrix(A... parts) : columns{} {
    float lanes[64];
    int place = 0;
    (add(lanes, place, parts), ...);
    for (int i = 0; i < C * R; i++) columns[i / R][i % R] = lanes[i];
  }
  template <class A> static void add(float *lanes, int &place, A part) {
    if constexpr (Shape<A>::count == 1) lanes[place++] = (float)part;
    else for (int i = 0; i < Shape<A>::count; i++) lanes[place++] = part[i];
  }
  Column &operator[](int i) { return columns[i]; }
  Column operator[](int i) const { return columns[i]; }
};
typedef Matrix<2, 2> float2x2;
typedef Matrix<3, 3> float3x3;
typedef Matrix<4, 4> float4x4;
template <int C, int R>
inline typename Matrix<C, R>::Column operator*(const Matrix<C, R> &m, typename Matrix<R, C>::Column v) {
  typename Matrix<C, R>::Column sum = m[0] * v[0];
  for (int i = 1; i < C; i++) sum += m[i] * v[i];
  return sum;
}
template <int C, int R>
inline typename Matrix<R, C>::Column operator*(typename Matrix<C, R>::Column v, const Matrix<C, R> &m) {
  typename Matrix<R, C>::Column result;
  for (int c = 0; c < C; c++) {
    float sum = v[0] * m[c][0];
    for (int r = 1; r < R; r++) sum += v[r] * m[c][r];
    result[c] = sum;
  }
  return result;
}
template <int C, int R, int K> inline Matrix<K, R> operator*(const Matrix<C, R> &a, const Matrix<K, C> &b) {
  Matrix<K, R> result;
  for (int k = 0; k < K; k++) result[k] = a * b[k];
  return result;
}

#define SCALED(S)                                                                                          \
  template <int C, int R> inline Matrix<C, R> operator*(Matrix<C, R> m, S x) {                               \
    for (int i = 0; i < C; i++) m[i] = m[i] * (float)x;                                                      \
    return m;                                                                                                \
  }                                                                                                          \
  template <int C, int R> inline Matrix<C, R> operator*(S x, Matrix<C, R> m) { return m * x; }
SCALED(float)
SCALED(int)

static inline float2 &operator*=(float2 &v, const float2x2 &m) { return v = v * m; }
static inline float3 &operator*=(float3 &v, const float3x3 &m) { return v = v * m; }
static inline float4 &operator*=(float4 &v, const float4x4 &m) { return v = v * m; }

#define ONE(name, formula)                                                                            \
  static inline float name(float x) { return formula; }                                               \
  static inline float2 name(float2 v) { for (int i = 0; i < 2; i++) v[i] = name(v[i]); return v; }     \
  static inline float3 name(float3 v) { for (int i = 0; i < 3; i++) v[i] = name(v[i]); return v; }     \
  static inline float4 name(float4 v) { for (int i = 0; i < 4; i++) v[i] = name(v[i]); return v; }
#define LANES2(name, V, N) \
  static inline V name(V a, V b) { for (int i = 0; i < N; i++) a[i] = name(a[i], b[i]); return a; }     \
  static inline V name(V a, float b) { for (int i = 0; i < N; i++) a[i] = name(a[i], b); return a; }    \
  static inline V name(float a, V b) { for (int i = 0; i < N; i++) b[i] = name(a, b[i]); return b; }
#define TWO(name, formula)                                          \
  static inline float name(float x, float y) { return formula; }    \
  LANES2(name, float2, 2) LANES2(name, float3, 3) LANES2(name, float4, 4)
#define LANES3(name, V, N) \
  static inline V name(V a, V b, V c) { for (int i = 0; i < N; i++) a[i] = name(a[i], b[i], c[i]); return a; }          \
  static inline V name(V a, V b, float c) { for (int i = 0; i < N; i++) a[i] = name(a[i], b[i], c); return a; }         \
  static inline V name(V a, float b, float c) { for (int i = 0; i < N; i++) a[i] = name(a[i], b, c); return a; }        \
  static inline V name(float a, float b, V c) { for (int i = 0; i < N; i++) c[i] = name(a, b, c[i]); return c; }
#define THREE(name, formula)                                                \
  static inline float name(float x, float y, float z) { return formula; }   \
  LANES3(name, float2, 2) LANES3(name, float3, 3) LANES3(name, float4, 4)

namespace metal {
// The nearest float, which glibc's in single precision miss now and then.
ONE(sin, (float)__builtin_sin(x)) ONE(cos, (float)__builtin_cos(x)) ONE(tan, (float)__builtin_tan(x))
ONE(asin, __builtin_asinf(x)) ONE(acos, __builtin_acosf(x)) ONE(atan, __builtin_atanf(x))
ONE(sinh, __builtin_sinhf(x)) ONE(cosh, __builtin_coshf(x)) ONE(tanh, __builtin_tanhf(x))
ONE(exp, __builtin_expf(x)) ONE(exp2, __builtin_exp2f(x)) ONE(log, __builtin_logf(x)) ONE(log2, __builtin_log2f(x))
ONE(log10, __builtin_log10f(x)) ONE(sqrt, __builtin_sqrtf(x)) ONE(rsqrt, 1 / __builtin_sqrtf(x))
ONE(inversesqrt, 1 / __builtin_sqrtf(x)) ONE(cbrt, __builtin_cbrtf(x))
ONE(floor, __builtin_floorf(x)) ONE(ceil, __builtin_ceilf(x)) ONE(trunc, __builtin_truncf(x))
ONE(round, __builtin_roundf(x)) ONE(rint, __builtin_rintf(x)) ONE(abs, __builtin_fabsf(x)) ONE(fabs, __builtin_fabsf(x))
ONE(fract, x - __builtin_floorf(x) >= 1 ? 0x1.fffffep-1f : x - __builtin_floorf(x))
ONE(sign, x > 0 ? 1.0f : x < 0 ? -1.0f : x != x ? 0.0f : x)
ONE(saturate, __builtin_fminf(__builtin_fmaxf(x, 0.0f), 1.0f))
ONE(radians, x * (3.14159265358979f / 180)) ONE(degrees, x * (180 / 3.14159265358979f))
ONE(srgbCurve, __builtin_copysignf(__builtin_fabsf(x) <= 0.04045f ? __builtin_fabsf(x) / 12.92f : __builtin_powf((__builtin_fabsf(x) + 0.055f) / 1.055f, 2.4f), x))
ONE(srgbInverse, __builtin_copysignf(__builtin_fabsf(x) <= 0.0031308f ? __builtin_fabsf(x) * 12.92f : 1.055f * __builtin_powf(__builtin_fabsf(x), 1 / 2.4f) - 0.055f, x))
static inline int abs(int x) { return x < 0 ? -x : x; }
TWO(atan2, __builtin_atan2f(x, y)) TWO(atan, __builtin_atan2f(x, y)) TWO(pow, __builtin_powf(x, y))
TWO(powr, __builtin_powf(x, y)) TWO(fmod, __builtin_fmodf(x, y)) TWO(mod, x - y * __builtin_floorf(x / y))
TWO(min, __builtin_fminf(x, y)) TWO(max, __builtin_fmaxf(x, y)) TWO(fmin, __builtin_fminf(x, y))
TWO(fmax, __builtin_fmaxf(x, y)) TWO(step, y < x ? 0.0f : 1.0f) TWO(copysign, __builtin_copysignf(x, y))
static inline int min(int x, int y) { return x < y ? x : y; }
static inline int max(int x, int y) { return x > y ? x : y; }
THREE(clamp, __builtin_fminf(__builtin_fmaxf(x, y), z)) THREE(mix, x + (y - x) * z)
THREE(compare, x < 0 ? y : z) THREE(fma, __builtin_fmaf(x, y, z))
THREE(max3, __builtin_fmaxf(x, __builtin_fmaxf(y, z))) THREE(min3, __builtin_fminf(x, __builtin_fminf(y, z)))
static inline float smoothstep1(float a, float b, float x) {
  float t = __builtin_fminf(__builtin_fmaxf((x - a) / (b - a), 0.0f), 1.0f);
  return t * t * (3 - 2 * t);
}
THREE(smoothstep, smoothstep1(x, y, z))
static inline int clamp(int x, int low, int high) { return min(max(x, low), high); }

#define GEOMETRY(V, N)                                                                                       \
  static inline float dot(V a, V b) { float s = a[0] * b[0]; for (int i = 1; i < N; i++) s += a[i] * b[i]; return s; } \
  static inline float length(V a) { return __builtin_sqrtf(dot(a, a)); }                                     \
  static inline float length_squared(V a) { return dot(a, a); }                                              \
  static inline float distance(V a, V b) { return length(a - b); }                                           \
  static inline float distance_squared(V a, V b) { return dot(a - b, a - b); }                               \
  static inline V normalize(V a) { return a * (1 / length(a)); }                                             \
  static inline V reflect(V i, V n) { return i - (2 * dot(n, i)) * n; }                                      \
  static inline V refract(V i, V n, float eta) {                                                             \
    float along = dot(n, i), k = 1 - eta * eta * (1 - along * along);                                        \
    return k < 0 ? (V)(0.0f) : eta * i - (eta * along + __builtin_sqrtf(k)) * n;                             \
  }
GEOMETRY(float2, 2) GEOMETRY(float3, 3) GEOMETRY(float4, 4)
static inline float dot(float a, float b) { return a * b; }
static inline float length(float a) { return __builtin_sqrtf(a * a); }
static inline float distance(float a, float b) { return __builtin_sqrtf((a - b) * (a - b)); }
static inline float3 cross(float3 a, float3 b) { return a.yzx * b.zxy - a.zxy * b.yzx; }
#define TRUTHS(V, N)                                                                                        \
  static inline bool any(V v) { for (int i = 0; i < N; i++) if (v[i]) return true; return false; }           \
  static inline bool all(V v) { for (int i = 0; i < N; i++) if (!v[i]) return false; return true; }
#define RELATIONS(V, B)                                    \
  static inline B lessThan(V a, V b) { return a < b; }       \
  static inline B greaterThan(V a, V b) { return a > b; }    \
  static inline B equal(V a, V b) { return a == b; }         \
  static inline B notEqual(V a, V b) { return a != b; }
RELATIONS(float2, bool2) RELATIONS(float3, bool3) RELATIONS(float4, bool4)
TRUTHS(bool2, 2) TRUTHS(bool3, 3) TRUTHS(bool4, 4)
template <class V, class M> static inline V select(V a, V b, M mask) {
  if constexpr (Shape<V>::count == 1) return mask ? b : a;
  else { for (int i = 0; i < Shape<V>::count; i++) if (mask[i]) a[i] = b[i]; return a; }
}
static inline bool isnan(float x) { return x != x; }
static inline bool isinf(float x) { return __builtin_isinf(x); }
static inline bool isfinite(float x) { return __builtin_isfinite(x); }
static inline bool2 isfinite(float2 v) { return (v - v) == (float2)(0.0f); }
static inline bool3 isfinite(float3 v) { return (v - v) == (float3)(0.0f); }
static inline bool4 isfinite(float4 v) { return (v - v) == (float4)(0.0f); }
static inline float2 cossin(float x) { return (float2){cos(x), sin(x)}; }
static inline float2 sincos(float x) { return (float2){sin(x), cos(x)}; }
static inline float cos_(float x) { return cos(x); }
static inline float sin_(float x) { return sin(x); }
static inline float2 cossin_(float x) { return cossin(x); }
namespace fast { using namespace metal; }
namespace precise { using namespace metal; }
}  // namespace metal

// MARK: Images

static float2 theDestination;
static float theSeed;
static inline float wave(float x) {
  float part = x - __builtin_floorf(x);
  return part < 0.5f ? part * 2 : 2 - part * 2;
}
static inline float4 waves(int image, float2 position) {
  float phase = (float)image * 1.7f + theSeed;
  if (!(__builtin_fabsf(position.x) < 1e6f) || !(__builtin_fabsf(position.y) < 1e6f)) return (float4)(0.0f);
  float x = wave(position.x * 0.31f + phase), y = wave(position.y * 0.23f - phase);
  return (float4){x * 4 - 0.5f, y * 2 - 0.25f, x * y * 1.5f, 0.5f + 0.5f * (x - y)};
}
static inline float2 transformed(int image, float2 p) { return p * 0.5f + (float2){(float)image, 3}; }

namespace coreimage {
using namespace metal;
typedef float4 sample_t;
typedef float4 sample_h;
struct sampler {
  int image;
  float4 sample(float2 p) const { return waves(image, p); }
  float2 transform(float2 p) const { return transformed(image, p); }
  float2 coord() const { return transformed(image, theDestination); }
  float4 extent() const { return (float4){(float)image, 3, 40 + (float)image, 30}; }
  float2 origin() const { return extent().xy; }
  float2 size() const { return extent().zw; }
};
typedef sampler sampler_h;
struct destination { float2 coord() const { return theDestination; } };
static inline float4 sample(sampler s, float2 p) { return s.sample(p); }
static inline float2 samplerTransform(sampler s, float2 p) { return s.transform(p); }
static inline float2 samplerCoord(sampler s) { return s.coord(); }
static inline float4 samplerExtent(sampler s) { return s.extent(); }
static inline float2 samplerOrigin(sampler s) { return s.origin(); }
static inline float2 samplerSize(sampler s) { return s.size(); }
// Older kernels ask a pixel for its place and read it again there.
static inline float2 samplerCoord(float4) { return theDestination; }
static inline float4 sample(float4 pixel, float2) { return pixel; }
static inline float2 destCoord() { return theDestination; }
static inline float4 premultiply(float4 s) { return (float4){s.x * s.w, s.y * s.w, s.z * s.w, s.w}; }
static inline float4 unpremultiply(float4 s) {
  return s.w == 0 ? (float4){0, 0, 0, s.w} : (float4){s.x / s.w, s.y / s.w, s.z / s.w, s.w};
}
static inline float3 srgb_to_linear(float3 s) { return metal::srgbCurve(s); }
static inline float4 srgb_to_linear(float4 s) { s.xyz = metal::srgbCurve(s.xyz); return s; }
static inline float3 linear_to_srgb(float3 s) { return metal::srgbInverse(s); }
static inline float4 linear_to_srgb(float4 s) { s.xyz = metal::srgbInverse(s.xyz); return s; }
}  // namespace coreimage
namespace ci = coreimage;
namespace metal { using coreimage::sample_t; }

#define M_PI_F 0x1.921fb6p+1f
#define M_PI 0x1.921fb6p+1f
#define M_PI_2_F 0x1.921fb6p+0f
#define M_PI_4_F 0x1.921fb6p-1f
#define M_1_PI_F 0x1.45f306p-2f
#define M_2_PI_F 0x1.45f306p-1f
#define M_E_F 0x1.5bf0a8p+1f
#define M_SQRT2_F 0x1.6a09e6p+0f
static inline half operator""h(long double x) { return (half)x; }

// MARK: Words of the languages

#define constant const
#define thread
#define METAL_FUNC inline
#define float2(...) make<float2>(__VA_ARGS__)
#define float3(...) make<float3>(__VA_ARGS__)
#define float4(...) make<float4>(__VA_ARGS__)
#define half2(...) make<float2>(__VA_ARGS__)
#define half3(...) make<float3>(__VA_ARGS__)
#define half4(...) make<float4>(__VA_ARGS__)
#define int2(...) make<int2>(__VA_ARGS__)
#define int3(...) make<int3>(__VA_ARGS__)
#define int4(...) make<int4>(__VA_ARGS__)
#define uint2(...) make<uint2>(__VA_ARGS__)
#define uint3(...) make<uint3>(__VA_ARGS__)
#define uint4(...) make<uint4>(__VA_ARGS__)
#define int(...) to_int(__VA_ARGS__)
#define uint(...) to_uint(__VA_ARGS__)

#ifdef CORE_IMAGE_LANGUAGE
using namespace coreimage;
typedef float2 vec2;
typedef float3 vec3;
typedef float4 vec4;
typedef int2 ivec2;
typedef int3 ivec3;
typedef int4 ivec4;
typedef bool2 bvec2;
typedef bool3 bvec3;
typedef bool4 bvec4;
typedef float2x2 mat2;
typedef float3x3 mat3;
typedef float4x4 mat4;
typedef float4 __sample;
typedef float4 __color;
// The place as GLSL's own name has it, which noise functions bring along.
#define gl_FragCoord ((float4){theDestination.x, theDestination.y, 0.0f, 1.0f})
#define vec2(...) make<float2>(__VA_ARGS__)
#define vec3(...) make<float3>(__VA_ARGS__)
#define vec4(...) make<float4>(__VA_ARGS__)
#define ivec2(...) make<int2>(__VA_ARGS__)
#define kernel extern "C"
#define __table
#define lowp
#define mediump
#define highp
#define uniform
#define in
#endif
