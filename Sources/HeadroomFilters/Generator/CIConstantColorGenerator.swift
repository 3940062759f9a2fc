internal import HeadroomColor
internal import HeadroomEngine
internal import HeadroomImage

/// One colour everywhere.
///
/// ## Formula
/// `inputColor`, converted to the working space. The same as `CIImage(color:)`.
///
/// ## Extended range
/// Components above 1 and below 0 are kept.
///
/// ## Alpha
/// Premultiplied by the colour's alpha.
///
/// ## Extent
/// Infinite.
struct ConstantColorGenerator: GeneratorFilter {
  static let name = "CIConstantColorGenerator"
  static let displayName = "Constant Color"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.generator, .highDynamicRange, .stillImage, .video]

  /// The colour.
  @Input("inputColor") var color = CIColor.red

  func kernel(in space: WorkingSpace) -> Constant { Constant(pixel: color.pixel(in: space)) }

  func peak(of inputs: [Float?]) -> Float? { color.peak }
  func contentHeadroom(of inputs: [Float]) -> Float? { color.peak }

  func isOpaque(_ inputs: [Bool]) -> Bool { color.isOpaque }

  struct Constant: GeneratorKernel {
    let pixel: Pixel

    @inline(__always) func apply(x: Float, y: Float) -> Pixel { pixel }
  }
}
