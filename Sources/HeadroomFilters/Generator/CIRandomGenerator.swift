internal import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Noise: a random number for every pixel and channel.
struct RandomGenerator: FilterDefinition, PointImplementation {
  static let name = "CIRandomGenerator"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.generator, .stillImage, .video]

  static let imageKeys: [String] = []

  var isNeutral: Bool { false }
  var alphaRule: AlphaRule { .premultiplied }
  var usesPosition: Bool { true }

  func image(from inputs: FilterImages) -> CIImage? { CIImage(generator: self, extent: .infinite) }
  func peak(of inputs: [Float?]) -> Float? { 1 }
  func isOpaque(_ inputs: [Bool]) -> Bool { false }

  func makeStage(in space: WorkingSpace) -> RowStage {
    unsafe RowStage { rows, _, count, x, y in
      for i in 0..<count {
        let noise = PixelHash.pixel(x &+ i, y)
        unsafe (rows.r[i], rows.g[i], rows.b[i], rows.a[i]) = (noise.r, noise.g, noise.b, noise.a)
      }
    }
  }

  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    PixelHash.pixel(Int(x.rounded(.down)), Int(y.rounded(.down)))
  }
}

/// Noise: a random number for every pixel and channel; see `CIFilter.randomGenerator()`.
public protocol CIRandomGenerator: CIFilterProtocol {}

extension BuiltInFilter: CIRandomGenerator where Definition == RandomGenerator {}

extension CIFilter {
  /// Noise: a random number for every pixel and channel.
  ///
  /// ## Formula
  /// Four numbers from 0 to 1 that depend only on the integer coordinates of the pixel: the upper 24 bits of pcg4d of
  /// (x, y, 0, 0) (M. Jarzynski and M. Olano, Hash Functions for GPU Rendering, 2020) over 2^24.
  ///
  /// ## Extended range
  /// 0...1.
  ///
  /// ## Alpha
  /// A random number as well: colours may be larger than alpha.
  ///
  /// ## Extent
  /// Infinite. The same in every render.
  public class func randomGenerator() -> any CIFilter & CIRandomGenerator { BuiltInFilter<RandomGenerator>() }
}
