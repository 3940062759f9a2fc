internal import HeadroomColor
internal import HeadroomEngine
public import HeadroomImage

/// Subtracts colour from 1: the negative.
struct ColorInvert: ColorMatrixFilter {
  static let name = "CIColorInvert"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [
    .colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  func matrix(in space: WorkingSpace) -> ColorMatrix {
    ColorMatrix(Matrix3x3.identity.scaled(by: -1), bias: SIMD3(repeating: 1))
  }
}

/// Inverts colour; see `CIFilter.colorInvert()`.
public protocol CIColorInvert: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
}

extension BuiltInFilter: CIColorInvert where Definition == ColorInvert {}

extension CIFilter {
  /// Subtracts colour from 1: the negative.
  ///
  /// ## Formula
  /// `1 - rgb`
  ///
  /// ## Extended range
  /// Not clamped: 4 becomes -3.
  ///
  /// ## Alpha
  /// Kept; colour is unpremultiplied.
  public class func colorInvert() -> any CIFilter & CIColorInvert { BuiltInFilter<ColorInvert>() }
}
