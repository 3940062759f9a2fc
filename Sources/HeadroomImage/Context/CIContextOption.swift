/// Keys of the options dictionary of `CIContext`.
public struct CIContextOption: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A `CGColorSpace` (RGB) to compute in, or `NSNull` for no colour management. Default extended linear sRGB. Only its
  /// primaries count; light is always linear.
  public static let workingColorSpace = CIContextOption(rawValue: "kCIContextWorkingColorSpace")
  /// A ``CIFormat``: RGBAf, the default, or RGBAh, Core Image's default. Kernels always compute in float32.
  ///
  /// With RGBAh, inputs of neighbourhoods and distortions, and results with several readers, are rounded to half
  /// floats, and take half the memory where they are stored: 1 part in 2,048, at most 65,504 in either direction. They
  /// are rounded even if not stored: the result does not depend on a memory limit. Pixels of sources, results of
  /// reductions and images of processors stay float32. RGBA8 and all others count as RGBAf: intermediates are never
  /// clipped to 0...1.
  public static let workingFormat = CIContextOption(rawValue: "kCIContextWorkingFormat")
  /// The `CGColorSpace` of `createCGImage(_:from:)`, or `NSNull` for no conversion. Default sRGB.
  public static let outputColorSpace = CIContextOption(rawValue: "kCIContextOutputColorSpace")
  /// `Bool`: whether stored colour is multiplied by alpha. Default true.
  public static let outputPremultiplied = CIContextOption(rawValue: "kCIContextOutputPremultiplied")
  /// `Bool`: whether `transformed(by:)` prefilters when it shrinks by more than two. Default true.
  public static let highQualityDownsample = CIContextOption(rawValue: "kCIContextHighQualityDownsample")
  /// `Bool`: whether pixels are kept from render to render, so that a moving slider computes only the nodes after it.
  /// Default true. They take up to half of ``memoryLimit``, 1 GiB without one, and are freed when memory is short.
  public static let cacheIntermediates = CIContextOption(rawValue: "kCIContextCacheIntermediates")
  /// `Bool`: accepted; this renderer always runs on the processor.
  public static let useSoftwareRenderer = CIContextOption(rawValue: "kCIContextUseSoftwareRenderer")
  /// `Bool`: whether to render on low-priority threads (nice 10). Default false.
  public static let priorityRequestLow = CIContextOption(rawValue: "kCIContextPriorityRequestLow")
  /// `Bool`: a hint, accepted.
  public static let allowLowPower = CIContextOption(rawValue: "kCIContextAllowLowPower")
  /// `String`: a name for debugging, accepted.
  public static let name = CIContextOption(rawValue: "kCIContextName")
  /// Number of megabytes that renders may take beside their destinations: decoded sources, intermediates, pixels that
  /// are kept, scratch memory, and all of what a representation is made of. When it is reached, kept pixels are freed
  /// first, then fewer intermediates are stored and fewer threads work; where that is not enough, the render ends with
  /// `RenderError.memoryLimit(needed:limit:)`, and where it would take more than five times as long, with
  /// `RenderError.intermediatesOverLimit(needed:limit:)` before it begins. 0 asks for as little as possible, however
  /// long it takes. In a conversion from file to file, a decoded picture and result that together take more
  /// (default 384) are processed in bands.
  public static let memoryLimit = CIContextOption(rawValue: "kCIContextMemoryLimit")
}
