/// Maps tags of an EXIF block to keys of a properties dictionary, with the form of their values.
struct EXIFPropertyTable: Sendable {
  /// How a field's value appears in the dictionary.
  enum Form: Sendable {
    /// A string.
    case text
    /// One integer.
    case integer
    /// One integer stored as an undefined byte.
    case byte
    /// An array of integers.
    case integers
    /// One number, stored as a fraction.
    case number
    /// An array of numbers, stored as fractions.
    case numbers
    /// An array of integers stored as bytes.
    case bytes
    /// Digits of a version, such as 0232: an array of integers without the trailing zeros.
    case version
    /// Degrees, minutes and seconds as one number of degrees.
    case angle
    /// Hours, minutes and seconds as a string.
    case time
    /// Text after eight bytes that name its encoding.
    case comment
    /// Bytes.
    case data
  }

  struct Row: Sendable {
    let tag: UInt16
    let key: String
    let form: Form
    init(_ tag: UInt16, _ key: String, _ form: Form) {
      self.tag = tag
      self.key = key
      self.form = form
    }
  }

  let rows: [Row]
}

extension EXIFPropertyTable {
  static let tiff = EXIFPropertyTable(rows: [
    Row(0x0103, "Compression", .integer),
    Row(0x0106, "PhotometricInterpretation", .integer),
    Row(0x010D, "DocumentName", .text),
    Row(0x010E, "ImageDescription", .text),
    Row(0x010F, "Make", .text),
    Row(0x0110, "Model", .text),
    Row(0x0112, "Orientation", .integer),
    Row(0x011A, "XResolution", .number),
    Row(0x011B, "YResolution", .number),
    Row(0x0128, "ResolutionUnit", .integer),
    Row(0x0131, "Software", .text),
    Row(0x0132, "DateTime", .text),
    Row(0x013B, "Artist", .text),
    Row(0x013C, "HostComputer", .text),
    Row(0x013E, "WhitePoint", .numbers),
    Row(0x013F, "PrimaryChromaticities", .numbers),
    Row(0x8298, "Copyright", .text),
  ])

  static let exif = EXIFPropertyTable(rows: [
    Row(0x829A, "ExposureTime", .number),
    Row(0x829D, "FNumber", .number),
    Row(0x8822, "ExposureProgram", .integer),
    Row(0x8824, "SpectralSensitivity", .text),
    Row(0x8827, "ISOSpeedRatings", .integers),
    Row(0x8830, "SensitivityType", .integer),
    Row(0x8831, "StandardOutputSensitivity", .integer),
    Row(0x8832, "RecommendedExposureIndex", .integer),
    Row(0x8833, "ISOSpeed", .integer),
    Row(0x9000, "ExifVersion", .version),
    Row(0x9003, "DateTimeOriginal", .text),
    Row(0x9004, "DateTimeDigitized", .text),
    Row(0x9010, "OffsetTime", .text),
    Row(0x9011, "OffsetTimeOriginal", .text),
    Row(0x9012, "OffsetTimeDigitized", .text),
    Row(0x9101, "ComponentsConfiguration", .bytes),
    Row(0x9102, "CompressedBitsPerPixel", .number),
    Row(0x9201, "ShutterSpeedValue", .number),
    Row(0x9202, "ApertureValue", .number),
    Row(0x9203, "BrightnessValue", .number),
    Row(0x9204, "ExposureBiasValue", .number),
    Row(0x9205, "MaxApertureValue", .number),
    Row(0x9206, "SubjectDistance", .number),
    Row(0x9207, "MeteringMode", .integer),
    Row(0x9208, "LightSource", .integer),
    Row(0x9209, "Flash", .integer),
    Row(0x920A, "FocalLength", .number),
    Row(0x9214, "SubjectArea", .integers),
    Row(0x927C, "MakerNote", .data),
    Row(0x9286, "UserComment", .comment),
    Row(0x9290, "SubsecTime", .text),
    Row(0x9291, "SubsecTimeOriginal", .text),
    Row(0x9292, "SubsecTimeDigitized", .text),
    Row(0xA000, "FlashPixVersion", .version),
    Row(0xA001, "ColorSpace", .integer),
    Row(0xA002, "PixelXDimension", .integer),
    Row(0xA003, "PixelYDimension", .integer),
    Row(0xA004, "RelatedSoundFile", .text),
    Row(0xA20B, "FlashEnergy", .number),
    Row(0xA20E, "FocalPlaneXResolution", .number),
    Row(0xA20F, "FocalPlaneYResolution", .number),
    Row(0xA210, "FocalPlaneResolutionUnit", .integer),
    Row(0xA214, "SubjectLocation", .integers),
    Row(0xA215, "ExposureIndex", .number),
    Row(0xA217, "SensingMethod", .integer),
    Row(0xA300, "FileSource", .byte),
    Row(0xA301, "SceneType", .byte),
    Row(0xA401, "CustomRendered", .integer),
    Row(0xA402, "ExposureMode", .integer),
    Row(0xA403, "WhiteBalance", .integer),
    Row(0xA404, "DigitalZoomRatio", .number),
    Row(0xA405, "FocalLenIn35mmFilm", .integer),
    Row(0xA406, "SceneCaptureType", .integer),
    Row(0xA407, "GainControl", .integer),
    Row(0xA408, "Contrast", .integer),
    Row(0xA409, "Saturation", .integer),
    Row(0xA40A, "Sharpness", .integer),
    Row(0xA40C, "SubjectDistRange", .integer),
    Row(0xA420, "ImageUniqueID", .text),
    Row(0xA430, "CameraOwnerName", .text),
    Row(0xA431, "BodySerialNumber", .text),
    Row(0xA432, "LensSpecification", .numbers),
    Row(0xA433, "LensMake", .text),
    Row(0xA434, "LensModel", .text),
    Row(0xA435, "LensSerialNumber", .text),
    Row(0xA460, "CompositeImage", .integer),
    Row(0xA500, "Gamma", .number),
  ])

  static let gps = EXIFPropertyTable(rows: [
    Row(0x0000, "GPSVersion", .bytes),
    Row(0x0001, "LatitudeRef", .text),
    Row(0x0002, "Latitude", .angle),
    Row(0x0003, "LongitudeRef", .text),
    Row(0x0004, "Longitude", .angle),
    Row(0x0005, "AltitudeRef", .byte),
    Row(0x0006, "Altitude", .number),
    Row(0x0007, "TimeStamp", .time),
    Row(0x0008, "Satellites", .text),
    Row(0x0009, "Status", .text),
    Row(0x000A, "MeasureMode", .text),
    Row(0x000B, "DOP", .number),
    Row(0x000C, "SpeedRef", .text),
    Row(0x000D, "Speed", .number),
    Row(0x000E, "TrackRef", .text),
    Row(0x000F, "Track", .number),
    Row(0x0010, "ImgDirectionRef", .text),
    Row(0x0011, "ImgDirection", .number),
    Row(0x0012, "MapDatum", .text),
    Row(0x0013, "DestLatitudeRef", .text),
    Row(0x0014, "DestLatitude", .angle),
    Row(0x0015, "DestLongitudeRef", .text),
    Row(0x0016, "DestLongitude", .angle),
    Row(0x0017, "DestBearingRef", .text),
    Row(0x0018, "DestBearing", .number),
    Row(0x0019, "DestDistanceRef", .text),
    Row(0x001A, "DestDistance", .number),
    Row(0x001B, "ProcessingMethod", .comment),
    Row(0x001C, "AreaInformation", .comment),
    Row(0x001D, "DateStamp", .text),
    Row(0x001E, "Differental", .integer),
    Row(0x001F, "HPositioningError", .number),
  ])
}
