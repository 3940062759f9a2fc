internal import Foundation
internal import HeadroomColor
internal import HeadroomEngine
internal import HeadroomGraphics
public import HeadroomImage

/// How different the colours of two images look.
struct LabDeltaE: ComparisonFilter {
  static let name = "CILabDeltaE"
  static let displayName = "Lab ∆E"
  static let introduced = FilterAvailability(iOS: "11.0", macOS: "10.13")
  static let categories: [FilterCategory] = [.colorEffect, .interlaced, .nonSquarePixels, .stillImage, .video]

  func peak(of inputs: [Float?]) -> Float? { nil }

  func isOpaque(_ inputs: [Bool]) -> Bool { true }

  private func toXYZ(_ space: WorkingSpace) -> Matrix3x3 { (space.primaries ?? .bt709).matrix(to: .xyzD50) }

  func makeStage(in space: WorkingSpace) -> RowStage {
    RowStage(blend: CIE94(toXYZ: ColorMatrixStage.Affine(ColorMatrix(toXYZ(space)))))
  }

  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    let lab = pixels.map {
      CIELab.lab(
        relativeXYZ: toXYZ(space).apply(SIMD3(Double($0.r), Double($0.g), Double($0.b))))
    }
    let chroma = lab.map { ($0.y * $0.y + $0.z * $0.z).squareRoot() }
    let (lightness, colour) = (lab[0].x - lab[1].x, chroma[0] - chroma[1])
    let (a, b) = (lab[0].y - lab[1].y, lab[0].z - lab[1].z)
    let hue = max(a * a + b * b - colour * colour, 0)
    let (sc, sh) = (1 + 0.045 * chroma[0], 1 + 0.015 * chroma[0])
    let value = Float((lightness * lightness + colour * colour / (sc * sc) + hue / (sh * sh)).squareRoot())
    return Pixel(r: value, g: value, b: value, a: 1)
  }

  struct CIE94: BlendKernel {
    let toXYZ: ColorMatrixStage.Affine

    @inline(__always) func apply(_ p: Pixel, _ q: Pixel) -> Pixel {
      let (first, second) = (ToLab().apply(toXYZ.apply(p)), ToLab().apply(toXYZ.apply(q)))
      let chroma = root(first.g * first.g + first.b * first.b)
      let other = root(second.g * second.g + second.b * second.b)
      let (lightness, a, b) = (first.r - second.r, first.g - second.g, first.b - second.b)
      let colour = chroma - other
      let hue = larger(a * a + b * b - colour * colour, 0)
      let (sc, sh) = (1 + 0.045 * chroma, 1 + 0.015 * chroma)
      let value = root(lightness * lightness + colour * colour / (sc * sc) + hue / (sh * sh))
      return Pixel(r: value, g: value, b: value, a: 1)
    }
  }
}

/// How different the colours of two images look; see `CIFilter.labDeltaE()`.
public protocol CILabDeltaE: CIFilterProtocol {
  /// The image that colours are compared with.
  var inputImage: CIImage? { get set }
  /// The image whose colours are compared.
  var inputImage2: CIImage? { get set }
}

extension BuiltInFilter: CILabDeltaE where Definition == LabDeltaE {}

extension CIFilter {
  /// How different the colours of two images look.
  ///
  /// ## Formula
  /// The CIE 1994 colour difference with kL = kC = kH = 1, K1 = 0.045, K2 = 0.015 (CIE 116-1995), in CIE L*a*b* of
  /// unpremultiplied colour, D50. The weights follow the first image's chroma. About 1 is just visible, black to white
  /// is 100.
  ///
  /// ## Extended range
  /// Light above white has L* above 100 and is compared like any other.
  ///
  /// ## Alpha
  /// 1; the number is in red, green and blue.
  ///
  /// ## Extent
  /// The intersection.
  public class func labDeltaE() -> any CIFilter & CILabDeltaE { BuiltInFilter<LabDeltaE>() }
}
