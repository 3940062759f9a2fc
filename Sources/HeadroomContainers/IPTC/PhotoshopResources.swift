/// Photoshop's image resource blocks: the contents of APP13 in JPEG and of tag 34377 in TIFF. IPTC is one of them.
///
///     '8BIM' | u16 id | u8 length, name, to even | u32 size | bytes, to even
package struct PhotoshopResources: Hashable, Sendable {
  /// One block.
  package struct Resource: Hashable, Sendable {
    package var id: UInt16
    /// The bytes of its name; nearly always none.
    package var name: [UInt8]
    package var bytes: [UInt8]

    package init(id: UInt16, name: [UInt8] = [], bytes: [UInt8]) {
      self.id = id
      self.name = name
      self.bytes = bytes
    }
  }

  package static let iptcID: UInt16 = 1028
  /// MD5 of the IPTC block, by which programs detect that another program changed it.
  package static let iptcDigestID: UInt16 = 1061
  private static let signature = Array("8BIM".utf8)
  /// ImageReady's and PhotoDeluxe's blocks are laid out as Photoshop's.
  private static let otherSignatures = ["MeSa", "AgHg", "PHUT", "DCSR"].map { Array($0.utf8) }
  private static let mostResources = 4096

  package private(set) var resources: [Resource] = []

  package init() {}

  /// Reads blocks up to the end or to bytes that are not a block.
  ///
  /// - Throws: ``ImageIOError`` where a block is damaged, or when there are too many.
  package init(parsing bytes: [UInt8], limits: DecodeLimits = .standard) throws(ImageIOError) {
    let (resources, damage) = Self.reading(bytes, limits: limits)
    if let damage { throw damage }
    self = resources
  }

  /// The blocks before the first damage, and the damage.
  package static func reading(
    _ bytes: [UInt8], limits: DecodeLimits = .standard
  ) -> (resources: PhotoshopResources, damage: ImageIOError?) {
    var result = PhotoshopResources()
    do throws(ImageIOError) {
      try result.read(bytes, limits: limits)
      return (result, nil)
    } catch {
      return (result, error)
    }
  }

  private mutating func read(_ bytes: [UInt8], limits: DecodeLimits) throws(ImageIOError) {
    guard bytes.count <= limits.maxMetadataBytes else {
      throw .overLimit(
        part: "8BIM", quantity: "metadata size", declared: UInt64(bytes.count),
        limit: UInt64(max(limits.maxMetadataBytes, 0)), offset: nil)
    }
    var reader = ByteReader(FileBytes(bytes), part: "8BIM")
    while !reader.isAtEnd, bytes[reader.position...].contains(where: { $0 != 0 }) {
      guard resources.count < Self.mostResources else {
        throw .overLimit(
          part: "8BIM", quantity: "resource count", declared: UInt64(resources.count) + 1,
          limit: UInt64(Self.mostResources), offset: reader.position)
      }
      resources.append(try Self.resource(&reader))
    }
  }

  private static func resource(_ reader: inout ByteReader) throws(ImageIOError) -> Resource {
    let start = reader.position
    let kind = try reader.take(4)
    guard kind == signature || otherSignatures.contains(kind) else {
      throw .malformed(part: "8BIM", text: "a resource has to begin here", offset: start)
    }
    let id = try reader.u16()
    let name = try reader.take(Int(try reader.u8()))
    if name.count % 2 == 0 { try reader.skip(1) }
    let size = try reader.u32()
    guard UInt64(size) <= UInt64(max(reader.remaining, 0)) else {
      throw .truncated(
        part: "8BIM \(id)", needed: UInt64(size), available: UInt64(max(reader.remaining, 0)), offset: start)
    }
    let bytes = try reader.take(Int(size))
    // Some writers leave out the last pad.
    if size % 2 != 0, !reader.isAtEnd { try reader.skip(1) }
    return Resource(id: id, name: name, bytes: bytes)
  }
}

extension PhotoshopResources {
  package var isEmpty: Bool { resources.isEmpty }

  /// The bytes of a resource.
  package subscript(id: UInt16) -> [UInt8]? { resources.first { $0.id == id }?.bytes }

  /// All blocks one after another, without a segment's prefix.
  package func serialized() -> [UInt8] {
    var out = ByteWriter()
    for resource in resources {
      out.append(Self.signature)
      out.u16(resource.id)
      let name = resource.name.prefix(255)
      out.u8(UInt8(name.count))
      out.append(name)
      if name.count % 2 == 0 { out.u8(0) }
      out.u32(UInt32(clamping: resource.bytes.count))
      out.append(resource.bytes)
      if resource.bytes.count % 2 != 0 { out.u8(0) }
    }
    return out.bytes
  }

  /// Removes the resources that `isUnwanted` names.
  package mutating func remove(where isUnwanted: (UInt16) -> Bool) { resources.removeAll { isUnwanted($0.id) } }

  /// Puts a resource in the place of the one with the same number, else at the end; nil removes it.
  package mutating func set(_ bytes: [UInt8]?, for id: UInt16) {
    let place = resources.firstIndex { $0.id == id } ?? resources.endIndex
    remove { $0 == id }
    guard let bytes else { return }
    resources.insert(Resource(id: id, bytes: bytes), at: min(place, resources.endIndex))
  }

  /// The IPTC block. Setting it updates its digest, where there is one.
  package var iptc: [UInt8]? {
    get { self[Self.iptcID] }
    set {
      set(newValue, for: Self.iptcID)
      if self[Self.iptcDigestID] != nil { set(newValue.map(MD5.digest), for: Self.iptcDigestID) }
    }
  }
}
