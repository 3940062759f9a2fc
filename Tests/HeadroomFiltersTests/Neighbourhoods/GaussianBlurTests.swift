import Foundation
internal import HeadroomEngine
internal import HeadroomFilters
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// The Gaussian blur against the sampled, normalised Gaussian, and the same bits however it is cut.
@Suite struct GaussianBlurTests {
  private static let sigmas = [
    0.3, 0.45, 0.8, 1, 1.7, 2.5, 3, 4.4, 5.9, 6, 6.1, 7.3, 9, 12, 12.4, 20, 30, 47, 64, 100, 129, 200, 333, 500,
  ]

  /// Weights to six standard deviations, in double precision.
  private static func gaussian(_ sigma: Double) -> [Double] {
    let reach = Int((6 * sigma).rounded(.up))
    let weights = (-reach...reach).map { exp(-0.5 * Double($0 * $0) / (sigma * sigma)) }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }

  /// The largest errors of a row whose middle is at 0, within and beyond three standard deviations.
  private struct Worst: CustomStringConvertible {
    var near = 0.0
    var far = 0.0
    var place = 0

    init(_ rendered: TestPicture, _ expected: [Double], scale: Double, _ sigma: Double) {
      for (index, value) in expected.enumerated() {
        let error = abs(Double(rendered.pixels[4 * index]) / scale - value)
        let position = index - expected.count / 2
        if error > max(near, far) { place = position }
        if Double(abs(position)) > 3 * sigma { far = max(far, error) } else { near = max(near, error) }
      }
    }

    var description: String { "\(near) near, \(far) far, worst at \(place)" }
  }

  /// A row of pixels whose first and last are repeated without end, as are its rows.
  private func row(_ values: [Float], x: Int) -> CIImage {
    let pixels = values.flatMap { value -> [Float] in [value, value, value, 1] }
    return TestPicture(rect: PixelRect(x: x, y: 0, width: values.count, height: 1), pixels: pixels).image
      .clampedToExtent()
  }

  @Test(arguments: sigmas) func `a line spreads as the Gaussian says`(_ sigma: Double) throws {
    let weights = Self.gaussian(sigma)
    let (reach, peak) = (weights.count / 2, weights.max() ?? 0)
    for phase in [0, 1, 2, 5, 14, 87] {
      let blurred = row([0, 1, 0], x: phase - 1).applyingGaussianBlur(sigma: sigma)
      let rendered = try TestPicture.render(
        blurred, PixelRect(x: phase - reach, y: 0, width: weights.count, height: 1))
      let worst = Worst(rendered, weights.map { $0 / peak }, scale: peak, sigma)
      #expect(worst.near < 1e-3 && worst.far < 1e-4, "sigma \(sigma), phase \(phase): \(worst)")
      #expect((0..<weights.count).allSatisfy { rendered.pixels[4 * $0 + 3] == 1 }, "sigma \(sigma), phase \(phase)")
    }
  }

  @Test(arguments: sigmas) func `a step becomes the Gaussian's integral`(_ sigma: Double) throws {
    let weights = Self.gaussian(sigma)
    let reach = weights.count / 2
    for phase in [0, 1, 3, 22] {
      let blurred = row([0, 1], x: phase - 1).applyingGaussianBlur(sigma: sigma)
      let rendered = try TestPicture.render(
        blurred, PixelRect(x: phase - reach, y: 3, width: weights.count, height: 1))
      var sum = 0.0
      let integral = weights.map { weight in
        sum += weight
        return sum
      }
      let worst = Worst(rendered, integral, scale: 1, sigma)
      #expect(worst.near < 1e-3 && worst.far < 1e-4, "sigma \(sigma), phase \(phase): \(worst)")
    }
  }

  @Test(arguments: [1.3, 4, 7, 15]) func `a point spreads in both directions`(_ sigma: Double) throws {
    var point = TestPicture(rect: PixelRect(x: 2, y: 6, width: 3, height: 3), pixels: [Float](repeating: 0, count: 36))
    for channel in 0..<4 { point.pixels[4 * 4 + channel] = 1 }
    let weights = Self.gaussian(sigma)
    let (reach, peak) = (weights.count / 2, pow(weights.max() ?? 0, 2))
    let region = PixelRect(x: 3 - reach, y: 7 - reach, width: weights.count, height: weights.count)
    let rendered = try TestPicture.render(point.image.clampedToExtent().applyingGaussianBlur(sigma: sigma), region)
    var worst = (near: 0.0, far: 0.0)
    for (row, rowWeight) in weights.enumerated() {
      for (column, weight) in weights.enumerated() {
        let error = abs(Double(rendered.pixels[4 * (row * weights.count + column)]) - weight * rowWeight) / peak
        let distance = hypot(Double(row - reach), Double(column - reach))
        if distance > 3 * sigma { worst.far = max(worst.far, error) } else { worst.near = max(worst.near, error) }
      }
    }
    #expect(worst.near < 1e-3 && worst.far < 1e-4, "\(worst)")
  }

  @Test func `what is transparent beyond the extent may as well be transparent pixels`() throws {
    let picture = TestPicture.random(width: 23, height: 17, seed: 4, 0...4, isOpaque: false)
    for sigma in [2, 7, 16, 40] as [Double] {
      let blurred = picture.image.applyingGaussianBlur(sigma: sigma)
      let padded = picture.image.composited(
        over: CIImage(color: .clear).cropped(to: picture.image.extent.insetBy(dx: -3, dy: -5)))
      let region = PixelRect(enclosing: blurred.extent)
      #expect(region == picture.rect.expanded(dx: Int(3 * sigma), dy: Int(3 * sigma)))
      let (one, other) = try (
        TestPicture.render(blurred, region), TestPicture.render(padded.applyingGaussianBlur(sigma: sigma), region)
      )
      #expect(one.hasSameBits(as: other), "sigma \(sigma)")
    }
  }

  @Test func `tiles, workers and the memory limit change no bit`() throws {
    let picture = TestPicture.random(width: 91, height: 73, seed: 8, -0.5...4, isOpaque: false)
    for sigma in [2.2, 6.5, 13, 30, 110] {
      for image in [picture.image, picture.image.clampedToExtent()] {
        let blurred = image.applyingGaussianBlur(sigma: sigma)
        let region = PixelRect(x: -41, y: -37, width: 150, height: 140)
        let whole = try TestPicture.render(blurred, region, tileEdge: 512, workers: 1)
        for (edge, workers) in [(16, 1), (37, 3), (64, 2)] {
          let tiled = try TestPicture.render(blurred, region, tileEdge: edge, workers: workers)
          #expect(tiled.hasSameBits(as: whole), "sigma \(sigma), tiles of \(edge)")
        }
        let forgetful = CIContext(options: [.memoryLimit: 0])
        let recomputed = try TestPicture(
          forgetful.bitmap(blurred, region: region, format: .rgbaFloat, encoding: nil, alpha: .premultiplied), region)
        #expect(recomputed.hasSameBits(as: whole), "sigma \(sigma), nothing kept")
        let part = try TestPicture.render(blurred, PixelRect(x: 13, y: 9, width: 21, height: 5), tileEdge: 8)
        for y in 9..<14 { for x in 13..<34 { #expect(part[x, y] == whole[x, y], "sigma \(sigma)") } }
      }
    }
  }

  @Test func `an opaque picture stays opaque to the last bit, and white white`() throws {
    let white = CIImage(color: .white).cropped(to: CGRect(x: 3, y: -2, width: 45, height: 31)).clampedToExtent()
    for sigma in [0.2, 0.7, 3, 6, 7, 12.5, 50, 300, 5000] {
      let rendered = try TestPicture.render(
        white.applyingGaussianBlur(sigma: sigma), PixelRect(x: -30, y: -40, width: 90, height: 80))
      #expect(rendered.pixels.allSatisfy { $0 == 1 }, "sigma \(sigma)")
    }
  }

  @Test func `far beside a picture lies its edge, blurred`() throws {
    let rect = PixelRect(x: 1000, y: 5, width: 9, height: 7)
    let grey = TestPicture(rect: rect, pixels: [Float](repeating: 1, count: 252)).image.clampedToExtent()
    for sigma in [1, 7, 40] as [Double] {
      for (x, y) in [(-3000, 7), (4000, 7), (1002, -3000), (1002, 3000), (-3000, -3000)] {
        let rendered = try TestPicture.render(
          grey.applyingGaussianBlur(sigma: sigma), PixelRect(x: x, y: y, width: 5, height: 4))
        #expect(rendered.pixels.allSatisfy { $0 == 1 }, "sigma \(sigma) at \(x) \(y)")
      }
    }
  }
}
