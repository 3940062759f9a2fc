/// Names in other shading languages for things that have another name in kernels.
enum ForeignNames {
  private static let hints = [
    "lerp": "HLSL's 'lerp' is 'mix(a, b, t)' here",
    "frac": "HLSL's 'frac' is 'fract(x)' here",
    "mul": "HLSL's 'mul' is '*' here, with a matrix on the side where it stands in mathematics",
    "clip": "a kernel gives each pixel: return a transparent one, all 0",
    "printf": "kernels print nothing; show a value as a colour",
    "os_log": "kernels print nothing; show a value as a colour",
    "null": "a transparent pixel is 'float4(0)'",
    "nil": "a transparent pixel is 'float4(0)'",
    "gl_FragColor": "a kernel gives its colour with 'return'",
    "fragColor": "a kernel gives its colour with 'return'",
    "iResolution": "the size of an image is 'samplerSize(image)' or 'image.size()'; others are arguments of the kernel",
    "iTime": "time is an argument of the kernel: 'float time'",
    "iChannel0": "an image is an argument of the kernel: 'sampler image'",
  ]

  static func hint(for name: String) -> String? { hints[name] }
}
