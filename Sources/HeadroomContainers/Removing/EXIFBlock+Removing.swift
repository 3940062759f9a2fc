extension EXIFBlock {
  /// Takes out the fields of these parts. See ``MetadataParts`` for what belongs to them.
  package mutating func remove(_ parts: MetadataParts) {
    if parts.contains(.location) {
      gps = [:]
      // Nikon, Panasonic and others put names of places into theirs; Apple does not.
      if appleMakerNote == nil { exif[Tag.makerNote] = nil }
    }
    if parts.contains(.personal) {
      exif[Tag.makerNote] = nil
      for tag in Self.personalTags { exif[tag] = nil }
    }
    let described = Self.blocksOfOthers.union(parts.contains(.personal) ? Self.personalTags : [])
    for tag in described {
      image[tag] = nil
      preview[tag] = nil
    }
    if parts.contains(.location) { preview[Tag.gpsDirectory] = nil }
  }

  /// IPTC and Photoshop's resources: both may name places and people.
  private static let blocksOfOthers: Set<UInt16> = [0x83BB, 0x8649]

  /// Artist, HostComputer, XPAuthor, serial number and file name of DNG; ImageUniqueID, CameraOwnerName, serial numbers of
  /// body and lens, Photographer and ImageEditor of EXIF.
  private static let personalTags: Set<UInt16> = [
    0x013B, 0x013C, 0x9C9D, 0xC62F, 0xC65D, 0xC68B, 0xA420, 0xA430, 0xA431, 0xA435, 0xA437, 0xA438,
  ]
}
