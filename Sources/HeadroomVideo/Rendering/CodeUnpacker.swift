internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

/// Takes the codes of a pixel buffer of two planes over into a codec's planes, where they mean the same.
struct CodeUnpacker {
  private let source: PlanarPicture

  /// Nil where the buffer's numbers mean another colour, or lie in another form.
  ///
  /// - Parameters:
  ///   - color: what the planes' codes mean.
  ///   - siting: where their chroma lies.
  init?(_ buffer: CVPixelBuffer, color: CICP, _ siting: YCbCrEncoding.Siting) {
    guard let form = BiplanarForm(CVPixelBufferGetPixelFormatType(buffer)), let encoding = color.encoding,
      let matrix = color.matrixCoefficients?.lumaMatrix, buffer.taggedEncoding == encoding,
      buffer.ycbcr.matrix == matrix, buffer.ycbcr.isFullRange == color.fullRange,
      form.chroma == .full || buffer.ycbcr.siting == siting, let bitmap = try? buffer.readableBitmap()
    else { return nil }
    source = bitmap.planar
  }

  /// False where the planes have another size or form.
  func write(to target: PlanarPicture) -> Bool {
    guard source.width == target.width, source.height == target.height, source.bitDepth == target.bitDepth,
      source.subsampling == target.subsampling, target.alpha == nil, target.layout.shift == 0,
      let from = source.chroma, let to = target.chroma
    else { return false }
    copy(source.luma, to: target.luma, target.width, target.height, step: 1)
    let (across, down) = (target.subsampling.horizontal, target.subsampling.vertical)
    let size = ((target.width + across - 1) / across, (target.height + down - 1) / down)
    copy(from.blue, to: to.blue, size.0, size.1, step: 2)
    copy(from.red, to: to.red, size.0, size.1, step: 2)
    return true
  }

  /// - Parameter step: samples from one of the source to its next.
  private func copy(
    _ plane: PlanarPicture.Plane, to target: PlanarPicture.Plane, _ columns: Int, _ rows: Int, step: Int
  ) {
    for row in 0..<rows {
      let (from, to) = unsafe (plane.row(row), target.row(row))
      if source.layout.size == 1 {
        unsafe move(from.assumingMemoryBound(to: UInt8.self), to.assumingMemoryBound(to: UInt8.self), columns, step)
      } else {
        unsafe move(from.assumingMemoryBound(to: UInt16.self), to.assumingMemoryBound(to: UInt16.self), columns, step)
      }
    }
  }

  @inline(__always)
  private func move<Code: FixedWidthInteger>(
    _ from: UnsafePointer<Code>, _ to: UnsafeMutablePointer<Code>, _ count: Int, _ step: Int
  ) {
    let shift = Code(truncatingIfNeeded: source.layout.shift)
    if step == 1 {
      for x in 0..<count { unsafe to[x] = from[x] &>> shift }
    } else {
      for x in 0..<count { unsafe to[x] = from[2 &* x] &>> shift }
    }
  }
}
