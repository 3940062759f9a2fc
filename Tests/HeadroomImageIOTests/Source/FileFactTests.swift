import Foundation
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPictures
import HeadroomPixels
import HeadroomTestSupport
import Testing

@Suite("Facts of files, and images of their bytes")
struct FileFactTests {
  @Test func `images of the bytes of JPEG and PNG files`() throws {
    let (jpeg, png) = (try CopyingTests.file("public.jpeg"), try CopyingTests.file("public.png"))
    let (jpegBytes, pngBytes) = (try #require(CGDataProvider(data: jpeg)), try #require(CGDataProvider(data: png)))
    let firstMade = unsafe CGImage(
      jpegDataProviderSource: jpegBytes, decode: nil, shouldInterpolate: false, intent: .perceptual)
    let first = try #require(firstMade)
    #expect((first.width, first.height, first.utType) == (64, 48, "public.jpeg"))
    #expect(!first.shouldInterpolate && first.renderingIntent == .perceptual)
    let secondMade = unsafe CGImage(
      pngDataProviderSource: pngBytes, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
    let second = try #require(secondMade)
    #expect(second.utType == "public.png" && second.shouldInterpolate)
    let wrong = unsafe [
      CGImage(pngDataProviderSource: jpegBytes, decode: nil, shouldInterpolate: true, intent: .defaultIntent),
      CGImage(jpegDataProviderSource: pngBytes, decode: nil, shouldInterpolate: true, intent: .defaultIntent),
    ]
    #expect(wrong.compactMap { $0 }.isEmpty)
    let turned: [CGFloat] = [1, 0, 1, 0, 1, 0]
    let negative = unsafe turned.withUnsafeBufferPointer { values in
      unsafe CGImage(
        pngDataProviderSource: pngBytes, decode: values.baseAddress, shouldInterpolate: true, intent: .defaultIntent)
    }
    let (plain, other) = (second.bitmap, try #require(negative).bitmap)
    let codes = unsafe (
      plain.rowAddress(3).load(as: UInt8.self), other.rowAddress(3).load(as: UInt8.self)
    )
    #expect(codes.0 != codes.1 && Int(codes.0) + Int(codes.1) == 255)
  }

  @Test func `a consumer gets the file`() throws {
    let data = NSMutableData()
    let consumer = try #require(CGDataConsumer(data: data))
    let destination = try #require(CGImageDestinationCreateWithDataConsumer(consumer, "public.png", 1, nil))
    CGImageDestinationAddImage(destination, try CopyingTests.picture(), nil)
    #expect(CGImageDestinationFinalize(destination))
    #expect(CGImageSource(data: data as Data).count == 1)
    let folder = try TemporaryFolder()
    let url = URL(fileURLWithPath: folder.path("a.png"))
    let writer = try #require(CGDataConsumer(url: url))
    let file = try #require(CGImageDestinationCreateWithDataConsumer(writer, "public.png", 1, nil))
    CGImageDestinationAddImage(file, try CopyingTests.picture(), nil)
    #expect(folder.names.isEmpty && CGImageDestinationFinalize(file) && folder.names == ["a.png"])
  }

  @Test func `type numbers differ, and types that are not read are refused`() {
    let numbers = [
      CGImageSourceGetTypeID(), CGImageDestinationGetTypeID(), CGImageMetadataGetTypeID(),
      CGImageMetadataTagGetTypeID(),
    ]
    #expect(Set(numbers).count == 4)
    #expect(CGImageSourceSetAllowableTypes(["public.tar-archive"]) == -50)
    #expect(CGImageSourceSetAllowableTypes([]) == -50)
    // All types: other tests of this process read them.
    #expect(CGImageSourceSetAllowableTypes(CGImageSourceCopyTypeIdentifiers()) == 0)
    #expect(throws: Never.self) { _ = try CGImageSource(data: CopyingTests.file("public.png")).image(at: 0) }
  }

  @Test func `the contents of a file with a gain map`() throws {
    guard TestData.isAvailable else { return }
    let source = CGImageSource(data: Data(try TestData.stillBytes("heic-tmap/IMG_3853.HEIC")))
    let properties = try #require(CGImageSourceCopyProperties(source, nil))
    let contents = try #require(properties[kCGImagePropertyFileContentsDictionary] as? CFDictionary)
    let images = try #require(contents[kCGImagePropertyImages] as? CFArray)
    let first = try #require(images.first as? CFDictionary)
    #expect(first[kCGImagePropertyImageIndex] as? Int == 0 && first[kCGImagePropertyWidth] as? Int ?? 0 > 1000)
    let auxiliary = try #require(first[kCGImagePropertyAuxiliaryData] as? [CFDictionary])
    #expect(
      auxiliary.contains { $0[kCGImagePropertyAuxiliaryDataType] as? String == kCGImageAuxiliaryDataTypeISOGainMap })
    let info = try #require(
      CGImageSourceCopyAuxiliaryDataInfoAtIndex(source, 0, kCGImageAuxiliaryDataTypeISOGainMap))
    let description = try #require(info[kCGImageAuxiliaryDataInfoDataDescription] as? CFDictionary)
    #expect(description[kCGImagePropertyPixelFormat] as? OSType != nil)
    #expect(description[kCGImagePropertyBytesPerRow] as? Int ?? 0 >= description[kCGImagePropertyWidth] as? Int ?? 1)
    #expect(CGImageSourceCopyAuxiliaryDataInfoAtIndex(source, 0, kCGImageAuxiliaryDataTypeDepth) == nil)
  }

  @Test func `an auxiliary picture of depth is read`() throws {
    guard TestData.isAvailable else { return }
    // The file's map with the name of a depth map, which is shorter: what follows it is the type's own data.
    var bytes = try TestData.stillBytes("heic-apple-gainmap/reference.HEIC")
    let (old, new) = (Array("urn:com:apple:photo:2020:aux:hdrgainmap".utf8), Array("urn:mpeg:hevc:2015:auxid:2\0".utf8))
    let place = try #require(Data(bytes).range(of: Data(old)))
    bytes.replaceSubrange(place.lowerBound..<place.lowerBound + new.count, with: new)
    let source = CGImageSource(data: Data(bytes))
    let info = try #require(CGImageSourceCopyAuxiliaryDataInfoAtIndex(source, 0, kCGImageAuxiliaryDataTypeDepth))
    let description = try #require(info[kCGImageAuxiliaryDataInfoDataDescription] as? CFDictionary)
    #expect(description[kCGImagePropertyPixelFormat] as? OSType == kCVPixelFormatType_OneComponent8)
    let data = try #require(info[kCGImageAuxiliaryDataInfoData] as? Data)
    #expect(Set(data).count > 8)
    #expect(
      CGImageSourceCopyAuxiliaryDataInfoAtIndex(
        source, 0, kCGImageAuxiliaryDataTypeSemanticSegmentationSkyMatte) == nil)
  }

  @Test func `DNG and OpenEXR state their own properties`() throws {
    guard TestData.isAvailable else { return }
    func properties(_ folder: String, _ ending: String) throws -> CFDictionary {
      let all = try FileManager.default.contentsOfDirectory(atPath: TestData.still(folder).path).sorted()
      let name = try #require(all.first { $0.lowercased().hasSuffix(ending) })
      return try CopyingTests.properties(Data(contentsOf: TestData.still("\(folder)/\(name)")))
    }
    let exr = try #require(try properties("exr", "exr")[kCGImagePropertyOpenEXRDictionary] as? CFDictionary)
    #expect(exr[kCGImagePropertyOpenEXRAspectRatio] as? Double == 1)
    #expect(exr[kCGImagePropertyOpenEXRCompression] as? Int != nil)
    let dng = try #require(try properties("dng", "dng")[kCGImagePropertyDNGDictionary] as? CFDictionary)
    #expect((dng[kCGImagePropertyDNGVersion] as? [Int])?.count == 4)
    #expect((dng[kCGImagePropertyDNGWhiteLevel] as? [Double])?.first ?? 0 > 0)
    #expect(dng[kCGImagePropertyDNGBaselineExposure] as? Double != nil)
  }

  @Test func `an animated PNG states its delay and loops`() throws {
    var bytes = [UInt8](try CopyingTests.file("public.png"))
    let place = try #require(Data(bytes).range(of: Data("IDAT".utf8))).lowerBound - 4
    // One frame, three times; 26 bytes of which the last six are delay, disposal and blending.
    let animation = PNG.chunk(.animation, [0, 0, 0, 1, 0, 0, 0, 3])
    let frame = [0, 0, 0, 0, 0, 0, 0, 64, 0, 0, 0, 48] + [UInt8](repeating: 0, count: 8) + [0, 1, 0, 8, 0, 0]
    bytes.insert(contentsOf: animation + PNG.chunk(.frameControl, frame), at: place)
    let source = CGImageSource(data: Data(bytes))
    let own = try #require(
      CGImageSourceCopyPropertiesAtIndex(source, 0, nil)?[kCGImagePropertyPNGDictionary] as? CFDictionary)
    #expect(
      own[kCGImagePropertyAPNGDelayTime] as? Double == 0.125 && own[kCGImagePropertyPNGInterlaceType] as? Int == 0)
    let whole = try #require(CGImageSourceCopyProperties(source, nil)?[kCGImagePropertyPNGDictionary] as? CFDictionary)
    #expect(whole[kCGImagePropertyAPNGLoopCount] as? Int == 3)
  }
}
