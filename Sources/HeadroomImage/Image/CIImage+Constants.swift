internal import Foundation
internal import HeadroomColor

extension CIImage {
  private static func constant(_ red: Double, _ green: Double, _ blue: Double, alpha: Float = 1) -> CIImage {
    let color = ConstantColor(SIMD3(red, green, blue), alpha: alpha, in: .sRGB)
    return CIImage(generator: color, extent: .infinite)
  }

  /// Opaque black everywhere (sRGB, as the constants below).
  public static let black = constant(0, 0, 0)
  public static let white = constant(1, 1, 1)
  /// Half of the sRGB signal, not of the light.
  public static let gray = constant(0.5, 0.5, 0.5)
  public static let red = constant(1, 0, 0)
  public static let green = constant(0, 1, 0)
  public static let blue = constant(0, 0, 1)
  public static let cyan = constant(0, 1, 1)
  public static let magenta = constant(1, 0, 1)
  public static let yellow = constant(1, 1, 0)
  /// Transparent everywhere.
  public static let clear = constant(0, 0, 0, alpha: 0)
}
