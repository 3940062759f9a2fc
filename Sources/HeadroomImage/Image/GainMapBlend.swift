internal import Foundation
internal import HeadroomColor
internal import HeadroomEngine
internal import HeadroomImageIO
internal import HeadroomPixels

/// The codes of a gain map, 0...1, as gains in stops times the display's weight; `GainMapApplier` has them in tables.
struct GainMapStops: PointImplementation {
  let formula: GainMapFormula
  let weight: Double

  var fingerprint: Fingerprint { Fingerprint("gains in stops of \(formula)", [weight]) }
  var alphaRule: AlphaRule { .straight }
  func peak(of inputs: [Float?]) -> Float? { nil }

  struct Kernel: ColorKernel {
    let low, range, power: SIMD3<Float>
    let weight: Float
    let appleGain: Float
    let isApple: Bool

    @inline(__always) private func stops(_ code: Float, _ low: Float, _ range: Float, _ power: Float) -> Float {
      // A filter may leave codes outside 0...1, which are not gains.
      let bounded = min(max(code, 0), 1)
      let curved = bounded > 0 ? powFast(max(bounded, 1e-30), power) : 0
      let gain = isApple ? log2Fast(1 + appleGain * curved) : low + range * curved
      let limit = Float(GainMapApplier.maxStops)
      return min(max(gain * weight, -limit), limit)
    }

    @inline(__always) func apply(_ p: Pixel) -> Pixel {
      Pixel(
        r: stops(p.r, low.x, range.x, power.x), g: stops(p.g, low.y, range.y, power.y),
        b: stops(p.b, low.z, range.z, power.z), a: p.a)
    }
  }

  private var kernel: Kernel {
    switch formula {
    case .iso(let m):
      return Kernel(
        low: m.min.float, range: (m.max - m.min).float, power: (1 / m.gamma).float, weight: Float(weight),
        appleGain: 0, isApple: false)
    case .apple(let map):
      return Kernel(
        low: .zero, range: .zero, power: SIMD3(repeating: 1.961), weight: Float(weight),
        appleGain: Float(map.headroom - 1), isApple: true)
    }
  }

  func makeStage(in space: WorkingSpace) -> RowStage { RowStage(colorKernel: kernel) }

  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    var result = kernel.apply(pixels[0])
    result.a = pixels[0].a
    return result
  }
}

/// A picture's light under gains in stops on the same grid: `(light + baseOffset) * 2^gain - alternateOffset`, in the
/// primaries that the map is made for.
struct GainMapBlend: PointImplementation {
  var alphaRule: AlphaRule { .premultiplied }

  let primaries: ColorPrimaries
  let baseOffset: SIMD3<Double>
  let alternateOffset: SIMD3<Double>
  /// Linear headroom of the result.
  let headroom: Double

  init(_ description: GainMapDescription, base: ColorPrimaries, headroom: Double) {
    primaries = description.computationPrimaries(base: base)
    self.headroom = headroom
    guard case .iso(let metadata) = description.formula else {
      (baseOffset, alternateOffset) = (.zero, .zero)
      return
    }
    (baseOffset, alternateOffset) = (metadata.baseOffset, metadata.alternateOffset)
  }

  var fingerprint: Fingerprint {
    let offsets = [baseOffset, alternateOffset].flatMap { [$0.x, $0.y, $0.z] }
    return Fingerprint("apply gains in \(primaries)", offsets + [headroom])
  }

  func isOpaque(_ inputs: [Bool]) -> Bool { inputs.first ?? false }

  struct Kernel: BlendKernel {
    let toComputation, fromComputation: ColorMatrixStage.Affine
    let baseOffset, alternateOffset: SIMD3<Float>

    @inline(__always) func apply(_ source: Pixel, _ gain: Pixel) -> Pixel {
      let p = toComputation.apply(source)
      // Offsets are scaled by alpha, since the colour is.
      let lit = Pixel(
        r: (p.r + baseOffset.x * source.a) * exp2Fast(gain.r) - alternateOffset.x * source.a,
        g: (p.g + baseOffset.y * source.a) * exp2Fast(gain.g) - alternateOffset.y * source.a,
        b: (p.b + baseOffset.z * source.a) * exp2Fast(gain.b) - alternateOffset.z * source.a, a: source.a)
      return fromComputation.apply(lit)
    }
  }

  private func kernel(in space: WorkingSpace) -> Kernel {
    let working = space.primaries ?? .bt709
    return Kernel(
      toComputation: ColorMatrixStage.Affine(ColorMatrix(working.matrix(to: primaries))),
      fromComputation: ColorMatrixStage.Affine(ColorMatrix(primaries.matrix(to: working))),
      baseOffset: baseOffset.float, alternateOffset: alternateOffset.float)
  }

  func makeStage(in space: WorkingSpace) -> RowStage { RowStage(blend: kernel(in: space)) }

  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    kernel(in: space).apply(pixels[0], pixels[1])
  }
}

extension SIMD3<Double> {
  fileprivate var float: SIMD3<Float> { SIMD3<Float>(Float(x), Float(y), Float(z)) }
}
