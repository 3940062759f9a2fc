internal import HeadroomColor
import HeadroomPixels

/// Where a load reads from when it runs.
///
/// Reading is a method of a class, not an access to an object's contents, so that no references are counted; see
/// ``BoundProgram``.
class BoundInput: @unchecked Sendable {
  // Proof: neither this class nor its subclasses have mutable state.
  final let input: SpanInput

  fileprivate init(_ input: SpanInput) { self.input = input }

  /// The index of the caller's tile that has the rows; nil for a source.
  var tile: Int? { nil }

  /// Whether memory may hold the pixels as the working space needs them, away from edges.
  var mayBeInterleaved: Bool { false }

  /// Whether they do, over a rectangle in the input's own coordinates: four floats each.
  func isInterleaved(over rect: PixelRect) -> Bool { false }

  /// Interleaved pixels of the row at (x, y), where ``isInterleaved(over:)`` is true.
  func interleaved(x: Int, y: Int) -> UnsafeMutablePointer<Float>? { nil }

  /// The same load from other pixels; nil where it does not read that source.
  func reading(_ source: LoadedSource, inPlaceOf index: Int) -> BoundInput? { nil }

  /// Reads pixels of the row at (x, y), in the input's own coordinates.
  func read(_ tiles: UnsafePointer<Tile>, x: Int, y: Int, count: Int, into rows: RowPointers) {
    unsafe rows.clear(from: 0, count: count)
  }

  /// The pixels of the row that a rectangle has. The others are cleared: missing pixels are transparent.
  @inline(__always)
  fileprivate final func clip(to rect: PixelRect, x: Int, y: Int, count: Int, clearing rows: RowPointers) -> Range<Int>
  {
    guard y >= rect.minY, y < rect.maxY else {
      unsafe rows.clear(from: 0, count: count)
      return 0..<0
    }
    let first = min(max(rect.minX - x, 0), count)
    let last = min(max(rect.maxX - x, first), count)
    unsafe rows.clear(from: 0, count: first)
    unsafe rows.clear(from: last, count: count - last)
    return first..<last
  }
}

/// Rows of a step.
final class BoundTile: BoundInput, @unchecked Sendable {
  private let index: Int

  init(_ index: Int, _ input: SpanInput) {
    self.index = index
    super.init(input)
  }

  override var tile: Int? { index }

  override func read(_ tiles: UnsafePointer<Tile>, x: Int, y: Int, count: Int, into rows: RowPointers) {
    let tile = unsafe tiles[index]
    let inside = unsafe clip(to: tile.rect, x: x, y: y, count: count, clearing: rows)
    guard !inside.isEmpty else { return }
    let (from, to) = unsafe (tile.rows(x: x + inside.lowerBound, y: y), rows.advanced(by: inside.lowerBound))
    // The register may be the tile's own row; see ``SpanRunner``.
    if unsafe from.r != to.r { unsafe to.copy(from: from, count: inside.count) }
  }
}

/// Rows of a step that is stored in half precision.
final class BoundHalf: BoundInput, @unchecked Sendable {
  private let stored: StoredPixels

  init(_ stored: StoredPixels, _ input: SpanInput) {
    self.stored = stored
    super.init(input)
  }

  override func read(_ tiles: UnsafePointer<Tile>, x: Int, y: Int, count: Int, into rows: RowPointers) {
    let inside = unsafe clip(to: stored.rect, x: x, y: y, count: count, clearing: rows)
    guard !inside.isEmpty else { return }
    unsafe stored.read(
      x: x + inside.lowerBound, y: y, count: inside.count, into: rows.advanced(by: inside.lowerBound))
  }
}

/// Rows of a source; colour codes go through the table where there is one. With an expansion the rows are linearised
/// (by its curve where there is no table) and go through the gain map.
@safe final class BoundSource: BoundInput, @unchecked Sendable {
  private let source: LoadedSource
  private let bitmap: PixelBitmap
  /// For pixels in Y'CbCr.
  private let planes: RowCodec.PlaneSource?
  private let table: DecodeTable?
  /// The table's entries, without access to the object.
  private let entries: UnsafePointer<Float>?
  private let expansion: TransferFunction?
  private let boundsLight: Bool

  init(
    _ source: LoadedSource, _ input: SpanInput, decodeTable table: DecodeTable? = nil,
    expansion: TransferFunction? = nil, boundsLight: Bool
  ) {
    self.source = source
    bitmap = source.bitmap
    planes = RowCodec.PlaneSource(source.bitmap)
    self.table = table
    unsafe entries = unsafe table?.entries
    self.expansion = expansion
    self.boundsLight = boundsLight && bitmap.format.isFloatingPoint
    super.init(input)
  }

  override func read(_ tiles: UnsafePointer<Tile>, x: Int, y: Int, count: Int, into rows: RowPointers) {
    // The only place that flips rows: bitmaps run from the top, pictures from the bottom.
    let row = source.height - 1 - y
    let stored = row - source.firstRow
    // A client's callback may have returned less than its kernel reads.
    guard stored >= 0, stored < bitmap.height else { return unsafe rows.clear(from: 0, count: count) }
    if let planes {
      unsafe planes.unpack(row: stored, x: x, count: count, into: rows)
    } else {
      unsafe RowCodec.unpack(bitmap, row: stored, x: x, count: count, into: rows, decodeTable: entries)
    }
    if boundsLight { unsafe rows.boundInfiniteColors(count: count) }
    if let expansion { unsafe expand(rows, by: expansion, row: row, x: x, count: count) }
  }

  override var mayBeInterleaved: Bool {
    expansion == nil && !boundsLight && bitmap.alpha != .opaque && RowCodec.isFloatRGBA(bitmap)
  }

  override func reading(_ source: LoadedSource, inPlaceOf index: Int) -> BoundInput? {
    guard input.origin == .source(index) || input.origin == .expandedSource(index) else { return nil }
    return BoundSource(source, input, decodeTable: table, expansion: expansion, boundsLight: boundsLight)
  }

  override func isInterleaved(over rect: PixelRect) -> Bool {
    guard mayBeInterleaved else { return false }
    let top = source.height - source.firstRow
    return PixelRect(minX: 0, minY: top - bitmap.height, maxX: bitmap.width, maxY: top).contains(rect)
  }

  override func interleaved(x: Int, y: Int) -> UnsafeMutablePointer<Float>? {
    unsafe RowCodec.floats(of: bitmap, row: source.height - 1 - y - source.firstRow, x: x)
  }

  private func expand(_ rows: RowPointers, by function: TransferFunction, row: Int, x: Int, count: Int) {
    if table == nil {
      unsafe TransferRow.decode(function, rows.r, count)
      unsafe TransferRow.decode(function, rows.g, count)
      unsafe TransferRow.decode(function, rows.b, count)
    }
    if let gainMap = source.gainMap { unsafe gainMap.apply(row: row, x: x, count: count, rows) }
  }
}
