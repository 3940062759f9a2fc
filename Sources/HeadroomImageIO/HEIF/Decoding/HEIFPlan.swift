internal import HeadroomContainers
internal import HeadroomPixels

/// The parts to decode for an item's picture, and the place of each.
struct HEIFPlan: Sendable {
  /// The library and its configuration.
  enum Codec: Hashable, Sendable {
    case hevc(HEVCConfiguration)
    case av1(AV1Configuration, operatingPoint: UInt8, layer: UInt16)
    case jpeg(JPEGItem)
  }

  /// A coded item and the place of its top left sample.
  struct Tile: Hashable, Sendable {
    let id: UInt32
    let x: Int
    let y: Int
    let codec: Codec
  }

  /// Size of the whole picture, before transforms.
  private(set) var width: Int
  private(set) var height: Int
  private(set) var tileWidth: Int
  private(set) var tileHeight: Int
  private(set) var tiles: [Tile]
  private(set) var bitDepth: Int
  private(set) var subsampling: PlanarPicture.Subsampling
  private(set) var transforms: [HEIFTransform]
  /// The first coded item.
  private(set) var tileItem: HEIFItem
  private(set) var warnings: [String] = []

  /// The most tiles of a grid, and the deepest chain of identity items.
  private static let largestTileCount = 4096
  private static let largestDepth = 4
  /// Coded items that are decoded.
  private static let codedTypes: Set<FourCC> = ["hvc1", "av01", "jpeg"]

  /// Plans the decoding of an item.
  ///
  /// - Throws: `ImageIOError` when it is not a picture, is made of missing or unlike parts, or
  ///   needs unsupported features.
  init(for id: UInt32, in container: HEIFContainer) throws(ImageIOError) {
    self = try Self.plan(id, container, depth: 0)
    try container.limits.check(width: UInt64(width), height: UInt64(height), part: container.name(of: id))
  }

  private static func plan(
    _ id: UInt32, _ container: HEIFContainer, depth: Int
  ) throws(ImageIOError) -> HEIFPlan {
    guard let item = container.items[id] else {
      throw .malformed(part: "meta/iinf", text: "item \(id) does not exist", offset: container.meta.box.start)
    }
    guard depth < largestDepth else {
      throw .malformed(part: item.part, text: "derived from too deep", offset: item.declaration.offset)
    }
    guard codedTypes.contains(item.type) || item.type == "grid" || item.type == "iden" else {
      throw .unsupported(part: item.part, text: "pictures of this type are not decoded")
    }
    try check(item)
    switch item.type {
    case _ where codedTypes.contains(item.type): return try HEIFPlan(coded: item, container)
    case "grid": return try HEIFPlan(grid: item, container)
    default:
      let targets = container.targets("dimg", of: id)
      guard targets.count == 1 else {
        throw .malformed(
          part: item.part, text: "made of \(targets.count) items, not 1", offset: item.declaration.offset)
      }
      var inner = try plan(targets[0], container, depth: depth + 1)
      inner.transforms += item.transforms
      return inner
    }
  }

  private static func check(_ item: HEIFItem) throws(ImageIOError) {
    if let damage = item.damage { throw damage }
    guard item.unknownEssential.isEmpty else {
      let names = item.unknownEssential.map { "'\($0)'" }.joined(separator: ", ")
      throw .unsupported(part: item.part, text: "needs the unknown property \(names)")
    }
    guard item.declaration.protectionIndex == 0 else {
      throw .unsupported(part: item.part, text: "the item is encrypted")
    }
  }

  // MARK: - Coded

  private init(coded declared: HEIFItem, _ container: HEIFContainer, isTile: Bool = false) throws(ImageIOError) {
    var item = declared
    let chroma: UInt8
    var size = item.size
    // The codec's size counts, because some writers turn ispe.
    var coded: (width: Int, height: Int)?
    switch item.type {
    case "hvc1":
      guard let configuration = item.hevc else { throw Self.missing("hvcC", item) }
      chroma = configuration.chromaFormat
      bitDepth = configuration.lumaBits
      coded = configuration.sequence.map { ($0.width, $0.height) }
      tiles = [Tile(id: item.id, x: 0, y: 0, codec: .hevc(configuration))]
    case "jpeg":
      let stream = try JPEGItem(item, in: container, isTile: isTile)
      item.jpeg = stream
      chroma = stream.chromaFormat
      bitDepth = 8
      coded = (stream.width, stream.height)
      tiles = [Tile(id: item.id, x: 0, y: 0, codec: .jpeg(stream))]
    default:
      guard let configuration = item.av1 else { throw Self.missing("av1C", item) }
      chroma = configuration.chromaFormat
      bitDepth = configuration.bits
      if size == nil, let sequence = configuration.sequence { size = (sequence.width, sequence.height) }
      let codec = Codec.av1(
        configuration, operatingPoint: item.operatingPoint, layer: item.layer ?? 0xFFFF)
      tiles = [Tile(id: item.id, x: 0, y: 0, codec: codec)]
    }
    if let coded {
      if let size, size != coded {
        let place = item.declaration.sample == nil ? "ispe" : "the sample entry"
        warnings.append(
          "\(item.part): \(place) says \(size.width)x\(size.height), the picture is \(coded.width)x\(coded.height)")
      }
      size = coded
    }
    guard let size else { throw Self.missing("ispe", item) }
    guard size.width > 0, size.height > 0 else {
      throw .malformed(
        part: item.part, text: "picture size \(size.width)x\(size.height) is empty", offset: item.declaration.offset)
    }
    (width, height) = size
    (tileWidth, tileHeight) = size
    subsampling = [.monochrome, .quarter, .half, .full][Int(chroma & 3)]
    transforms = item.transforms
    tileItem = item
  }

  private static func missing(_ property: String, _ item: HEIFItem) -> ImageIOError {
    .malformed(part: item.part, text: "the property '\(property)' is missing", offset: item.declaration.offset)
  }

  // MARK: - Grid

  /// ```
  /// u8 0 | u8 flags (1: 32-bit sizes) | u8 rows - 1 | u8 columns - 1 | u16 or u32 width, height
  /// ```
  private init(grid item: HEIFItem, _ container: HEIFContainer) throws(ImageIOError) {
    try self.init(layout: item, tiles: container.targets("dimg", of: item.id), container)
  }

  /// The plan of a picture that is cut into tiles like the grid `id`, from other coded items: the alpha of each tile.
  /// It is turned and cropped like the grid.
  init(laidOutAs id: UInt32, tiles: [UInt32], in container: HEIFContainer) throws(ImageIOError) {
    guard let item = container.items[id], item.type == "grid" else { throw .internalError("item \(id) is no grid") }
    try self.init(layout: item, tiles: tiles, container)
  }

  private init(layout item: HEIFItem, tiles ids: [UInt32], _ container: HEIFContainer) throws(ImageIOError) {
    let payload = FileBytes(try container.smallData(of: item.id, limit: 64))
    var reader = ByteReader(payload, part: "\(item.part) data")
    try reader.skip(1)
    let isWide = try reader.u8() & 1 != 0
    let (rows, columns) = (Int(try reader.u8()) + 1, Int(try reader.u8()) + 1)
    let width = isWide ? try reader.u32() : UInt32(try reader.u16())
    let height = isWide ? try reader.u32() : UInt32(try reader.u16())
    try container.limits.check(width: UInt64(width), height: UInt64(height), part: item.part)
    guard ids.count == rows * columns else {
      throw .malformed(
        part: item.part, text: "\(ids.count) tiles for \(rows) rows of \(columns)", offset: item.declaration.offset)
    }
    guard ids.count <= Self.largestTileCount else {
      throw .overLimit(
        part: item.part, quantity: "tile count", declared: UInt64(ids.count), limit: UInt64(Self.largestTileCount),
        offset: item.declaration.offset)
    }
    self = try Self.tile(ids[0], container)
    let (tileWidth, tileHeight) = (self.width, self.height)
    guard UInt64(tileWidth) * UInt64(columns) >= UInt64(width), UInt64(tileHeight) * UInt64(rows) >= UInt64(height)
    else {
      throw .malformed(
        part: item.part, text: "\(columns)x\(rows) tiles of \(tileWidth)x\(tileHeight) do not cover \(width)x\(height)",
        offset: item.declaration.offset)
    }
    let first = self
    var tiles: [Tile] = []
    for (index, id) in ids.enumerated() {
      let tile = try Self.tile(id, container)
      guard tile.isLike(first) else {
        throw .malformed(
          part: item.part, text: "tile \(id) is unlike tile \(ids[0]) in size or samples",
          offset: item.declaration.offset)
      }
      let (x, y) = (index % columns * tileWidth, index / columns * tileHeight)
      // Tiles that lie outside altogether need no decoding.
      guard x < Int(width), y < Int(height) else { continue }
      tiles.append(Tile(id: id, x: x, y: y, codec: tile.tiles[0].codec))
    }
    self.tiles = tiles
    (self.width, self.height) = (Int(width), Int(height))
    transforms = item.transforms
    if let size = item.size, size != (Int(width), Int(height)) {
      warnings.append(
        "\(item.part): ispe says \(size.width)x\(size.height), the grid \(width)x\(height)")
    }
  }

  private static func tile(_ id: UInt32, _ container: HEIFContainer) throws(ImageIOError) -> HEIFPlan {
    guard let item = container.items[id] else {
      throw .malformed(part: "meta/iref/dimg", text: "tile \(id) does not exist", offset: container.meta.box.start)
    }
    guard codedTypes.contains(item.type) else {
      throw .unsupported(part: item.part, text: "tiles of this type are not decoded")
    }
    try check(item)
    return try HEIFPlan(coded: item, container, isTile: true)
  }

  private func isLike(_ other: HEIFPlan) -> Bool {
    (width, height, bitDepth) == (other.width, other.height, other.bitDepth) && subsampling == other.subsampling
      && tileItem.type == other.tileItem.type && tileItem.jpeg?.isRGB == other.tileItem.jpeg?.isRGB
  }

  // MARK: - Parts

  /// Pixels along the edge of a tile that are not final before its neighbour is decoded: chroma is
  /// interpolated across the edge.
  static let seamMargin = 2

  /// All of the picture decoded at 1/`scale`.
  func whole(scale: Int) -> PixelRect {
    PixelRect(width: (width + scale - 1) / scale, height: (height + scale - 1) / scale)
  }

  /// The tiles that a region touches, as a separate picture; a picture of one tile stays whole.
  ///
  /// - Parameters:
  ///   - wanted: in pixels of the picture decoded at 1/`scale`.
  ///   - scale: a divisor of the tiles' size.
  /// - Returns: the plan, and the place of that picture in the same pixels.
  func covering(_ wanted: PixelRect, scale: Int) -> (plan: HEIFPlan, region: PixelRect) {
    let all = whole(scale: scale)
    let (wide, high) = (tileWidth / scale, tileHeight / scale)
    let needed = wanted.expanded(dx: Self.seamMargin, dy: Self.seamMargin).intersection(all)
    guard tiles.count > 1, !needed.isEmpty else { return (self, all) }
    func tileRange(_ range: Range<Int>, _ size: Int) -> Range<Int> {
      range.lowerBound / size * size..<(range.upperBound + size - 1) / size * size
    }
    let region = PixelRect(
      columns: tileRange(needed.columns, wide), rows: tileRange(needed.rows, high)
    ).intersection(all)
    let (left, top) = (region.columns.lowerBound * scale, region.rows.lowerBound * scale)
    let (right, bottom) = (min(region.columns.upperBound * scale, width), min(region.rows.upperBound * scale, height))
    var plan = self
    plan.tiles = tiles.compactMap { tile in
      guard (left..<right).contains(tile.x), (top..<bottom).contains(tile.y) else { return nil }
      return Tile(id: tile.id, x: tile.x - left, y: tile.y - top, codec: tile.codec)
    }
    (plan.width, plan.height) = (right - left, bottom - top)
    return (plan, region)
  }

  /// A row of a grid's tiles as a separate picture.
  func tileRow(_ index: Int) -> HEIFPlan {
    let top = index * tileHeight
    var plan = self
    plan.tiles = tiles.filter { $0.y == top }.map { Tile(id: $0.id, x: $0.x, y: 0, codec: $0.codec) }
    plan.height = min(tileHeight, height - top)
    return plan
  }

  /// The picture's combined transforms.
  ///
  /// - Returns: the placement, and reasons why transforms were left out.
  func placement() -> (HEIFPlacement, warnings: [String]) {
    var placement = HEIFPlacement(width: width, height: height)
    var warnings: [String] = []
    for transform in transforms where !placement.apply(transform) {
      warnings.append("clap: the rectangle is not inside the picture and is ignored")
    }
    return (placement, warnings)
  }
}
