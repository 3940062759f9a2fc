internal import Foundation
internal import HeadroomContainers
internal import HeadroomPixels

/// Changes the codes of a gain map where its coding would change a light: the steps for a whole map can then be as
/// coarse as the rest of the picture allows.
///
/// A gain counts by the light that it multiplies: that of the coded base. Where the base rings beside an edge, the map
/// compensates for it, so the brightest gain is not the brightest light.
///
/// In a block of 8 x 8 whose brightest pixel, or whose sum of light, would not be restored, some coefficients are
/// rounded the other way: repeatedly the one that lowers the error of light most. The block gets the codes that
/// decoding these coefficients gives, which an encoder rounds to them again.
///
struct HighlightRounding: Sendable {
  private let width: Int
  private let height: Int
  private let planes: Int
  private let quantizers: GainMapQuantizers
  /// The gain of a code, in stops, and that of code 0.
  private let stops: Float
  private let lowest: Float

  /// Steps below this are too near the rounding of codes to gain anything.
  private static let finest = 3

  /// - Parameter range: the gains of codes 0 and 255 in stops.
  init?(_ bitmap: PixelBitmap, range: ClosedRange<Double>, quantizers: GainMapQuantizers) {
    guard bitmap.format == .gray8 || bitmap.format == .rgb8, quantizers.luma[Self.typical] >= Self.finest
    else { return nil }
    width = bitmap.width
    height = bitmap.height
    planes = bitmap.format == .gray8 ? 1 : 3
    self.quantizers = quantizers
    stops = Float((range.upperBound - range.lowerBound) / 255)
    lowest = Float(range.lowerBound)
  }

  /// Rows of blocks that are treated together.
  private static let group = 16

  /// Changes the codes in place.
  ///
  /// - Parameters:
  ///   - base: the light that the gains multiply; nil means white everywhere.
  ///   - offset: added to the base's light.
  func apply(
    to bitmap: PixelBitmap, base: JPEGGainMapWriter.CodedBase?, offset: Double, pool: ThreadPool = .shared
  ) throws(ImageIOError) {
    let light = try base.map { (base) throws(ImageIOError) in
      try GainMapBaseLight(base, planes: planes, mapWidth: width, offset: Float(offset))
    }
    for first in stride(from: 0, to: height / 8, by: Self.group) {
      let bands = first..<min(first + Self.group, height / 8)
      try light?.read(mapRows: 8 * bands.count)
      try treat(bands, of: bitmap, light, pool)
    }
  }

  private struct Scratch: ~Copyable {
    var block: HighlightBlock
    /// The light of eight consecutive rows.
    let light: RowBuffer
  }

  private func treat(
    _ bands: Range<Int>, of bitmap: PixelBitmap, _ light: GainMapBaseLight?, _ pool: ThreadPool
  ) throws(ImageIOError) {
    let rows = light?.window
    let makeScratch: @Sendable () -> Scratch = { [self] in
      let buffer = RowBuffer(capacity: 8 * width)
      for plane in 0..<planes { unsafe buffer.rows.plane(plane).update(repeating: 1, count: 8 * width) }
      return Scratch(block: HighlightBlock(planes, quantizers, stops, lowest), light: buffer)
    }
    try pool.forEachPiece(bands.count, scratch: makeScratch) { index, scratch in
      if let rows {
        for row in 0..<8 { unsafe rows.find(mapRow: 8 * index + row, scratch.light.rows.advanced(by: row * width)) }
      }
      for column in 0..<width / 8 {
        let first =
          unsafe bitmap.rowAddress(8 * (bands.lowerBound + index)).assumingMemoryBound(to: UInt8.self)
          + 8 * planes * column
        let near = unsafe scratch.light.rows.advanced(by: 8 * column)
        guard unsafe scratch.block.load(first, rowBytes: bitmap.rowBytes, near, rowStride: width) else { continue }
        scratch.block.optimize()
        scratch.block.compensateClipping()
        unsafe scratch.block.write(to: first, rowBytes: bitmap.rowBytes)
      }
    }
  }

  private static let typical = 63
}
