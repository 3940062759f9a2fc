internal import HeadroomContainers

/// The parsed structure of a HEIF file: brands, items, references, groups. No picture is decoded for it.
///
/// A sequence without items gets items from the first samples of its tracks.
struct HEIFContainer: Sendable {
  let bytes: FileBytes
  let limits: DecodeLimits
  let meta: MetaBox
  /// The major brand, then the compatible ones.
  let brands: [FourCC]
  let topLevel: [ISOBox]
  let items: [UInt32: HEIFItem]
  /// Items in the order of the file.
  let order: [UInt32]
  /// Pictures of the track, where the file is a sequence too.
  let sequenceFrameCount: Int?
  /// The irregularities of the file's structure.
  let warnings: [String]

  /// References by their start and by their ends, so that the cost of a look-up does not depend on their number.
  private let forward: [Link: [UInt32]]
  private let backward: [Link: [UInt32]]

  private struct Link: Hashable {
    let type: FourCC
    let id: UInt32
  }

  /// Reads the boxes of a file.
  ///
  /// - Throws: `ImageIOError` when there is neither a usable `meta` box nor a track of pictures.
  init(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) {
    self.bytes = bytes
    self.limits = limits
    let file = ISOBoxList(of: bytes, limits: limits)
    let (topLevel, damage) = file.boxesBeforeDamage()
    self.topLevel = topLevel
    brands = try Self.brands(topLevel, file)
    let stated = try topLevel.first { $0.type == "meta" }.map { box throws(ImageIOError) in try MetaBox(box, in: file) }
    let meta: MetaBox
    if let stated, !stated.items.isEmpty {
      meta = stated
      // Where the tracks are broken there is still the picture.
      sequenceFrameCount = try? Movie.read(from: topLevel, of: file)?.pictures?.samples.count
    } else if let movie = try Movie.read(from: topLevel, of: file), stated == nil || movie.pictures != nil {
      (meta, sequenceFrameCount) = try Self.firstPicture(of: movie, topLevel, file)
    } else {
      guard let stated else {
        throw damage ?? .malformed(part: "meta", text: "the file has no meta box", offset: nil)
      }
      (meta, sequenceFrameCount) = (stated, nil)
    }
    self.meta = meta
    guard meta.handler == "pict" else {
      throw .malformed(
        part: "meta/hdlr", text: meta.handler.map { "the handler is '\($0)', not 'pict'" } ?? "there is no handler box",
        offset: meta.box.start)
    }
    let properties = meta.properties.map { HEIFProperty($0, in: file) }
    order = meta.items.map(\.id)
    items = Dictionary(uniqueKeysWithValues: meta.items.map { ($0.id, HEIFItem($0, meta, properties)) })
    var forward: [Link: [UInt32]] = [:]
    var backward: [Link: [UInt32]] = [:]
    for reference in meta.references {
      forward[Link(type: reference.type, id: reference.from), default: []] += reference.to
      for target in reference.to {
        backward[Link(type: reference.type, id: target), default: []].append(reference.from)
      }
    }
    self.forward = forward
    self.backward = backward
    // Boxes after a broken one may not be needed; item data is found by its offset.
    warnings = meta.warnings + (damage.map { ["\($0)"] } ?? [])
  }

  /// The first picture of a sequence that has none beside its tracks, and the number of its pictures.
  private static func firstPicture(
    of movie: Movie, _ topLevel: [ISOBox], _ file: ISOBoxList
  ) throws(ImageIOError) -> (MetaBox, frameCount: Int) {
    guard let box = topLevel.first(where: { $0.start == movie.offset }), let track = movie.pictures else {
      guard !movie.isFragmented else {
        throw .unsupported(part: "moov", text: "a movie whose samples are in fragments, which are not read")
      }
      throw .malformed(part: "moov", text: "no track has pictures", offset: movie.offset)
    }
    var pictures = [try FirstPicture(of: track)]
    for auxiliary in movie.auxiliaries(of: track) { pictures.append(try FirstPicture(of: auxiliary)) }
    return (MetaBox(pictures, in: box, of: file), track.samples.count)
  }

  private static func brands(_ boxes: [ISOBox], _ file: ISOBoxList) throws(ImageIOError) -> [FourCC] {
    guard let box = boxes.first(where: { $0.type == "ftyp" }) else { return [] }
    var reader = file.reader(of: box)
    var brands = [try reader.type()]
    try reader.skip(4)
    while reader.remaining >= 4, brands.count < 256 { brands.append(try reader.type()) }
    return brands
  }

  /// The items that `type` references from `id` lead to.
  func targets(_ type: FourCC, of id: UInt32) -> [UInt32] { forward[Link(type: type, id: id)] ?? [] }

  /// The items with a `type` reference to `id`, in the order of the references.
  func sources(_ type: FourCC, to id: UInt32) -> [UInt32] { backward[Link(type: type, id: id)] ?? [] }

  /// An item, or the track it is a sample of, in errors.
  func name(of id: UInt32) -> String { "\(items[id]?.declaration.sample == nil ? "item" : "track") \(id)" }

  /// The bytes of an item.
  func data(of id: UInt32) throws(ImageIOError) -> ItemData { try ItemData(of: id, in: meta, bytes) }

  /// The bytes of a small item: metadata, or the description of a derived picture.
  ///
  /// - Throws: when there are more than `limit`, or the file ends inside the item.
  func smallData(of id: UInt32, limit: Int? = nil) throws(ImageIOError) -> [UInt8] {
    let data = try data(of: id)
    let limit = limit ?? limits.maxMetadataBytes
    guard data.byteCount <= limit else {
      throw .overLimit(
        part: "item \(id)", quantity: "size", declared: UInt64(data.byteCount), limit: UInt64(max(limit, 0)),
        offset: data.ranges.first?.lowerBound)
    }
    guard !data.isCut else {
      throw .truncated(
        part: "item \(id)", needed: UInt64(data.byteCount) + 1, available: UInt64(data.byteCount),
        offset: data.ranges.first?.lowerBound)
    }
    return data.copy(from: bytes)
  }
}
