extension OpenEXR {
  /// A block of a part: some scanlines, or a tile.
  struct Block: Hashable, Sendable {
    /// Place in the offset table.
    var index: Int
    /// Pixels that it covers.
    var area: Box
    /// Tile coordinates; nil for scanlines.
    var tile: (x: Int, y: Int, level: Int)?

    static func == (left: Block, right: Block) -> Bool { left.index == right.index }
    func hash(into hasher: inout Hasher) { hasher.combine(index) }
  }
}

extension OpenEXR.Part {
  var isTiled: Bool { tiles != nil }

  /// Levels in each direction: 1 without a pyramid.
  var levelCounts: (x: Int, y: Int) {
    guard let tiles else { return (1, 1) }
    func count(_ size: Int) -> Int {
      let floor = Int.bitWidth - 1 - size.leadingZeroBitCount
      return 1 + floor + (tiles.roundsUp && size & (size - 1) != 0 ? 1 : 0)
    }
    switch tiles.levels {
    case .one: return (1, 1)
    case .mipmap:
      let levels = count(max(dataWindow.width, dataWindow.height))
      return (levels, levels)
    case .ripmap: return (count(dataWindow.width), count(dataWindow.height))
    }
  }

  /// A side of the picture at a level.
  func levelSize(_ size: Int, _ level: Int) -> Int {
    guard let tiles, level > 0 else { return size }
    return max((tiles.roundsUp ? size + (1 << level) - 1 : size) >> level, 1)
  }

  private func tileCounts(_ tiles: OpenEXR.Tiles, levelX: Int, levelY: Int) -> (x: Int, y: Int) {
    let (width, height) = (levelSize(dataWindow.width, levelX), levelSize(dataWindow.height, levelY))
    return ((width + tiles.width - 1) / tiles.width, (height + tiles.height - 1) / tiles.height)
  }

  /// Blocks of the whole part, all levels.
  var computedChunkCount: Int {
    guard let tiles else {
      return (dataWindow.height + compression.rowsPerBlock - 1) / compression.rowsPerBlock
    }
    return levels.reduce(0) { sum, level in
      let counts = tileCounts(tiles, levelX: level.x, levelY: level.y)
      return sum + counts.x * counts.y
    }
  }

  /// Levels in the order of the offset table.
  private var levels: [(x: Int, y: Int)] {
    let counts = levelCounts
    guard tiles?.levels == .ripmap else { return (0..<counts.x).map { ($0, $0) } }
    return (0..<counts.y).flatMap { y in (0..<counts.x).map { ($0, y) } }
  }

  /// Rows that are decoded together.
  var rowGroup: Int { tiles.map { min($0.height, dataWindow.height) } ?? compression.rowsPerBlock }

  /// The data window of a level (the same both ways).
  func window(level: Int) -> OpenEXR.Box {
    OpenEXR.Box(
      minX: dataWindow.minX, minY: dataWindow.minY, maxX: dataWindow.minX + levelSize(dataWindow.width, level) - 1,
      maxY: dataWindow.minY + levelSize(dataWindow.height, level) - 1)
  }

  /// The blocks that hold rows of a level, by coordinates from `rows.lowerBound` to before `rows.upperBound`.
  func blocks(rows: Range<Int>, level: Int = 0) -> [OpenEXR.Block] {
    let window = window(level: level)
    let inside = rows.clamped(to: window.minY..<window.maxY + 1)
    guard !inside.isEmpty else { return [] }
    guard let tiles else { return scanlineBlocks(inside) }
    var first = 0
    for other in levels {
      if other == (level, level) { break }
      let counts = tileCounts(tiles, levelX: other.x, levelY: other.y)
      first += counts.x * counts.y
    }
    let counts = tileCounts(tiles, levelX: level, levelY: level)
    let (top, bottom) = (inside.lowerBound - window.minY, inside.upperBound - 1 - window.minY)
    return (top / tiles.height...bottom / tiles.height).flatMap { y in
      (0..<counts.x).map { x in
        let area = OpenEXR.Box(
          minX: window.minX + x * tiles.width, minY: window.minY + y * tiles.height,
          maxX: min(window.minX + (x + 1) * tiles.width - 1, window.maxX),
          maxY: min(window.minY + (y + 1) * tiles.height - 1, window.maxY))
        return OpenEXR.Block(index: first + y * counts.x + x, area: area, tile: (x, y, level))
      }
    }
  }

  private func scanlineBlocks(_ rows: Range<Int>) -> [OpenEXR.Block] {
    let size = compression.rowsPerBlock
    let (first, last) = ((rows.lowerBound - dataWindow.minY) / size, (rows.upperBound - 1 - dataWindow.minY) / size)
    return (first...last).map { index in
      let top = dataWindow.minY + index * size
      let area = OpenEXR.Box(
        minX: dataWindow.minX, minY: top, maxX: dataWindow.maxX, maxY: min(top + size - 1, dataWindow.maxY))
      return OpenEXR.Block(index: index, area: area, tile: nil)
    }
  }

  /// Bytes of a block without compression: row by row, in each row channel by channel.
  func byteCount(of area: OpenEXR.Box) -> Int {
    channels.reduce(0) { sum, channel in
      let columns = OpenEXR.Channel.samples(from: area.minX, count: area.width, step: channel.xSampling)
      let rows = OpenEXR.Channel.samples(from: area.minY, count: area.height, step: channel.ySampling)
      return sum + columns * rows * channel.type.byteCount
    }
  }
}
