extension StillMetadata {
  /// Takes Photoshop's resources apart: IPTC, and the others. What stands before a damage is kept.
  ///
  /// - Returns: what is wrong with them.
  package mutating func takeResources(_ bytes: [UInt8], limits: DecodeLimits) -> [String] {
    var (resources, damage) = PhotoshopResources.reading(bytes, limits: limits)
    var warnings = damage.map { ["\($0); the resources before are kept"] } ?? []
    if let block = resources.iptc { warnings += takeIPTC(block, limits: limits) }
    resources.remove { $0 == PhotoshopResources.iptcID }
    if !resources.isEmpty { photoshop = resources.serialized() }
    return warnings
  }

  /// Takes an IPTC block, where there is none yet. What stands before a damage is kept.
  ///
  /// - Returns: what is wrong with it.
  package mutating func takeIPTC(_ bytes: [UInt8], limits: DecodeLimits) -> [String] {
    guard iptc == nil else { return [] }
    let (block, damage) = IPTCBlock.reading(bytes, limits: limits)
    if damage == nil { iptc = bytes } else if !block.isEmpty { iptc = block.serialized() }
    return damage.map { ["\($0); the data sets before are kept"] } ?? []
  }

  /// Takes what a directory of TIFF has: the field of IPTC's own counts before what Photoshop's resources hold.
  ///
  /// - Returns: what is wrong with them.
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

  /// Bytes that a writer took for LONGs of the other byte order; the mark of the first data set tells.
  private static func inOrder(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= 4, bytes[0] != IPTCBlock.marker, bytes[3] == IPTCBlock.marker else { return bytes }
    let whole = bytes.count / 4 * 4
    return stride(from: 0, to: whole, by: 4).flatMap { bytes[$0..<$0 + 4].reversed() } + bytes[whole...]
  }

  /// Photoshop's resources with IPTC among them, as JPEG has them; nil where there are none.
  package var resources: [UInt8]? {
    var resources = photoshop.map { PhotoshopResources.reading($0, limits: .trusted).resources } ?? PhotoshopResources()
    // What is left of a digest without IPTC says nothing.
    if iptc == nil { resources.remove { $0 == PhotoshopResources.iptcDigestID } }
    if let iptc { resources.iptc = iptc }
    return resources.isEmpty ? nil : resources.serialized()
  }
}

extension DecodeLimits {
  /// For blocks that have been read within their limits.
  fileprivate static let trusted = DecodeLimits(maxMetadataBytes: .max)
}
