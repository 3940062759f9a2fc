internal import Foundation
internal import HeadroomColor
internal import HeadroomEngine
internal import HeadroomFilters
internal import HeadroomImage
internal import HeadroomPixels

extension CIImage {
  /// With the detail of one scale strengthened, in linear light of the development's space.
  ///
  /// Detail is the difference of the square root of luminance from its blurred copy: in roots a sensor's noise is about
  /// the same at all brightnesses, and lamps do not swamp their surroundings. Pixels are multiplied, by at most 4, so
  /// that colours stay as they are.
  ///
  /// - Parameters:
  ///   - strength: 0 for none, 1 for twice the detail.
  ///   - sigma: the standard deviation of the blur, in pixels.
  func strengtheningDetail(_ strength: Double, sigma: Double) -> CIImage {
    guard strength > 0, sigma > 0 else { return self }
    let root = appending(point: RootLuminance(), extent: extent)
    let blurred = root.gaussianBlurredWithRepeatedEdges(sigma: sigma)
    return appending(
      point: LuminanceDetail(strength: Float(strength)), with: [root, blurred], extent: extent, keepsTags: true)
  }
}

/// The square root of luminance in all channels, 0 for negative light.
private struct RootLuminance: PointImplementation {
  var fingerprint: Fingerprint { Fingerprint("root of luminance") }
  var alphaRule: AlphaRule { .straight }
  func isOpaque(_ inputs: [Bool]) -> Bool { true }

  func makeStage(in space: WorkingSpace) -> RowStage { RowStage(kernel: Kernel()) }
  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel { Kernel().apply(pixels[0]) }

  struct Kernel: PointKernel {
    private let weights = RAWRecipe.luminanceWeights

    @inline(__always) func apply(_ p: Pixel) -> Pixel {
      let luminance = weights.x * p.r + weights.y * p.g + weights.z * p.b
      let signal = root(larger(luminance, 0))
      return Pixel(r: signal, g: signal, b: signal, a: 1)
    }
  }
}

/// A picture multiplied by the gain of its luminance.
private struct LuminanceDetail: PointImplementation {
  let strength: Float

  var fingerprint: Fingerprint { Fingerprint("luminance detail", [Double(strength)]) }
  var alphaRule: AlphaRule { .straight }
  func isOpaque(_ inputs: [Bool]) -> Bool { inputs.first ?? false }
  func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { $0 * 4 } }

  func makeStage(in space: WorkingSpace) -> RowStage { RowStage(maskedBlend: Kernel(strength: strength)) }
  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    Kernel(strength: strength).apply(pixels[0], pixels[1], pixels[2])
  }

  struct Kernel: MaskedBlendKernel {
    let strength: Float

    @inline(__always) func apply(_ p: Pixel, _ root: Pixel, _ blurred: Pixel) -> Pixel {
      let own = larger(root.r, 1e-4)
      let factor = smaller(larger((own + strength * (root.r - blurred.r)) / own, 0.5), 2)
      let gain = factor * factor
      return Pixel(r: p.r * gain, g: p.g * gain, b: p.b * gain, a: p.a)
    }
  }
}

extension RAWRecipe {
  /// Luminance of the development's space.
  static let luminanceWeights: SIMD3<Float> = {
    let row = encoding.primaries.toXYZ.row1
    return SIMD3(Float(row.x), Float(row.y), Float(row.z))
  }()
}
