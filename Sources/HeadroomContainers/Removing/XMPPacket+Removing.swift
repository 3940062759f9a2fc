internal import Glibc

extension XMPPacket {
  /// A packet without elements and attributes of unwanted names, at every depth; byte for byte as it was where there are
  /// none. Nil when it cannot be read or nothing is left to say.
  package static func removing(_ isUnwanted: (XMLName) -> Bool, from bytes: [UInt8]) -> [UInt8]? {
    guard let packet = try? XMPPacket(parsing: bytes) else { return nil }
    var root = packet.root
    root.removeElements { isUnwanted($0.name) }
    root.removeAttributes { isUnwanted($0.name) }
    guard root != packet.root else { return bytes }
    guard let left = try? XMPPacket(root: root), !left.properties.isEmpty else { return nil }
    return serialized(root)
  }
}

extension [UInt8] {
  /// Whether a text stands somewhere in these bytes.
  func mentions(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard let first = wanted.first else { return true }
    return unsafe withUnsafeBytes { all in
      guard let base = all.baseAddress else { return false }
      var position = 0
      while all.count - position >= wanted.count {
        let candidates = all.count - position - wanted.count + 1
        guard let found = unsafe memchr(base + position, Int32(first), candidates) else { return false }
        if unsafe memcmp(found, wanted, wanted.count) == 0 { return true }
        position = unsafe UnsafeRawPointer(found) - base + 1
      }
      return false
    }
  }
}

/// Names of XMP properties that show, or tell, what not everybody should see.
enum PrivateNames {
  // MARK: Previews

  private static let basic = "http://ns.adobe.com/xap/1.0/"
  private static let thumbnail = "http://ns.adobe.com/xap/1.0/g/img/"
  private static let google = "http://ns.google.com/photos/"
  /// Face and other regions: Metadata Working Group, Microsoft, Apple.
  private static let regions = [
    "http://www.metadataworkinggroup.com/schemas/regions", "http://ns.microsoft.com/photo/1.2/",
    "http://ns.apple.com/faceinfo/",
  ]
  /// The parts of Google's namespaces that hold pictures: the one before blurring, depth, dynamic depth.
  private static let googlePictures = ["1.0/image/", "1.0/depthmap/", "dd/1.0/"]
  /// One of these stands in every packet with a name of ``isPreview(_:)``.
  static let previewMarks = [thumbnail, "Thumbnails"] + googlePictures.map { google + $0 } + regions

  static func isPreview(_ name: XMLName) -> Bool {
    let namespace = name.namespace
    return namespace == thumbnail || namespace == basic && name.local == "Thumbnails"
      || regions.contains { namespace.hasPrefix($0) } || googlePictures.contains { namespace.hasPrefix(google + $0) }
  }

  // MARK: Places

  private static let photoshop = "http://ns.adobe.com/photoshop/1.0/"
  private static let iptcCore = "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
  private static let iptcExtension = "http://iptc.org/std/Iptc4xmpExt/"

  /// What others call places in namespaces of their own (ACDSee, Media Pro, PRISM, Adobe's of video). Addresses of who made
  /// the picture have other names (`CiAdrCity`, `LicensorCity`) and belong to a person.
  private static let placeNames: Set = [
    "shotlocation", "location", "sublocation", "city", "provincestate", "province", "country", "countrycode",
    "countryname", "worldregion",
  ]

  static func isLocation(_ name: XMLName) -> Bool {
    let local = name.local.lowercased()
    let letters = Array(local.utf8)
    // Drones and others have names of their own for these.
    let marks = ["gps", "latitude", "longitude", "geotag", "makernote"]
    if marks.contains(where: { letters.mentions($0) }) { return true }
    switch name.namespace {
    case photoshop: return ["city", "state", "country"].contains(local)
    case iptcCore: return ["location", "countrycode"].contains(local)
    case _ where name.namespace.hasPrefix(iptcExtension):
      return local.hasPrefix("location") || ["city", "sublocation", "provincestate", "worldregion"].contains(local)
        || local.hasPrefix("country")
    case dublinCore: return local == "coverage"
    default: return placeNames.contains(local)
    }
  }

  // MARK: People and single cameras

  private static let dublinCore = "http://purl.org/dc/elements/1.1/"
  private static let mediaManagement = "http://ns.adobe.com/xap/1.0/mm/"
  /// Maker notes too, those of Google's cameras among them.
  private static let ends = [
    "serialnumber", "ownername", "uniqueid", "peopletags", "filename", "makernote", "shot_log_data",
  ]

  static func isPersonal(_ name: XMLName) -> Bool {
    if name.namespace == mediaManagement || regions.contains(where: { name.namespace.hasPrefix($0) }) { return true }
    let local = name.local.lowercased()
    if ends.contains(where: { local.hasSuffix($0) }) { return true }
    switch name.namespace {
    case dublinCore: return local == "creator" || local == "contributor"
    case photoshop: return ["authorsposition", "captionwriter", "history", "documentancestors"].contains(local)
    case iptcCore: return local == "creatorcontactinfo"
    case _ where name.namespace.hasPrefix(iptcExtension): return local.hasPrefix("person") || local == "imageregion"
    default:
      return ["artist", "author", "photographer", "imageeditor", "hostcomputer", "people", "owner"]
        .contains(local) || local.hasPrefix("imagecreator")
    }
  }
}
