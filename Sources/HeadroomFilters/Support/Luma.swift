internal import HeadroomColor

/// The luma of Core Image's colour filters: BT.709 weights in the rounding that Apple documents for CIColorMap.
enum Luma {
  static let red = 0.2125
  static let green = 0.7154
  static let blue = 0.0721

  @inline(__always)
  static func of(_ r: Float, _ g: Float, _ b: Float) -> Float {
    Float(red) * r + Float(green) * g + Float(blue) * b
  }

  /// Every channel becomes the luma.
  static let matrix = Matrix3x3(rows: [red, green, blue], [red, green, blue], [red, green, blue])
}
