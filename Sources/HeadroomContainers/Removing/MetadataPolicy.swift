/// The metadata of a picture that may stay when parts of it are removed.
///
/// ``MetadataParts/personal`` works by lists of what may *stay*: everything that no table here lists is removed, above
/// all unknown namespaces and tags. ``MetadataParts/location`` works by lists of what is removed.
/// ``MetadataParts/all`` leaves nothing.
///
/// Free text that describes the picture stays: captions, titles, headlines, instructions, comments of users. So do the
/// copyright notice and the terms of use. Keywords count as personal, because they often name people.
package struct MetadataPolicy: Hashable, Sendable {
  /// The parts to remove.
  package let parts: MetadataParts

  package init(removing parts: MetadataParts) { self.parts = parts }

  private var removesAll: Bool { parts.contains(.all) }
  var removesLocation: Bool { parts.contains(.location) }
  var removesPersonal: Bool { parts.contains(.personal) }

  /// Which directory of an EXIF block a tag stands in.
  package enum EXIFDirectory: Hashable, Sendable { case image, exif, gps, interoperability, preview }

  /// Whether a field of EXIF may stay. Among maker notes only Apple's are known to hold no place.
  package func keeps(
    exif tag: UInt16, in directory: EXIFDirectory, isAppleMakerNote: Bool = false
  ) -> Bool {
    if removesAll { return false }
    if parts.isEmpty { return true }
    switch directory {
    case .gps: return !removesLocation
    case .interoperability: return true
    case .image, .preview:
      if PublicTags.blocksOfOthers.contains(tag) { return false }
      if tag == EXIFBlock.Tag.gpsDirectory { return !removesLocation }
      return !removesPersonal || PublicTags.image[tag] != nil
    case .exif:
      if tag == EXIFBlock.Tag.makerNote { return !removesPersonal && isAppleMakerNote }
      return !removesPersonal || PublicTags.exif[tag] != nil
    }
  }

  /// Whether a property of XMP, or a field of one, may stay. It is called for every element and
  /// attribute at every depth.
  package func keeps(xmp name: XMLName) -> Bool {
    if removesAll { return false }
    if !XMPPacket.isProperty(name) || name.namespace == XMPNamespace.meta { return true }
    if removesLocation, PrivateNames.isLocation(name) { return false }
    return !removesPersonal || PublicNames.contains(name)
  }

  /// Whether a data set of IPTC may stay.
  package func keeps(iptc key: IPTCBlock.Key) -> Bool {
    if removesAll { return false }
    if key.record == 2, PublicDataSets.places.contains(key.number) { return !removesLocation }
    if !removesPersonal { return true }
    return (key.record == 1 ? PublicDataSets.envelope : key.record == 2 ? PublicDataSets.application : [])
      .contains(key.number)
  }

  /// Whether an image resource of Photoshop may stay; ``keeps(iptc:)`` decides on the contents of IPTC.
  package func keeps(photoshopResource id: UInt16) -> Bool {
    if removesAll { return false }
    return !removesPersonal && !removesLocation || PublicResources.rights.contains(id)
  }

  /// Whether a PNG's text with this keyword may stay.
  package func keeps(textKeyword keyword: String) -> Bool {
    if removesAll { return false }
    let lowered = keyword.lowercased()
    if removesLocation, PrivateNames.isLocation(XMLName("", lowered)) { return false }
    return !removesPersonal || PublicTexts.keywords.contains(lowered)
  }
}

/// Image resources of Photoshop.
enum PublicResources {
  /// The copyright flag, the address of the terms of use, and the digest of IPTC.
  static let rights: Set<UInt16> = [1034, 1035, PhotoshopResources.iptcDigestID]
}

/// Texts of PNG, in small letters.
enum PublicTexts {
  static let keywords: Set = [
    "title", "description", "copyright", "creation time", "software", "disclaimer", "warning", "source", "comment",
    "label", "date:create", "date:modify",
  ]
}

/// Data sets of IPTC by number.
enum PublicDataSets {
  /// ContentLocationCode and -Name, City, SubLocation, State, country's code and name.
  static let places: Set<UInt8> = [26, 27, 90, 92, 95, 100, 101]
  /// Versions, the format of the object, the character set.
  static let envelope: Set<UInt8> = [0, 20, 22, 60, 70, 80, 90]
  /// Kind of picture, subject, date, program; title, headline, caption, instructions, copyright.
  static let application: Set<UInt8> = [
    0, 3, 4, 5, 7, 8, 10, 12, 15, 20, 30, 35, 37, 38, 40, 42, 55, 60, 62, 63, 65, 70, 75, 105, 116, 120, 130, 131, 135,
  ]
}
