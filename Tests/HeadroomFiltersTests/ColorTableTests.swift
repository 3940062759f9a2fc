import Foundation
import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import Testing

/// Tables of colours beside their formulas.
@Suite struct ColorTableTests {
  private func cube(_ nodes: [Float], _ interpolation: CubeInterpolation) throws -> ColorCube {
    let floats: [Float] = nodes.flatMap { node -> [Float] in [node, node, node, 1] }
    let data = unsafe floats.withUnsafeBufferPointer { unsafe Data(buffer: $0) }
    return try #require(ColorCube(DataTable(data), dimension: 2, interpolation: interpolation))
  }

  /// Between the corners of one cell the way through the axes gives the largest component where all corners but black are 1,
  /// the smallest where only white is, and the middle one where corners with two components are.
  @Test func `tetrahedra sort components`() throws {
    let picture = TestPicture.random(width: 40, height: 30, seed: 12, 0...1, isOpaque: true)
    let corners = (0..<8).map { $0.nonzeroBitCount }
    for rank in 0..<3 {
      let cube = try cube(corners.map { $0 > 2 - rank ? 1 : 0 }, .tetrahedral)
      let image = picture.image.appending(.point(cube), extent: picture.image.extent)
      for rendered in [try TestPicture.render(image, picture.rect), try TestPicture.reference(image, picture.rect)] {
        for i in stride(from: 0, to: rendered.pixels.count, by: 4) {
          #expect(abs(rendered.pixels[i] - picture.pixels[i..<i + 3].sorted()[rank]) < 1e-6)
        }
      }
    }
  }

  @Test func `tables of equal bytes are one`() throws {
    let floats = (0..<128).map { Float($0) / 128 }
    let (one, two) = unsafe floats.withUnsafeBytes { unsafe (DataTable(Data($0)), DataTable(Data($0))) }
    #expect(one == two)
    #expect(one.contents === two.contents)
    var other = one.data
    other[77] ^= 1
    #expect(DataTable(other) != one)
    let picture = TestPicture.random(width: 4, height: 4, seed: 1, 0...1, isOpaque: true)
    let image = picture.image
    func mapped(_ data: Data) -> CIImage {
      let filter = CIFilter.colorCube()
      (filter.inputImage, filter.cubeData) = (image, data)
      return filter.outputImage ?? .empty()
    }
    let identity = CIFilter.colorCube().cubeData
    #expect(RecipeOrder([mapped(identity).node, mapped(Data(Array(identity))).node]).entries.count == 2)
    var changed = identity
    changed[0] = 1
    #expect(RecipeOrder([mapped(identity).node, mapped(changed).node]).entries.count == 3)
  }

  @Test(arguments: [0, 1, 11, 127, 129, 36, 12 * 16])
  func `a table that does not fit has no result`(bytes: Int) throws {
    let picture = TestPicture.random(width: 4, height: 4, seed: 1, 0...1, isOpaque: true)
    for (name, key) in [
      ("CIColorCube", "inputCubeData"), ("CIColorCubeWithColorSpace", "inputCubeData"),
      ("CIColorCubesMixedWithMask", "inputCube1Data"), ("CIColorCurves", "inputCurvesData"),
    ] where name != "CIColorCurves" || bytes == 0 || bytes % 12 != 0 {
      let filter = try #require(CIFilter(name: name))
      filter.setValue(picture.image, forKey: kCIInputImageKey)
      filter.setValue(picture.image, forKey: kCIInputMaskImageKey)
      filter.setValue(Data(count: bytes), forKey: key)
      #expect(filter.outputImage == nil, "\(name) \(bytes)")
    }
  }

  @Test func `an identity table that goes on changes no light`() throws {
    let picture = TestPicture.random(width: 19, height: 13, seed: 4, -1...9, isOpaque: false)
    let filter = CIFilter.colorCube()
    (filter.inputImage, filter.extrapolate) = (picture.image, true)
    let rendered = try TestPicture.render(#require(filter.outputImage), picture.rect)
    let (error, place) = rendered.difference(from: picture)
    #expect(error < 2e-6, "\(place)")
  }

  @Test func `numbers that are none stay in bounds`() throws {
    let values: [Float] = [.nan, .infinity, -.infinity, 1e38, -1e38, 0, 1, 0.5]
    let floats: [Float] = values.flatMap { a in values.flatMap { b -> [Float] in [a, b, 0.5, 1] } }
    let picture = TestPicture(rect: PixelRect(x: 0, y: 0, width: 8, height: 8), pixels: floats)
    for name in ["CIColorCube", "CIColorCurves"] {
      let output = picture.image.applyingFilter(name, parameters: [:])
      let rendered = try TestPicture.render(output, picture.rect)
      #expect(rendered.pixels.allSatisfy { (0...1).contains($0) }, "\(name)")
    }
  }
}
