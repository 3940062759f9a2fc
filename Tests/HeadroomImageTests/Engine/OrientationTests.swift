import Foundation
import HeadroomColor
internal import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageIO
import HeadroomImageTestSupport
import HeadroomPictures
import HeadroomPixels
import Testing

/// A picture that was turned must not be turned once more by who reads its file.
@Suite("Orientation")
struct OrientationTests {
  private static let context = CIContext()
  private static let space = CGColorSpaceCreateDeviceRGB()

  /// A JPEG file, 48 x 32, that says it has to be turned: red at its left end, dark elsewhere.
  private static func turnedFile(_ orientation: Int) throws -> Data {
    let red = TestPictures.solid(0.8, 0.05, 0.02, width: 16, height: 32)
    let rest = TestPictures.solid(0.03, 0.04, 0.1, width: 48, height: 32)
    let fields = [kCGImagePropertyTIFFMake: "Maker", kCGImagePropertyTIFFOrientation: orientation] as [String: Any]
    let image = red.composited(over: rest).settingProperties([
      kCGImagePropertyOrientation: orientation, kCGImagePropertyTIFFDictionary: fields,
    ])
    return try #require(context.jpegRepresentation(of: image, colorSpace: space))
  }

  /// The end of the upright picture that is red: "left", "right", "top" or "bottom".
  private static func redEnd(_ data: Data) throws -> String {
    let image = try #require(CIImage(data: data, options: [.applyOrientationProperty: true]))
    func red(_ x: CGFloat, _ y: CGFloat) throws -> Float {
      let place = CGRect(
        x: (image.extent.width * x).rounded(.down), y: (image.extent.height * y).rounded(.down), width: 1, height: 1)
      return try tiled(image, PixelRect(enclosing: place))[0].r
    }
    let ends = try [
      ("left", red(0.1, 0.5)), ("right", red(0.9, 0.5)), ("top", red(0.5, 0.9)), ("bottom", red(0.5, 0.1)),
    ]
    return ends.max { $0.1 < $1.1 }?.0 ?? ""
  }

  @Test("a turned image says that it is upright, at every place that states an orientation")
  func properties() throws {
    let image = try #require(CIImage(data: try Self.turnedFile(6)))
    #expect(image.properties[kCGImagePropertyOrientation] as? Int == 6)
    let drawn = TestPictures.solid(1, 1, 1).settingProperties([
      kCGImagePropertyOrientation: 6,
      kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFOrientation: 6, kCGImagePropertyTIFFMake: "Maker"],
    ])
    for upright in [image.oriented(.right), image.oriented(forExifOrientation: 6), drawn.oriented(.right)] {
      #expect(upright.properties[kCGImagePropertyOrientation] as? Int == 1)
      let fields = try #require(upright.properties[kCGImagePropertyTIFFDictionary] as? CFDictionary)
      #expect(fields[kCGImagePropertyTIFFOrientation] as? Int == 1)
      #expect(fields[kCGImagePropertyTIFFMake] as? String == "Maker")
    }
    #expect(image.oriented(.up).properties[kCGImagePropertyOrientation] as? Int == 6)
    #expect(TestPictures.solid(1, 1, 1).oriented(.right).properties.isEmpty)
  }

  @Test("a transform resets the orientation where it turns or mirrors, and keeps it where up stays up")
  func transforms() throws {
    let image = try #require(CIImage(data: try Self.turnedFile(6)))
    func orientation(_ transform: CGAffineTransform) -> Int? {
      image.transformed(by: transform).properties[kCGImagePropertyOrientation] as? Int
    }
    let quarter = CGFloat.pi / 2
    for turn in [
      CGAffineTransform(rotationAngle: quarter), CGAffineTransform(rotationAngle: -quarter),
      CGAffineTransform(rotationAngle: 2 * quarter), CGAffineTransform(rotationAngle: 1),
      CGAffineTransform(scaleX: -1, y: 1), CGAffineTransform(scaleX: 2, y: -3),
      CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 3, ty: 4),
    ] { #expect(orientation(turn) == 1) }
    for kept in [
      CGAffineTransform.identity, CGAffineTransform(translationX: 5, y: 6), CGAffineTransform(scaleX: 0.2, y: 3),
      CGAffineTransform(rotationAngle: 0.05), CGAffineTransform(rotationAngle: -0.7),
      CGAffineTransform(a: 1, b: 0, c: 0.4, d: 1, tx: 0, ty: 0),
    ] { #expect(orientation(kept) == 6) }
    let filtered = image.applyingFilter(
      "CIAffineTransform", parameters: ["inputTransform": CGAffineTransform(rotationAngle: quarter)])
    #expect(filtered.properties[kCGImagePropertyOrientation] as? Int == 1)
  }

  private static let writers: [@Sendable (CIImage) throws -> Data?] = [
    { context.jpegRepresentation(of: $0, colorSpace: space) },
    { context.jpegRepresentation(of: $0, colorSpace: space, options: [.hdrImage: $0.brighter]) },
    { context.pngRepresentation(of: $0, format: .RGBA8, colorSpace: space) },
    { context.tiffRepresentation(of: $0, format: .RGBA16, colorSpace: space) },
    { context.heifRepresentation(of: $0, format: .RGBA8, colorSpace: space) },
    { context.heifRepresentation(of: $0, format: .RGBA8, colorSpace: space, options: [.hdrImage: $0.brighter]) },
    { try context.heif10Representation(of: $0, colorSpace: space) },
    { try context.avifRepresentation(of: $0, format: .RGBA8, colorSpace: space) },
    { try context.avif10Representation(of: $0, colorSpace: space, options: [.hdrImage: $0.brighter]) },
    { try context.jpegXLRepresentation(of: $0, format: .RGBA8, colorSpace: space) },
    { try context.jpegXLRepresentation(of: $0, format: .RGBA8, colorSpace: space, options: [.hdrImage: $0.brighter]) },
    { try context.openEXRRepresentation(of: $0) },
    { image in
      let data = NSMutableData()
      let pixels = try #require(context.createCGImage(image, from: image.extent))
      let destination = try CGImageDestination(data: data, type: "public.jpeg")
      try destination.add(pixels, properties: image.properties)
      try destination.finalize()
      return data as Data
    },
  ]

  @Test(
    "every writer stores a turned picture as upright, and one that is not turned as it was", arguments: writers.indices)
  func files(index: Int) throws {
    // 6: the stored picture's left end is at the top of the upright one.
    let image = try #require(CIImage(data: try Self.turnedFile(6)))
    let options: [CIImageOption: Any] = [.applyOrientationProperty: true]
    let upright = try #require(CIImage(data: try Self.turnedFile(6), options: options))
    let quarter = CGAffineTransform(rotationAngle: -.pi / 2)
    let turned = image.transformed(by: quarter)
    for image in [
      image, image.oriented(.right), upright,
      turned.transformed(by: .init(translationX: -turned.extent.minX, y: -turned.extent.minY)),
    ] {
      let data = try #require(try Self.writers[index](image))
      #expect(try Self.redEnd(data) == "top")
    }
    let sideways = try #require(try Self.writers[index](upright.oriented(.left)))
    #expect(try Self.redEnd(sideways) == "left")
  }

  @Test("an orientation among the given properties is the one that is applied, once")
  func givenProperties() throws {
    let data = try Self.turnedFile(6)
    let image = try #require(
      CIImage(data: data, options: [.applyOrientationProperty: true, .properties: [kCGImagePropertyOrientation: 3]]))
    #expect(image.extent == CGRect(x: 0, y: 0, width: 48, height: 32))
    #expect(image.properties[kCGImagePropertyOrientation] as? Int == 1)
    let written = try #require(Self.context.jpegRepresentation(of: image, colorSpace: Self.space))
    #expect(try Self.redEnd(written) == "right")
  }

  @Test("a gain map of another shape than the picture is refused")
  func gainMapShape() throws {
    let image = try #require(CIImage(data: try Self.turnedFile(1)))
    let data = try #require(try Self.writers[1](image))
    let (base, map) = (CIImage(data: data), CIImage(data: data, options: [.auxiliaryHDRGainMap: true]))
    let (picture, gains) = try (#require(base), #require(map))
    #expect(
      Self.context.jpegRepresentation(of: picture, colorSpace: Self.space, options: [.hdrGainMapImage: gains]) != nil)
    let turned = picture.oriented(.right)
    #expect(
      Self.context.jpegRepresentation(of: turned, colorSpace: Self.space, options: [.hdrGainMapImage: gains]) == nil)
    let both = Self.context.jpegRepresentation(
      of: turned, colorSpace: Self.space, options: [.hdrGainMapImage: gains.oriented(.right)])
    #expect(both != nil)
  }
}

extension CIImage {
  fileprivate var brighter: CIImage {
    applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1]).settingContentHeadroom(2)
  }
}
