internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

/// The lowest values below 0 in a rendition's channels, sampled evenly: colours outside the base's gamut, for which
/// separate gains have a larger offset.
struct LowestLight: Sendable {
  private let width: Int
  /// One in this many pixels and rows is examined.
  private let step: Int
  private let primaries: ColorPrimaries
  private var lowest: [Float] = []

  /// In larger pictures about this many pixels are examined.
  private static let mostPixels = 1 << 18

  /// - Parameter primaries: of the base.
  init(width: Int, height: Int, primaries: ColorPrimaries) {
    self.width = width
    self.primaries = primaries
    var step = 1
    while (width / step) * (height / step) > Self.mostPixels { step += 1 }
    self.step = step
  }

  /// Looks at rows from `firstRow` on.
  mutating func add(_ bitmap: PixelBitmap, _ encoding: ColorEncoding, firstRow: Int) {
    let light = LightConverter(bitmap, encoding: encoding, primaries: primaries)
    let floor = LightFloor(primaries)
    let buffer = RowBuffer(capacity: width)
    let rows = unsafe buffer.rows
    let first = (firstRow + step - 1) / step * step
    for row in stride(from: first, to: firstRow + bitmap.height, by: step) {
      unsafe light.read(row: row - firstRow, x: 0, count: width, into: rows)
      unsafe floor.raise(rows, count: width)
      for x in stride(from: 0, to: width, by: step) { unsafe lowest.append(min(rows.r[x], rows.g[x], rows.b[x])) }
    }
  }

  /// The least value of any channel, without a share of the pixels; at most 0.
  func level(trimming share: Double) -> Double {
    guard !lowest.isEmpty else { return 0 }
    return min(Double(lowest.sorted()[Int(Double(lowest.count) * share)]), 0)
  }
}
