internal import Foundation
internal import HeadroomEngine
internal import HeadroomImage
internal import HeadroomPixels

/// `image(p + scale * (m - 0.5))`, m the red and green of a map at p, clamped to 0...1.
struct Displacement: SamplerImplementation {
  let scale: Float
  /// The map's extent; 0.5 counts outside.
  let map: PixelRect
  /// The part of the image that is not transparent; nothing else is read, however far pixels move.
  let picture: PixelRect
  /// Whether the nearest pixel is repeated beyond the picture.
  let repeatsEdges: Bool

  var fingerprint: Fingerprint {
    Fingerprint("displacement", [Double(scale), repeatsEdges ? 1 : 0] + map.fingerprint + picture.fingerprint)
  }

  func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) } }

  /// No pixel comes from further away than half the scale.
  func region(for output: PixelRect, ofInput index: Int) -> PixelRect {
    let reach = Int(min(0.5 * scale, 1e9).rounded(.up)) + 2
    guard index == 0 else { return output }
    let near = output.expanded(dx: reach, dy: reach)
    return picture.isInfinite ? near : near.clamped(to: picture.expanded(dx: 2, dy: 2))
  }

  /// The limits of positions: the pixel centres at the edges, which are repeated.
  private var positions: CGRect {
    repeatsEdges ? picture.cgRect.insetBy(dx: 0.5, dy: 0.5) : .infinite
  }

  func readsNearest(_ index: Int) -> Bool { index == 1 }

  var kernel: Shift {
    Shift(
      scale: scale, left: Float(map.minX), right: Float(map.maxX), bottom: Float(map.minY), top: Float(map.maxY),
      low: SIMD2(Float(positions.minX), Float(positions.minY)),
      high: SIMD2(Float(positions.maxX), Float(positions.maxY)))
  }

  struct Shift: SamplerKernel {
    static let imageCount = 2
    let scale, left, right, bottom, top: Float
    /// The limits of positions.
    let low, high: SIMD2<Float>

    @inline(__always) func apply(_ samplers: borrowing KernelSamplers, x: Float, y: Float) -> Pixel {
      let m = samplers[1].sample(x: x, y: y)
      let factor = x > left && x < right && y > bottom && y < top ? scale : 0
      let (dx, dy) = (smaller(larger(m.r, 0), 1) - 0.5, smaller(larger(m.g, 0), 1) - 0.5)
      return samplers[0].sample(
        x: smaller(larger(x + factor * dx, low.x), high.x), y: smaller(larger(y + factor * dy, low.y), high.y))
    }
  }

  func evaluate(x: Float, y: Float, _ images: [PositionReader]) -> Pixel {
    let (column, row) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    let isMoved = map.contains(PixelRect(x: column, y: row, width: 1, height: 1))
    let shift = isMoved ? images[1](x, y) : Pixel(r: 0.5, g: 0.5, b: 0.5, a: 1)
    func moved(_ position: Float, _ value: Float, _ low: CGFloat, _ high: CGFloat) -> Float {
      let place = position + scale * (min(max(value.isNaN ? 0 : value, 0), 1) - 0.5)
      return repeatsEdges ? min(max(place, Float(low)), Float(high)) : place
    }
    return images[0](
      moved(x, shift.r, positions.minX, positions.maxX), moved(y, shift.g, positions.minY, positions.maxY))
  }
}

extension CIImage {
  /// The image moved by the red and green of a map.
  func displaced(by map: CIImage, scale: Float) -> CIImage {
    let picture = repeatsEdges ? picture ?? self : self
    let shift = Displacement(
      scale: scale, map: PixelRect(enclosing: map.node.extent), picture: PixelRect(enclosing: picture.node.extent),
      repeatsEdges: repeatsEdges)
    return picture.appending(
      area: shift, with: [map], extent: node.extent.grown(by: CGFloat(scale)), keepsTags: true)
  }
}
