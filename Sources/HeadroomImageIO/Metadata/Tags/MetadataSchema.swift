internal import HeadroomContainers

/// Built-in knowledge of tags: the usual prefixes, and the properties that are arrays (ISO 16684-1 and the schemas of
/// the XMP specification, part 2).
enum MetadataSchema {
  static let dublinCore = "http://purl.org/dc/elements/1.1/"
  static let exif = "http://ns.adobe.com/exif/1.0/"
  static let exifExtended = "http://cipa.jp/exif/1.0/"
  static let exifAuxiliary = "http://ns.adobe.com/exif/1.0/aux/"
  static let iptcCore = "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
  static let iptcExtension = "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
  static let photoshop = "http://ns.adobe.com/photoshop/1.0/"
  static let basic = "http://ns.adobe.com/xap/1.0/"
  static let rights = "http://ns.adobe.com/xap/1.0/rights/"

  /// Namespaces by the prefixes that need no registration.
  static let namespaces: [String: String] = [
    "dc": dublinCore, "exif": exif, "exifEX": exifExtended, "aux": exifAuxiliary, "Iptc4xmpCore": iptcCore,
    "Iptc4xmpExt": iptcExtension, "photoshop": photoshop, "xmp": basic, "xmpRights": rights,
    "tiff": XMPNamespace.tiff, "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
    "stEvt": "http://ns.adobe.com/xap/1.0/sType/ResourceEvent#", "crs": "http://ns.adobe.com/camera-raw-settings/1.0/",
    "xmpNote": XMPNamespace.xmpNote, "hdrgm": XMPNamespace.hdrGainMap, "HDRToneMap": XMPNamespace.appleToneMap,
    "HDRGainMap": XMPNamespace.appleGainMap, "apdi": XMPNamespace.applePixelData,
  ]

  private static let languages: [String: Set<String>] = [
    dublinCore: ["title", "description", "rights"], exif: ["UserComment"], rights: ["UsageTerms"],
    XMPNamespace.tiff: ["ImageDescription", "Copyright"],
  ]
  private static let unordered: [String: Set<String>] = [
    dublinCore: ["subject", "contributor", "language", "publisher", "relation", "type"], rights: ["Owner"],
    photoshop: ["SupplementalCategories"], basic: ["Identifier"], iptcCore: ["SubjectCode", "Scene"],
  ]
  private static let ordered: [String: Set<String>] = [
    dublinCore: ["creator", "date"],
    exif: ["ISOSpeedRatings", "ComponentsConfiguration", "SubjectArea", "SubjectLocation"],
    XMPNamespace.tiff: [
      "BitsPerSample", "WhitePoint", "PrimaryChromaticities", "YCbCrSubSampling", "ReferenceBlackWhite",
    ],
    exifExtended: ["LensSpecification"],
  ]

  /// The kind of array that a property is; nil when it is not an array, or not known.
  static func arrayKind(of name: XMLName) -> MetadataNode.ArrayKind? {
    if languages[name.namespace]?.contains(name.local) ?? false { return .alternative }
    if unordered[name.namespace]?.contains(name.local) ?? false { return .unordered }
    return ordered[name.namespace]?.contains(name.local) ?? false ? .ordered : nil
  }
}
