internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
package import HeadroomPixels

/// A warp that can start from any position, not only from the centre of a pixel.
protocol PlacedWarp: TileWarp {
  /// Replaces positions in the result by those in the image.
  func move(_ sx: UnsafeMutablePointer<Float>, _ sy: UnsafeMutablePointer<Float>, count: Int)
  /// The rectangle of pixels that contains the positions of all points of a rectangle.
  func reach(of output: PixelRect) -> PixelRect
}

/// A warp of an image that a kernel from text has warped, as one step: the positions of the second go through the
/// first, and the image is interpolated once.
///
/// Two are joined only where the image between them has no edge that the second could show: it is infinite, or all
/// positions of the second lie a pixel inside it. The result is then that of both steps, without the blur of
/// interpolating twice. Where one gives no finite position, the joined warp gives none.
struct ComposedWarp: PlacedWarp, SpaceDependent {
  /// The warp that is applied last.
  private var outer: any PlacedWarp
  private var inner: any PlacedWarp

  init(_ outer: any PlacedWarp, after inner: any PlacedWarp) {
    self.outer = outer
    self.inner = inner
  }

  var fingerprint: Fingerprint {
    let (first, second) = (inner.fingerprint, outer.fingerprint)
    // The number of values marks the end of each.
    return Fingerprint(
      "\(second.name) of \(first.name)", [Double(first.values.count)] + first.values + second.values,
      objects: first.objects + second.objects)
  }

  func bound(in space: WorkingSpace) -> any HeadroomEngine.Operation {
    var operation = self
    operation.outer = (outer.ready(in: space) as? any PlacedWarp) ?? outer
    operation.inner = (inner.ready(in: space) as? any PlacedWarp) ?? inner
    return operation
  }

  /// Positions lie anywhere in their pixels, not at the centres.
  func region(for output: PixelRect) -> PixelRect {
    inner.region(for: outer.region(for: output).expanded(dx: 1, dy: 1))
  }

  func reach(of output: PixelRect) -> PixelRect { inner.reach(of: outer.reach(of: output).expanded(dx: 1, dy: 1)) }

  func source(x: Float, y: Float) -> (x: Float, y: Float) {
    let place = outer.source(x: x, y: y)
    return place.x.isFinite && place.y.isFinite ? inner.source(x: place.x, y: place.y) : (.nan, .nan)
  }

  func fillCoordinates(
    x: Int, y: Int, count: Int, _ sx: UnsafeMutablePointer<Float>, _ sy: UnsafeMutablePointer<Float>
  ) {
    unsafe outer.fillCoordinates(x: x, y: y, count: count, sx, sy)
    unsafe moveOn(sx, sy, count)
  }

  func move(_ sx: UnsafeMutablePointer<Float>, _ sy: UnsafeMutablePointer<Float>, count: Int) {
    unsafe outer.move(sx, sy, count: count)
    unsafe moveOn(sx, sy, count)
  }

  /// The inner warp may turn an invalid position into a valid one.
  private func moveOn(_ sx: UnsafeMutablePointer<Float>, _ sy: UnsafeMutablePointer<Float>, _ count: Int) {
    unsafe withUnsafeTemporaryAllocation(of: Bool.self, capacity: max(count, 1)) { isNowhere in
      for i in 0..<count { unsafe isNowhere.initializeElement(at: i, to: !(sx[i].isFinite && sy[i].isFinite)) }
      unsafe inner.move(sx, sy, count: count)
      for i in 0..<count where unsafe isNowhere[i] { unsafe (sx[i], sy[i]) = (.nan, .nan) }
    }
  }

  func positions(in rect: PixelRect) -> PixelRect? { lookedUpPositions(in: rect) }
}

extension AffineMap: PlacedWarp {
  package func move(_ sx: UnsafeMutablePointer<Float>, _ sy: UnsafeMutablePointer<Float>, count: Int) {
    for i in 0..<count { unsafe (sx[i], sy[i]) = source(x: sx[i], y: sy[i]) }
  }

  package func reach(of output: PixelRect) -> PixelRect { region(for: output) }
}

extension CIImage {
  /// This image, warped by a kernel from text, under another warp, as one step; nil where the result would differ.
  func composed(under outer: any PlacedWarp, _ sampling: Sampling, extent: CGRect) -> CIImage? {
    guard case .warp(let operation, sampling) = node.kind, let inner = operation as? any PlacedWarp,
      node.extent.isUnbounded
        || node.extent.contains(outer.reach(of: PixelRect(enclosing: extent)).expanded(dx: 1, dy: 1).cgRect)
    else { return nil }
    return CIImage(node: node.inputs[0], tags: tags, sampling: sampling).appending(
      warp: ComposedWarp(outer, after: inner), sampling: sampling, extent: extent, keepsTags: true)
  }
}
