import Foundation
import Headroom
import Testing

@Suite("Accumulators and providers")
struct AccumulatorTests {
  private let extent = CGRect(x: -4, y: 2, width: 10, height: 8)
  private let context = CIContext(options: [.workingColorSpace: NSNull()])

  /// Red at a place; the space is linear.
  private func red(_ image: CIImage, _ x: Double, _ y: Double) -> Float {
    var pixel = [Float](repeating: -1, count: 4)
    let place = CGRect(x: x, y: y, width: 1, height: 1)
    unsafe pixel.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      unsafe CIContext().render(
        image, toBitmap: base, rowBytes: 16, bounds: place, format: .RGBAf,
        colorSpace: CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
    }
    return pixel[0]
  }

  private func square(_ rect: CGRect, _ light: CGFloat) -> CIImage {
    CIImage(color: CIColor(red: 1, green: 1, blue: 1)).applyingFilter(
      "CIExposureAdjust", parameters: ["inputEV": log2(light)]
    ).cropped(to: rect)
  }

  @Test func `light is added from step to step and images stay as they were`() throws {
    let accumulator = try #require(CIImageAccumulator(extent: extent, format: .RGBAh))
    #expect(accumulator.extent == extent && accumulator.format == .RGBAh)
    #expect(red(accumulator.image(), 0, 4) == 0)
    var earlier: [CIImage] = []
    for _ in 0..<3 {
      earlier.append(accumulator.image())
      let brush = square(CGRect(x: 0, y: 4, width: 2, height: 2), 2)
      accumulator.setImage(
        brush.applyingFilter("CIAdditionCompositing", parameters: [kCIInputBackgroundImageKey: accumulator.image()]))
    }
    #expect(red(accumulator.image(), 1, 5) == 6)
    #expect(red(accumulator.image(), 2, 5) == 0)
    #expect(earlier.map { red($0, 0, 4) } == [0, 2, 4])
    #expect(accumulator.image().extent == extent)
    accumulator.clear()
    #expect(red(accumulator.image(), 1, 5) == 0)
  }

  @Test func `only the dirty rectangle changes`() throws {
    let accumulator = try #require(CIImageAccumulator(extent: extent, format: .RGBAf))
    accumulator.setImage(square(extent, 2))
    accumulator.setImage(square(extent, 4), dirtyRect: CGRect(x: -1, y: 3, width: 3, height: 2))
    for x in -4..<6 {
      for y in 2..<10 {
        let isDirty = (-1..<2).contains(x) && (3..<5).contains(y)
        #expect(red(accumulator.image(), Double(x), Double(y)) == (isDirty ? 4 : 2), "\(x) \(y)")
      }
    }
    accumulator.setImage(square(extent, 8), dirtyRect: CGRect(x: 100, y: 0, width: 3, height: 2))
    accumulator.setImage(square(extent, 8), dirtyRect: .null)
    #expect(red(accumulator.image(), 0, 9) == 2)
  }

  @Test func `what cannot be stored is refused`() {
    #expect(CIImageAccumulator(extent: .infinite, format: .RGBAh) == nil)
    #expect(CIImageAccumulator(extent: .zero, format: .RGBAh) == nil)
    #expect(CIImageAccumulator(extent: CGRect(x: 0, y: 0, width: 1e9, height: 1e9), format: .RGBAf) == nil)
  }

  /// Its red is the column, its green the row from the top, in tens.
  private final class Gradient: CIImageProvider, @unchecked Sendable {
    private(set) var asked: [CGRect] = []
    private(set) var info: String?

    func provideImageData(
      _ data: UnsafeMutableRawPointer, bytesPerRow rowbytes: Int, origin x: Int, _ y: Int, size width: Int,
      _ height: Int, userInfo info: Any?
    ) {
      asked.append(CGRect(x: x, y: y, width: width, height: height))
      self.info = info as? String
      for row in 0..<height {
        let pixels = unsafe (data + row * rowbytes).assumingMemoryBound(to: Float.self)
        for column in 0..<width {
          unsafe pixels[4 * column] = Float(x + column)
          unsafe pixels[4 * column + 1] = Float(y + row)
          unsafe pixels[4 * column + 3] = 1
        }
      }
    }
  }

  private func image(_ provider: Gradient, _ options: [CIImageOption: Any] = [:]) -> CIImage {
    CIImage(
      imageProvider: provider, size: 50, 40, format: .RGBAf,
      colorSpace: CGColorSpace(name: CGColorSpace.extendedLinearSRGB), options: options)
  }

  @Test func `a provider is asked for what a render needs, from the top`() {
    let provider = Gradient()
    let picture = image(provider, [.providerUserInfo: "mine"])
    #expect(picture.extent == CGRect(x: 0, y: 0, width: 50, height: 40))
    #expect(provider.asked.isEmpty)
    #expect(red(picture, 7, 30) == 7)
    #expect(provider.asked == [CGRect(x: 0, y: 9, width: 50, height: 1)] && provider.info == "mine")
  }

  @Test func `tiles are whole and anchored at the upper left corner`() {
    let provider = Gradient()
    let picture = image(provider, [.providerTileSize: [16, 12]])
    #expect(red(picture.applyingFilter("CIBoxBlur", parameters: ["inputRadius": 3]), 16, 27) == 16)
    #expect(!provider.asked.isEmpty && provider.asked.count <= 4)
    for tile in provider.asked {
      #expect(tile.minX.remainder(dividingBy: 16) == 0 && tile.minY.remainder(dividingBy: 12) == 0)
      #expect((tile.width == 16 || tile.maxX == 50) && (tile.height == 12 || tile.maxY == 40))
    }
  }

  @Test func `a tile larger than the picture is the picture`() {
    let provider = Gradient()
    #expect(red(image(provider, [.providerTileSize: [Int.max, Int.max]]), 7, 30) == 7)
    #expect(provider.asked == [CGRect(x: 0, y: 0, width: 50, height: 40)])
  }

  @Test func `sizes that no picture has give an empty image`() {
    for (width, height) in [(0, 5), (5, -1), (Int.max, 2)] {
      let picture = CIImage(
        imageProvider: Gradient(), size: width, height, format: .RGBA8, colorSpace: nil,
        options: [.providerTileSize: [0, -3]])
      #expect(picture.extent.isEmpty)
    }
  }
}
