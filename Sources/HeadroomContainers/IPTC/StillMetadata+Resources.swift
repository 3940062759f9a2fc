extension StillMetadata {
  /// Splits Photoshop's resources into IPTC and the others. Parts before any damage are kept.
  ///
  /// - Returns: the problems found in them.
  package mutating func takeResources(_ bytes: [UInt8], limits: DecodeLimits) -> [String] {
    var (resources, damage) = PhotoshopResources.reading(bytes, limits: limits)
    var warnings = damage.map { ["\($0); the resources before are kept"] } ?? []
    if let block = resources.iptc { warnings += takeIPTC(block, limits: limits) }
    resources.remove { $0 == PhotoshopResources.iptcID }
    if !resources.isEmpty { photoshop = resources.serialized() }
    return warnings
  }

  /// Takes an IPTC block where there is none yet. Parts before any damage are kept.
  ///
  /// - Returns: the problems found in it.
  package mutating func takeIPTC(_ bytes: [UInt8], limits: DecodeLimits) -> [String] {
    guard iptc == nil else { return [] }
    let (block, damage) = IPTCBlock.reading(bytes, limits: limits)
    if damage == nil { iptc = bytes } else if !block.isEmpty { iptc = block.serialized() }
    return damage.map { ["\($0); the data sets before are kept"] } ?? []
  }

  /// Takes the blocks of a TIFF directory: IPTC's own field counts before the one in Photoshop's resources.
  ///
  /// - Returns: the problems found in them.
  package mutating func takeResources(of directory: TIFF.Directory, in file: TIFF.File) -> [String] {
    let limit = file.limits.maxMetadataBytes
    do throws(ImageIOError) {
      var warnings: [String] = []
      if let bytes = try file.block(TIFF.Tag.iptc, of: directory, limit: limit) {
        warnings += takeIPTC(Self.inOrder(bytes), limits: file.limits)
      }
      if let bytes = try file.block(TIFF.Tag.photoshop, of: directory, limit: limit) {
        warnings += takeResources(bytes, limits: file.limits)
      }
      return warnings
    } catch {
      return ["\(error); it is ignored"]
    }
  }

  /// Corrects bytes that a writer swapped as LONGs of the other byte order; the marker of the first data set shows it.
  private static func inOrder(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= 4, bytes[0] != IPTCBlock.marker, bytes[3] == IPTCBlock.marker else { return bytes }
    let whole = bytes.count / 4 * 4
    return stride(from: 0, to: whole, by: 4).flatMap { bytes[$0..<$0 + 4].reversed() } + bytes[whole...]
  }

  /// Photoshop's resources with IPTC among them, as in JPEG; nil where there are none.
  package var resources: [UInt8]? {
    var resources = photoshop.map { PhotoshopResources.reading($0, limits: .trusted).resources } ?? PhotoshopResources()
    // A digest without IPTC is meaningless.
    if iptc == nil { resources.remove { $0 == PhotoshopResources.iptcDigestID } }
    if let iptc { resources.iptc = iptc }
    return resources.isEmpty ? nil : resources.serialized()
  }
}

extension DecodeLimits {
  /// For blocks that have been read within their limits.
  fileprivate static let trusted = DecodeLimits(maxMetadataBytes: .max)
}
