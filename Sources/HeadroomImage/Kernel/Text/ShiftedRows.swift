internal import HeadroomEngine
internal import HeadroomKernelRows
internal import HeadroomPixels

/// Rows of tiles at whole distances from the computed row: the tile's own rows where it has them, otherwise copies
/// extended by the pixels outside the image.
@unsafe
struct ShiftedRows {
  private let shifts: [RowShift]
  private let tiles: [Tile]
  private let settings: [SamplerSettings]
  private let columns: Range<Int>
  private let pointers: UnsafeMutablePointer<RowPointers>
  private let copies: [RowPointers]

  init(
    _ shifts: [RowShift], _ tiles: [Tile], _ settings: [SamplerSettings], columns: Range<Int>, _ scratch: ScratchArena
  ) {
    unsafe self.shifts = shifts
    unsafe self.tiles = unsafe tiles
    unsafe self.settings = settings
    unsafe self.columns = columns
    let capacity = shifts.count + 1
    let floats = unsafe capacity * MemoryLayout<RowPointers>.stride / MemoryLayout<Float>.stride
    unsafe pointers = unsafe UnsafeMutableRawPointer(scratch.floats(floats)).bindMemory(
      to: RowPointers.self, capacity: capacity)
    unsafe copies = unsafe shifts.map { _ in unsafe scratch.rows(columns.count) }
  }

  /// The rows for the row `y` of the result, in the order of the shifts.
  func rows(_ y: Int) -> UnsafePointer<RowPointers> {
    for place in unsafe shifts.indices { unsafe pointers[place] = row(place, y) }
    return unsafe UnsafePointer(pointers)
  }

  private func row(_ place: Int, _ y: Int) -> RowPointers {
    let shift = unsafe shifts[place]
    let (tile, setting) = unsafe (tiles[shift.image], settings[shift.image])
    let rect = unsafe tile.rect
    let first = unsafe columns.lowerBound + shift.dx
    let count = unsafe columns.count
    let line = unsafe clamped(y + shift.dy, setting.extent.minY, setting.extent.maxY, setting)
    if first >= rect.minX, first + count <= rect.maxX, line >= rect.minY, line < rect.maxY {
      return unsafe tile.rows(x: first, y: line)
    }
    return unsafe copy(tile, setting, first, line, count, into: copies[place])
  }

  private func copy(
    _ tile: Tile, _ setting: SamplerSettings, _ first: Int, _ line: Int, _ count: Int, into rows: RowPointers
  ) -> RowPointers {
    let rect = unsafe tile.rect
    for i in 0..<count {
      let x = unsafe clamped(first + i, setting.extent.minX, setting.extent.maxX, setting)
      let isInside = x >= rect.minX && x < rect.maxX && line >= rect.minY && line < rect.maxY
      let pixel = unsafe isInside ? tile.pixel(x: x, y: line) : .clear
      unsafe (rows.r[i], rows.g[i], rows.b[i], rows.a[i]) = (pixel.r, pixel.g, pixel.b, pixel.a)
    }
    return unsafe rows
  }

  /// Clamped to a repeated edge.
  private func clamped(_ value: Int, _ low: Int, _ high: Int, _ setting: SamplerSettings) -> Int {
    setting.isClamped && low < high ? min(max(value, low), high - 1) : value
  }
}
