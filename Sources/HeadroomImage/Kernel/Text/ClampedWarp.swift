package import Foundation
package import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomPixels

/// A transform whose positions are clamped to the centres of the outermost pixels of a rectangle, so that nothing
/// beyond is read.
struct ClampedWarp: PlacedWarp {
  let map: AffineMap
  let rect: PixelRect

  var fingerprint: Fingerprint {
    Fingerprint("edged \(map.fingerprint.name)", map.fingerprint.values + rect.fingerprint)
  }

  func region(for output: PixelRect) -> PixelRect { map.region(for: output).clamped(to: rect) }
  func reach(of output: PixelRect) -> PixelRect { map.reach(of: output).clamped(to: rect) }

  func source(x: Float, y: Float) -> (x: Float, y: Float) {
    let place = map.source(x: x, y: y)
    return (column(place.x), row(place.y))
  }

  func fillCoordinates(
    x: Int, y: Int, count: Int, _ sx: UnsafeMutablePointer<Float>, _ sy: UnsafeMutablePointer<Float>
  ) {
    unsafe map.fillCoordinates(x: x, y: y, count: count, sx, sy)
    unsafe clamp(sx, sy, count)
  }

  func move(_ sx: UnsafeMutablePointer<Float>, _ sy: UnsafeMutablePointer<Float>, count: Int) {
    unsafe map.move(sx, sy, count: count)
    unsafe clamp(sx, sy, count)
  }

  private func clamp(_ sx: UnsafeMutablePointer<Float>, _ sy: UnsafeMutablePointer<Float>, _ count: Int) {
    for i in 0..<count { unsafe (sx[i], sy[i]) = (column(sx[i]), row(sy[i])) }
  }

  @inline(__always) private func column(_ x: Float) -> Float {
    smaller(larger(x, Float(rect.minX) + 0.5), Float(rect.maxX) - 0.5)
  }
  @inline(__always) private func row(_ y: Float) -> Float {
    smaller(larger(y, Float(rect.minY) + 0.5), Float(rect.maxY) - 0.5)
  }
}

/// The coverage of a pixel by a transformed rectangle, with edges as interpolation makes them.
struct EdgeCoverage: PointImplementation {
  let map: AffineMap
  let rect: PixelRect
  let isNearest: Bool

  var alphaRule: AlphaRule { .premultiplied }
  var usesPosition: Bool { true }
  var fingerprint: Fingerprint {
    Fingerprint("edge cover", [isNearest ? 1 : 0] + map.fingerprint.values + rect.fingerprint)
  }
  func peak(of inputs: [Float?]) -> Float? { inputs.first ?? nil }
  func isOpaque(_ inputs: [Bool]) -> Bool { false }

  @inline(__always) private func cover(_ x: Float, _ y: Float) -> Float {
    let place = map.source(x: x, y: y)
    return along(place.x, Float(rect.minX), Float(rect.maxX)) * along(place.y, Float(rect.minY), Float(rect.maxY))
  }

  /// Beyond the edge the result is transparent, whatever the edge pixel is.
  @inline(__always) private static func part(_ value: Float, _ share: Float) -> Float { share > 0 ? value * share : 0 }

  @inline(__always) private func along(_ x: Float, _ low: Float, _ high: Float) -> Float {
    if isNearest { return x >= low && x < high ? 1 : 0 }
    return clamped(smaller(x - low, high - x) + 0.5, 0, 1)
  }

  func makeStage(in space: WorkingSpace) -> RowStage {
    unsafe RowStage { rows, _, count, x, y in
      for i in 0..<count {
        let share = cover(Float(x + i) + 0.5, Float(y) + 0.5)
        unsafe rows.r[i] = Self.part(rows.r[i], share)
        unsafe rows.g[i] = Self.part(rows.g[i], share)
        unsafe rows.b[i] = Self.part(rows.b[i], share)
        unsafe rows.a[i] = Self.part(rows.a[i], share)
      }
    }
  }

  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    let (p, share) = (pixels[0], cover(x, y))
    return Pixel(
      r: Self.part(p.r, share), g: Self.part(p.g, share), b: Self.part(p.b, share), a: Self.part(p.a, share))
  }
}

extension CIImage {
  /// This image, a finite warp by a kernel from text, under a transform: positions beyond its edge are clamped to the
  /// edge, and the edge fades as interpolation between four pixels makes it. Nil where the image is no such warp.
  package func composed(withEdgeUnder map: AffineMap, _ sampling: Sampling, extent: CGRect) -> CIImage? {
    let rect = PixelRect(enclosing: node.extent)
    guard sampling != .cubic, case .warp(let operation, sampling) = node.kind, let inner = operation as? any PlacedWarp,
      !rect.isEmpty, !rect.isInfinite, rect.cgRect == node.extent
    else { return nil }
    return CIImage(node: node.inputs[0], tags: tags, sampling: sampling).appending(
      warp: ComposedWarp(ClampedWarp(map: map, rect: rect), after: inner), sampling: sampling, extent: extent,
      keepsTags: true
    ).appending(
      point: EdgeCoverage(map: map, rect: rect, isNearest: sampling == .nearest), extent: extent, keepsTags: true)
  }
}
