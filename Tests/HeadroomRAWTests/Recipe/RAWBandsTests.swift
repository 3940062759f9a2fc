import Foundation
import HeadroomColor
import HeadroomEngine
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import HeadroomRAW
import HeadroomTestSupport
import Testing

/// A sensor's picture that is rendered into memory is developed by bands, straight into the result.
@Suite struct RAWBandsTests {
  /// Taller than two bands, with light from black to far above white, and edges.
  private static let picture = PlainDNG.neutral(width: 70, height: 777) { x, y in
    let ramp = Double((x * 7 + y * 13) % 97) * Double(y) / 48_500
    let isEdge = (x / 9 + y / 11) % 5 == 0
    return isEdge ? ramp + 0.2 : ramp + 0.01
  }

  private static func filter() throws -> CIRAWFilter {
    try #require(CIRAWFilter(imageData: Data(picture.bytes), identifierHint: nil))
  }

  private static func bands(_ image: CIImage, _ region: PixelRect, kept: Bool = true) throws -> BandedRender? {
    let context = CIContext(options: [.cacheIntermediates: kept])
    let bitmap = try PixelBitmap(width: region.width, height: region.height, format: .rgbaHalf)
    let destination = PlanDestination(encoding: .extendedLinearITUR2020, isPremultiplied: true, isOpaque: false)
    let plan = context.plan(image, region: region, destination: destination)
    return BandedRender(
      ofDeveloped: plan, into: [bitmap], renderer: context.tileRenderer(dither: .none, task: RenderTask()))
  }

  private static func bytes(_ image: CIImage, _ region: PixelRect) throws -> [Float] {
    try TestPicture.render(image, region).pixels
  }

  @Test(arguments: [0, 1] as [Float], [0, 0.7] as [Float])
  func `Bands are the pixels of parts, which are rendered at once`(amount: Float, sharpness: Float) throws {
    let filter = try Self.filter()
    filter.extendedDynamicRangeAmount = amount
    filter.sharpnessAmount = sharpness
    filter.colorNoiseReductionAmount = sharpness
    let image = try #require(filter.outputImage)
    let region = PixelRect(enclosing: image.extent)
    #expect(try Self.bands(image, region) != nil)
    #expect(try Self.bytes(image, region) == Self.bytesOfParts(image, region))
  }

  /// Of some rows at a time, which are not rendered by bands.
  private static func bytesOfParts(_ image: CIImage, _ region: PixelRect) throws -> [Float] {
    let edges = [0, 200, 401, 777]
    return try zip(edges, edges.dropFirst()).flatMap { low, high in
      let part = PixelRect(x: 0, y: low, width: region.width, height: high - low)
      #expect(try Self.bands(image, part) == nil)
      return try Self.bytes(image, part)
    }
  }

  @Test func `What is turned by a quarter is developed at once`() throws {
    let filter = try Self.filter()
    filter.orientation = .right
    let turned = try #require(filter.outputImage)
    #expect(try Self.bands(turned, PixelRect(enclosing: turned.extent)) == nil)
  }

  @Test func `Where far around is looked at in a smaller picture, its rows are handed on`() throws {
    let filter = try Self.filter()
    filter.localToneMapAmount = 0.5
    let local = try #require(filter.outputImage)
    let region = PixelRect(enclosing: local.extent)
    #expect(try Self.bands(local, region) != nil)
    #expect(try Self.bytes(local, region) == Self.bytesOfParts(local, region))
  }
}
