import Foundation
import HeadroomGraphics
import HeadroomImage
import HeadroomImageIO
import HeadroomPictures
import Testing

/// Metadata by the keys of a picture's properties.
@Suite struct MatchingImagePropertyTests {
  private static var position: [(key: CFString, value: Any)] {
    [
      (kCGImagePropertyGPSLatitude, 48.858_333_333_3), (kCGImagePropertyGPSLatitudeRef, "N"),
      (kCGImagePropertyGPSLongitudeRef, "W"), (kCGImagePropertyGPSLongitude, 2.294_5),
      (kCGImagePropertyGPSAltitude, 35.5), (kCGImagePropertyGPSAltitudeRef, 0),
      (kCGImagePropertyGPSTimeStamp, "10:20:30"), (kCGImagePropertyGPSDateStamp, "2024:05:01"),
      (kCGImagePropertyGPSVersion, [2, 3, 0, 0]), (kCGImagePropertyGPSImgDirection, 271.5),
      (kCGImagePropertyGPSMapDatum, "WGS-84"), (kCGImagePropertyGPSDifferental, 1),
    ]
  }

  private static func located(_ fields: some Sequence<(key: CFString, value: Any)>) -> CGMutableImageMetadata {
    let metadata = CGImageMetadataCreateMutable()
    for (key, value) in fields {
      #expect(CGImageMetadataSetValueMatchingImageProperty(metadata, kCGImagePropertyGPSDictionary, key, value))
    }
    return metadata
  }

  private func text(_ metadata: CGImageMetadata, _ path: String) -> String? {
    CGImageMetadataCopyStringValueWithPath(metadata, nil, path)
  }

  @Test(arguments: [false, true])
  func `A position is set in either order`(_ isReversed: Bool) {
    let metadata = Self.located(isReversed ? Self.position.reversed() : Self.position)
    #expect(text(metadata, "exif:GPSLatitude") == "48,51.5N")
    #expect(text(metadata, "exif:GPSLongitude") == "2,17.67W")
    #expect(text(metadata, "exif:GPSAltitude") == "71/2")
    #expect(text(metadata, "exif:GPSAltitudeRef") == "0")
    #expect(text(metadata, "exif:GPSTimeStamp") == "2024-05-01T10:20:30Z")
    #expect(text(metadata, "exif:GPSVersionID") == "2.3.0.0")
    #expect(text(metadata, "exif:GPSImgDirection") == "543/2")
    #expect(text(metadata, "exif:GPSMapDatum") == "WGS-84")
    #expect(text(metadata, "exif:GPSDifferential") == "1")
    // Nothing is left of the parts.
    #expect(CGImageMetadataCopyTags(metadata)?.count == 9)
    for key in [kCGImagePropertyGPSLatitude, kCGImagePropertyGPSLatitudeRef] {
      let tag = CGImageMetadataCopyTagMatchingImageProperty(metadata, kCGImagePropertyGPSDictionary, key)
      #expect(tag.flatMap { CGImageMetadataTagCopyName($0) } == "GPSLatitude")
    }
  }

  @Test func `A position goes into a file's EXIF and XMP and comes back from either`() throws {
    let metadata = Self.located(Self.position)
    let picture = try makeAsymmetricImage(width: 16, height: 12)
    let file = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(file, "public.jpeg", 1, nil))
    CGImageDestinationAddImageAndMetadata(destination, picture, metadata, nil)
    #expect(CGImageDestinationFinalize(destination))
    let source = try #require(CGImageSourceCreateWithData(file as Data, nil))
    let properties = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
    let gps = try #require(properties[kCGImagePropertyGPSDictionary] as? CFDictionary)
    #expect(abs((gps[kCGImagePropertyGPSLatitude] as? Double ?? 0) - 48.858_333_333_3) < 1e-6)
    #expect(gps[kCGImagePropertyGPSLatitudeRef] as? String == "N")
    #expect(abs((gps[kCGImagePropertyGPSLongitude] as? Double ?? 0) - 2.294_5) < 1e-6)
    #expect(gps[kCGImagePropertyGPSLongitudeRef] as? String == "W")
    #expect(gps[kCGImagePropertyGPSTimeStamp] as? String == "10:20:30")
    #expect(gps[kCGImagePropertyGPSDateStamp] as? String == "2024:05:01")
    #expect(gps[kCGImagePropertyGPSAltitude] as? Double == 35.5)
    #expect(gps[kCGImagePropertyGPSVersion] as? [Int] == [2, 3, 0, 0])
    let read = try #require(CGImageSourceCopyMetadataAtIndex(source, 0, nil))
    for path in ["exif:GPSLatitude", "exif:GPSLongitude", "exif:GPSTimeStamp", "exif:GPSVersionID"] {
      #expect(text(read, path) == text(metadata, path))
    }
  }

  @Test func `Properties of a shot have the form of XMP`() {
    let metadata = CGImageMetadataCreateMutable()
    func set(_ dictionary: CFString, _ key: CFString, _ value: Any) -> Bool {
      CGImageMetadataSetValueMatchingImageProperty(metadata, dictionary, key, value)
    }
    #expect(set(kCGImagePropertyExifDictionary, kCGImagePropertyExifExposureTime, 0.004))
    #expect(set(kCGImagePropertyExifDictionary, kCGImagePropertyExifFlash, 0x59))
    #expect(set(kCGImagePropertyExifDictionary, kCGImagePropertyExifDateTimeOriginal, "2024:05:01 10:20:30"))
    #expect(set(kCGImagePropertyExifDictionary, kCGImagePropertyExifVersion, [2, 3, 2]))
    #expect(set(kCGImagePropertyExifDictionary, kCGImagePropertyExifISOSpeedRatings, [100]))
    #expect(set(kCGImagePropertyTIFFDictionary, kCGImagePropertyTIFFOrientation, 6))
    #expect(text(metadata, "exif:ExposureTime") == "1/250")
    #expect(text(metadata, "exif:Flash.Fired") == "True")
    #expect(text(metadata, "exif:Flash.Mode") == "3")
    #expect(text(metadata, "exif:Flash.RedEyeMode") == "True")
    #expect(text(metadata, "exif:Flash.Function") == "False")
    #expect(text(metadata, "exif:DateTimeOriginal") == "2024-05-01T10:20:30")
    #expect(text(metadata, "exif:ExifVersion") == "0232")
    #expect(text(metadata, "exif:ISOSpeedRatings[0]") == "100")
    #expect(text(metadata, "tiff:Orientation") == "6")
    let flash = CGImageMetadataCopyTagMatchingImageProperty(
      metadata, kCGImagePropertyExifDictionary, kCGImagePropertyExifFlash)
    #expect(flash.map { CGImageMetadataTagGetType($0) } == .structure)
  }

  @Test func `What has no tag, and values of another kind, are refused`() {
    let metadata = CGImageMetadataCreateMutable()
    let cases: [(CFString, CFString, Any)] = [
      (kCGImagePropertyExifDictionary, kCGImagePropertyExifMakerNote, Data([1])),
      (kCGImagePropertyExifDictionary, "Nothing", 1), ("{Nothing}", kCGImagePropertyExifFlash, 1),
      (kCGImagePropertyExifDictionary, kCGImagePropertyExifExposureTime, "fast"),
      (kCGImagePropertyGPSDictionary, kCGImagePropertyGPSLatitude, 1000),
      (kCGImagePropertyGPSDictionary, kCGImagePropertyGPSLatitude, Double.nan),
      (kCGImagePropertyGPSDictionary, kCGImagePropertyGPSLatitudeRef, 1),
      (kCGImagePropertyExifDictionary, kCGImagePropertyExifFlash, NSNull()),
    ]
    for (dictionary, key, value) in cases {
      #expect(!CGImageMetadataSetValueMatchingImageProperty(metadata, dictionary, key, value), "\(key)")
    }
    #expect(CGImageMetadataCopyTags(metadata) == nil)
    #expect(
      CGImageMetadataCopyTagMatchingImageProperty(
        metadata, kCGImagePropertyGPSDictionary, kCGImagePropertyGPSLatitude) == nil)
  }
}
