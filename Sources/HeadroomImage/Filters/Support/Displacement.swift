internal import Foundation
internal import HeadroomPixels

/// `image(p + scale * (m - 0.5))`, m the red and green of a map at p, held to 0...1.
struct Displacement: SamplerImplementation {
  let scale: Float
  /// The map's extent; 0.5 counts outside.
  let map: PixelRect

  var fingerprint: Fingerprint { Fingerprint("displacement", [Double(scale)] + map.fingerprint) }

  func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) } }

  /// No pixel comes from further away than half the scale.
  func region(for output: PixelRect, ofInput index: Int) -> PixelRect {
    let reach = Int(min(0.5 * scale, 1e9).rounded(.up)) + 2
    return index == 0 ? output.expanded(dx: reach, dy: reach) : output
  }

  func readsNearest(_ index: Int) -> Bool { index == 1 }

  var kernel: Shift {
    Shift(scale: scale, left: Float(map.minX), right: Float(map.maxX), bottom: Float(map.minY), top: Float(map.maxY))
  }

  struct Shift: SamplerKernel {
    static let imageCount = 2
    let scale, left, right, bottom, top: Float

    @inline(__always) func apply(_ samplers: borrowing KernelSamplers, x: Float, y: Float) -> Pixel {
      let m = samplers[1].sample(x: x, y: y)
      let factor = x > left && x < right && y > bottom && y < top ? scale : 0
      let (dx, dy) = (smaller(larger(m.r, 0), 1) - 0.5, smaller(larger(m.g, 0), 1) - 0.5)
      return samplers[0].sample(x: x + factor * dx, y: y + factor * dy)
    }
  }

  func evaluate(x: Float, y: Float, _ images: [PositionReader]) -> Pixel {
    let (column, row) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    guard map.contains(PixelRect(x: column, y: row, width: 1, height: 1)) else { return images[0](x, y) }
    let shift = images[1](x, y)
    func moved(_ position: Float, _ value: Float) -> Float {
      position + scale * (min(max(value.isNaN ? 0 : value, 0), 1) - 0.5)
    }
    return images[0](moved(x, shift.r), moved(y, shift.g))
  }
}

extension CIImage {
  /// The image moved by the red and green of a map.
  func displaced(by map: CIImage, scale: Float) -> CIImage {
    appending(
      area: Displacement(scale: scale, map: PixelRect(enclosing: map.node.extent)), with: [map],
      extent: node.extent.grown(by: CGFloat(scale)), keepsTags: true)
  }
}
