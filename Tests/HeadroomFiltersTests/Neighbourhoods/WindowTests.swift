import Foundation
import HeadroomColor
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// Means, extremes and medians of windows: as the definition says, at edges, beside the picture, and however they are cut.
@Suite struct WindowTests {
  /// Filters and parameters, from windows of a few pixels to ones that are larger than the pictures below.
  private static let filters: [(name: String, parameters: [String: Double])] = {
    var filters: [(name: String, parameters: [String: Double])] = [("CIMedianFilter", [:])]
    for width in [3.0, 9, 40, 300] { filters.append(("CIBoxBlur", ["inputRadius": width])) }
    for name in ["CIMorphologyRectangleMaximum", "CIMorphologyRectangleMinimum"] {
      for (width, height) in [(3.0, 5.0), (1, 9), (14, 1), (31, 80), (400, 3)] {
        filters.append((name, ["inputWidth": width, "inputHeight": height]))
      }
    }
    for name in ["CIMorphologyMaximum", "CIMorphologyMinimum", "CIMorphologyGradient"] {
      for radius in [0.9, 1, 2, 3.3, 7, 20, 90] { filters.append((name, ["inputRadius": radius])) }
    }
    return filters
  }()

  private static func image(_ picture: TestPicture, _ index: Int, isClamped: Bool) -> CIImage {
    let (name, parameters) = filters[index]
    let image = isClamped ? picture.image.clampedToExtent() : picture.image
    return image.applyingFilter(name, parameters: parameters)
  }

  @Test(arguments: filters.indices) func `windows are what their definition says`(_ index: Int) throws {
    var picture = TestPicture.random(width: 17, height: 12, seed: 21, -0.5...4, isOpaque: false)
    picture.origin = [5, -3]
    picture.pixels[4 * 31 + 1] = .nan
    for isClamped in [false, true] {
      let output = Self.image(picture, index, isClamped: isClamped)
      for region in [
        PixelRect(x: 1, y: -7, width: 26, height: 21), PixelRect(x: 60, y: -2, width: 4, height: 3),
        PixelRect(x: -70, y: 50, width: 3, height: 4), PixelRect(x: 9, y: -44, width: 4, height: 2),
      ] {
        let (fast, slow) = try (TestPicture.render(output, region), TestPicture.reference(output, region))
        let (error, place) = fast.difference(from: slow)
        #expect(error <= 1e-6, "\(Self.filters[index]), repeated edges \(isClamped): \(place)")
      }
    }
  }

  @Test(arguments: filters.indices) func `tiles and workers change no bit of a window`(_ index: Int) throws {
    let picture = TestPicture.random(width: 83, height: 67, seed: 22, -0.5...4, isOpaque: false)
    for isClamped in [false, true] {
      let output = Self.image(picture, index, isClamped: isClamped)
      let region = PixelRect(x: -31, y: -27, width: 140, height: 120)
      let whole = try TestPicture.render(output, region, tileEdge: 512, workers: 1)
      for (edge, workers) in [(16, 1), (37, 3), (64, 2)] {
        let tiled = try TestPicture.render(output, region, tileEdge: edge, workers: workers)
        #expect(tiled.hasSameBits(as: whole), "\(Self.filters[index]), tiles of \(edge)")
      }
    }
  }

  @Test func `a point becomes the window, a step moves by its half`() throws {
    var point = TestPicture(rect: PixelRect(x: 0, y: 0, width: 9, height: 9), pixels: [Float](repeating: 0, count: 324))
    for channel in 0..<4 { point.pixels[4 * 40 + channel] = 1 }
    func count(_ name: String, _ parameters: [String: Double]) throws -> Float {
      let output = point.image.applyingFilter(name, parameters: parameters)
      let rendered = try TestPicture.render(output, .window(of: output.extent))
      return stride(from: 0, to: rendered.pixels.count, by: 4).reduce(0) { $0 + rendered.pixels[$1] }
    }
    #expect(try count("CIMorphologyRectangleMaximum", ["inputWidth": 3, "inputHeight": 7]) == 21)
    #expect(try count("CIMorphologyMaximum", ["inputRadius": 1]) == 5)
    #expect(try count("CIMorphologyMaximum", ["inputRadius": 2]) == 21)
    #expect(try count("CIMorphologyMaximum", ["inputRadius": 3]) == 37)
    #expect(try count("CIMedianFilter", [:]) == 0)
    #expect(abs(try count("CIBoxBlur", ["inputRadius": 5]) - 1) < 1e-6)
  }

  @Test func `flat light stays what it is, to the last bit`() throws {
    for value in [1, 0.3, 65_000] as [Float] {
      let flat = TestPicture(
        rect: PixelRect(x: 3, y: -2, width: 9, height: 7),
        pixels: (0..<252).map { $0 % 4 == 3 ? 1 : value })
      for index in Self.filters.indices where Self.filters[index].name != "CIMorphologyGradient" {
        let output = Self.image(flat, index, isClamped: true)
        let rendered = try TestPicture.render(output, PixelRect(x: -60, y: -50, width: 130, height: 110))
        let isFlat = rendered.pixels.indices.allSatisfy { rendered.pixels[$0] == ($0 % 4 == 3 ? 1 : value) }
        #expect(isFlat, "\(Self.filters[index]) of \(value)")
      }
    }
  }

  /// The mean over a square of each pixel's red, edges repeated, from the definition in double precision.
  private static func means(_ values: [Double], width: Int, reach: Int) -> [Double] {
    let height = values.count / width
    func mean(_ count: Int, _ at: Int, _ value: (Int) -> Double) -> Double {
      (at - reach...at + reach).reduce(0) { $0 + value(min(max($1, 0), count - 1)) } / Double(2 * reach + 1)
    }
    let rows = values.indices.map { index in
      mean(width, index % width) { values[index / width * width + $0] }
    }
    return rows.indices.map { index in mean(height, index / width) { rows[$0 * width + index % width] } }
  }

  @Test func `a peak leaves nothing behind in a mean once the window has gone past it`() throws {
    var picture = TestPicture.random(width: 61, height: 150, seed: 5, 0.001...0.002, isOpaque: true)
    // The last is nearly all that sums take.
    for peak in [1e6, 3e9, -1e18] as [Float] {
      picture.pixels[4 * (70 * 61 + 30)] = peak
      let values = (0..<61 * 150).map { Double(picture.pixels[4 * $0]) }
      for reach in [1, 2, 7, 15, 40] {
        let output = picture.image.clampedToExtent()
          .applyingFilter("CIBoxBlur", parameters: ["inputRadius": 2 * reach + 1])
        let rendered = try TestPicture.render(output, picture.rect)
        // Rows lie from the bottom in both, so the definition needs no turning around.
        let expected = Self.means(values, width: 61, reach: reach)
        let worst = expected.indices.map { abs(Double(rendered.pixels[4 * $0]) / expected[$0] - 1) }.max() ?? 1
        #expect(worst < 1e-5, "peak \(peak), reach \(reach)")
      }
    }
  }

  @Test(arguments: [
    ("CIBoxBlur", ["inputRadius": 31.0]), ("CIBoxBlur", ["inputRadius": 301]), ("CIMedianFilter", [:]),
    ("CIMorphologyRectangleMaximum", ["inputWidth": 5, "inputHeight": 9]), ("CIGaussianBlur", ["inputRadius": 2]),
  ]) func `wide tiles that are worked down some rows at a time give the bits of small ones`(
    _ name: String, _ parameters: [String: Double]
  ) throws {
    let picture = TestPicture.random(width: 1500, height: 700, seed: 23, -0.5...4, isOpaque: false)
    let output = picture.image.applyingFilter(name, parameters: parameters)
    let region = picture.rect.expanded(dx: 9, dy: 11)
    let wide = try TestPicture.render(output, region, workers: 2)
    #expect(try TestPicture.render(output, region, tileEdge: 100, workers: 2).hasSameBits(as: wide))
  }

  @Test func `a gradient is not limited`() throws {
    let light = CIImage(color: CIColor(red: 9, green: -2, blue: 0, colorSpace: TestPicture.linear) ?? .clear)
      .cropped(to: CGRect(x: 0, y: 0, width: 4, height: 4))
    let rendered = try TestPicture.render(
      light.applyingFilter("CIMorphologyGradient", parameters: ["inputRadius": 1]),
      PixelRect(x: -1, y: 1, width: 1, height: 1))
    #expect(rendered.pixels == [9, 2, 0, 1])
  }
}

extension TestPicture {
  static var linear: CGColorSpace { CGColorSpace(encoding: .extendedLinearSRGB) }
}
