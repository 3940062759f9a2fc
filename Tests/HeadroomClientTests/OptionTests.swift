import Foundation
import Headroom
import Testing

@Suite("Options of a client")
struct OptionTests {
  static let values = OddValues.all.indices

  private static let space = CGColorSpaceCreateDeviceRGB()

  private static func png() throws -> Data {
    try #require(CIContext().pngRepresentation(of: OddValues.image(), format: .RGBA8, colorSpace: space))
  }

  @Test(arguments: values)
  func `contexts and images take any value for any option`(index: Int) throws {
    let value = OddValues.all[index].1
    let context = CIContext(options: [
      .workingColorSpace: value, .workingFormat: value, .outputColorSpace: value, .outputPremultiplied: value,
      .highQualityDownsample: value, .cacheIntermediates: value, .priorityRequestLow: value, .name: value,
      .memoryLimit: value, CIContextOption(rawValue: ""): value,
    ])
    #expect(context.createCGImage(OddValues.image(), from: CGRect(x: 0, y: 0, width: 8, height: 6)) != nil)
    let options: [CIImageOption: Any] = [
      .colorSpace: value, .toneMapHDRtoSDR: value, .expandToHDR: value, .contentHeadroom: value,
      .contentAverageLightLevel: value, .applyOrientationProperty: value, .nearestSampling: value,
      .properties: value,
    ]
    let data = try Self.png()
    OddValues.exercise(CIImage(data: data, options: options))
    OddValues.exercise(CIImage(data: data, options: options.merging([.auxiliaryHDRGainMap: value]) { $1 }))
    let source = try #require(CGImageSourceCreateWithData(data, ["": value]))
    let request: CFDictionary = [
      kCGImageSourceSubsampleFactor: value, kCGImageSourceCreateThumbnailFromImageAlways: value,
      kCGImageSourceThumbnailMaxPixelSize: value, kCGImageSourceCreateThumbnailWithTransform: value,
      kCGImageSourceDecodeRequest: value, kCGImageSourceDecodeRequestOptions: value,
    ]
    for picture in [0, -1, Int.max, Int.min] {
      #expect((CGImageSourceCreateImageAtIndex(source, picture, request) != nil) == (picture == 0))
      _ = CGImageSourceCreateThumbnailAtIndex(source, picture, request)
      _ = CGImageSourceCopyPropertiesAtIndex(source, picture, request)
      OddValues.exercise(CIImage(cgImageSource: source, index: picture, options: options))
    }
  }

  @Test(arguments: values)
  func `destinations take any value for any property`(index: Int) throws {
    let value = OddValues.all[index].1
    let image = try #require(
      CIContext().createCGImage(OddValues.image(), from: CGRect(x: 0, y: 0, width: 8, height: 6)))
    let parts = [kCGImagePropertyExifDictionary, kCGImagePropertyTIFFDictionary, kCGImagePropertyGPSDictionary]
    let fields = Dictionary(
      uniqueKeysWithValues: [
        "Orientation", "ExposureTime", "ISOSpeedRatings", "Latitude", "TimeStamp", "ExifVersion", "DateTimeOriginal",
        "UserComment", "SubjectArea", "MakerNote", "FileSource",
      ].map { ($0, value) })
    let keys = [
      kCGImageDestinationLossyCompressionQuality, kCGImageDestinationImageMaxPixelSize,
      kCGImageDestinationBackgroundColor, kCGImageDestinationEmbedThumbnail, kCGImageDestinationOrientation,
      kCGImageDestinationEncodeRequest, kCGImageDestinationEncodeRequestOptions,
      kCGImageDestinationEncodeBaseColorSpace, kCGImageDestinationEncodeBasePixelFormatRequest,
      kCGImageDestinationEncodeGainMapSubsampleFactor, kCGImagePropertyDPIWidth,
    ]
    for type in ["public.jpeg", "public.png", "public.tiff"] {
      let properties = keys.map { [$0: value] as CFDictionary } + parts.map { [$0: fields] as CFDictionary }
      for properties in properties {
        let destination = try #require(CGImageDestinationCreateWithData(NSMutableData(), type, 1, nil))
        CGImageDestinationAddImage(destination, image, properties)
        _ = CGImageDestinationFinalize(destination)
      }
    }
    for key in [kCGImageDestinationLossyCompressionQuality, "kCIImageRepresentationHDRImage", "x"] {
      let options = [CIImageRepresentationOption(rawValue: key): value]
      _ = CIContext().jpegRepresentation(of: OddValues.image(), colorSpace: Self.space, options: options)
    }
  }

  @Test func `a flag may be a number`() throws {
    for flag in [true, 1, UInt8(1), NSNumber(value: true), NSNumber(value: 1), 1.0] as [Any] {
      let image = try #require(
        CIImage(
          data: try Self.png(),
          options: [.applyOrientationProperty: flag, .properties: [kCGImagePropertyOrientation: 6]]))
      #expect(image.extent == CGRect(x: 0, y: 0, width: 6, height: 8))
      #expect(image.properties[kCGImagePropertyOrientation] as? Int == 1)
    }
  }
}
