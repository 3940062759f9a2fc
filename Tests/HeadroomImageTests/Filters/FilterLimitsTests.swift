import Foundation
import HeadroomGraphics
import HeadroomImage
import HeadroomPixels
import Testing

/// Parameters that make no sense: nothing may trap, hang or take memory without end.
@Suite struct FilterLimitsTests {
  @Test func `every number may be anything`() throws {
    let picture = TestPicture.random(width: 19, height: 13, seed: 5, 0...2, isOpaque: false)
    for entry in FilterRegistry.builtIn {
      for input in entry.inputs where input.attributeClass == "NSNumber" {
        for value in [-1e30, -1, 0, 1e-30, 0.1, 1e6, 1e30, .infinity, .nan] as [Double] {
          let filter = entry.makeFilter()
          for key in entry.imageKeys { filter.setValue(picture.image, forKey: key) }
          setRectangles(of: entry, on: filter)
          filter.setValue(value, forKey: input.key)
          try renderCorner(filter, "\(entry.name) \(input.key)=\(value)")
        }
      }
    }
  }

  @Test func `every vector may be anything`() throws {
    let picture = TestPicture.random(width: 19, height: 13, seed: 6, 0...2, isOpaque: false)
    let vectors: [[CGFloat]] = [
      [], [0], [0, 0], [1e30, -1e30, 1e30, 1e30], [.nan, 1, 1, 1, 1, 1], [.infinity, 0, 0, 1, 0, 0],
      [0, 0, 0, 0, 0, 0], [1e-30, 0, 0, 1e-30, 0, 0], [1e9, 0, 0, 1e9, 0, 0], [3, 7, -5, -9],
    ]
    for entry in FilterRegistry.builtIn {
      for input in entry.inputs where ["CIVector", "NSAffineTransform"].contains(input.attributeClass) {
        for vector in vectors {
          let filter = entry.makeFilter()
          for key in entry.imageKeys { filter.setValue(picture.image, forKey: key) }
          setRectangles(of: entry, on: filter)
          filter.setValue(CIVector(vector), forKey: input.key)
          try renderCorner(filter, "\(entry.name) \(input.key)=\(vector)")
        }
      }
    }
  }

  @Test func `a huge radius costs no more than the picture`() throws {
    let picture = TestPicture.random(width: 61, height: 47, seed: 7, 0...1, isOpaque: true)
    for name in ["CIGaussianBlur", "CIBoxBlur", "CIUnsharpMask", "CISharpenLuminance"] {
      let filter = try #require(CIFilter(name: name))
      filter.setValue(picture.image.clampedToExtent(), forKey: kCIInputImageKey)
      filter.setValue(1e9, forKey: kCIInputRadiusKey)
      let output = try #require(filter.outputImage)
      let rendered = try TestPicture.render(output, picture.rect)
      #expect(rendered.pixels.allSatisfy { $0.isFinite }, "\(name)")
    }
  }

  @Test func `a blur of a repeated edge stays flat where the picture is`() throws {
    let flat = TestPicture(rect: PixelRect(x: 3, y: -2, width: 9, height: 7), pixels: [Float](repeating: 1, count: 252))
    for name in ["CIGaussianBlur", "CIBoxBlur"] {
      for radius in [0.5, 4, 30] {
        let output = flat.image.clampedToExtent().applyingFilter(name, parameters: [kCIInputRadiusKey: radius])
        let rendered = try TestPicture.render(output, PixelRect(x: -60, y: -50, width: 130, height: 110))
        #expect(rendered.pixels.allSatisfy { abs($0 - 1) < 2e-6 }, "\(name) \(radius)")
      }
    }
  }

  @Test func `resampling keeps flat pictures flat and opaque to the last bit`() throws {
    let flat = TestPicture(
      rect: PixelRect(x: 0, y: 0, width: 17, height: 11), pixels: [Float](repeating: 1, count: 748))
    for scale in [0.07, 0.3, 0.5, 0.77, 1.9, 4] {
      let output = flat.image.applyingFilter("CILanczosScaleTransform", parameters: [kCIInputScaleKey: scale])
      let rendered = try TestPicture.render(output, .window(of: output.extent))
      #expect(rendered.pixels.allSatisfy { $0 == 1 }, "\(scale)")
    }
  }

  private func setRectangles(of entry: FilterEntry, on filter: CIFilter) {
    for input in entry.inputs where input.type == .rectangle {
      filter.setValue(CIVector([0, 0, 16, 12]), forKey: input.key)
    }
  }

  /// Renders some pixels of the result, where there is one.
  private func renderCorner(_ filter: CIFilter, _ comment: Comment) throws {
    guard let output = filter.outputImage, !output.extent.isNull, !output.extent.isEmpty else { return }
    let window = PixelRect.window(of: output.extent).centre
    let rendered = try TestPicture.render(output, window)
    #expect(rendered.pixels.count == window.area * 4, comment)
  }
}
