internal import HeadroomContainers

/// The EXIF and XMP items that describe a picture.
struct HEIFMetadata: Sendable {
  /// From the byte-order mark on.
  private(set) var exif: [UInt8]?
  private(set) var exifBlock: EXIFBlock?
  private(set) var xmp: [UInt8]?
  private(set) var packet: XMPPacket?
  private(set) var warnings: [String] = []
  /// The items that they come from.
  private(set) var exifItem: UInt32?
  private(set) var xmpItem: UInt32?

  /// The media type of XMP.
  static let xmpType = "application/rdf+xml"

  /// - Parameter isPrimary: whether this is the primary picture, which metadata without a reference describes.
  init(of id: UInt32, in container: HEIFContainer, isPrimary: Bool) {
    let described = Set(container.meta.references.lazy.filter { $0.type == "cdsc" }.map(\.from))
    let own = Set(container.sources("cdsc", to: id))
    for itemID in container.order where own.contains(itemID) || (isPrimary && !described.contains(itemID)) {
      guard let item = container.items[itemID] else { continue }
      if item.type == "Exif", exif == nil {
        read(item, container, Self.readEXIF)
        if exif != nil { exifItem = itemID }
      }
      if item.type == "mime", item.declaration.contentType == Self.xmpType, xmp == nil {
        read(item, container, Self.readXMP)
        if xmp != nil { xmpItem = itemID }
      }
    }
  }

  private mutating func read(
    _ item: HEIFItem, _ container: HEIFContainer,
    _ body: (inout HEIFMetadata, [UInt8]) throws(ImageIOError) -> Void
  ) {
    do throws(ImageIOError) {
      guard item.declaration.contentEncoding.isEmpty else {
        throw .unsupported(part: item.part, text: "the encoding '\(item.declaration.contentEncoding)' is not read")
      }
      try body(&self, try container.smallData(of: item.id))
    } catch {
      warnings.append("\(error); the metadata is ignored")
    }
  }

  /// ```
  /// u32 bytes from here to the TIFF header | ['Exif' 00 00] | TIFF
  /// ```
  private static func readEXIF(_ found: inout HEIFMetadata, _ bytes: [UInt8]) throws(ImageIOError) {
    let block = Array(bytes.dropFirst(try blockStart(bytes)))
    found.exifBlock = try EXIFBlock(parsing: block)
    found.exif = block
  }

  /// Where the byte-order mark lies in an item.
  static func blockStart(_ bytes: [UInt8]) throws(ImageIOError) -> Int {
    var reader = ByteReader(FileBytes(bytes), part: "Exif")
    let skipped = try reader.u32()
    if skipped <= UInt32(reader.remaining), startsBlock(reader, at: Int(skipped)) { return 4 + Int(skipped) }
    // Some writers forget to count their own prefix.
    return reader.starts(with: Array("Exif\0\0".utf8)) ? 10 : 4
  }

  private static func startsBlock(_ reader: ByteReader, at offset: Int) -> Bool {
    var reader = reader
    guard (try? reader.skip(offset)) != nil else { return false }
    return reader.starts(with: [0x4D, 0x4D]) || reader.starts(with: [0x49, 0x49])
  }

  private static func readXMP(_ found: inout HEIFMetadata, _ bytes: [UInt8]) throws(ImageIOError) {
    found.xmp = bytes
    do throws(XMLError) {
      found.packet = try XMPPacket(parsing: bytes)
    } catch {
      throw .malformed(part: "XMP", text: "\(error)", offset: nil)
    }
  }
}
