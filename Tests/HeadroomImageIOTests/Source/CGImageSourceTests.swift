import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageIO
import HeadroomPictures
import HeadroomPixels
import HeadroomTestSupport
import Testing

@Suite struct CGImageSourceTests {
  private let png: Data = {
    var builder = PNGBuilder(width: 30, height: 20, bitDepth: 16, colorType: 6, pictureChunkLength: 500)
    builder.chunks = [
      PNGBuilder.chunk("cICP", [9, 16, 0, 1]), PNGBuilder.chunk("pHYs", [0, 0, 0x0B, 0x13, 0, 0, 0x0B, 0x13, 1]),
      PNGBuilder.chunk("tEXt", Array("Title\0A picture".utf8)),
    ]
    return Data(builder.file { x, y, c in c == 3 ? 65535 : UInt16(x * 1500 + y * 100 + c * 10) })
  }()

  @Test("A source says what the data is")
  func basics() throws {
    let source = try #require(CGImageSourceCreateWithData(png, nil))
    #expect(CGImageSourceGetType(source) == "public.png")
    #expect(CGImageSourceGetCount(source) == 1)
    #expect(CGImageSourceGetStatus(source) == .statusComplete)
    #expect(CGImageSourceGetStatusAtIndex(source, 0) == .statusComplete)
    #expect(CGImageSourceGetPrimaryImageIndex(source) == 0)
    let file = try #require(CGImageSourceCopyProperties(source, nil))
    #expect(file[kCGImagePropertyFileSize] as? Int == png.count)
    #expect(CGImageSourceCopyPropertiesAtIndex(source, 1, nil) == nil)
    #expect(CGImageSourceCreateImageAtIndex(source, 1, nil) == nil)
    let types = Set(CGImageSourceCopyTypeIdentifiers() as? [String] ?? [])
    #expect(types.isSuperset(of: ["public.jpeg", "public.png", "public.jpeg-xl"]))
  }

  @Test("Properties describe the picture")
  func properties() throws {
    let source = CGImageSource(data: png)
    let properties = try source.properties(at: 0)
    #expect(properties[kCGImagePropertyPixelWidth] as? Int == 30)
    #expect(properties[kCGImagePropertyPixelHeight] as? Int == 20)
    #expect(properties[kCGImagePropertyDepth] as? Int == 16)
    #expect(properties[kCGImagePropertyHasAlpha] as? Bool == true)
    #expect(properties[kCGImagePropertyColorModel] as? String == kCGImagePropertyColorModelRGB)
    #expect(properties[kCGImagePropertyOrientation] as? Int == 1)
    #expect(properties[kCGImagePropertyNamedColorSpace] as? String == CGColorSpace.itur_2100_PQ)
    let dpi = try #require(properties[kCGImagePropertyDPIWidth] as? Double)
    #expect(abs(dpi - 72) < 0.1)
    let own = try #require(properties[kCGImagePropertyPNGDictionary] as? CFDictionary)
    #expect(own[kCGImagePropertyPNGTitle] as? String == "A picture")
    #expect(own[kCGImagePropertyPNGXPixelsPerMeter] as? Int == 2835)
    #expect(own[kCGImagePropertyPNGInterlaceType] as? Int == 0)
  }

  @Test("Files that are missing or unknown give nil, and the throwing twin says why")
  func failures() throws {
    let missing = URL(fileURLWithPath: "/no/such/file.png")
    #expect(CGImageSourceCreateWithURL(missing, nil) == nil)
    #expect(throws: ImageIOError.unreadable(path: "/no/such/file.png", reason: "no such file")) {
      try CGImageSource(url: missing)
    }
    let unknown = try #require(CGImageSourceCreateWithData(Data("hello, this is text".utf8), nil))
    #expect(CGImageSourceGetCount(unknown) == 0)
    #expect(CGImageSourceGetType(unknown) == nil)
    #expect(CGImageSourceGetStatus(unknown) == .statusUnknownType)
    #expect(CGImageSourceCreateImageAtIndex(unknown, 0, nil) == nil)
    #expect(throws: ImageIOError.unknownFormat) { try unknown.image(at: 0) }
    #expect(CGImageSourceGetStatus(CGImageSource(data: Data())) == .statusUnknownType)
    let damaged = CGImageSource(data: Data(PNGBuilder.signature + PNGBuilder.chunk("IEND", [])))
    #expect(damaged.status == .statusInvalidData)
  }

  @Test("A file cut inside its picture gives nil, and what is there when asked")
  func cut() throws {
    let source = CGImageSource(data: png.prefix(2500))
    #expect(source.status(at: 0) == .statusUnexpectedEOF)
    #expect(CGImageSourceCreateImageAtIndex(source, 0, nil) == nil)
    var request = CGImageSource.ImageRequest()
    request.allowsPartial = true
    #expect(try source.image(at: 0, request).height == 20)
  }

  @Test("Data that arrives in pieces shows more and more")
  func incremental() throws {
    let source = CGImageSourceCreateIncremental(nil)
    #expect(CGImageSourceGetStatus(source) == .statusReadingHeader)
    CGImageSourceUpdateData(source, png.prefix(20), false)
    #expect(CGImageSourceGetStatus(source) == .statusReadingHeader)
    #expect(CGImageSourceCreateImageAtIndex(source, 0, nil) == nil)
    CGImageSourceUpdateData(source, png.prefix(2500), false)
    #expect(CGImageSourceGetStatus(source) == .statusIncomplete)
    #expect(CGImageSourceGetStatusAtIndex(source, 0) == .statusIncomplete)
    let early = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    CGImageSourceUpdateData(source, png, true)
    #expect(CGImageSourceGetStatus(source) == .statusComplete)
    let late = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    let (first, last) = (floats(early), floats(late))
    #expect(Array(first[..<90]) == Array(last[..<90]))
    #expect(first.suffix(90).allSatisfy { $0 == 0 })
    #expect(!last.suffix(90).allSatisfy { $0 == 0 })
  }

  @Test("A PQ file is HDR as it is, and tone mapped when SDR is asked for")
  func decodeRequests() throws {
    let source = CGImageSource(data: png)
    let stored = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    #expect(stored.bitsPerComponent == 16)
    #expect(stored.colorSpace == CGColorSpace(name: CGColorSpace.itur_2100_PQ))
    #expect(stored.contentHeadroom == kCGDefaultHDRImageContentHeadroom)
    let hdr = CGImageSourceCreateImageAtIndex(source, 0, [kCGImageSourceDecodeRequest: kCGImageSourceDecodeToHDR])
    #expect(hdr?.colorSpace == stored.colorSpace)
    let sdr = try #require(
      CGImageSourceCreateImageAtIndex(source, 0, [kCGImageSourceDecodeRequest: kCGImageSourceDecodeToSDR]))
    #expect(sdr.bitsPerComponent == 8)
    #expect(sdr.colorSpace == CGColorSpace(name: CGColorSpace.displayP3))
    #expect(sdr.contentHeadroom == 1)
    // 1000 cd/m² is the top of the curve, and reference white comes out at half the light (ST 2094-50).
    let white = PNGBuilder(
      width: 2, height: 1, bitDepth: 16, colorType: 2, chunks: [PNGBuilder.chunk("cICP", [9, 16, 0, 1])])
    let codes = [203.0, 1000].map { UInt16((TransferFunction.pq.encode($0 / 203) * 65535).rounded()) }
    let levels = CGImageSource(data: Data(white.file { x, _, _ in codes[x] }))
    var request = CGImageSource.ImageRequest()
    request.dynamicRange = .standard
    let mapped = floats(try levels.image(at: 0, request)).map { TransferFunction.sRGB.decode(Double($0)) }
    #expect(abs(mapped[0] - 0.5) < 0.01)
    #expect(abs(mapped[3] - 1) < 0.01)
  }

  @Test("Statistics are measured when asked for")
  func statistics() throws {
    let options: CFDictionary = [kCGImageSourceDecodeRequestOptions: [kCGComputeHDRStats: true] as CFDictionary]
    let image = try #require(CGImageSourceCreateImageAtIndex(CGImageSource(data: png), 0, options))
    let peak = floats(image).map { TransferFunction.pq.decode(Double($0)) }.max() ?? 0
    #expect(abs(Double(image.contentHeadroom) - peak) < 1e-3 * peak)
    #expect(image.contentAverageLightLevel > 0)
  }

  // Read from Apple's framework by third parties; programs keep these strings in files.
  @Test("Option keys have Image I/O's strings")
  func keys() {
    #expect(kCGImageSourceDecodeRequest == "kCGImageSourceDecodeRequest")
    #expect(kCGImageDestinationEncodeToISOGainmap == "kCGImageDestinationEncodeToISOGainmap")
    #expect(kCGImageAuxiliaryDataTypeHDRGainMap == "kCGImageAuxiliaryDataTypeHDRGainMap")
    #expect(kCGImagePropertyExifDictionary == "{Exif}")
    #expect(kCGImagePropertyExifISOSpeedRatings == "ISOSpeedRatings")
  }
}

@Suite struct ThumbnailTests {
  private func source(orientation: CGImagePropertyOrientation = .up) throws -> CGImageSource {
    let image = try makeAsymmetricImage(width: 90, height: 60)
    return CGImageSource(
      data: try encoded(image, "public.png", [kCGImagePropertyOrientation: Int(orientation.rawValue)]))
  }

  @Test("A thumbnail has the longest side asked for and is never larger than the picture")
  func size() throws {
    let source = try source()
    for (limit, expected) in [(45, (45, 30)), (10, (10, 7)), (1, (1, 1)), (500, (90, 60))] {
      let thumbnail = try #require(
        CGImageSourceCreateThumbnailAtIndex(
          source, 0,
          [kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceThumbnailMaxPixelSize: limit]))
      #expect((thumbnail.width, thumbnail.height) == expected)
    }
    #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, [kCGImageSourceThumbnailMaxPixelSize: 10]) == nil)
  }

  @Test("With its transform a thumbnail is upright", arguments: CGImagePropertyOrientation.allCases)
  func upright(orientation: CGImagePropertyOrientation) throws {
    let source = try source(orientation: orientation)
    let stored = floats(try source.image(at: 0))
    var request = CGImageSource.ThumbnailRequest()
    let turned = try source.thumbnail(at: 0, request)
    let size = orientation.uprightSize(width: 90, height: 60)
    #expect((turned.width, turned.height) == size)
    let found = floats(turned)
    for (column, row) in [(0, 0), (5, 2), (size.width - 1, 0), (3, size.height - 1)] {
      let place = orientation.storedPixel(column: column, row: row, width: 90, height: 60)
      let expected = stored[(place.row * 90 + place.column) * 3..<(place.row * 90 + place.column) * 3 + 3]
      let actual = found[(row * size.width + column) * 3..<(row * size.width + column) * 3 + 3]
      #expect(zip(expected, actual).allSatisfy { abs($0 - $1) < 0.005 })
    }
    request.isUpright = false
    #expect(try source.thumbnail(at: 0, request).width == 90)
  }

  @Test("Thumbnails of HDR renditions stay HDR")
  func hdr() throws {
    let image = try makeHDRImage(width: 128, height: 64, peak: 4)
    let jpeg = CGImageSource(data: try encoded(image, "public.jpeg"))
    let options: CFDictionary = [
      kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceThumbnailMaxPixelSize: 32,
      kCGImageSourceDecodeRequest: kCGImageSourceDecodeToHDR,
    ]
    let thumbnail = try #require(CGImageSourceCreateThumbnailAtIndex(jpeg, 0, options))
    #expect(thumbnail.width == 32)
    #expect(abs(thumbnail.contentHeadroom - 4) < 0.2)
    #expect((floats(thumbnail).max() ?? 0) > 3)
  }

  @Test("The preview of a file serves when it has one")
  func embedded() throws {
    let small = try encoded(try makeAsymmetricImage(width: 16, height: 12), "public.jpeg")
    var block = EXIFBlock()
    block.previewBytes = [UInt8](small)
    var builder = PNGBuilder(width: 40, height: 30)
    builder.chunks = [PNGBuilder.chunk("eXIf", block.serialized())]
    let source = CGImageSource(data: Data(builder.file { _, _, _ in 5 }))
    #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, nil)?.width == 16)
    let always: CFDictionary = [kCGImageSourceCreateThumbnailFromImageAlways: true]
    #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, always)?.width == 40)
  }
}
