package import Foundation
package import HeadroomEngine
package import HeadroomPixels

/// A coordinate function with numbers that depend on its image.
package struct ComputedWarp: TileWarp {
  package let fingerprint: Fingerprint
  private let stage: WarpStage
  private let needed: @Sendable (PixelRect) -> PixelRect

  /// - Parameters:
  ///   - numbers: all numbers on which the kernel and the region depend.
  ///   - region: a bound of what a rectangle of the output needs; where it is much larger than the rectangle, the
  ///     positions are computed.
  package init(
    _ name: String, _ numbers: [Double], _ kernel: some WarpKernel,
    region: @escaping @Sendable (PixelRect) -> PixelRect = { $0.isEmpty ? .empty : .infinite }
  ) {
    fingerprint = Fingerprint(name, numbers)
    stage = kernel.makeStage()
    needed = region
  }

  package func region(for output: PixelRect) -> PixelRect { needed(output) }

  package func positions(in rect: PixelRect) -> PixelRect? { lookedUpPositions(in: rect) }

  package func source(x: Float, y: Float) -> (x: Float, y: Float) {
    stage.position(x: Int(x.rounded(.down)), y: Int(y.rounded(.down)))
  }

  package func fillCoordinates(
    x: Int, y: Int, count: Int, _ sx: UnsafeMutablePointer<Float>, _ sy: UnsafeMutablePointer<Float>
  ) {
    unsafe stage.run(x, y, count, sx, sy)
  }
}

extension CIImage {
  /// The image sampled at the positions of a coordinate function; halved first where that shrinks it strongly, unless
  /// single pixels are wanted.
  package func warped(
    by warp: some TileWarp, edge: ImageEdge = .transparent, shrinking: Float = 1, extent: CGRect
  ) -> CIImage {
    let (source, levels) = (extended(edge), MipmapLevels.count(for: shrinking))
    guard levels > 0, !samplesNearest else { return source.appending(warp: warp, extent: extent) }
    let halved = source.transformed(by: MipmapLevels.scaling(levels), sampling: .highQuality)
    return halved.appending(warp: MipmapWarp(base: warp, levels: levels), extent: extent)
  }
}
