import Foundation
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import Testing

/// `.cube` files as the data of cube filters.
@Suite struct CubeLookTests {
  /// Nodes of a table whose colours are a function of their places.
  private static func table(_ size: Int, _ color: (SIMD3<Float>) -> SIMD3<Float>) -> String {
    var lines = ""
    for b in 0..<size {
      for g in 0..<size {
        for r in 0..<size {
          let value = color(SIMD3(Float(r), Float(g), Float(b)) / Float(size - 1))
          lines += "\(value.x) \(value.y) \(value.z)\n"
        }
      }
    }
    return lines
  }

  private static func output(
    _ name: String, _ text: String, _ picture: TestPicture, _ more: [String: Any] = [:]
  ) throws -> CIImage {
    let filter = try #require(CIFilter(name: name))
    filter.setValue(picture.image, forKey: kCIInputImageKey)
    filter.setValue(Data(text.utf8), forKey: "inputCubeData")
    for (key, value) in more { filter.setValue(value, forKey: key) }
    return try #require(filter.outputImage)
  }

  /// Both renderers against a function of straight colours.
  private static func expect(
    _ image: CIImage, of picture: TestPicture, within tolerance: Float = 2e-5, _ color: (SIMD3<Float>) -> SIMD3<Float>
  ) throws {
    for rendered in [try TestPicture.render(image, picture.rect), try TestPicture.reference(image, picture.rect)] {
      for i in stride(from: 0, to: rendered.pixels.count, by: 4) {
        let alpha = picture.pixels[i + 3]
        let straight =
          alpha == 0 ? .zero : SIMD3(picture.pixels[i], picture.pixels[i + 1], picture.pixels[i + 2]) / alpha
        let wanted = color(straight) * alpha
        for channel in 0..<3 {
          #expect(abs(rendered.pixels[i + channel] - wanted[channel]) <= tolerance * max(1, abs(wanted[channel])))
        }
        #expect(rendered.pixels[i + 3] == alpha)
      }
    }
  }

  private static let picture = TestPicture.random(width: 23, height: 11, seed: 5, -0.5...2.5, isOpaque: true)

  @Test func `a table's domain is where its colours lie`() throws {
    // Over a domain that holds all colours a table of sums is exact.
    let text =
      "LUT_3D_SIZE 3\nDOMAIN_MIN -1 -1 -1\nDOMAIN_MAX 3 3 3\n"
      + Self.table(3) { SIMD3($0.y, $0.z, $0.x) * 4 - 1 }
    try Self.expect(Self.output("CIColorCube", text, Self.picture), of: Self.picture) { SIMD3($0.y, $0.z, $0.x) }
  }

  @Test func `beyond the domain colours are held, or go on`() throws {
    let text = "LUT_3D_SIZE 2\n" + Self.table(2) { $0 * 2 }
    let clamped = try Self.output("CIColorCube", text, Self.picture)
    try Self.expect(clamped, of: Self.picture) { $0.clamped(lowerBound: .zero, upperBound: .one) * 2 }
    let beyond = try Self.output("CIColorCube", text, Self.picture, ["inputExtrapolate": true])
    try Self.expect(beyond, of: Self.picture) { $0 * 2 }
  }

  @Test func `curves come first, each over its own domain`() throws {
    let text =
      "LUT_1D_SIZE 2\nLUT_3D_SIZE 2\nDOMAIN_MIN -1 0 0\nDOMAIN_MAX 1 2 4\n0 0 0\n1 1 1\n"
      + Self.table(2) { SIMD3($0.z, $0.y, $0.x) }
    func shaped(_ color: SIMD3<Float>) -> SIMD3<Float> {
      ((color - SIMD3(-1, 0, 0)) / SIMD3(2, 2, 4)).clamped(lowerBound: .zero, upperBound: .one)
    }
    try Self.expect(Self.output("CIColorCube", text, Self.picture), of: Self.picture) {
      SIMD3(shaped($0).z, shaped($0).y, shaped($0).x)
    }
  }

  @Test func `curves alone will do, and go on where they are asked to`() throws {
    let text = "LUT_1D_SIZE 3\n0 1 0\n0.5 0.5 0.25\n1 0 1\n"
    func curve(_ x: SIMD3<Float>) -> SIMD3<Float> { SIMD3(x.x, 1 - x.y, x.z < 0.5 ? x.z / 2 : 1.5 * x.z - 0.5) }
    try Self.expect(Self.output("CIColorCube", text, Self.picture), of: Self.picture) {
      curve($0.clamped(lowerBound: .zero, upperBound: .one))
    }
    let beyond = try Self.output("CIColorCube", text, Self.picture, ["inputExtrapolate": true])
    try Self.expect(beyond, of: Self.picture, curve)
  }

  @Test func `a colour space is where the file's numbers are`() throws {
    let sRGB = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let text = "LUT_3D_SIZE 2\n" + Self.table(2) { 1 - $0 }
    let picture = TestPicture.random(width: 9, height: 9, seed: 2, 0.01...0.99, isOpaque: true)
    func encoded(_ x: Float) -> Float { x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055 }
    func decoded(_ x: Float) -> Float { x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4) }
    let image = try Self.output("CIColorCubeWithColorSpace", text, picture, ["inputColorSpace": sRGB])
    try Self.expect(image, of: picture, within: 1e-4) { color in
      SIMD3(decoded(1 - encoded(color.x)), decoded(1 - encoded(color.y)), decoded(1 - encoded(color.z)))
    }
  }

  @Test func `a broken file has no result, and recipes carry a whole one`() throws {
    let filter = CIFilter.colorCube()
    filter.inputImage = Self.picture.image
    filter.cubeData = Data("LUT_3D_SIZE 2\n0 0 0\n".utf8)
    #expect(filter.outputImage == nil)
    let image = try Self.output("CIColorCube", "LUT_1D_SIZE 2\n0 0 0\n.5 .5 .5\n", Self.picture)
    let again = try CIImage(recipe: image.recipeJSON(), inputs: image.recipeInputs())
    #expect(try TestPicture.render(again, Self.picture.rect) == TestPicture.render(image, Self.picture.rect))
  }

  @Test func `recipes name files, and say what is wrong with them`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cube-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func recipe(_ file: String) throws -> CIImage {
      let text = """
        {"schema": 1, "inputs": ["photo"], "output": "a",
         "nodes": [{"id": "a", "filter": "CIColorCube", "image": "photo", "cubeData": "\(file)"}]}
        """
      return try CIImage(recipe: Data(text.utf8), inputs: ["photo": Self.picture.image], relativeTo: folder)
    }
    try "LUT_1D_SIZE 2\n0 0 0\n.5 .5 .5\n".write(
      to: folder.appending(path: "half.cube"), atomically: true, encoding: .utf8)
    try Self.expect(recipe("half.cube"), of: Self.picture) { $0.clamped(lowerBound: .zero, upperBound: .one) / 2 }
    try "LUT_1D_SIZE 2\n0 0 0\n".write(to: folder.appending(path: "cut.cube"), atomically: true, encoding: .utf8)
    for (file, words) in [("cut.cube", "cut.cube: line 2: the file ends after 1 of 2"), ("none.cube", "none.cube")] {
      let error = try #require(throws: RecipeError.self) { _ = try recipe(file) }
      #expect(error.path == "$.nodes[0].cubeData")
      #expect(error.reason.contains(words), "\(error)")
    }
  }
}
