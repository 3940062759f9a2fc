/// Keys of the options dictionary of `CIContext`.
public struct CIContextOption: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A `CGColorSpace` (RGB) to compute in, or `NSNull` for no colour management. Default extended linear sRGB. Its
  /// primaries count; light is always linear.
  public static let workingColorSpace = CIContextOption(rawValue: "kCIContextWorkingColorSpace")
  /// A ``CIFormat``: RGBAf, the default, or RGBAh, Core Image's. Kernels compute in float32 whatever it says.
  ///
  /// With RGBAh what filters hand to neighbourhoods, distortions and several readers is rounded to half floats, and takes half
  /// the memory where it is stored: 1 part in 2,048, at most 65,504 in either direction. It is rounded where it is not stored,
  /// too: the result depends on no limit of memory. Pixels of sources, results of reductions and what goes through
  /// processors stay float32. RGBA8 and all others count as RGBAf: intermediates are never clipped to 0...1.
  public static let workingFormat = CIContextOption(rawValue: "kCIContextWorkingFormat")
  /// The `CGColorSpace` of `createCGImage(_:from:)`, or `NSNull` for no conversion. Default sRGB.
  public static let outputColorSpace = CIContextOption(rawValue: "kCIContextOutputColorSpace")
  /// `Bool`: whether stored colour is multiplied by alpha. Default true.
  public static let outputPremultiplied = CIContextOption(rawValue: "kCIContextOutputPremultiplied")
  /// `Bool`: whether `transformed(by:)` prefilters when it shrinks by more than two. Default true.
  public static let highQualityDownsample = CIContextOption(rawValue: "kCIContextHighQualityDownsample")
  /// `Bool`: whether pixels are kept from render to render, so that a slider that moves computes only what lies behind it.
  /// Default true. They take up to half of ``memoryLimit``, 1 GiB without one, and go when memory is short.
  public static let cacheIntermediates = CIContextOption(rawValue: "kCIContextCacheIntermediates")
  /// `Bool`: accepted; this renderer always runs on the processor.
  public static let useSoftwareRenderer = CIContextOption(rawValue: "kCIContextUseSoftwareRenderer")
  /// `Bool`: render on threads that give way to all others of the machine (nice 10). Default false.
  public static let priorityRequestLow = CIContextOption(rawValue: "kCIContextPriorityRequestLow")
  /// `Bool`: a hint, accepted.
  public static let allowLowPower = CIContextOption(rawValue: "kCIContextAllowLowPower")
  /// `String`: a name for who debugs, accepted.
  public static let name = CIContextOption(rawValue: "kCIContextName")
  /// Number of megabytes that renders may take beside their destinations: decoded sources, intermediates, pixels that are kept,
  /// scratch memory, and all of what a representation is made of. First pixels that are kept go, then fewer intermediates are
  /// stored and fewer threads work; where that is not enough, the render ends with `RenderError.memoryLimit(needed:limit:)`,
  /// and where it would take more than five times as long, with `RenderError.intermediatesOverLimit(needed:limit:)` before it
  /// begins. 0 asks for as little as can be, however long it takes. Where a file is
  /// made from a file and the decoded picture and the result take more together (default 384), both go by in bands.
  public static let memoryLimit = CIContextOption(rawValue: "kCIContextMemoryLimit")
}
