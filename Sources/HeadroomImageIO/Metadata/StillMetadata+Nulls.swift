internal import Foundation
internal import HeadroomContainers
internal import HeadroomGraphics

extension StillMetadata {
  /// Removes the entries that nulls in a properties dictionary name: whole parts, and single values inside them.
  mutating func removeNulls(of properties: CFDictionary) {
    for (key, value) in properties {
      if OptionValues.isNull(value) {
        removePart(key)
      } else if let values = OptionValues.dictionary(value) {
        for (name, value) in values where OptionValues.isNull(value) { remove(name, ofPart: key) }
      }
    }
  }

  private mutating func removePart(_ key: CFString) {
    switch key {
    case kCGImagePropertyGPSDictionary:
      changeEXIF { $0.gps = [:] }
      removeXMP { $0.namespace == XMPNamespace.exif && $0.local.hasPrefix("GPS") }
    case kCGImagePropertyExifDictionary:
      changeEXIF {
        $0.exif = [:]
        $0.interoperability = [:]
      }
      removeXMP {
        $0.namespace == XMPNamespace.exifExtended
          || $0.namespace == XMPNamespace.exif && !$0.local.hasPrefix("GPS")
      }
    case kCGImagePropertyTIFFDictionary:
      let tags = Set(EXIFPropertyTable.tiff.rows.map(\.tag)).subtracting([EXIFBlock.Tag.orientation])
      changeEXIF { $0.image = $0.image.filter { !tags.contains($0.key) } }
      removeXMP { $0.namespace == XMPNamespace.tiff && $0.local != "Orientation" }
    case kCGImagePropertyIPTCDictionary:
      iptc = nil
      removeXMP { name in
        IPTCMapping.all.contains { $0.property == name } || XMPPropertyTable.iptc.rows.contains { $0.name == name }
      }
    case kCGImagePropertyExifAuxDictionary: removeXMP { $0.namespace == XMPNamespace.exifAuxiliary }
    case kCGImageProperty8BIMDictionary: photoshop = nil
    case kCGImagePropertyMakerAppleDictionary:
      changeEXIF { if $0.appleMakerNote != nil { $0.exif[EXIFBlock.Tag.makerNote] = nil } }
    case _ where Self.makers[key] != nil: removeMakerNote(of: Self.makers[key] ?? "")
    case kCGImagePropertyPNGDictionary: texts = []
    case kCGImagePropertyJFIFDictionary: density = nil
    case kCGImagePropertyDPIWidth, kCGImagePropertyDPIHeight: removeDensity()
    default: break
    }
  }

  /// The makers' parts, and how their names begin in EXIF.
  private static let makers = [
    kCGImagePropertyMakerCanonDictionary: "canon", kCGImagePropertyMakerNikonDictionary: "nikon",
    kCGImagePropertyMakerMinoltaDictionary: "minolta", kCGImagePropertyMakerFujiDictionary: "fuji",
    kCGImagePropertyMakerOlympusDictionary: "olympus", kCGImagePropertyMakerPentaxDictionary: "pentax",
  ]

  private mutating func removeMakerNote(of maker: String) {
    changeEXIF { block in
      // Konica Minolta is Minolta too.
      guard block.image[EXIFBlock.Tag.make]?.text?.lowercased().contains(maker) ?? false else { return }
      block.exif[EXIFBlock.Tag.makerNote] = nil
    }
  }

  private mutating func remove(_ name: CFString, ofPart key: CFString) {
    switch key {
    case kCGImagePropertyPNGDictionary: texts.removeAll { $0.keyword == name }
    // The field is removed from the block itself where its values are stored.
    case kCGImagePropertyIPTCDictionary:
      let property = IPTCField.all.first { $0.name == name }.flatMap { IPTCMapping.of($0.key)?.property }
      if let property { removeXMP { $0 == property } }
    default:
      if let tag = EXIFTag.matching(key, name) { removeXMP { $0 == tag.name } }
    }
  }

  private mutating func removeDensity() {
    density = nil
    changeEXIF {
      for tag in [EXIFBlock.Tag.xResolution, EXIFBlock.Tag.yResolution, EXIFBlock.Tag.resolutionUnit] {
        $0.image[tag] = nil
      }
    }
    removeXMP {
      $0.namespace == XMPNamespace.tiff && ["XResolution", "YResolution", "ResolutionUnit"].contains($0.local)
    }
  }

  private mutating func removeXMP(where isUnwanted: (XMLName) -> Bool) {
    self = removingXMP { XMPPacket.removing(isUnwanted, from: $0) }
  }
}
