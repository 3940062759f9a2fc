/// Marker codes of JPEG (ITU-T T.81, table B.1): the byte after 0xFF.
package enum JPEGMarker {
  package static let startOfImage: UInt8 = 0xD8
  static let endOfImage: UInt8 = 0xD9
  package static let startOfScan: UInt8 = 0xDA
  package static let quantizers: UInt8 = 0xDB
  package static let app0: UInt8 = 0xE0
  package static let app1: UInt8 = 0xE1
  package static let app2: UInt8 = 0xE2
  package static let app13: UInt8 = 0xED
  package static let app14: UInt8 = 0xEE
  static let comment: UInt8 = 0xFE

  /// Whether the marker stands alone, without a length: TEM and the restart markers.
  package static func standsAlone(_ marker: UInt8) -> Bool { marker == 0x01 || (0xD0...0xD7).contains(marker) }

  /// Whether the segment is an application's or a comment: decoders need none of them except for colour.
  static func isMetadata(_ marker: UInt8) -> Bool { (0xE0...0xEF).contains(marker) || marker == comment }

  /// Whether the marker starts a frame (SOF0...SOF15; DHT, JPG and DAC lie among them).
  package static func startsFrame(_ marker: UInt8) -> Bool {
    (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
  }

  /// The marker's name in error messages.
  package static func name(_ marker: UInt8) -> String {
    switch marker {
    case 0xC4: "DHT"
    case 0xC8: "JPG"
    case 0xCC: "DAC"
    case 0xC0...0xCF: "SOF\(marker - 0xC0)"
    case 0xD0...0xD7: "RST\(marker - 0xD0)"
    case startOfImage: "SOI"
    case endOfImage: "EOI"
    case startOfScan: "SOS"
    case 0xDB: "DQT"
    case 0xDC: "DNL"
    case 0xDD: "DRI"
    case 0xE0...0xEF: "APP\(marker - 0xE0)"
    case comment: "COM"
    default: "marker 0xff\(String(marker, radix: 16))"
    }
  }
}

/// Payload prefixes that identify application segments.
package enum JPEGSignature {
  package static let jfif = Array("JFIF\0".utf8)
  package static let exif = Array("Exif\0\0".utf8)
  package static let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  package static let extendedXMP = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
  package static let icc = Array("ICC_PROFILE\0".utf8)
  package static let multiPicture = Array("MPF\0".utf8)
  package static let isoGainMap = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
  /// Photoshop's resources; a block may continue in the next segment, which begins with this too.
  package static let photoshop = Array("Photoshop 3.0\0".utf8)
  package static let adobe = Array("Adobe".utf8)
}
