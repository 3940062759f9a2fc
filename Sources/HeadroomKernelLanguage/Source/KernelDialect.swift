/// The two languages in which Core Image kernels are written.
package enum KernelDialect: Sendable, Hashable {
  /// Metal with Core Image's header: C++ functions in `extern "C"` or marked `[[stitchable]]`.
  case metal
  /// The Core Image Kernel Language, a dialect of GLSL: functions marked `kernel`.
  case coreImage

  /// The likely dialect of a text: only the older language has functions that begin with `kernel vec`.
  package static func detected(in text: String) -> KernelDialect {
    let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    let metalWords: Set<Substring> = [
      "namespace", "stitchable", "metal_stdlib", "float4", "float3", "float2", "sample_t",
    ]
    if words.contains(where: metalWords.contains), !words.contains("vec4") { return .metal }
    return words.contains("kernel") || words.contains("vec4") || words.contains("vec2") ? .coreImage : .metal
  }
}
