internal import Foundation
internal import HeadroomContainers
internal import HeadroomGraphics

/// The tag of the `exif`, `exifEX` and `tiff` schemas that corresponds to an EXIF property.
///
/// Two properties share a tag where EXIF splits a value that XMP keeps as one: an angle and its
/// direction, a time and its date.
struct EXIFTag: Sendable {
  let row: EXIFPropertyTable.Row
  /// The part of a properties dictionary: ``kCGImagePropertyTIFFDictionary`` and the like.
  let dictionary: CFString
  let name: XMLName
  let prefix: String
  /// The tag of which this is the other part: the direction of an angle, the date of a time. Until that tag exists,
  /// a separate tag keeps it.
  let whole: XMLName?

  /// All there are, in the order of the tables.
  static let all: [EXIFTag] =
    EXIFPropertyTable.tiff.rows.map { EXIFTag($0, kCGImagePropertyTIFFDictionary) }
    + EXIFPropertyTable.exif.rows.map { EXIFTag($0, kCGImagePropertyExifDictionary) }
    + EXIFPropertyTable.gps.rows.map { EXIFTag($0, kCGImagePropertyGPSDictionary) }

  static func matching(_ dictionary: CFString, _ property: CFString) -> EXIFTag? {
    all.first { $0.dictionary == dictionary && $0.row.key == property }
  }

  private init(_ row: EXIFPropertyTable.Row, _ dictionary: CFString) {
    self.row = row
    self.dictionary = dictionary
    let isGPS = dictionary == kCGImagePropertyGPSDictionary
    let local = Self.renamed[row.key] ?? (isGPS ? "GPS" + row.key : row.key)
    if dictionary == kCGImagePropertyTIFFDictionary {
      (name, prefix) = (XMLName(XMPNamespace.tiff, local), "tiff")
    } else if Self.extended.contains(row.key) {
      (name, prefix) = (XMLName(MetadataSchema.exifExtended, local), "exifEX")
    } else {
      (name, prefix) = (XMLName(MetadataSchema.exif, local), "exif")
    }
    whole = Self.wholes[row.key].map { XMLName(MetadataSchema.exif, $0) }
  }

  /// Fields that are in the schema of EXIF 2.3 but not in that of the XMP specification.
  private static let extended: Set = [
    "SensitivityType", "StandardOutputSensitivity", "RecommendedExposureIndex", "ISOSpeed", "CameraOwnerName",
    "BodySerialNumber", "LensSpecification", "LensMake", "LensModel", "LensSerialNumber", "Gamma",
  ]

  /// Properties that Image I/O names differently from EXIF.
  private static let renamed = [
    "GPSVersion": "GPSVersionID", "Differental": "GPSDifferential", "SubjectDistRange": "SubjectDistanceRange",
    "FocalLenIn35mmFilm": "FocalLengthIn35mmFilm", "FlashPixVersion": "FlashpixVersion",
  ]

  private static let wholes = [
    "LatitudeRef": "GPSLatitude", "LongitudeRef": "GPSLongitude", "DestLatitudeRef": "GPSDestLatitude",
    "DestLongitudeRef": "GPSDestLongitude", "DateStamp": "GPSTimeStamp",
  ]

  /// The key of the other part, of a tag that has one.
  var partKey: String? {
    switch row.form {
    case .angle: row.key + "Ref"
    case .time: kCGImagePropertyGPSDateStamp
    default: nil
    }
  }

  /// The tag's value for a property's.
  ///
  /// - Parameter part: its other part: the direction of an angle, the date of a time. An angle without one is north
  ///   or east of zero, or south or west where it is negative.
  func value(_ given: Any, part: String?, _ namespaces: [String: String]) -> MetadataNode.Value? {
    switch row.form {
    case .angle:
      guard let degrees = OptionValues.number(given), degrees.magnitude <= 360 else { return nil }
      let directions = row.key.hasSuffix("Latitude") ? ["N", "S"] : ["E", "W"]
      return .text(
        XMPCoordinate(degrees: degrees.magnitude, direction: part ?? directions[degrees < 0 ? 1 : 0]).text)
    case .time: return OptionValues.text(given).map { .text(XMPFixTime(time: $0, date: part).text) }
    case .integer where row.key == kCGImagePropertyExifFlash:
      return OptionValues.integer(given).flatMap { content(XMPFlash.fields($0), namespaces) }
    default:
      guard let texts = row.texts(of: given) else { return nil }
      return content(texts.count == 1 ? texts[0] : texts, namespaces)
    }
  }

  private func content(_ given: Any, _ namespaces: [String: String]) -> MetadataNode.Value? {
    MetadataNode.Value(
      given, name: name, prefix: prefix, kind: MetadataSchema.arrayKind(of: name), namespaces: namespaces)
  }

  /// The property's value from its tag.
  func property(of node: MetadataNode) -> Any? {
    if row.key == kCGImagePropertyExifFlash, let bits = XMPFlash.bits(node) { return bits }
    return row.property(of: node.texts)
  }

  /// The value of this part in a whole tag.
  func part(of whole: MetadataNode) -> String? {
    guard let text = whole.text else { return nil }
    return row.key == kCGImagePropertyGPSDateStamp ? XMPFixTime(text).date : XMPCoordinate(text).direction
  }
}
