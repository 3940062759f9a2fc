internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomImageIO
internal import HeadroomPixels

extension CIImage {
  /// The image expanded by a gain map that was read through `auxiliaryHDRGainMap`, at full strength.
  ///
  /// Without the map's metadata the image itself. The map is enlarged to the image's extent.
  public func applyingGainMap(_ gainMap: CIImage) -> CIImage { applyingGainMap(gainMap, headroom: .infinity) }

  /// As ``applyingGainMap(_:)`` for a display; `headroom` is limited to 1 ... the map's full headroom.
  public func applyingGainMap(_ gainMap: CIImage, headroom: Float) -> CIImage {
    guard let tag = gainMap.tags.gainMap, !extent.isUnbounded, !extent.isEmpty, !gainMap.extent.isEmpty else {
      return self
    }
    let full = exp2(tag.description.formula.fullHeadroomStops)
    let wanted = Swift.min(Swift.max(Double(headroom), 1), full)
    let base = tags.colorSpace?.encoding ?? tag.picture.info.encoding
    let blend = GainMapBlend(
      formula: tag.description.formula, primaries: base.primaries, displayHeadroomStops: log2(wanted))
    let scale = CGAffineTransform(
      scaleX: extent.width / gainMap.extent.width, y: extent.height / gainMap.extent.height)
    let moved = CGAffineTransform(translationX: extent.minX, y: extent.minY)
    let enlarged = gainMap.clampedToExtent()
      .transformed(by: scale.concatenating(moved), highQualityDownsample: false).cropped(to: extent)
    return appending(.blend(blend), with: [enlarged], extent: extent).retagged {
      $0.colorSpace = CGColorSpace(encoding: base.linearized.extended)
      $0.contentHeadroom = Float(wanted)
    }
  }
}

/// A picture's light times the gain of a map on the same grid, in the base picture's primaries.
struct GainMapBlend: BlendOperation {
  let formula: GainMapFormula
  let primaries: ColorPrimaries
  let displayHeadroomStops: Double

  var fingerprint: Fingerprint {
    Fingerprint("apply gain map \(formula) at \(displayHeadroomStops) stops", [displayHeadroomStops])
  }

  func peak(of inputs: [Float?]) -> Float? { Float(exp2(displayHeadroomStops)) }
  func isOpaque(_ inputs: [Bool]) -> Bool { inputs.first ?? false }

  struct Kernel: BlendKernel {
    let toBase: ColorMatrixStage.Affine
    let fromBase: ColorMatrixStage.Affine
    let low, range, inverseGamma, baseOffset, alternateOffset: SIMD3<Float>
    let appleGain: Float
    let weight: Float
    let isApple: Bool

    @inline(__always) private func stops(_ g: Float, _ low: Float, _ range: Float, _ power: Float) -> Float {
      let bounded = min(max(g, 1e-9), 1)
      return isApple ? log2Fast(1 + appleGain * powFast(bounded, 1.961)) : low + range * powFast(bounded, power)
    }

    @inline(__always) func apply(_ source: Pixel, _ map: Pixel) -> Pixel {
      let p = toBase.apply(source)
      let r = exp2Fast(stops(map.r, low.x, range.x, inverseGamma.x) * weight)
      let g = exp2Fast(stops(map.g, low.y, range.y, inverseGamma.y) * weight)
      let b = exp2Fast(stops(map.b, low.z, range.z, inverseGamma.z) * weight)
      // Offsets are scaled by alpha, since the colour is.
      let out = Pixel(
        r: (p.r + baseOffset.x * source.a) * r - alternateOffset.x * source.a,
        g: (p.g + baseOffset.y * source.a) * g - alternateOffset.y * source.a,
        b: (p.b + baseOffset.z * source.a) * b - alternateOffset.z * source.a, a: source.a)
      return fromBase.apply(out)
    }
  }

  private func kernel(in space: WorkingSpace) -> Kernel {
    let working = space.primaries ?? .bt709
    func float(_ v: SIMD3<Double>) -> SIMD3<Float> { SIMD3(Float(v.x), Float(v.y), Float(v.z)) }
    let weight = Float(formula.weight(displayHeadroomStops: displayHeadroomStops))
    let toBase = ColorMatrixStage.Affine(ColorMatrix(working.matrix(to: primaries)))
    let fromBase = ColorMatrixStage.Affine(ColorMatrix(primaries.matrix(to: working)))
    switch formula {
    case .iso(let m):
      return Kernel(
        toBase: toBase, fromBase: fromBase, low: float(m.min), range: float(m.max - m.min),
        inverseGamma: float(1 / m.gamma), baseOffset: weight == 0 ? .zero : float(m.baseOffset),
        alternateOffset: weight == 0 ? .zero : float(m.alternateOffset), appleGain: 0, weight: weight, isApple: false)
    case .apple(let map):
      return Kernel(
        toBase: toBase, fromBase: fromBase, low: .zero, range: .zero, inverseGamma: .one, baseOffset: .zero,
        alternateOffset: .zero, appleGain: Float(exp2(map.headroomStops) - 1), weight: weight, isApple: true)
    }
  }

  func makeBlend(in space: WorkingSpace) -> RowBlend { RowBlend(kernel: kernel(in: space)) }

  func evaluate(_ source: Pixel, _ background: Pixel, in space: WorkingSpace) -> Pixel {
    kernel(in: space).apply(source, background)
  }
}
