/// A field's definition in EXIF 3.0 (CIPA DC-008-2023), TIFF 6.0 or Windows, under exiftool's name.
package struct EXIFTagRow: Hashable, Sendable {
  /// The directory that the field belongs to.
  package enum Place: Hashable, Sendable {
    case image, exif, gps, interoperability
  }

  /// How a value is stored.
  package enum Form: Hashable, Sendable {
    case text
    /// Windows' little-endian UTF-16.
    case wideText
    /// Text after eight bytes that name its encoding.
    case comment
    /// `2026:11:28 15:04:05`.
    case date
    /// `2026:11:28`.
    case day
    /// `+01:00`.
    case offset
    case bytes(count: Int)
    /// One byte of type UNDEFINED.
    case code
    /// Four digits, as `0232`.
    case version
    case shorts(count: ClosedRange<Int>)
    case longs
    case fractions(count: Int)
    case signedFraction
    /// Degrees, minutes, seconds.
    case angle
    /// Hours, minutes, seconds.
    case time
    /// One of these letters.
    case letters([String])
    /// Listed, never set: bytes that only their maker can interpret, or offsets in the file.
    case opaque
  }

  package let tag: UInt16
  package let place: Place
  package let name: String
  package let form: Form
  /// The values that the standard has; nil for any.
  package let range: ClosedRange<Double>?
  /// Why it is not to be set by hand; nil where it may.
  package let refusal: String?
}

extension EXIFTagRow {
  /// The row of a field; nil for one that no standard has.
  package static func row(_ tag: UInt16, in place: Place) -> EXIFTagRow? { byTag[Key(tag: tag, place: place)] }

  private struct Key: Hashable {
    let tag: UInt16
    let place: Place
  }

  private static let byTag = Dictionary(
    all.map { (Key(tag: $0.tag, place: $0.place), $0) }, uniquingKeysWith: { first, _ in first })

  /// All rows, directory by directory.
  package static let all: [EXIFTagRow] = image + exif + gps + interoperability

  private static let stored = "it says how the picture is stored, which does not change"

  private static func row(
    _ place: Place, _ tag: UInt16, _ name: String, _ form: Form, _ range: ClosedRange<Double>? = nil,
    refusal: String? = nil
  ) -> EXIFTagRow {
    EXIFTagRow(tag: tag, place: place, name: name, form: form, range: range, refusal: refusal)
  }

  private static let image: [EXIFTagRow] = [
    row(.image, 0x0100, "ImageWidth", .longs, refusal: stored),
    row(.image, 0x0101, "ImageHeight", .longs, refusal: stored),
    row(.image, 0x0102, "BitsPerSample", .shorts(count: 1...8), refusal: stored),
    row(.image, 0x0103, "Compression", .shorts(count: 1...1), refusal: stored),
    row(.image, 0x0106, "PhotometricInterpretation", .shorts(count: 1...1), refusal: stored),
    row(.image, 0x010D, "DocumentName", .text),
    row(.image, 0x010E, "ImageDescription", .text),
    row(.image, 0x010F, "Make", .text),
    row(.image, 0x0110, "Model", .text),
    row(
      .image, 0x0112, "Orientation", .shorts(count: 1...1), 1...8,
      refusal: "it says how the picture is turned; 'headroom convert --rotate' turns it"),
    row(.image, 0x0115, "SamplesPerPixel", .shorts(count: 1...1), refusal: stored),
    row(.image, 0x011A, "XResolution", .fractions(count: 1)),
    row(.image, 0x011B, "YResolution", .fractions(count: 1)),
    row(.image, 0x011C, "PlanarConfiguration", .shorts(count: 1...1), refusal: stored),
    row(.image, 0x011D, "PageName", .text),
    row(.image, 0x0128, "ResolutionUnit", .shorts(count: 1...1), 1...3),
    row(.image, 0x0131, "Software", .text),
    row(.image, 0x0132, "ModifyDate", .date),
    row(.image, 0x013B, "Artist", .text),
    row(.image, 0x013C, "HostComputer", .text),
    row(.image, 0x013E, "WhitePoint", .fractions(count: 2)),
    row(.image, 0x013F, "PrimaryChromaticities", .fractions(count: 6)),
    row(.image, 0x0211, "YCbCrCoefficients", .fractions(count: 3), refusal: stored),
    row(.image, 0x0213, "YCbCrPositioning", .shorts(count: 1...1), refusal: stored),
    row(.image, 0x0214, "ReferenceBlackWhite", .fractions(count: 6), refusal: stored),
    row(.image, 0x4746, "Rating", .shorts(count: 1...1), 0...5),
    row(.image, 0x4749, "RatingPercent", .shorts(count: 1...1), 0...100),
    row(.image, 0x8298, "Copyright", .text),
    row(.image, 0x83BB, "IPTC-NAA", .opaque),
    row(.image, 0x8649, "PhotoshopSettings", .opaque),
    row(.image, 0x9C9B, "XPTitle", .wideText),
    row(.image, 0x9C9C, "XPComment", .wideText),
    row(.image, 0x9C9D, "XPAuthor", .wideText),
    row(.image, 0x9C9E, "XPKeywords", .wideText),
    row(.image, 0x9C9F, "XPSubject", .wideText),
    row(.image, 0xC4A5, "PrintIM", .opaque),
    row(.image, 0xEA1C, "Padding", .opaque),
  ]

  private static let exif: [EXIFTagRow] = [
    row(.exif, 0x829A, "ExposureTime", .fractions(count: 1), 0...1e9),
    row(.exif, 0x829D, "FNumber", .fractions(count: 1), 0...1e6),
    row(.exif, 0x8822, "ExposureProgram", .shorts(count: 1...1), 0...9),
    row(.exif, 0x8824, "SpectralSensitivity", .text),
    row(.exif, 0x8827, "ISO", .shorts(count: 1...3)),
    row(.exif, 0x8830, "SensitivityType", .shorts(count: 1...1), 0...7),
    row(.exif, 0x8831, "StandardOutputSensitivity", .longs),
    row(.exif, 0x8832, "RecommendedExposureIndex", .longs),
    row(.exif, 0x8833, "ISOSpeed", .longs),
    row(.exif, 0x8834, "ISOSpeedLatitudeyyy", .longs),
    row(.exif, 0x8835, "ISOSpeedLatitudezzz", .longs),
    row(.exif, 0x9000, "ExifVersion", .version),
    row(.exif, 0x9003, "DateTimeOriginal", .date),
    row(.exif, 0x9004, "CreateDate", .date),
    row(.exif, 0x9010, "OffsetTime", .offset),
    row(.exif, 0x9011, "OffsetTimeOriginal", .offset),
    row(.exif, 0x9012, "OffsetTimeDigitized", .offset),
    row(.exif, 0x9101, "ComponentsConfiguration", .bytes(count: 4), refusal: stored),
    row(.exif, 0x9102, "CompressedBitsPerPixel", .fractions(count: 1)),
    row(.exif, 0x9201, "ShutterSpeedValue", .signedFraction),
    row(.exif, 0x9202, "ApertureValue", .fractions(count: 1)),
    row(.exif, 0x9203, "BrightnessValue", .signedFraction),
    row(.exif, 0x9204, "ExposureCompensation", .signedFraction, -100...100),
    row(.exif, 0x9205, "MaxApertureValue", .fractions(count: 1)),
    row(.exif, 0x9206, "SubjectDistance", .fractions(count: 1)),
    row(.exif, 0x9207, "MeteringMode", .shorts(count: 1...1), 0...255),
    row(.exif, 0x9208, "LightSource", .shorts(count: 1...1), 0...255),
    row(.exif, 0x9209, "Flash", .shorts(count: 1...1), 0...127),
    row(.exif, 0x920A, "FocalLength", .fractions(count: 1)),
    row(.exif, 0x9214, "SubjectArea", .shorts(count: 2...4)),
    row(.exif, 0x927C, "MakerNote", .opaque),
    row(.exif, 0x9286, "UserComment", .comment),
    row(.exif, 0x9290, "SubSecTime", .text),
    row(.exif, 0x9291, "SubSecTimeOriginal", .text),
    row(.exif, 0x9292, "SubSecTimeDigitized", .text),
    row(.exif, 0x9400, "AmbientTemperature", .signedFraction),
    row(.exif, 0x9401, "Humidity", .fractions(count: 1), 0...100),
    row(.exif, 0x9402, "Pressure", .fractions(count: 1)),
    row(.exif, 0x9403, "WaterDepth", .signedFraction),
    row(.exif, 0x9404, "Acceleration", .fractions(count: 1)),
    row(.exif, 0x9405, "CameraElevationAngle", .signedFraction, -180...180),
    row(.exif, 0xA000, "FlashpixVersion", .version),
    row(.exif, 0xA001, "ColorSpace", .shorts(count: 1...1), refusal: stored),
    row(.exif, 0xA002, "ExifImageWidth", .longs, refusal: stored),
    row(.exif, 0xA003, "ExifImageHeight", .longs, refusal: stored),
    row(.exif, 0xA004, "RelatedSoundFile", .text),
    row(.exif, 0xA20B, "FlashEnergy", .fractions(count: 1)),
    row(.exif, 0xA20C, "SpatialFrequencyResponse", .opaque),
    row(.exif, 0xA20E, "FocalPlaneXResolution", .fractions(count: 1)),
    row(.exif, 0xA20F, "FocalPlaneYResolution", .fractions(count: 1)),
    row(.exif, 0xA210, "FocalPlaneResolutionUnit", .shorts(count: 1...1), 1...5),
    row(.exif, 0xA214, "SubjectLocation", .shorts(count: 2...2)),
    row(.exif, 0xA215, "ExposureIndex", .fractions(count: 1)),
    row(.exif, 0xA217, "SensingMethod", .shorts(count: 1...1), 1...8),
    row(.exif, 0xA300, "FileSource", .code, 0...3),
    row(.exif, 0xA301, "SceneType", .code, 1...1),
    row(.exif, 0xA302, "CFAPattern", .opaque),
    row(.exif, 0xA401, "CustomRendered", .shorts(count: 1...1), 0...9),
    row(.exif, 0xA402, "ExposureMode", .shorts(count: 1...1), 0...2),
    row(.exif, 0xA403, "WhiteBalance", .shorts(count: 1...1), 0...1),
    row(.exif, 0xA404, "DigitalZoomRatio", .fractions(count: 1)),
    row(.exif, 0xA405, "FocalLengthIn35mmFormat", .shorts(count: 1...1)),
    row(.exif, 0xA406, "SceneCaptureType", .shorts(count: 1...1), 0...4),
    row(.exif, 0xA407, "GainControl", .shorts(count: 1...1), 0...4),
    row(.exif, 0xA408, "Contrast", .shorts(count: 1...1), 0...2),
    row(.exif, 0xA409, "Saturation", .shorts(count: 1...1), 0...2),
    row(.exif, 0xA40A, "Sharpness", .shorts(count: 1...1), 0...2),
    row(.exif, 0xA40B, "DeviceSettingDescription", .opaque),
    row(.exif, 0xA40C, "SubjectDistanceRange", .shorts(count: 1...1), 0...3),
    row(.exif, 0xA420, "ImageUniqueID", .text),
    row(.exif, 0xA430, "OwnerName", .text),
    row(.exif, 0xA431, "SerialNumber", .text),
    row(.exif, 0xA432, "LensInfo", .fractions(count: 4)),
    row(.exif, 0xA433, "LensMake", .text),
    row(.exif, 0xA434, "LensModel", .text),
    row(.exif, 0xA435, "LensSerialNumber", .text),
    row(.exif, 0xA436, "ImageTitle", .text),
    row(.exif, 0xA437, "Photographer", .text),
    row(.exif, 0xA438, "ImageEditor", .text),
    row(.exif, 0xA439, "CameraFirmware", .text),
    row(.exif, 0xA43A, "RAWDevelopingSoftware", .text),
    row(.exif, 0xA43B, "ImageEditingSoftware", .text),
    row(.exif, 0xA43C, "MetadataEditingSoftware", .text),
    row(.exif, 0xA460, "CompositeImage", .shorts(count: 1...1), 0...3),
    row(.exif, 0xA461, "CompositeImageCount", .shorts(count: 2...2)),
    row(.exif, 0xA462, "CompositeImageExposureTimes", .opaque),
    row(.exif, 0xA500, "Gamma", .fractions(count: 1)),
    row(.exif, 0xEA1C, "Padding", .opaque),
    row(.exif, 0xEA1D, "OffsetSchema", .opaque),
  ]

  private static let gps: [EXIFTagRow] = [
    row(.gps, 0x00, "GPSVersionID", .bytes(count: 4)),
    row(.gps, 0x01, "GPSLatitudeRef", .letters(["N", "S"])),
    row(.gps, 0x02, "GPSLatitude", .angle, -90...90),
    row(.gps, 0x03, "GPSLongitudeRef", .letters(["E", "W"])),
    row(.gps, 0x04, "GPSLongitude", .angle, -180...180),
    row(.gps, 0x05, "GPSAltitudeRef", .bytes(count: 1), 0...3),
    row(.gps, 0x06, "GPSAltitude", .fractions(count: 1)),
    row(.gps, 0x07, "GPSTimeStamp", .time),
    row(.gps, 0x08, "GPSSatellites", .text),
    row(.gps, 0x09, "GPSStatus", .letters(["A", "V"])),
    row(.gps, 0x0A, "GPSMeasureMode", .letters(["2", "3"])),
    row(.gps, 0x0B, "GPSDOP", .fractions(count: 1)),
    row(.gps, 0x0C, "GPSSpeedRef", .letters(["K", "M", "N"])),
    row(.gps, 0x0D, "GPSSpeed", .fractions(count: 1)),
    row(.gps, 0x0E, "GPSTrackRef", .letters(["T", "M"])),
    row(.gps, 0x0F, "GPSTrack", .fractions(count: 1), 0...360),
    row(.gps, 0x10, "GPSImgDirectionRef", .letters(["T", "M"])),
    row(.gps, 0x11, "GPSImgDirection", .fractions(count: 1), 0...360),
    row(.gps, 0x12, "GPSMapDatum", .text),
    row(.gps, 0x13, "GPSDestLatitudeRef", .letters(["N", "S"])),
    row(.gps, 0x14, "GPSDestLatitude", .angle, -90...90),
    row(.gps, 0x15, "GPSDestLongitudeRef", .letters(["E", "W"])),
    row(.gps, 0x16, "GPSDestLongitude", .angle, -180...180),
    row(.gps, 0x17, "GPSDestBearingRef", .letters(["T", "M"])),
    row(.gps, 0x18, "GPSDestBearing", .fractions(count: 1), 0...360),
    row(.gps, 0x19, "GPSDestDistanceRef", .letters(["K", "M", "N"])),
    row(.gps, 0x1A, "GPSDestDistance", .fractions(count: 1)),
    row(.gps, 0x1B, "GPSProcessingMethod", .comment),
    row(.gps, 0x1C, "GPSAreaInformation", .comment),
    row(.gps, 0x1D, "GPSDateStamp", .day),
    row(.gps, 0x1E, "GPSDifferential", .shorts(count: 1...1), 0...1),
    row(.gps, 0x1F, "GPSHPositioningError", .fractions(count: 1)),
  ]

  private static let interoperability: [EXIFTagRow] = [
    row(.interoperability, 0x0001, "InteropIndex", .text, refusal: stored),
    row(.interoperability, 0x0002, "InteropVersion", .version, refusal: stored),
  ]
}
