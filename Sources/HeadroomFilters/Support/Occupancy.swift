internal import HeadroomEngine
internal import HeadroomPixels

/// Where a tile holds anything but zeros, by pieces of its rows.
///
/// A weighted mean of zeros is zero and need not be computed. Layers of a picture are empty in most places, and so is what lies
/// around text, shapes and shadows; looking costs as much as the search for what cannot be summed up, which happens anyway.
@unsafe
struct Occupancy {
  /// Whether all can be summed up as it is; see `Summable`.
  let isSummable: Bool
  private let hasEmpty: Bool
  private let rect: PixelRect
  /// The bits of all pixels of a piece, joined; `perRow` pieces a row.
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

  /// Whether a rectangle, as far as the tile covers it, is all zeros: not even -0.
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

  /// Cuts a rectangle of an output into parts of which something has to be computed and parts whose window is empty.
  ///
  /// - Parameter window: what a part of the output reads.
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

/// What is looked at together.
private enum Piece {
  /// Pixels of a row.
  static let width = 64
  /// Rows of an output.
  static let rows = 32

  /// All bits of some pixels joined, and the largest magnitude as an integer.
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
