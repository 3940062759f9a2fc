/// Names of XMP properties with private pictures or facts.
enum PrivateNames {
  // MARK: Previews

  private static let thumbnail = "http://ns.adobe.com/xap/1.0/g/img/"
  private static let google = "http://ns.google.com/photos/"
  /// Face and other regions: Metadata Working Group, Microsoft, Apple.
  private static let regions = [
    "http://www.metadataworkinggroup.com/schemas/regions", "http://ns.microsoft.com/photo/1.2/",
    "http://ns.apple.com/faceinfo/",
  ]
  /// The parts of Google's namespaces that hold pictures: the picture before blurring, depth, dynamic depth.
  private static let googlePictures = ["1.0/image/", "1.0/depthmap/", "dd/1.0/"]
  /// Texts of which every packet with a name of ``isPreview(_:)`` contains one.
  static let previewMarks = [thumbnail, "Thumbnails"] + googlePictures.map { google + $0 } + regions

  static func isPreview(_ name: XMLName) -> Bool {
    let namespace = name.namespace
    return namespace == thumbnail || namespace == XMPNamespace.basic && name.local == "Thumbnails"
      || regions.contains { namespace.hasPrefix($0) } || googlePictures.contains { namespace.hasPrefix(google + $0) }
  }

  // MARK: Places

  private static let iptcExtension = "http://iptc.org/std/Iptc4xmpExt/"

  /// Names of places in other namespaces (ACDSee, Media Pro, PRISM, Adobe's for video). Addresses of the picture's
  /// creator have other names (`CiAdrCity`, `LicensorCity`) and belong to a person.
  private static let placeNames: Set = [
    "shotlocation", "location", "sublocation", "city", "provincestate", "province", "country", "countrycode",
    "countryname", "worldregion", "lat", "lon", "lng", "long", "place", "placename", "geolocation", "coordinates",
  ]
  /// Drones and other devices have their own names that contain these.
  private static let marks = ["gps", "latitude", "longitude", "altitude", "geotag", "geohash", "makernote"]
  /// Coordinates by short names: W3C, GeoRSS, GML.
  private static let geography = [
    "http://www.w3.org/2003/01/geo/", "http://www.georss.org/", "http://www.opengis.net/",
  ]

  /// A drone's own namespace (`drone-dji`, `drone-parrot`) describes its flight, so all of it is removed.
  static func isLocation(_ name: XMLName) -> Bool {
    let local = name.local.lowercased()
    let letters = Array(local.utf8)
    if marks.contains(where: { letters.mentions($0) }) { return true }
    if geography.contains(where: { name.namespace.hasPrefix($0) }) { return true }
    if Array(name.namespace.utf8).mentions("/drone-") { return true }
    switch name.namespace {
    case XMPNamespace.photoshop: return ["city", "state", "country"].contains(local)
    case XMPNamespace.iptcCore: return ["location", "countrycode"].contains(local)
    case _ where name.namespace.hasPrefix(iptcExtension):
      return local.hasPrefix("location") || ["city", "sublocation", "provincestate", "worldregion"].contains(local)
        || local.hasPrefix("country")
    case XMPNamespace.dublinCore: return local == "coverage"
    default: return placeNames.contains(local)
    }
  }
}
