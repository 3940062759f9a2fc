import Foundation
import Headroom
import Testing

@Suite("Properties of a client that take metadata out, and put IPTC in")
struct PropertyNullTests {
  private static let types = ["public.jpeg", "public.heic", "public.png"]

  private static func file(_ type: String, _ properties: CFDictionary) throws -> Data {
    let data = NSMutableData()
    let image = try #require(
      CIContext().createCGImage(OddValues.image(), from: CGRect(x: 0, y: 0, width: 8, height: 6)))
    let destination = try #require(CGImageDestinationCreateWithData(data, type, 1, nil))
    CGImageDestinationAddImage(destination, image, properties)
    #expect(CGImageDestinationFinalize(destination))
    return data as Data
  }

  private static func copy(_ data: Data, _ type: String, _ properties: CFDictionary) throws -> Data {
    let source = try #require(CGImageSourceCreateWithData(data, nil))
    let out = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(out, type, 1, nil))
    CGImageDestinationAddImageFromSource(destination, source, 0, properties)
    #expect(CGImageDestinationFinalize(destination))
    return out as Data
  }

  private static func properties(_ data: Data) throws -> CFDictionary {
    let source = try #require(CGImageSourceCreateWithData(data, nil))
    return try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
  }

  private static var described: CFDictionary {
    [
      kCGImagePropertyGPSDictionary: [
        kCGImagePropertyGPSLatitude: 48.1, kCGImagePropertyGPSLatitudeRef: "N", kCGImagePropertyGPSLongitude: 11.5,
        kCGImagePropertyGPSLongitudeRef: "E",
      ],
      kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFArtist: "An Artist", kCGImagePropertyTIFFModel: "A Model"],
      kCGImagePropertyExifDictionary: [kCGImagePropertyExifFNumber: 2.8],
      kCGImagePropertyIPTCDictionary: [
        kCGImagePropertyIPTCKeywords: ["one", "two"], kCGImagePropertyIPTCCity: "Bern",
        kCGImagePropertyIPTCCopyrightNotice: "(c) Client", kCGImagePropertyIPTCByline: ["A", "B"],
      ],
    ]
  }

  @Test(arguments: types) func `a null takes a whole dictionary out`(type: String) throws {
    let file = try Self.file(type, Self.described)
    #expect(try Self.properties(file)[kCGImagePropertyGPSDictionary] != nil)
    for null: Any in [NSNull(), kCFNull as Any] {
      let left = try Self.properties(Self.copy(file, type, [kCGImagePropertyGPSDictionary: null]))
      #expect(left[kCGImagePropertyGPSDictionary] == nil)
      let tiff = try #require(left[kCGImagePropertyTIFFDictionary] as? CFDictionary)
      #expect(tiff[kCGImagePropertyTIFFArtist] as? String == "An Artist")
    }
    let keys = [kCGImagePropertyExifDictionary, kCGImagePropertyIPTCDictionary]
    let left = try Self.properties(
      Self.copy(file, type, Dictionary(uniqueKeysWithValues: keys.map { ($0, NSNull() as Any) })))
    for key in keys { #expect(left[key] == nil || (left[key] as? CFDictionary)?[kCGImagePropertyExifFNumber] == nil) }
    #expect(left[kCGImagePropertyIPTCDictionary] == nil && left[kCGImagePropertyGPSDictionary] != nil)
  }

  @Test(arguments: types) func `a null inside a dictionary takes one value out`(type: String) throws {
    let file = try Self.file(type, Self.described)
    let left = try Self.properties(
      Self.copy(
        file, type,
        [
          kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFArtist: NSNull()],
          kCGImagePropertyIPTCDictionary: [kCGImagePropertyIPTCCity: NSNull()],
        ]))
    let tiff = try #require(left[kCGImagePropertyTIFFDictionary] as? CFDictionary)
    #expect(tiff[kCGImagePropertyTIFFArtist] == nil && tiff[kCGImagePropertyTIFFModel] as? String == "A Model")
    let iptc = try #require(left[kCGImagePropertyIPTCDictionary] as? CFDictionary)
    #expect(iptc[kCGImagePropertyIPTCCity] == nil && iptc[kCGImagePropertyIPTCKeywords] as? [String] == ["one", "two"])
  }

  @Test(arguments: types) func `IPTC is read and written under Apple's keys`(type: String) throws {
    let iptc = try #require(
      try Self.properties(Self.file(type, Self.described))[kCGImagePropertyIPTCDictionary] as? CFDictionary)
    #expect(iptc[kCGImagePropertyIPTCByline] as? [String] == ["A", "B"])
    #expect(iptc[kCGImagePropertyIPTCCity] as? String == "Bern")
    #expect(iptc[kCGImagePropertyIPTCCopyrightNotice] as? String == "(c) Client")
    // A later value counts, also where XMP had the former.
    let file = try Self.copy(
      Self.copy(Self.file(type, Self.described), "public.png", [:]), type,
      [kCGImagePropertyIPTCDictionary: [kCGImagePropertyIPTCCity: "Chur"]])
    let changed = try #require(try Self.properties(file)[kCGImagePropertyIPTCDictionary] as? CFDictionary)
    #expect(changed[kCGImagePropertyIPTCCity] as? String == "Chur")
    #expect(changed[kCGImagePropertyIPTCKeywords] as? [String] == ["one", "two"])
  }

  @Test func `nulls reach orientation, density and texts of a PNG`() throws {
    let file = try Self.file(
      "public.png",
      [
        kCGImagePropertyOrientation: 6, kCGImagePropertyDPIWidth: 300, kCGImagePropertyDPIHeight: 300,
        kCGImagePropertyPNGDictionary: [kCGImagePropertyPNGAuthor: "An Author", kCGImagePropertyPNGTitle: "A Title"],
      ])
    let before = try Self.properties(file)
    #expect(before[kCGImagePropertyOrientation] as? Int == 6)
    #expect((before[kCGImagePropertyDPIWidth] as? Double).map { ($0 - 300).magnitude < 0.1 } == true)
    let left = try Self.properties(
      Self.copy(
        file, "public.png",
        [
          kCGImagePropertyOrientation: NSNull(), kCGImagePropertyDPIWidth: NSNull(),
          kCGImagePropertyPNGDictionary: [kCGImagePropertyPNGAuthor: NSNull()],
        ]))
    #expect(left[kCGImagePropertyOrientation] as? Int == 1 && left[kCGImagePropertyDPIWidth] == nil)
    let png = try #require(left[kCGImagePropertyPNGDictionary] as? CFDictionary)
    #expect(png[kCGImagePropertyPNGAuthor] == nil && png[kCGImagePropertyPNGTitle] as? String == "A Title")
  }
}
