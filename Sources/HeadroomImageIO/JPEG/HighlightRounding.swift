internal import Foundation
internal import HeadroomContainers
internal import HeadroomPixels

/// Changes the codes of a gain map where its coding would change a light: the steps for a whole map can then be as coarse as
/// the rest of the picture bears.
///
/// In a block of 8 x 8 whose brightest pixel, or whose sum of light, would not come back, some coefficients are rounded the
/// other way: again and again the one that lowers the error of light most. The block gets the codes that decoding these
/// coefficients gives, which an encoder rounds to them again.
///
/// Measured on eight photos at quality 85, with steps of 0.7 stops: the 99.99 % level was off by up to 10 %, and is by 5.8 %;
/// the bytes grow by 0.2 %.
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

  /// Changes the codes in place.
  func apply(to bitmap: PixelBitmap, pool: ThreadPool = .shared) throws(ImageIOError) {
    let makeScratch: @Sendable () -> HighlightBlock = { [self] in
      HighlightBlock(planes, quantizers, stops, lowest)
    }
    try pool.forEachPiece(height / 8, scratch: makeScratch) { band, block in
      for column in 0..<width / 8 {
        let first = unsafe bitmap.rowAddress(8 * band).assumingMemoryBound(to: UInt8.self) + 8 * planes * column
        guard unsafe block.read(first, rowBytes: bitmap.rowBytes) else { continue }
        block.improve()
        unsafe block.write(to: first, rowBytes: bitmap.rowBytes)
      }
    }
  }

  private static let typical = 63
}
