internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

/// A base and an alternate picture, or the same rows of both, read as linear rows in the base's primaries.
struct GainMapPair: Sendable {
  let base: PixelBitmap
  let alternate: PixelBitmap
  /// The pictures' row that both bitmaps begin with.
  let firstRow: Int
  /// Rows of the pictures.
  let height: Int
  let weights: SIMD3<Float>
  private let baseLight: LightConverter
  private let alternateLight: LightConverter
  private let floor: LightFloor

  /// - Parameters:
  ///   - firstRow: the pictures' row with which both bitmaps begin.
  ///   - height: rows of the pictures; nil where the bitmaps hold all.
  init(
    base: PixelBitmap, baseEncoding: ColorEncoding, alternate: PixelBitmap, alternateEncoding: ColorEncoding,
    firstRow: Int = 0, height: Int? = nil
  ) {
    self.base = base
    self.firstRow = firstRow
    self.height = height ?? base.height
    self.alternate = alternate
    weights = SIMD3<Float>(baseEncoding.primaries.luminanceWeights)
    floor = LightFloor(baseEncoding.primaries)
    baseLight = LightConverter(base, encoding: baseEncoding)
    alternateLight = LightConverter(alternate, encoding: alternateEncoding, primaries: baseEncoding.primaries)
  }

  func readBase(_ row: Int, into rows: RowPointers) {
    unsafe baseLight.read(row: row - firstRow, x: 0, count: base.width, into: rows)
  }

  func readAlternate(_ row: Int, into rows: RowPointers) {
    unsafe alternateLight.read(row: row - firstRow, x: 0, count: alternate.width, into: rows)
    unsafe floor.raise(rows, count: alternate.width)
  }
}
