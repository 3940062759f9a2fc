import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageIO
import HeadroomImageTestSupport
import HeadroomPictures
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// Renders whose memory or sources give out.
@Suite struct ExhaustionTests {
  private static let edge = 400
  private static let region = PixelRect(x: 0, y: 0, width: edge, height: edge)

  private static func jpeg() throws -> [UInt8] {
    let squares = CIFilter(name: "CICheckerboardGenerator")?.outputImage ?? CIImage.empty()
    let space = CGColorSpaceCreateDeviceRGB()
    return Array(
      try #require(
        CIContext().jpegRepresentation(of: squares.cropped(to: region.cgRect), colorSpace: space)))
  }

  private static func image(_ bytes: [UInt8]) throws -> CIImage { try #require(CIImage(data: Data(bytes))) }

  private func render(_ image: CIImage, _ context: CIContext) throws -> PixelBitmap {
    try context.bitmap(image, region: Self.region, format: .rgbaFloat, encoding: nil)
  }

  @Test(arguments: CancellationTests.kinds.indices)
  func `a render that goes over the memory of its context says so, and otherwise has the same pixels`(
    _ index: Int
  ) throws {
    let (name, make) = CancellationTests.kinds[index]
    let bytes = try Self.jpeg()
    let expected = pixels(of: try render(try make(try Self.image(bytes)), CIContext()))
    var (refused, done) = (0, 0)
    for limit in [0, 300 << 10, 1 << 20, 3 << 20, 10 << 20, 30 << 20, 1 << 30] {
      let context = CIContext(options: [:], pool: .shared)
      context.memory.limit = limit
      do {
        let image = try make(try Self.image(bytes))
        #expect(try pixels(of: render(image, context)) == expected, "\(name), \(limit)")
        done += 1
      } catch RenderError.memoryLimit(let needed, let given) {
        #expect(needed > given && given == limit, "\(name)")
        refused += 1
      }
      context.clearCaches()
      #expect(context.memory.reservedBytes == 0, "\(name), \(limit)")
    }
    #expect(refused > 0 && done > 0, "\(name)")
  }

  @Test(arguments: CancellationTests.kinds.indices)
  func `a context with little memory renders all kinds in what it has`(_ index: Int) throws {
    let (name, make) = CancellationTests.kinds[index]
    let image = try make(try Self.image(try Self.jpeg()))
    let expected = pixels(of: try render(image, CIContext()))
    let context = CIContext(options: [.memoryLimit: 64])
    #expect(try pixels(of: render(image, context)) == expected, "\(name)")
    #expect(context.memory.limit == 64 << 20 && CIContext(options: [.memoryLimit: 0]).memory.limit == nil)
  }

  /// A turned blur of a blend, divided by its own maximum.
  private static func deepRecipe(_ source: CIImage) -> CIImage {
    func points(_ image: CIImage) -> CIImage {
      image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 0.3])
        .applyingFilter("CIColorControls", parameters: ["inputContrast": 1.1])
    }
    let blurred = points(source).clampedToExtent().applyingGaussianBlur(sigma: 5).cropped(to: source.extent)
    let turned = blurred.applyingFilter("CIMultiplyCompositing", parameters: ["inputBackgroundImage": source])
      .transformed(by: CGAffineTransform(rotationAngle: .pi / 36)).cropped(to: source.extent)
    let finished = points(turned)
    let extent = CIVector(cgRect: source.extent)
    let maximum = finished.applyingFilter("CIAreaMaximum", parameters: ["inputExtent": extent])
    return maximum.clampedToExtent().applyingFilter(
      "CIDivideBlendMode", parameters: ["inputBackgroundImage": finished]
    ).cropped(to: source.extent)
  }

  @Test(arguments: [12, 16, 32, 64])
  func `regions of many sizes, one inside another, keep to the limit of their context`(_ limit: Int) throws {
    let squares = CIFilter(name: "CICheckerboardGenerator")?.outputImage ?? CIImage.empty()
    let region = PixelRect(x: 0, y: 0, width: 3000, height: 1000)
    let image = Self.deepRecipe(squares.cropped(to: region.cgRect))
    func rendered(_ context: CIContext) throws -> PixelBitmap {
      try context.bitmap(image, region: region, format: .rgbaFloat, encoding: nil)
    }
    let context = CIContext(options: [.memoryLimit: limit, .cacheIntermediates: false])
    #expect(try pixels(of: rendered(context)) == pixels(of: rendered(CIContext())))
  }

  @Test(arguments: CancellationTests.kinds.indices)
  func `what a decoder or a processor throws on the way reaches the caller as it is`(_ index: Int) throws {
    let (name, make) = CancellationTests.kinds[index]
    let bytes = try Self.jpeg()
    let cut = try make(try Self.image(Array(bytes.prefix(bytes.count / 2))))
    do {
      _ = try render(cut, CIContext())
      Issue.record("\(name): half a file was decoded")
    } catch RenderError.decoding(.incompletePicture, _) {
    } catch { Issue.record("\(name): \(error)") }
    let failing = try make(
      try RefusingProcessor.apply(withExtent: Self.region.cgRect, inputs: [CIImage(color: .red)], arguments: nil))
    do {
      _ = try render(failing, CIContext())
      Issue.record("\(name): nothing was thrown")
    } catch RenderError.processor(_, let error) {
      #expect(error is Refusal, "\(name)")
    }
  }

  @Test func `pictures that nobody reads make room for others`() throws {
    let bytes = try Self.jpeg()
    let images = try (0..<12).map { _ in try Self.image(bytes) }
    let context = CIContext(options: [:], pool: .shared)
    _ = try render(images[0], context)
    let one = context.memory.reservedBytes
    #expect(one >= Self.edge * Self.edge * 3)
    context.memory.limit = one + (40 << 20)
    for image in images { _ = try render(image, context) }
    context.memory.limit = nil
    withExtendedLifetime(images) {}
  }
}

private struct Refusal: Error {}

private final class RefusingProcessor: CIImageProcessorKernel {
  override class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
  ) throws {
    throw Refusal()
  }
}
