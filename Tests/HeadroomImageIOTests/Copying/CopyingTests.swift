import Foundation
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPictures
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// `CGImageDestinationCopyImageSource` on small files that the tests make.
@Suite("Files copied with other metadata")
struct CopyingTests {
  static let types = ["public.jpeg", "public.png", "public.tiff", "public.heic", "public.avif", "public.jpeg-xl"]

  /// A picture with EXIF, a place, IPTC and XMP.
  static func file(_ type: String) throws -> Data {
    let data = NSMutableData()
    let image = try picture()
    let destination = try #require(CGImageDestinationCreateWithData(data, type, 1, nil))
    CGImageDestinationAddImage(destination, image, described)
    try #require(CGImageDestinationFinalize(destination))
    return data as Data
  }

  static func picture() throws -> CGImage {
    let bytes = (0..<64 * 48 * 4).map { UInt8(truncatingIfNeeded: $0 * 7 % 251 | ($0 % 4 == 3 ? 255 : 0)) }
    let provider = try #require(CGDataProvider(data: Data(bytes)))
    let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let image = unsafe CGImage(
      width: 64, height: 48, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 256, space: space,
      bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipLast.rawValue), provider: provider, decode: nil,
      shouldInterpolate: false, intent: .defaultIntent)
    return try #require(image)
  }

  static var described: CFDictionary {
    [
      kCGImagePropertyGPSDictionary: [
        kCGImagePropertyGPSLatitude: 48.1, kCGImagePropertyGPSLatitudeRef: "N", kCGImagePropertyGPSLongitude: 11.5,
        kCGImagePropertyGPSLongitudeRef: "E", kCGImagePropertyGPSProcessingMethod: "GPS",
      ],
      kCGImagePropertyTIFFDictionary: [
        kCGImagePropertyTIFFArtist: "An Artist", kCGImagePropertyTIFFModel: "A Model",
        kCGImagePropertyTIFFDateTime: "2020:01:02 03:04:05",
      ],
      kCGImagePropertyExifDictionary: [
        kCGImagePropertyExifFNumber: 2.8, kCGImagePropertyExifDateTimeOriginal: "2020:01:02 03:04:05",
        kCGImagePropertyExifSubsecTimeOriginal: "67",
        kCGImagePropertyExifMakerNote: Data([0x4E, 0x4F, 0x54, 0x45, 1, 2, 3]),
      ],
      kCGImagePropertyExifAuxDictionary: [
        kCGImagePropertyExifAuxLensModel: "A Lens", kCGImagePropertyExifAuxSerialNumber: "S-17",
        kCGImagePropertyExifAuxLensInfo: [24.0, 105.0, 4.0, 0.0],
      ],
      kCGImagePropertyIPTCDictionary: [
        kCGImagePropertyIPTCKeywords: ["one", "two"], kCGImagePropertyIPTCCity: "Bern",
        kCGImagePropertyIPTCStarRating: 4,
        kCGImagePropertyIPTCCreatorContactInfo: [kCGImagePropertyIPTCContactInfoEmails: "a@example.org"],
      ],
    ]
  }

  static func copied(_ file: Data, _ type: String, _ options: CFDictionary?) throws -> Data {
    let source = try #require(CGImageSourceCreateWithData(file, nil))
    let out = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(out, type, 1, nil))
    var problem: Unmanaged<CFError>?
    let isDone = unsafe CGImageDestinationCopyImageSource(destination, source, options, &problem)
    let text = unsafe problem?.takeRetainedValue().localizedDescription
    try #require(isDone, "\(type): \(text ?? "")")
    return out as Data
  }

  static func properties(_ file: Data) throws -> CFDictionary {
    let source = try #require(CGImageSourceCreateWithData(file, nil))
    return try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
  }

  /// All keys and values of a dictionary and of those inside it.
  static func lines(_ values: CFDictionary) -> [String] {
    values.sorted { $0.key < $1.key }.flatMap { key, value in
      (value as? CFDictionary).map { lines($0).map { "\(key) \($0)" } } ?? ["\(key) \(value)"]
    }
  }

  static func part(_ file: Data, _ key: CFString) throws -> CFDictionary {
    try properties(file)[key] as? CFDictionary ?? [:]
  }

  /// The decoded base, and the map where there is one, as far as the file goes.
  static func pixels(_ file: Data) throws -> [Data] {
    let still = try ImageFormats.open(FileBytes(file)).decode(DecodeRequest(allowPartial: true))
    return ([still.base] + [still.gainMap?.bitmap].compactMap { $0 }).map { bitmap in
      (0..<bitmap.height).reduce(into: Data()) { data, row in
        let start = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: UInt8.self)
        unsafe data.append(start, count: bitmap.width * bitmap.format.bytesPerPixel)
      }
    }
  }

  @Test(arguments: types) func `what is read is what was written, IPTC and ExifAux too`(type: String) throws {
    let file = try Self.file(type)
    let iptc = try Self.part(file, kCGImagePropertyIPTCDictionary)
    #expect(iptc[kCGImagePropertyIPTCKeywords] as? [String] == ["one", "two"])
    #expect(iptc[kCGImagePropertyIPTCCity] as? String == "Bern" && iptc[kCGImagePropertyIPTCStarRating] as? Int == 4)
    let contact = try #require(iptc[kCGImagePropertyIPTCCreatorContactInfo] as? CFDictionary)
    #expect(contact[kCGImagePropertyIPTCContactInfoEmails] as? String == "a@example.org")
    let lens = try Self.part(file, kCGImagePropertyExifAuxDictionary)
    #expect(lens[kCGImagePropertyExifAuxLensModel] as? String == "A Lens")
    #expect(lens[kCGImagePropertyExifAuxSerialNumber] as? String == "S-17")
    #expect(lens[kCGImagePropertyExifAuxLensInfo] as? [Double] == [24, 105, 4, 0])
    let place = try Self.part(file, kCGImagePropertyGPSDictionary)
    #expect(place[kCGImagePropertyGPSProcessingMethod] as? String == "GPS")
  }

  @Test(arguments: types) func `nothing asked is the same file`(type: String) throws {
    let file = try Self.file(type)
    let copy = try Self.copied(file, type, nil)
    #expect(try Self.pixels(copy) == Self.pixels(file))
    #expect(try Self.lines(Self.properties(copy)) == Self.lines(Self.properties(file)))
    if type != "public.tiff", type != "public.heic", type != "public.avif" { #expect(copy == file) }
  }

  @Test(arguments: types) func `merged tags replace those of their names, and a null takes one out`(type: String) throws
  {
    let file = try Self.file(type)
    let tags = CGImageMetadataCreateMutable()
    #expect(CGImageMetadataSetValueWithPath(tags, nil, "tiff:Artist", "Another"))
    #expect(CGImageMetadataSetValueWithPath(tags, nil, "dc:subject", ["three"]))
    #expect(CGImageMetadataSetValueWithPath(tags, nil, "photoshop:City", kCFNull as Any))
    #expect(CGImageMetadataSetValueWithPath(tags, nil, "exif:FNumber", kCFNull as Any))
    #expect(CGImageMetadataSetValueWithPath(tags, nil, "xmp:CreatorTool", "A Tool"))
    let options: CFDictionary = [kCGImageDestinationMetadata: tags, kCGImageDestinationMergeMetadata: true]
    let copy = try Self.copied(file, type, options)
    #expect(try Self.pixels(copy) == Self.pixels(file))
    let tiff = try Self.part(copy, kCGImagePropertyTIFFDictionary)
    #expect(tiff[kCGImagePropertyTIFFArtist] as? String == "Another")
    #expect(tiff[kCGImagePropertyTIFFModel] as? String == "A Model")
    let exif = try Self.part(copy, kCGImagePropertyExifDictionary)
    #expect(exif[kCGImagePropertyExifFNumber] == nil)
    #expect(exif[kCGImagePropertyExifMakerNote] as? Data == Data([0x4E, 0x4F, 0x54, 0x45, 1, 2, 3]))
    let iptc = try Self.part(copy, kCGImagePropertyIPTCDictionary)
    #expect(iptc[kCGImagePropertyIPTCKeywords] as? [String] == ["three"] && iptc[kCGImagePropertyIPTCCity] == nil)
    #expect(try Self.part(copy, kCGImagePropertyGPSDictionary)[kCGImagePropertyGPSLatitude] != nil)
    for gone in ["An Artist", "Bern"] { #expect(copy.range(of: Data(gone.utf8)) == nil) }
    let source = try #require(CGImageSourceCreateWithData(copy, nil))
    let read = try #require(CGImageSourceCopyMetadataAtIndex(source, 0, nil))
    #expect(CGImageMetadataCopyStringValueWithPath(read, nil, "xmp:CreatorTool") == "A Tool")
    #expect(CGImageMetadataCopyStringValueWithPath(read, nil, "aux:Lens") == "A Lens")
  }

  @Test(arguments: types) func `tags that are not merged replace all others`(type: String) throws {
    let file = try Self.file(type)
    let source = try #require(CGImageSourceCreateWithData(file, nil))
    let own = try #require(CGImageSourceCopyMetadataAtIndex(source, 0, nil))
    let tags = try #require(CGImageMetadataCreateMutableCopy(own))
    #expect(CGImageMetadataRemoveTagWithPath(tags, nil, "dc:subject"))
    #expect(CGImageMetadataSetValueWithPath(tags, nil, "exif:UserComment", "A Comment"))
    let copy = try Self.copied(file, type, [kCGImageDestinationMetadata: tags])
    #expect(try Self.part(copy, kCGImagePropertyIPTCDictionary)[kCGImagePropertyIPTCKeywords] == nil)
    let exif = try Self.part(copy, kCGImagePropertyExifDictionary)
    #expect(exif[kCGImagePropertyExifUserComment] as? String == "A Comment")
    #expect(exif[kCGImagePropertyExifFNumber] as? Double == 2.8)
    let bare = try Self.copied(
      file, type, [kCGImageDestinationMetadata: CGImageMetadataCreateMutable() as CGImageMetadata])
    let left = try Self.properties(bare)
    #expect(left[kCGImagePropertyGPSDictionary] == nil && left[kCGImagePropertyIPTCDictionary] == nil)
    #expect(try Self.pixels(bare) == Self.pixels(file))
  }

  @Test(arguments: types) func `a date goes where dates are`(type: String) throws {
    let file = try Self.file(type)
    for given: Any in ["2024:05:06 07:08:09", "2024-05-06T07:08:09Z", "2024-05-06 07:08:09"] {
      let copy = try Self.copied(file, type, [kCGImageDestinationDateTime: given])
      let exif = try Self.part(copy, kCGImagePropertyExifDictionary)
      #expect(exif[kCGImagePropertyExifDateTimeOriginal] as? String == "2024:05:06 07:08:09")
      #expect(exif[kCGImagePropertyExifDateTimeDigitized] == nil)
      #expect(exif[kCGImagePropertyExifSubsecTimeOriginal] == nil)
      let tiff = try Self.part(copy, kCGImagePropertyTIFFDictionary)
      #expect(tiff[kCGImagePropertyTIFFDateTime] as? String == "2024:05:06 07:08:09")
      #expect(copy.range(of: Data("2020".utf8)) == nil)
    }
    let date = try Self.copied(file, type, [kCGImageDestinationDateTime: Date(timeIntervalSince1970: 1_600_000_000)])
    let stated = try Self.part(date, kCGImagePropertyExifDictionary)[kCGImagePropertyExifDateTimeOriginal] as? String
    #expect(stated?.hasPrefix("2020:09:1") == true)
  }

  @Test(arguments: types) func `an orientation turns no pixel`(type: String) throws {
    let file = try Self.file(type)
    let copy = try Self.copied(file, type, [kCGImageDestinationOrientation: 6])
    #expect(try Self.properties(copy)[kCGImagePropertyOrientation] as? Int == 6)
    #expect(try Self.properties(copy)[kCGImagePropertyPixelWidth] as? Int == 64)
    #expect(try Self.pixels(copy) == Self.pixels(file))
    let back = try Self.copied(copy, type, [kCGImageDestinationOrientation: 1])
    #expect(try Self.properties(back)[kCGImagePropertyOrientation] as? Int == 1)
  }

  @Test(arguments: types) func `places and XMP are left out`(type: String) throws {
    let file = try Self.file(type)
    let placeless = try Self.copied(file, type, [kCGImageMetadataShouldExcludeGPS: true])
    let left = try Self.properties(placeless)
    #expect(left[kCGImagePropertyGPSDictionary] == nil && left[kCGImagePropertyIPTCDictionary] != nil)
    let exif = try Self.part(placeless, kCGImagePropertyExifDictionary)
    #expect(exif[kCGImagePropertyExifMakerNote] != nil)
    #expect(try Self.pixels(placeless) == Self.pixels(file))
    let plain = try Self.copied(file, type, [kCGImageMetadataShouldExcludeXMP: true])
    #expect(try Self.part(plain, kCGImagePropertyExifAuxDictionary).isEmpty)
    #expect(try Self.part(plain, kCGImagePropertyExifDictionary)[kCGImagePropertyExifFNumber] as? Double == 2.8)
  }

  @Test func `what cannot be is refused with a reason, and nothing is written`() throws {
    let file = try Self.file("public.jpeg")
    let folder = try TemporaryFolder()
    let url = URL(fileURLWithPath: folder.path("a.png"))
    let source = try #require(CGImageSourceCreateWithData(file, nil))
    let other = try #require(CGImageDestinationCreateWithURL(url, "public.png", 1, nil))
    var problem: Unmanaged<CFError>?
    let isDone = unsafe CGImageDestinationCopyImageSource(other, source, nil, &problem)
    let given = unsafe problem?.takeRetainedValue()
    let error = try #require(given)
    #expect(!isDone)
    #expect(error.domain == kCFErrorDomainCGImageMetadata)
    #expect(error.code == Int(CGImageMetadataErrors.unsupportedFormat.rawValue))
    #expect(folder.names.isEmpty && !error.localizedDescription.isEmpty)
    let bad: [CFDictionary] = [
      [kCGImageDestinationOrientation: 9], [kCGImageDestinationDateTime: "yesterday"],
      [kCGImageDestinationMetadata: "no tags"],
    ]
    for options in bad {
      let out = NSMutableData()
      let destination = try #require(CGImageDestinationCreateWithData(out, "public.jpeg", 1, nil))
      let isCopied = CGImageDestinationCopyImageSource(destination, source, options, nil)
      #expect(!isCopied && out.length == 0)
    }
    var clash: Unmanaged<CFError>?
    let isKnown = unsafe CGImageMetadataRegisterNamespaceForPrefix(
      CGImageMetadataCreateMutable(), "urn:other", "dc", &clash)
    let code = unsafe clash?.takeRetainedValue().code
    #expect(!isKnown && code == Int(CGImageMetadataErrors.prefixConflict.rawValue))
  }
}
