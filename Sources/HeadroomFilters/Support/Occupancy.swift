internal import HeadroomEngine
internal import HeadroomPixels

/// Where a tile holds values other than zero, by pieces of its rows.
///
/// A weighted mean of zeros is zero and need not be computed. Most parts of a picture's layers are empty, and so are
/// the surroundings of text, shapes and shadows. The check costs no more than the search for values that cannot be
/// summed, which happens anyway.
@unsafe
struct Occupancy {
  /// Whether all values can be summed as they are; see `Summable`.
  let isSummable: Bool
  private let hasEmpty: Bool
  private let rect: PixelRect
  /// The bitwise OR of all pixels of a piece, with `perRow` pieces to a row.
  private let bits: UnsafeMutablePointer<UInt32>
  private let perRow: Int

  /// - Parameter scratch: memory that is in use as long as this is.
  init(_ tile: Tile, scratch: ScratchArena) {
    let rect = unsafe tile.rect
    let perRow = (rect.width + Piece.width - 1) / Piece.width
    let count = max(perRow * rect.height, 1)
    let memory = unsafe UnsafeMutableRawPointer(scratch.floats(count)).bindMemory(to: UInt32.self, capacity: count)
    var (largest, isEmpty) = (UInt32(0), false)
    for y in rect.minY..<rect.maxY {
      let row = unsafe memory + (y - rect.minY) * perRow
      for index in 0..<perRow {
        let x = index * Piece.width
        let rows = unsafe tile.rows(x: rect.minX + x, y: y)
        let found = unsafe Piece.look(rows, min(Piece.width, rect.width - x))
        unsafe row[index] = found.bits
        largest = max(largest, found.largest)
        isEmpty = isEmpty || found.bits == 0
      }
    }
    unsafe (self.rect, self.perRow, self.bits) = unsafe (rect, perRow, memory)
    unsafe isSummable = largest <= Summable.limit.bitPattern
    unsafe hasEmpty = isEmpty
  }

  /// Whether a rectangle, as far as the tile covers it, holds only +0, without any -0.
  private func isEmpty(_ part: PixelRect) -> Bool {
    let inner = unsafe part.intersection(rect)
    if inner.isEmpty { return true }
    let first = unsafe (inner.minX - rect.minX) / Piece.width
    let last = unsafe (inner.maxX - 1 - rect.minX) / Piece.width
    for y in inner.minY..<inner.maxY {
      let row = unsafe bits + (y - rect.minY) * perRow
      for index in first...last where unsafe row[index] != 0 { return false }
    }
    return true
  }

  /// Splits a rectangle of an output into parts that have to be computed and parts whose window is empty.
  ///
  /// - Parameter window: the rectangle that a part of the output reads.
  func cut(
    _ output: PixelRect, window: (PixelRect) -> PixelRect, _ body: (_ part: PixelRect, _ isEmpty: Bool) -> Void
  ) {
    guard unsafe hasEmpty else { return body(output, false) }
    for band in output.bands(of: Piece.rows) {
      var part = band
      part.maxX = part.minX
      var isPartEmpty = false
      for x in stride(from: band.minX, to: band.maxX, by: Piece.width) {
        let next = PixelRect(minX: x, minY: band.minY, maxX: min(x + Piece.width, band.maxX), maxY: band.maxY)
        let isNextEmpty = unsafe isEmpty(window(next))
        if isNextEmpty != isPartEmpty, part.width > 0 {
          body(part, isPartEmpty)
          part.minX = part.maxX
        }
        (part.maxX, isPartEmpty) = (next.maxX, isNextEmpty)
      }
      if part.width > 0 { body(part, isPartEmpty) }
    }
  }
}

/// The units that are checked together.
private enum Piece {
  /// Pixels of a row.
  static let width = 64
  /// Rows of an output.
  static let rows = 32

  /// The bitwise OR of pixels, and their largest magnitude as an integer.
  static func look(_ rows: RowPointers, _ count: Int) -> (bits: UInt32, largest: UInt32) {
    let (r, g, b, a) = unsafe (rows.r, rows.g, rows.b, rows.a)
    var (bits, largest) = (UInt32(0), Int32(0))
    for i in 0..<count {
      let (red, green, blue, alpha) = unsafe (r[i].bitPattern, g[i].bitPattern, b[i].bitPattern, a[i].bitPattern)
      bits |= red | green | blue | alpha
      let (color, rest) = (larger(magnitude(red), magnitude(green)), larger(magnitude(blue), magnitude(alpha)))
      largest = larger(larger(color, rest), largest)
    }
    return (bits, UInt32(bitPattern: largest))
  }

  @inline(__always) private static func magnitude(_ bits: UInt32) -> Int32 { Int32(bitPattern: bits & 0x7FFF_FFFF) }
  @inline(__always) private static func larger(_ a: Int32, _ b: Int32) -> Int32 { a > b ? a : b }
}
