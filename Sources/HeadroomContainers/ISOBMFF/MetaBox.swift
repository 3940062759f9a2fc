/// The item level of a file: the contents of its `meta` box (ISO/IEC 14496-12 section 8.11, ISO/IEC 23008-12).
///
/// Children may come in any order, so they are collected here and put together later.
package struct MetaBox: Sendable {
  /// An item as `infe` declares it.
  package struct Item: Hashable, Sendable {
    package let id: UInt32
    package let type: FourCC
    package let name: String
    /// The media type of a `mime` item.
    package let contentType: String
    /// The compression of a `mime` item; empty for none.
    package let contentEncoding: String
    package let isHidden: Bool
    /// Not 0 for encrypted items.
    package let protectionIndex: UInt16
    /// Offset of the `infe` box.
    package let offset: Int
    /// The track's facts about it, where it is a sample.
    package var sample: Sample?
  }

  /// The size and place of a track's pictures.
  package struct Sample: Hashable, Sendable {
    package let track: UInt32
    package let width: Int
    package let height: Int
    /// As ``MovieTrack/matrix``.
    package let matrix: [Int32]
  }

  /// A reference from one item to others.
  package struct Reference: Hashable, Sendable {
    package let type: FourCC
    package let from: UInt32
    package let to: [UInt32]
    package let offset: Int
  }

  /// One property of an item.
  package struct Association: Hashable, Sendable {
    /// From 1, into the boxes of `ipco`; 0 is none.
    package let index: Int
    package let isEssential: Bool
  }

  /// A group of entities.
  package struct Group: Hashable, Sendable {
    package let type: FourCC
    package let id: UInt32
    package let entities: [UInt32]
    package let offset: Int
  }

  /// The `meta` box itself.
  package let box: ISOBox
  package private(set) var handler: FourCC?
  package private(set) var primaryItem: UInt32?
  /// Items in the order of `iinf`.
  package private(set) var items: [Item] = []
  package private(set) var locations: [UInt32: ItemLocation] = [:]
  package private(set) var references: [Reference] = []
  /// The boxes of `ipco`.
  package private(set) var properties: [ISOBox] = []
  package private(set) var associations: [UInt32: [Association]] = [:]
  /// Where the payload of `idat` lies.
  package private(set) var itemData: Range<Int>?
  package private(set) var groups: [Group] = []
  /// Harmless irregularities.
  package var warnings: [String] { oddities.texts }
  private var oddities = WarningList()

  private let list: ISOBoxList
  private var knownItems: Set<UInt32> = []
  private var associationBoxes: [ISOBox] = []

  /// Most entity groups, entries of one group, and references of one item.
  static let largestGroupCount = 256
  static let largestReferenceCount = 65_536

  /// Reads a `meta` box.
  ///
  /// - Throws: ``ImageIOError`` naming the box and offset when the structure is broken.
  package init(_ box: ISOBox, in file: ISOBoxList) throws(ImageIOError) {
    guard !box.isCut else {
      throw .truncated(
        part: box.path, needed: UInt64(box.byteCount) + 1, available: UInt64(box.byteCount), offset: box.start)
    }
    self.box = box
    list = try file.inside(box, skipping: 4)
    for child in try list.boxes() { try read(child) }
    for box in associationBoxes { try readAssociations(box) }
  }

  /// The first pictures of tracks as items, for a file without this box: their data is a sample, their properties
  /// are the boxes of its entry.
  ///
  /// - Parameters:
  ///   - pictures: the picture that is shown, then its auxiliary pictures.
  ///   - movie: the `moov` box.
  package init(_ pictures: [FirstPicture], in movie: ISOBox, of file: ISOBoxList) {
    box = movie
    list = file
    handler = "pict"
    primaryItem = pictures.first?.track.id
    for picture in pictures where knownItems.insert(picture.track.id).inserted { add(picture) }
    for picture in pictures.dropFirst() {
      for reference in picture.track.references {
        references.append(
          Reference(
            type: reference.type, from: picture.track.id, to: reference.tracks, offset: picture.track.offset))
      }
    }
  }

  private mutating func add(_ picture: FirstPicture) {
    let (track, entry) = (picture.track, picture.entry)
    let size = entry.size ?? (0, 0)
    // Parameter sets may be in the samples too, which makes no difference to decoders.
    let type = entry.format == "hev1" ? "hvc1" : entry.format
    items.append(
      Item(
        id: track.id, type: type, name: "", contentType: "", contentEncoding: "", isHidden: false, protectionIndex: 0,
        offset: entry.box.start,
        sample: Sample(track: track.id, width: size.width, height: size.height, matrix: track.matrix)))
    let extent = ItemLocation.Extent(
      index: 0, offset: UInt64(picture.sample.range.lowerBound), length: UInt64(picture.sample.byteCount))
    locations[track.id] = ItemLocation(construction: .file, extents: [extent], offset: track.offset)
    associations[track.id] = entry.boxes.map { box in
      properties.append(box)
      return Association(index: properties.count, isEssential: box.type == "hvcC" || box.type == "av1C")
    }
  }

  private mutating func read(_ child: ISOBox) throws(ImageIOError) {
    var reader = list.reader(of: child)
    switch child.type {
    case "hdlr":
      _ = try reader.fullBoxHeader()
      try reader.skip(4)
      handler = try reader.type()
    case "pitm":
      let header = try reader.fullBoxHeader()
      if primaryItem == nil { primaryItem = header.version == 0 ? UInt32(try reader.u16()) : try reader.u32() }
    case "iinf": try readItems(child)
    case "iloc":
      for (id, location) in try ItemLocation.parse(&reader, limits: list.limits) where locations[id] == nil {
        locations[id] = location
      }
    case "iref": try readReferences(child)
    case "iprp": try readProperties(child)
    case "idat": if itemData == nil { itemData = child.payload }
    case "grpl": try readGroups(child)
    default: break
    }
  }

  private mutating func warn(_ text: String) { oddities.append(text) }

  // MARK: - iinf

  private mutating func readItems(_ box: ISOBox) throws(ImageIOError) {
    var reader = list.reader(of: box)
    let header = try reader.fullBoxHeader()
    _ = header.version == 0 ? UInt32(try reader.u16()) : try reader.u32()
    // The declared count is not needed, and some writers store a wrong one.
    for child in try list.inside(box, skipping: header.version == 0 ? 6 : 8).boxes() where child.type == "infe" {
      guard items.count < list.limits.maxFrames else {
        throw .overLimit(
          part: box.path, quantity: "item count", declared: UInt64(items.count + 1),
          limit: UInt64(max(list.limits.maxFrames, 0)), offset: child.start)
      }
      guard let item = try item(child) else { continue }
      // Of duplicates the first counts.
      if knownItems.insert(item.id).inserted {
        items.append(item)
      } else {
        warn("\(child.path): item \(item.id) is declared again; the first declaration counts")
      }
    }
  }

  private func item(_ box: ISOBox) throws(ImageIOError) -> Item? {
    var reader = list.reader(of: box)
    let header = try reader.fullBoxHeader()
    // Versions 0 and 1 have no item type.
    guard header.version == 2 || header.version == 3 else { return nil }
    let id = header.version == 2 ? UInt32(try reader.u16()) : try reader.u32()
    guard id != 0 else { throw .malformed(part: box.path, text: "item id 0 is not allowed", offset: box.start) }
    let protection = try reader.u16()
    let type = try reader.type()
    let name = try reader.text()
    let contentType = type == "mime" ? try reader.text() : ""
    let encoding = type == "mime" && !reader.isAtEnd ? try reader.text() : ""
    return Item(
      id: id, type: type, name: name, contentType: contentType, contentEncoding: encoding,
      isHidden: header.flags & 1 != 0, protectionIndex: protection, offset: box.start)
  }

  // MARK: - iref

  private mutating func readReferences(_ box: ISOBox) throws(ImageIOError) {
    var reader = list.reader(of: box)
    let isWide = try reader.fullBoxHeader().version != 0
    var total = 0
    for child in try list.inside(box, skipping: 4).boxes() {
      var reader = list.reader(of: child)
      let from = isWide ? try reader.u32() : UInt32(try reader.u16())
      let count = Int(try reader.u16())
      try reader.need(count * (isWide ? 4 : 2))
      total += count
      guard total <= Self.largestReferenceCount else {
        throw .overLimit(
          part: child.path, quantity: "reference count", declared: UInt64(total),
          limit: UInt64(Self.largestReferenceCount), offset: child.start)
      }
      var to: [UInt32] = []
      for _ in 0..<count { to.append(isWide ? try reader.u32() : UInt32(try reader.u16())) }
      references.append(Reference(type: child.type, from: from, to: to, offset: child.start))
    }
  }

  // MARK: - iprp

  private mutating func readProperties(_ box: ISOBox) throws(ImageIOError) {
    let inner = try list.inside(box)
    for child in try inner.boxes() {
      if child.type == "ipco", properties.isEmpty { properties = try inner.inside(child).boxes() }
      if child.type == "ipma" { associationBoxes.append(child) }
    }
  }

  private mutating func readAssociations(_ box: ISOBox) throws(ImageIOError) {
    var reader = list.reader(of: box)
    let header = try reader.fullBoxHeader()
    guard header.version <= 1 else {
      throw .unsupported(part: box.path, text: "version \(header.version) of the box is not known")
    }
    let count = try reader.u32()
    guard count <= UInt32(clamping: list.limits.maxFrames) else {
      throw .overLimit(
        part: box.path, quantity: "entry count", declared: UInt64(count), limit: UInt64(max(list.limits.maxFrames, 0)),
        offset: box.start)
    }
    for _ in 0..<count {
      let place = reader.position
      let id = header.version == 0 ? UInt32(try reader.u16()) : try reader.u32()
      var entries: [Association] = []
      for _ in 0..<(try reader.u8()) {
        let isWide = header.flags & 1 != 0
        let word = isWide ? Int(try reader.u16()) : Int(try reader.u8())
        let entry = Association(
          index: word & (isWide ? 0x7FFF : 0x7F), isEssential: word & (isWide ? 0x8000 : 0x80) != 0)
        guard entry.index <= properties.count else {
          throw .malformed(
            part: box.path,
            text: "property \(entry.index) of item \(id) is not among the \(properties.count) there are",
            offset: place)
        }
        if entry.index > 0 { entries.append(entry) }
      }
      if associations[id] == nil {
        associations[id] = entries
      } else {
        warn("\(box.path): item \(id) is associated again; the first entry counts")
      }
    }
  }

  // MARK: - grpl

  private mutating func readGroups(_ box: ISOBox) throws(ImageIOError) {
    for child in try list.inside(box).boxes() {
      guard groups.count < Self.largestGroupCount else {
        throw .overLimit(
          part: box.path, quantity: "group count", declared: UInt64(groups.count + 1),
          limit: UInt64(Self.largestGroupCount), offset: child.start)
      }
      var reader = list.reader(of: child)
      _ = try reader.fullBoxHeader()
      let id = try reader.u32()
      let count = try reader.u32()
      guard count <= UInt32(Self.largestReferenceCount) else {
        throw .overLimit(
          part: child.path, quantity: "entity count", declared: UInt64(count),
          limit: UInt64(Self.largestReferenceCount), offset: child.start)
      }
      try reader.need(Int(count) * 4)
      var entities: [UInt32] = []
      for _ in 0..<count { entities.append(try reader.u32()) }
      groups.append(Group(type: child.type, id: id, entities: entities, offset: child.start))
    }
  }
}
