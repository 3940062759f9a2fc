import Foundation
import HeadroomColor
import HeadroomGraphics
import HeadroomImage
import HeadroomImageIO
import HeadroomPictures
import HeadroomPixels
import Testing

@Suite("CGImageDestination, every format") struct DestinationFormatsTests {
  static let types = CGImageDestinationCopyTypeIdentifiers().compactMap { $0 as? String }

  private static func format(_ type: String) throws -> any ImageFormat.Type {
    try #require(ImageFormats.all.first { $0.uti == type })
  }

  /// Decoded light in extended linear BT.709, red, green, blue of each pixel.
  private func light(_ image: CGImage) -> [SIMD3<Double>] {
    let encoding = image.colorSpace?.encoding ?? .sRGB
    let matrix = encoding.primaries.matrix(to: .bt709)
    let values = floats(image)
    return stride(from: 0, to: values.count, by: 3).map {
      matrix.apply(encoding.decode(SIMD3(Double(values[$0]), Double(values[$0 + 1]), Double(values[$0 + 2]))))
    }
  }

  private func largestError(_ one: [SIMD3<Double>], _ other: [SIMD3<Double>]) -> Double {
    guard one.count == other.count else { return .infinity }
    return zip(one, other).map { a, b in
      (0..<3).map { (a[$0] - b[$0]).magnitude / max(a[$0].magnitude, 0.3) }.max() ?? 0
    }.max() ?? 0
  }

  @Test("An SDR image comes back", arguments: types)
  func standardRange(_ type: String) throws {
    let bitmap = try makeBitmap(40, 32, .rgb8) { x, y, c in UInt16(40 + 3 * x + 2 * y + 10 * c) }
    let image = CGImage(bitmap: bitmap, colorSpace: CGColorSpace(encoding: .sRGB))
    let source = CGImageSource(data: try encoded(image, type, [kCGImageDestinationLossyCompressionQuality: 0.98]))
    #expect(source.typeIdentifier == type)
    let back = try source.image(at: 0)
    #expect((back.width, back.height) == (40, 32))
    #expect(largestError(light(image), light(back)) < 0.06)
    let small = try #require(
      CGImageSourceCreateThumbnailAtIndex(
        source, 0,
        [kCGImageSourceCreateThumbnailFromImageIfAbsent: true, kCGImageSourceThumbnailMaxPixelSize: 10]))
    #expect((small.width, small.height) == (10, 8))
  }

  @Test("An HDR image stays one where the format can hold it in any way", arguments: types)
  func highRange(_ type: String) throws {
    let format = try Self.format(type)
    let image = try makeHDRImage(peak: 4, encoding: .extendedLinearSRGB)
    let properties: CFDictionary = [
      kCGImageDestinationLossyCompressionQuality: 0.98,
      kCGImageDestinationEncodeRequestOptions: [
        kCGImageDestinationEncodeGainMapSubsampleFactor: 1, kCGImageDestinationEncodeGainMapPixelFormatRequest: 24,
      ] as CFDictionary,
    ]
    let source = CGImageSource(data: try encoded(image, type, properties))
    var request = CGImageSource.ImageRequest()
    request.dynamicRange = .high(displayHeadroom: .infinity)
    let found = light(try source.image(at: 0, request))
    let holdsHDR = !format.abilities.isDisjoint(with: [.isoHDR, .float, .gainMap])
    if holdsHDR {
      #expect(largestError(light(image), found) < 0.08)
    } else {
      #expect((found.map { $0.max() }.max() ?? 0) <= 1.01)
    }
  }

  private static let gainMapTypes = types.filter {
    (try? format($0).abilities.contains(.gainMap)) ?? false
  }

  @Test("A gain map is made on request, on an SDR base or an HDR one", arguments: gainMapTypes)
  func gainMaps(_ type: String) throws {
    let image = try makeHDRImage(peak: 4, encoding: .extendedLinearDisplayP3)
    for baseIsSDR in [true, false] {
      guard try baseIsSDR || Self.format(type).abilities.contains(.isoHDR) else { continue }
      let properties: CFDictionary = [
        kCGImageDestinationLossyCompressionQuality: 0.98,
        kCGImageDestinationEncodeRequest: kCGImageDestinationEncodeToISOGainmap,
        kCGImageDestinationEncodeRequestOptions: [
          kCGImageDestinationEncodeGainMapSubsampleFactor: 1, kCGImageDestinationEncodeGainMapPixelFormatRequest: 24,
          kCGImageDestinationEncodeBaseIsSDR: baseIsSDR,
        ] as CFDictionary,
      ]
      let source = CGImageSource(data: try encoded(image, type, properties))
      let map = try #require(try source.info(at: 0).gainMap)
      #expect((map.formula.baseHeadroomStops > map.formula.alternateHeadroomStops) != baseIsSDR)
      #expect(CGImageSourceCopyAuxiliaryDataInfoAtIndex(source, 0, kCGImageAuxiliaryDataTypeISOGainMap) != nil)
      var request = CGImageSource.ImageRequest()
      request.dynamicRange = .high(displayHeadroom: .infinity)
      #expect(largestError(light(image), light(try source.image(at: 0, request))) < 0.1)
      request.dynamicRange = .standard
      let sdr = light(try source.image(at: 0, request))
      #expect((sdr.map { $0.max() }.max() ?? 0) <= 1.3)
    }
  }
}
