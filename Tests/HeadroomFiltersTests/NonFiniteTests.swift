import Foundation
import HeadroomFilters
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import Testing

/// What filters make of pixels that are no numbers or have no end, as rendered files have them.
@Suite struct NonFiniteTests {
  private static let (width, height) = (61, 47)
  private static let (column, row) = (23, 19)

  private static func samples(of value: Float) throws -> [FilterSample] {
    try FilterSamples.all(range: -0.5...4, width: width, height: height) { picture in
      var picture = picture
      let pixel = 4 * (row * width + column)
      // Red and green of one pixel, and blue of another.
      (picture.pixels[pixel], picture.pixels[pixel + 1], picture.pixels[pixel + 10]) = (value, value, value)
      return picture.image
    }
  }

  private static func isNeighbourhood(_ sample: FilterSample) -> Bool {
    let entry = FilterRegistry.builtIn.first { $0.name == sample.filter.name }
    return !(entry?.categories ?? []).filter { $0 == .blur || $0 == .sharpen }.isEmpty
      || others.contains(sample.filter.name)
  }

  /// Of other categories.
  private static let others: Set = [
    "CIBloom", "CIGloom", "CIConvolution3X3", "CIConvolution5X5", "CIConvolution7X7", "CIConvolution9Horizontal",
    "CIConvolution9Vertical", "CIConvolutionRGB3X3", "CIConvolutionRGB5X5", "CIConvolutionRGB7X7",
    "CIConvolutionRGB9Horizontal", "CIConvolutionRGB9Vertical", "CILanczosScaleTransform", "CIBicubicScaleTransform",
  ]

  @Test(arguments: [Float.nan, .infinity, -.infinity])
  func `both renderers make the same of them wherever neighbours are summed up`(_ value: Float) throws {
    var names: Set<String> = []
    for sample in try Self.samples(of: value) where Self.isNeighbourhood(sample) {
      names.insert(sample.filter.name)
      let window = PixelRect.window(of: sample.output.extent).core
      let (fast, slow) = try (TestPicture.render(sample.output, window), TestPicture.reference(sample.output, window))
      let wrong = zip(fast.pixels, slow.pixels).filter { found, wanted in
        found != wanted && !(found.isNaN && wanted.isNaN) && !(abs(found - wanted) <= 1e-3 * (1 + abs(wanted)))
      }
      #expect(wrong.isEmpty, "\(sample) of \(value): \(wrong.count) values, \(wrong.first ?? (0, 0))")
    }
    #expect(names.count > 25)
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity])
  func `tiles and workers change no bit of what comes of them`(_ value: Float) throws {
    for sample in try Self.samples(of: value) {
      let window = PixelRect.window(of: sample.output.extent).core
      let whole = try TestPicture.render(sample.output, window, tileEdge: 512, workers: 1)
      let tiled = try TestPicture.render(sample.output, window, tileEdge: 13, workers: 2)
      let isSame = zip(tiled.pixels, whole.pixels).allSatisfy {
        $0.bitPattern == $1.bitPattern || ($0.isNaN && $1.isNaN)
      }
      #expect(isSame, "\(sample) of \(value)")
    }
  }

  /// One pixel may have no number, and spreads no farther than a blur reaches: light far from it stays what it is.
  @Test(arguments: [Float.nan, .infinity, -.infinity], [2.0, 6, 25, 70])
  func `a blur's result is finite, and far from them what it is without them`(_ value: Float, _ radius: Double) throws {
    let side = 420
    let clean = TestPicture.random(width: side, height: side, seed: 5, 0...2, isOpaque: true)
    var spoilt = clean
    spoilt.pixels[4 * (40 * side + 40)] = value
    for name in ["CIGaussianBlur", "CIBoxBlur", "CIDiscBlur", "CIBokehBlur", "CIMotionBlur"] {
      let filter = { (picture: TestPicture) in picture.image.applyingFilter(name, parameters: ["inputRadius": radius]) }
      let rect = PixelRect(x: 0, y: 0, width: side, height: side)
      let (found, wanted) = try (TestPicture.render(filter(spoilt), rect), TestPicture.render(filter(clean), rect))
      #expect(found.pixels.allSatisfy { $0.isFinite }, "\(name) \(radius)")
      // A pyramid reaches a little farther than three deviations.
      let far = 40 + Int(5 * radius) + 16
      for y in stride(from: far, to: side, by: 7) {
        for x in stride(from: far, to: side, by: 5) { #expect(found[x, y] == wanted[x, y], "\(name) \(radius)") }
      }
    }
  }

  /// In a file it is light that overflowed, so matrices make no NaN of it; pixels in memory stay what they are.
  @Test func `infinite light of files is the largest half float for both renderers`() throws {
    let components: [Float] = [.infinity, 1, 0.5, .infinity, .infinity, .infinity, -.infinity, 3e38, 0, .nan, 2, 3]
    var file = Data("PF\n4 1\n-1.0\n".utf8)
    for value in components {
      unsafe withUnsafeBytes(of: value.bitPattern.littleEndian) { unsafe file.append(contentsOf: $0) }
    }
    let image = try #require(CIImage(data: file))
    let rect = PixelRect(x: 0, y: 0, width: 4, height: 1)
    let (tiles, reference) = try (TestPicture.render(image, rect), TestPicture.reference(image, rect))
    for picture in [tiles, reference] {
      #expect(picture.pixels[0] == 65504 && picture.pixels[1] == 1 && picture.pixels[4] == 65504)
      #expect(picture.pixels[8] == -65504 && picture.pixels[9] == 3e38 && picture.pixels[12].isNaN)
    }
  }
}
