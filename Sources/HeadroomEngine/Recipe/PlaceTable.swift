/// Finds places in a list by a precomputed hash. With a dictionary, which hashes the hash, two look-ups for each node
/// of a recipe take a third of the time of running a kept plan again.
struct PlaceTable: Sendable {
  private struct Cell {
    var hash: Int
    /// Negative for an empty entry.
    var place: Int
  }

  private var cells: [Cell]
  private var count = 0

  /// - Parameter usualCount: places that there is room for before the table grows.
  init(usualCount: Int) {
    var size = 16
    while size < 2 * usualCount { size *= 2 }
    cells = [Cell](repeating: Cell(hash: 0, place: -1), count: size)
  }

  /// The first place of a hash for which `isWanted` holds.
  @inline(__always)
  func place(of hash: Int, where isWanted: (Int) -> Bool) -> Int? {
    var index = first(hash)
    while cells[index].place >= 0 {
      if cells[index].hash == hash, isWanted(cells[index].place) { return cells[index].place }
      index = (index &+ 1) & (cells.count &- 1)
    }
    return nil
  }

  /// Adds a place, which must not be there.
  mutating func add(_ place: Int, _ hash: Int) {
    if 2 * (count + 1) > cells.count { grow() }
    count += 1
    put(Cell(hash: hash, place: place))
  }

  private mutating func put(_ cell: Cell) {
    var index = first(cell.hash)
    while cells[index].place >= 0 { index = (index &+ 1) & (cells.count &- 1) }
    cells[index] = cell
  }

  private mutating func grow() {
    let old = cells
    cells = [Cell](repeating: Cell(hash: 0, place: -1), count: 2 * old.count)
    for cell in old where cell.place >= 0 { put(cell) }
  }

  /// Addresses differ in their middle bits: the multiplication carries these up, and the upper bits are used.
  @inline(__always)
  private func first(_ hash: Int) -> Int {
    let mixed = UInt(bitPattern: hash) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 32) & (cells.count &- 1)
  }
}
