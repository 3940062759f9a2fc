import Foundation
import HeadroomColor
import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageIO
import HeadroomImageTestSupport
import HeadroomPictures
import HeadroomPixels
import HeadroomRAW
import Testing

/// The keys of `CGImageDestination` as options of representations.
@Suite("Representation options")
struct RepresentationOptionTests {
  typealias Options = [CIImageRepresentationOption: Any]

  private static let context = CIContext()
  private static let space = CGColorSpaceCreateDeviceRGB()

  private static func option(_ key: CFString) -> CIImageRepresentationOption {
    CIImageRepresentationOption(rawValue: key as String)
  }

  private static func jpeg(_ image: CIImage, _ options: Options) -> Data? {
    context.jpegRepresentation(of: image, colorSpace: space, options: options)
  }

  private static func properties(_ data: Data?) throws -> CFDictionary {
    try CGImageSource(data: try #require(data)).properties(at: 0)
  }

  /// A smooth SDR picture with fine waves, opaque, whose corner is not the origin.
  private static func picture() -> CIImage {
    let (width, height) = (360, 240)
    let floats = (0..<height).flatMap { y in
      (0..<width).flatMap { x -> [Float] in
        let wave = 0.1 * Float(x * y % 7) / 7
        return [0.1 + 0.6 * Float(x) / 360 + wave, 0.2 + 0.5 * Float(y) / 240 + wave, 0.3 + wave, 1]
      }
    }
    return TestPictures.image(floats, width: width, height: height)
      .transformed(by: CGAffineTransform(translationX: 20, y: 30))
  }

  @Test("quality may be any number from 0 to 1, and nothing else")
  func quality() throws {
    let key = Self.option(kCGImageDestinationLossyCompressionQuality)
    let image = Self.picture()
    let sizes = try [0.2, Float(0.5), CGFloat(0.9), 1, NSNumber(value: 1)].map { (value: Any) in
      try #require(Self.jpeg(image, [key: value])).count
    }
    #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2] && sizes[2] < sizes[3] && sizes[3] == sizes[4])
    for wrong in [80, -0.1, Double.nan] as [Any] { #expect(Self.jpeg(image, [key: wrong]) == nil) }
  }

  @Test("what is to be shared is in sRGB, and shows the same colours")
  func sharing() throws {
    let image = Self.picture()
    let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    func colors(_ options: Options) throws -> (space: CGColorSpace?, light: [Pixel]) {
      let data = try #require(
        Self.context.pngRepresentation(of: image, format: .RGBA16, colorSpace: space, options: options))
      let file = try CGImageSource(data: data).image(at: 0)
      let bitmap = try Self.context.bitmap(
        CIImage(cgImage: file), region: PixelRect(x: 0, y: 0, width: file.width, height: file.height),
        format: .rgbaFloat, encoding: .extendedLinearITUR2020)
      return (file.colorSpace, pixels(of: bitmap))
    }
    let (own, shared) = (try colors([:]), try colors([Self.option(kCGImageDestinationOptimizeColorForSharing): true]))
    #expect(own.space == space)
    #expect(shared.space == CGColorSpace(name: CGColorSpace.sRGB))
    let largest =
      zip(own.light, shared.light).map { one, other in
        max((one.r - other.r).magnitude, (one.g - other.g).magnitude, (one.b - other.b).magnitude)
      }.max() ?? 1
    #expect(own.light.count == shared.light.count)
    #expect(largest < 1e-3)
  }

  @Test("a largest size makes picture and gain map smaller, the light staying where it was")
  func size() throws {
    let image = Self.picture().settingContentHeadroom(1)
    let hdr = image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 2]).settingContentHeadroom(4)
    let data = Self.jpeg(image, [Self.option(kCGImageDestinationImageMaxPixelSize): 90, .hdrImage: hdr])
    let properties = try Self.properties(data)
    #expect(properties[kCGImagePropertyPixelWidth] as? Int == 90)
    #expect(properties[kCGImagePropertyPixelHeight] as? Int == 60)
    let file = try #require(data)
    let back = try #require(CIImage(data: file, options: [.expandToHDR: true]))
    let mean: (CIImage) throws -> Float = { image in
      try tiled(
        image.applyingFilter("CIAreaAverage", parameters: ["inputExtent": image.extent]),
        PixelRect(x: 0, y: 0, width: 1, height: 1))[0].g
    }
    #expect(abs(try mean(back) - mean(hdr.cropped(to: image.extent))) < 0.1)
    let whole = try Self.properties(Self.jpeg(image, [Self.option(kCGImageDestinationImageMaxPixelSize): 4000]))
    #expect(whole[kCGImagePropertyPixelWidth] as? Int == 360)
  }

  @Test("orientation, EXIF, thumbnail and background are honoured")
  func parts() throws {
    let exif: CFDictionary = [kCGImagePropertyExifISOSpeedRatings: [320]]
    let data = try #require(
      Self.jpeg(
        Self.picture(),
        [
          Self.option(kCGImageDestinationOrientation): 8, Self.option(kCGImagePropertyExifDictionary): exif,
          Self.option(kCGImageDestinationEmbedThumbnail): true,
        ]))
    let properties = try Self.properties(data)
    #expect(properties[kCGImagePropertyOrientation] as? Int == 8)
    let fields = properties[kCGImagePropertyExifDictionary] as? CFDictionary
    #expect(fields?[kCGImagePropertyExifISOSpeedRatings] as? [Int] == [320])
    let source = CGImageSource(data: data)
    #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, nil)?.width == 160)
    let clear = TestPictures.solid(0, 0, 0, 0, width: 16, height: 16)
    let green = try #require(
      Self.jpeg(clear, [Self.option(kCGImageDestinationBackgroundColor): CGColor(red: 0, green: 1, blue: 0, alpha: 1)]))
    let pixel = try tiled(try #require(CIImage(data: green)), PixelRect(x: 4, y: 4, width: 1, height: 1))[0]
    #expect(pixel.r < 0.02 && pixel.g > 0.95)
  }

  @Test("keys that choose a rendition are refused: colour space and hdrImage do")
  func refusals() {
    for (key, value) in [
      (kCGImageDestinationEncodeRequest, kCGImageDestinationEncodeToSDR as Any),
      (kCGImageDestinationEncodeBaseIsSDR, false), (kCGImageDestinationEncodeBaseColorSpace, Self.space),
    ] { #expect(Self.jpeg(Self.picture(), [Self.option(key): value]) == nil) }
  }
}
