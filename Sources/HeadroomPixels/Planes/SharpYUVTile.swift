/// The numbers of a tile while ``SharpYUVEncoder`` works on it: planes of floats that stay in the second-level cache.
@safe
final class SharpYUVTile {
  typealias Row = UnsafeMutablePointer<Float>

  private let base: Row
  private let count: Int
  private let stride: Int
  private let height: Int

  /// Planes of luma's size: the signal of the target luminance, luma, and the slope of the one over the other.
  private static let fullPlanes = 3
  /// Planes of chroma's size: target, in use and corrected, for blue and red.
  private static let chromaPlanes = 6
  /// Rows for one line's work.
  private static let lines = 16

  /// - Parameters:
  ///   - width: pixels of the largest tile; even.
  ///   - height: rows of the largest tile.
  init(width: Int, height: Int) {
    stride = ((width + 15) / 16 | 1) * 16
    self.height = height
    // A plane of chroma takes the space of one of luma at half width.
    count = stride * (height * Self.fullPlanes + height * Self.chromaPlanes + Self.lines)
    let raw = UnsafeMutableRawPointer.allocate(byteCount: 4 * count, alignment: 64)
    unsafe base = unsafe raw.initializeMemory(as: Float.self, repeating: 0, count: count)
  }

  deinit { unsafe base.deallocate() }

  private func row(_ plane: Int, _ row: Int) -> Row { unsafe base + (plane * height + row) * stride }

  func target(_ index: Int) -> Row { unsafe row(0, index) }
  func luma(_ index: Int) -> Row { unsafe row(1, index) }
  func slope(_ index: Int) -> Row { unsafe row(2, index) }
  func wantedBlue(_ index: Int) -> Row { unsafe row(3, index) }
  func wantedRed(_ index: Int) -> Row { unsafe row(4, index) }
  func blue(_ index: Int) -> Row { unsafe row(5, index) }
  func red(_ index: Int) -> Row { unsafe row(6, index) }
  func correctedBlue(_ index: Int) -> Row { unsafe row(7, index) }
  func correctedRed(_ index: Int) -> Row { unsafe row(8, index) }

  /// A row that work on one line may overwrite, 0..<16.
  func line(_ index: Int) -> Row { unsafe base + ((Self.fullPlanes + Self.chromaPlanes) * height + index) * stride }

  /// Red, green and blue of the current line, and a fourth row.
  var colors: RowPointers { unsafe RowPointers(r: line(0), g: line(1), b: line(2), a: line(3)) }
}
