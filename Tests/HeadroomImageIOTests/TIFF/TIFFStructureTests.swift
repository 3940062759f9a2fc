import HeadroomColor
import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import Testing

@Suite struct TIFFStructureTests {
  @Test("The structure names directories and fields with their places and values")
  func structure() throws {
    var block = EXIFBlock()
    block.exif = [0x829A: .rationals([.init(1, 250)])]
    block.gps = [1: .ascii("N")]
    var still = StillImage(base: try makePicture(5, 4, .rgb16), encoding: .displayP3)
    still.metadata.exif = block.serialized()
    let file = try encodeTIFF(still)
    let parts = try ImageFormats.open(FileBytes(file)).structure()
    #expect(parts.map(\.name) == ["header", "IFD0"])
    #expect(parts[0].summary == "TIFF, little-endian")
    #expect(parts[1].summary == "5x4" && parts[1].offset + parts[1].byteCount <= file.count)
    func field(_ name: String) throws -> FilePart { try #require(parts[1].children.first { $0.name == name }) }
    #expect(try field("ImageWidth").summary == "LONG 5")
    #expect(try field("BitsPerSample").summary == "SHORT 16 16 16")
    #expect(try field("ICCProfile").summary.hasPrefix("UNDEFINED["))
    let exif = try field("ExifIFD").children
    #expect(exif.map(\.name) == ["ExifIFD"] && exif[0].children.map(\.name) == ["ExposureTime"])
    #expect(exif[0].children[0].summary == "RATIONAL 0.004")
    #expect(try field("GPSIFD").children[0].children[0].summary == "ASCII N")
  }

  @Test("Broken rules are found: order of tags, values outside, odd tiles, missing tags, strips outside")
  func findings() throws {
    func rules(_ file: [UInt8]) throws -> Set<String> {
      Set(try ImageFormats.open(FileBytes(file)).conformanceFindings().map(\.rule))
    }
    var builder = TIFFBuilder(width: 4, height: 4, samples: 4)
    builder.fields = [(282, 4, [72]), (283, 4, [72])]
    let plain = builder.file { _, _, _ in 0 }
    #expect(try rules(plain) == ["tiff.extra-samples"])
    builder.fields += [(338, 3, [2])]
    #expect(try rules(builder.file { _, _, _ in 0 }) == [])
    builder.tile = (10, 10)
    #expect(try rules(builder.file { _, _, _ in 0 }) == ["tiff.tile-size"])
    builder.tile = nil
    builder.fields = [(338, 3, [2]), (282, 4, [72]), (274, 3, [9])]
    #expect(try rules(builder.file { _, _, _ in 0 }) == ["tiff.required-tag", "tiff.orientation"])
    builder.fields = [(338, 3, [2]), (282, 4, [72]), (283, 4, [72]), (279, 4, [1 << 20])]
    #expect(try rules(builder.file { _, _, _ in 0 }) == ["tiff.data-outside"])

    builder.fields = [(338, 3, [2]), (282, 4, [72]), (283, 4, [72])]
    var swapped = builder.file { _, _, _ in 0 }
    let first = Int(swapped[4]) + 2
    let (a, b) = (Array(swapped[first..<first + 12]), Array(swapped[first + 12..<first + 24]))
    swapped.replaceSubrange(first..<first + 24, with: b + a)
    #expect(try rules(swapped) == ["tiff.tag-order"])
  }

  @Test("Properties carry TIFF's own numbers")
  func properties() throws {
    let file = try encodeTIFF(StillImage(base: try makePicture(5, 4, .rgbFloat), encoding: .extendedLinearSRGB))
    let properties = ImageProperties(try ImageFormats.open(FileBytes(file))).dictionary
    #expect(properties["IsFloat"] as? Bool == true)
    let own = try #require(properties["{TIFF}"] as? [String: any Sendable])
    #expect(own["Compression"] as? Int == 8 && own["PhotometricInterpretation"] as? Int == 2)
    #expect(properties["DPIWidth"] as? Double == 72)
  }
}
