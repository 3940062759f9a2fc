import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImage
import HeadroomImageIO
import HeadroomPictures
import HeadroomPixels
import HeadroomTestSupport
import Testing

@Suite struct CGImageDestinationTests {
  @Test("A file appears when it is complete")
  func file() throws {
    let folder = try TemporaryFolder()
    let url = URL(fileURLWithPath: folder.path("a.png"))
    let destination = try #require(CGImageDestinationCreateWithURL(url, "public.png", 1, nil))
    let image = try makeAsymmetricImage(width: 12, height: 9, encoding: .displayP3)
    CGImageDestinationAddImage(destination, image, nil)
    #expect(folder.names.isEmpty)
    #expect(CGImageDestinationFinalize(destination))
    #expect(!CGImageDestinationFinalize(destination))
    let back = try #require(
      CGImageSourceCreateWithURL(url, nil).flatMap { CGImageSourceCreateImageAtIndex($0, 0, nil) })
    #expect(back.colorSpace == image.colorSpace)
    #expect(floats(back) == floats(image))
  }

  @Test("What cannot be written is refused and leaves nothing")
  func refusals() throws {
    let folder = try TemporaryFolder()
    let url = URL(fileURLWithPath: folder.path("a.xyz"))
    #expect(CGImageDestinationCreateWithURL(url, "public.tar-archive", 1, nil) == nil)
    #expect(CGImageDestinationCreateWithURL(url, "public.png", 2, nil) == nil)
    let image = try makeAsymmetricImage(width: 2, height: 2)
    let empty = try CGImageDestination(url: url, type: "public.png")
    #expect(throws: ImageIOError.notEncodable(format: "png", text: "no picture was added")) { try empty.finalize() }
    let twice = try CGImageDestination(url: url, type: "public.jpeg")
    CGImageDestinationAddImage(twice, image, nil)
    CGImageDestinationAddImage(twice, image, nil)
    #expect(!CGImageDestinationFinalize(twice))
    let quality = try CGImageDestination(url: url, type: "public.jpeg")
    CGImageDestinationAddImage(quality, image, [kCGImageDestinationLossyCompressionQuality: 3])
    #expect(!CGImageDestinationFinalize(quality))
    let map = try CGImageDestination(url: url, type: "public.png")
    try map.add(image, properties: [kCGImageDestinationEncodeRequest: kCGImageDestinationEncodeToISOGainmap])
    #expect(throws: ImageIOError.notEncodable(format: "png", text: "cannot hold a gain map")) { try map.finalize() }
    let pq = try CGImageDestination(url: url, type: "public.jpeg")
    try pq.add(image, properties: [kCGImageDestinationEncodeRequest: kCGImageDestinationEncodeToISOHDR])
    #expect(!CGImageDestinationFinalize(pq))
    #expect(folder.names.isEmpty)
  }

  @Test("An HDR image becomes a PQ picture in PNG and a gain map in JPEG")
  func richest() throws {
    let image = try makeHDRImage(peak: 4)
    let png = CGImageSource(data: try encoded(image, "public.png"))
    let pq = try png.image(at: 0)
    #expect(pq.colorSpace == CGColorSpace(name: CGColorSpace.itur_2100_PQ))
    #expect(abs(pq.contentHeadroom - 4) < 1e-3)
    let matrix = ColorPrimaries.bt2020.matrix(to: .p3D65)
    for (light, signal) in zip(triples(floats(image)), triples(floats(pq))) {
      let decoded = matrix.apply(SIMD3(signal.x, signal.y, signal.z).decodedPQ)
      #expect((decoded - light).magnitudes.max() < 2e-3 * max(light.max(), 0.05))
    }
    let jpeg = CGImageSource(data: try encoded(image, "public.jpeg"))
    #expect(CGImageSourceCopyAuxiliaryDataInfoAtIndex(jpeg, 0, kCGImageAuxiliaryDataTypeISOGainMap) != nil)
    #expect(CGImageSourceCopyAuxiliaryDataInfoAtIndex(jpeg, 0, kCGImageAuxiliaryDataTypeHDRGainMap) == nil)
    let base = try jpeg.image(at: 0)
    #expect(base.bitsPerComponent == 8)
    #expect(base.contentHeadroom == 1)
    let properties = try jpeg.properties(at: 0)
    #expect(abs((properties[kCGImagePropertyHeadroom] as? Double ?? 0) - 4) < 0.05)
  }

  @Test("A gain map leads back to the image it was made from")
  func gainMapRoundTrip() throws {
    let image = try makeHDRImage(peak: 4)
    let properties: CFDictionary = [
      kCGImageDestinationEncodeRequest: kCGImageDestinationEncodeToISOGainmap,
      kCGImageDestinationLossyCompressionQuality: 0.98,
      kCGImageDestinationEncodeRequestOptions: [
        kCGImageDestinationEncodeGainMapSubsampleFactor: 1, kCGImageDestinationEncodeGainMapPixelFormatRequest: 24,
        kCGImageDestinationEncodeBaseIsSDR: true,
      ] as CFDictionary,
    ]
    let source = CGImageSource(data: try encoded(image, "public.jpeg", properties))
    let hdr = try #require(
      CGImageSourceCreateImageAtIndex(source, 0, [kCGImageSourceDecodeRequest: kCGImageSourceDecodeToHDR]))
    #expect(hdr.bitmapInfo.contains(.floatComponents))
    #expect(hdr.bitsPerComponent == 16)
    #expect(hdr.colorSpace == CGColorSpace(name: CGColorSpace.extendedLinearDisplayP3))
    #expect(abs(hdr.contentHeadroom - 4) < 0.05)
    for (expected, found) in zip(triples(floats(image)), triples(floats(hdr))) {
      #expect((expected - found).magnitudes.max() < 0.05 * max(expected.max(), 0.3))
    }
  }

  @Test("A picture of a source keeps gain map, EXIF and orientation; edits keep map and picture in step")
  func fromSource() throws {
    let image = try makeHDRImage(width: 96, height: 64, peak: 4)
    let exif: CFDictionary = [kCGImagePropertyExifExposureTime: 0.008, kCGImagePropertyExifISOSpeedRatings: [100]]
    let first = CGImageSource(
      data: try encoded(
        image, "public.jpeg",
        [
          kCGImagePropertyOrientation: 6, kCGImagePropertyExifDictionary: exif,
          kCGImagePropertyGPSDictionary: [
            kCGImagePropertyGPSLatitude: 52.52, kCGImagePropertyGPSLatitudeRef: "N",
          ] as CFDictionary,
        ]))
    func copy(_ properties: CFDictionary) throws -> CGImageSource {
      let data = NSMutableData()
      let destination = try CGImageDestination(data: data, type: "public.jpeg")
      try destination.add(from: first, index: 0, properties: properties)
      try destination.finalize()
      return CGImageSource(data: data as Data)
    }
    let same = try copy([:])
    #expect(same.auxiliary(kCGImageAuxiliaryDataTypeISOGainMap))
    let properties = try same.properties(at: 0)
    #expect(properties[kCGImagePropertyOrientation] as? Int == 6)
    let taken = try #require(properties[kCGImagePropertyExifDictionary] as? CFDictionary)
    #expect(abs((taken[kCGImagePropertyExifExposureTime] as? Double ?? 0) - 0.008) < 1e-9)
    #expect(taken[kCGImagePropertyExifISOSpeedRatings] as? [Int] == [100])
    let place = try #require(properties[kCGImagePropertyGPSDictionary] as? CFDictionary)
    #expect(abs((place[kCGImagePropertyGPSLatitude] as? Double ?? 0) - 52.52) < 1e-6)

    let private_ = try copy([kCGImageMetadataShouldExcludeGPS: true]).properties(at: 0)
    #expect(private_[kCGImagePropertyGPSDictionary] == nil)
    #expect(private_[kCGImagePropertyExifDictionary] != nil)
    #expect(!(try copy([kCGImageDestinationPreserveGainMap: false]).auxiliary(kCGImageAuxiliaryDataTypeISOGainMap)))

    let small = try copy([kCGImageDestinationImageMaxPixelSize: 24])
    let shrunk = try #require(
      CGImageSourceCreateImageAtIndex(small, 0, [kCGImageSourceDecodeRequest: kCGImageSourceDecodeToHDR]))
    #expect((shrunk.width, shrunk.height) == (24, 16))
    #expect((floats(shrunk).max() ?? 0) > 3)
    let request: CFDictionary = [kCGImageDestinationEncodeRequest: kCGImageDestinationEncodeToISOHDR]
    let data = NSMutableData()
    let png = try CGImageDestination(data: data, type: "public.png")
    try png.add(from: first, index: 0, properties: request)
    try png.finalize()
    let pq = try CGImageSource(data: data as Data).image(at: 0)
    #expect(pq.colorSpace?.isPQBased == true)
    #expect(abs(pq.contentHeadroom - 4) < 0.1)
    let brightest = floats(pq).map { TransferFunction.pq.decode(Double($0)) }.max() ?? 0
    #expect(brightest > 3.5)
  }

  @Test("Auxiliary data that is read can be written again")
  func auxiliaryData() throws {
    let source = CGImageSource(data: try encoded(try makeHDRImage(peak: 4), "public.jpeg"))
    let type = kCGImageAuxiliaryDataTypeISOGainMap
    let info = try #require(CGImageSourceCopyAuxiliaryDataInfoAtIndex(source, 0, type))
    let description = try #require(info[kCGImageAuxiliaryDataInfoDataDescription] as? CFDictionary)
    #expect(description["Width"] as? Int == 32)
    #expect(description["PixelFormat"] as? OSType == 0x4C30_3038)
    let metadata = try #require(info[kCGImageAuxiliaryDataInfoMetadata] as? CGImageMetadata)
    let headroom = CGImageMetadataCopyStringValueWithPath(metadata, nil, "HDRToneMap:AlternateHeadroom")
    #expect(abs((headroom.flatMap { Double($0) } ?? 0) - 2) < 0.02)
    let data = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(data, "public.jpeg", 1, nil))
    CGImageDestinationAddImage(destination, try source.image(at: 0), nil)
    CGImageDestinationAddAuxiliaryDataInfo(destination, type, info)
    #expect(CGImageDestinationFinalize(destination))
    let again = CGImageSource(data: data as Data)
    var request = CGImageSource.ImageRequest()
    request.dynamicRange = .high(displayHeadroom: .infinity)
    let (before, after) = (floats(try source.image(at: 0, request)), floats(try again.image(at: 0, request)))
    #expect(zip(before, after).allSatisfy { abs($0 - $1) < 0.05 * max($0, 0.3) })
    let broken = try CGImageDestination(data: NSMutableData(), type: "public.jpeg")
    CGImageDestinationAddImage(broken, try source.image(at: 0), nil)
    var short = info
    short[kCGImageAuxiliaryDataInfoData] = Data([1, 2, 3])
    CGImageDestinationAddAuxiliaryDataInfo(broken, type, short)
    #expect(!CGImageDestinationFinalize(broken))
  }

  @Test("Apple's gain map can be added, alone and together with the ISO form of the same codes")
  func appleAuxiliaryData() throws {
    let source = CGImageSource(data: try encoded(try makeHDRImage(peak: 4), "public.jpeg"))
    let map = try #require(CGImageSourceCopyAuxiliaryDataInfoAtIndex(source, 0, kCGImageAuxiliaryDataTypeISOGainMap))
    var apple = map
    let metadata = CGImageMetadataCreateMutable()
    CGImageMetadataSetValueWithPath(metadata, nil, "HDRGainMap:HDRGainMapVersion", 131_072)
    CGImageMetadataSetValueWithPath(metadata, nil, "HDRGainMap:HDRGainMapHeadroom", 4)
    apple[kCGImageAuxiliaryDataInfoMetadata] = metadata
    func written(_ maps: [(CFString, CFDictionary)]) throws -> CGImageSource {
      let data = NSMutableData()
      let destination = try CGImageDestination(data: data, type: "public.jpeg")
      try destination.add(try source.image(at: 0))
      for (type, map) in maps { try destination.addAuxiliaryData(map, type: type) }
      try destination.finalize()
      return CGImageSource(data: data as Data)
    }
    let one = try written([(kCGImageAuxiliaryDataTypeHDRGainMap, apple)])
    #expect(try one.info(at: 0).gainMap?.kinds == [.apple])
    #expect(one.auxiliary(kCGImageAuxiliaryDataTypeHDRGainMap) && !one.auxiliary(kCGImageAuxiliaryDataTypeISOGainMap))
    let both = try written([
      (kCGImageAuxiliaryDataTypeHDRGainMap, apple), (kCGImageAuxiliaryDataTypeISOGainMap, map),
    ])
    #expect(try both.info(at: 0).gainMap?.kinds == [.iso, .apple])
    #expect(both.auxiliary(kCGImageAuxiliaryDataTypeHDRGainMap) && both.auxiliary(kCGImageAuxiliaryDataTypeISOGainMap))
    // A file that says both is copied as one.
    let again = CGImageSourceCopyAuxiliaryDataInfoAtIndex(both, 0, kCGImageAuxiliaryDataTypeHDRGainMap)
    let text = (again?[kCGImageAuxiliaryDataInfoMetadata] as? CGImageMetadata).flatMap {
      CGImageMetadataCopyStringValueWithPath($0, nil, "HDRGainMap:HDRGainMapHeadroom")
    }
    #expect(text == "4.0")
  }

  @Test("Depth of the base, its chroma and its place are checked against the format")
  func baseRequests() throws {
    let image = try makeHDRImage(peak: 4)
    func options(_ more: CFDictionary) -> CFDictionary {
      [
        kCGImageDestinationEncodeRequest: kCGImageDestinationEncodeToISOGainmap,
        kCGImageDestinationEncodeRequestOptions: more,
      ]
    }
    let half = kCVPixelFormatType_422YpCbCr8BiPlanarFullRange
    let jpeg = try encoded(image, "public.jpeg", options([kCGImageDestinationEncodeBasePixelFormatRequest: half]))
    #expect(try CGImageSource(data: jpeg).info(at: 0).chroma == "422")
    let deep = kCVPixelFormatType_420YpCbCr10BiPlanarFullRange
    for refused: CFDictionary in [
      [kCGImageDestinationEncodeBasePixelFormatRequest: deep], [kCGImageDestinationEncodeBaseIsSDR: false],
      [kCGImageDestinationEncodeBasePixelFormatRequest: kCVPixelFormatType_64RGBAHalf],
    ] {
      #expect(throws: ImageIOError.self) { try encoded(image, "public.jpeg", options(refused)) }
    }
  }

  @Test("SDR on request, sRGB for sharing, a background behind transparency")
  func conversions() throws {
    let sdr = try encoded(
      try makeHDRImage(peak: 4), "public.png",
      [kCGImageDestinationEncodeRequest: kCGImageDestinationEncodeToSDR])
    let image = try CGImageSource(data: sdr).image(at: 0)
    // What was deeper than 8 bits stays so where it costs no loss, as in the command.
    #expect(image.bitsPerComponent == 16)
    #expect(image.colorSpace == CGColorSpace(name: CGColorSpace.displayP3))
    let shared = try encoded(
      try makeAsymmetricImage(width: 8, height: 8, encoding: .displayP3), "public.png",
      [kCGImageDestinationOptimizeColorForSharing: true])
    #expect(try CGImageSource(data: shared).image(at: 0).colorSpace == CGColorSpace(name: CGColorSpace.sRGB))
    let wide = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let base = try encoded(
      try makeAsymmetricImage(width: 8, height: 8), "public.png", [kCGImageDestinationEncodeBaseColorSpace: wide])
    #expect(try CGImageSource(data: base).image(at: 0).colorSpace == wide)
    let bitmap = try makeBitmap(16, 16, .rgba8, alpha: .straight) { _, _, c in c == 3 ? 0 : 100 }
    let clear = CGImage(bitmap: bitmap, colorSpace: CGColorSpace(encoding: .sRGB))
    let white = floats(try CGImageSource(data: try encoded(clear, "public.jpeg")).image(at: 0))
    #expect(white.allSatisfy { $0 > 0.98 })
    let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    let onRed = try encoded(clear, "public.jpeg", [kCGImageDestinationBackgroundColor: red])
    let found = floats(try CGImageSource(data: onRed).image(at: 0))
    #expect(found[0] > 0.95 && found[1] < 0.05)
  }

  @Test("An SDR file of an HDR image holds what a context renders of it")
  func sameAsContext() throws {
    let image = try makeHDRImage(peak: 4)
    let file = try encoded(
      image, "public.png", [kCGImageDestinationEncodeRequest: kCGImageDestinationEncodeToSDR])
    // As `headroom convert` asks for it: light that is white in BT.2020 but more in Display P3 is brought in, not cut.
    let rendered = try CIContext().bitmap(
      CIImage(cgImage: image).toneMapped(to: 1, toneMapOperator: .bt2390),
      region: PixelRect(x: 0, y: 0, width: image.width, height: image.height), format: .rgb16, encoding: .displayP3,
      gamutPeak: 1)
    let (one, two) = (try CGImageSource(data: file).image(at: 0), CGImage(bitmap: rendered, colorSpace: nil))
    let largest = zip(floats(one), floats(two)).map { ($0 - $1).magnitude }.max() ?? 1
    #expect(largest == 0)
  }

  @Test("EXIF properties survive, in the form they were given")
  func propertyForms() throws {
    let given: [(CFString, CFDictionary)] = [
      (
        kCGImagePropertyExifDictionary,
        [
          kCGImagePropertyExifVersion: [2, 3, 2], kCGImagePropertyExifExposureBiasValue: -0.5,
          kCGImagePropertyExifUserComment: "a word", kCGImagePropertyExifFileSource: 3,
          kCGImagePropertyExifLensSpecification: [24.0, 70.0, 2.8, 4.0],
          kCGImagePropertyExifDateTimeOriginal: "2026:11:21 10:20:30",
        ]
      ),
      (kCGImagePropertyTIFFDictionary, [kCGImagePropertyTIFFMake: "Maker", kCGImagePropertyTIFFSoftware: "x"]),
      (
        kCGImagePropertyGPSDictionary,
        [
          kCGImagePropertyGPSLongitude: 13.405, kCGImagePropertyGPSTimeStamp: "10:20:30",
          kCGImagePropertyGPSAltitudeRef: 1, kCGImagePropertyGPSVersion: [2, 3, 0, 0],
        ]
      ),
    ]
    let file = try encoded(
      try makeAsymmetricImage(width: 4, height: 4), "public.png",
      Dictionary(uniqueKeysWithValues: given.map { ($0.0, $0.1 as Any) }).merging([kCGImagePropertyDPIWidth: 300]) {
        first, _ in first
      })
    let back = try CGImageSource(data: file).properties(at: 0)
    #expect(abs((back[kCGImagePropertyDPIHeight] as? Double ?? 0) - 300) < 0.02)
    for (key, values) in given {
      let found = try #require(back[key] as? CFDictionary)
      for (name, value) in values {
        if let number = value as? Double {
          #expect(abs((found[name] as? Double ?? .nan) - number) < 1e-6, "\(name)")
        } else {
          #expect("\(found[name] ?? "nothing")" == "\(value)", "\(name)")
        }
      }
    }
  }
}

@Suite(.enabled(if: TestData.isAvailable)) struct RealGainMapTests {
  @Test("Apple's and ISO's gain maps are told apart")
  func kinds() throws {
    let folder = TestData.still("jpeg-apple-gainmap")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".jpg") }
    #expect(!names.isEmpty)
    for name in names {
      let source = try CGImageSource(url: folder.appending(path: name))
      let info = try source.properties(at: 0)
      let isApple = source.auxiliary(kCGImageAuxiliaryDataTypeHDRGainMap)
      let isISO = source.auxiliary(kCGImageAuxiliaryDataTypeISOGainMap)
      #expect((isApple || isISO) == (info[kCGImagePropertyHeadroom] != nil), "\(name)")
      #expect(!(isApple && isISO), "\(name)")
    }
    let ultra = try CGImageSource(url: TestData.still("ultrahdr/small_uhdr.jpg"))
    #expect(ultra.auxiliary(kCGImageAuxiliaryDataTypeISOGainMap))
  }
}

extension CGImageSource {
  fileprivate func auxiliary(_ type: String) -> Bool {
    CGImageSourceCopyAuxiliaryDataInfoAtIndex(self, 0, type) != nil
  }
}

extension SIMD3<Double> {
  fileprivate var decodedPQ: SIMD3<Double> {
    SIMD3(TransferFunction.pq.decode(x), TransferFunction.pq.decode(y), TransferFunction.pq.decode(z))
  }

  fileprivate var magnitudes: SIMD3<Double> { SIMD3(x.magnitude, y.magnitude, z.magnitude) }
}
