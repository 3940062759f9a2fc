import Foundation
internal import HeadroomFilters
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import Testing

/// What a large lens makes of a photo and its disparity.
@Suite struct DepthBlurTests {
  private static let (width, height) = (200, 120)
  private static let rect = PixelRect(x: 0, y: 0, width: width, height: height)

  private static func picture(_ color: (_ x: Int, _ y: Int) -> [Float]) -> TestPicture {
    var pixels: [Float] = []
    for y in 0..<height {
      for x in 0..<width { pixels += color(x, y) }
    }
    return TestPicture(rect: rect, pixels: pixels)
  }

  /// The left half at 2/m, the right at infinity.
  private static let steps = picture { x, _ in x < 100 ? [2, 0, 0, 1] : [0, 0, 0, 1] }
  /// A lamp and a dot on each side.
  private static let scene = picture { x, y in
    let isLamp = (x == 40 || x == 150) && y == 60
    let shade: Float = x < 100 ? 0.1 : 0.4
    return isLamp ? [100, 80, 60, 1] : [shade, shade, shade, 1]
  }

  private static func output(_ picture: TestPicture, _ parameters: [String: Any]) throws -> CIImage {
    let filter = try #require(CIFilter(name: "CIDepthBlurEffect"))
    filter.setValue(picture.image, forKey: kCIInputImageKey)
    filter.setValue(steps.image, forKey: "inputDisparityImage")
    for (key, value) in parameters { filter.setValue(value, forKey: key) }
    return try #require(filter.outputImage)
  }

  private static let left = CIVector(x: 10, y: 10, z: 20, w: 20)
  private static let right = CIVector(x: 170, y: 10, z: 20, w: 20)

  /// The radius in pixels that the formula gives for 2/m.
  private static func radius(_ stop: Float) -> Float {
    let view: Float = 50.0 / 36
    return 7.2 * view * view / stop
  }

  @Test func `what is in focus keeps its bits and does not shine into what is not`() throws {
    let rendered = try TestPicture.render(
      Self.output(Self.scene, ["inputAperture": 1, "inputFocusRect": Self.left]), Self.rect)
    for y in 0..<Self.height {
      for x in 0..<100 { #expect(rendered[x, y] == Self.scene[x, y], "\(x) \(y)") }
      // The dark half lies in front, sharp: none of it is in the bright one.
      for x in 102..<Self.width { #expect(rendered[x, y][0] > 0.3999) }
    }
  }

  @Test func `lights behind the focus become discs of the formula's radius`() throws {
    for stop in [1, 2] as [Float] {
      let rendered = try TestPicture.render(
        Self.output(Self.scene, ["inputAperture": stop, "inputFocusRect": Self.left]), Self.rect)
      let radius = Double(Self.radius(stop))
      var (sum, square) = (0.0, 0.0)
      for y in 0..<Self.height {
        for x in 104..<Self.width {
          let light = Double(rendered[x, y][0] - 0.4)
          sum += light
          let (dx, dy) = (x - 150, y - 60)
          square += light * Double(dx * dx + dy * dy)
        }
      }
      #expect(abs(sum - 99.6) < 2)
      // The mean square of the distance in a disc is half that of its radius.
      #expect(abs((2 * square / sum).squareRoot() - radius) < 0.1 * radius + 0.5, "\(stop)")
    }
  }

  @Test func `what lies in front of the focus spreads over it`() throws {
    let rendered = try TestPicture.render(
      Self.output(Self.scene, ["inputAperture": 2, "inputFocusRect": Self.right]), Self.rect)
    let radius = Int(Self.radius(2))
    #expect(rendered[103, 20][0] < 0.39)
    for x in (102 + 2 * radius)..<Self.width { #expect(rendered[x, 20] == Self.scene[x, 20], "\(x)") }
    // Flat light stays what it is.
    #expect(abs(rendered[60, 20][0] - 0.1) < 1e-4)
  }

  @Test func `the focus is found by rectangle, face, matte or in the middle`() throws {
    let matte = Self.picture { x, _ in x < 100 ? [1, 1, 1, 1] : [0, 0, 0, 1] }
    let wanted = try TestPicture.render(Self.output(Self.scene, ["inputFocusRect": Self.left]), Self.rect)
    let ways: [[String: Any]] = [
      ["inputNosePositions": CIVector(x: 50, y: 60)], ["inputMatteImage": matte.image],
      ["inputLeftEyePositions": CIVector([40, 60, -1, -1, 60, 62])],
    ]
    for way in ways {
      let rendered = try TestPicture.render(Self.output(Self.scene, way), Self.rect)
      for (a, b) in zip(rendered.pixels, wanted.pixels) { #expect(abs(a - b) < 1e-4 * max(1, abs(b)), "\(way)") }
    }
    let kept = try TestPicture.render(
      Self.output(Self.scene, ["inputFocusRect": Self.right, "inputHairImage": matte.image]), Self.rect)
    #expect(kept[40, 60] == Self.scene[40, 60])
  }

  @Test func `no aperture is blurred beyond sense, and a scale of nothing changes nothing`() throws {
    let image = try Self.output(Self.scene, ["inputScaleFactor": 0])
    #expect(try TestPicture.render(image, Self.rect) == Self.scene)
    for scale in [1e30, -1e30] {
      let rendered = try TestPicture.render(Self.output(Self.scene, ["inputScaleFactor": scale]), Self.rect)
      #expect(rendered.pixels.allSatisfy { $0.isFinite })
    }
    let filter = try #require(CIFilter(name: "CIDepthBlurEffect"))
    filter.setValue(Self.scene.image, forKey: kCIInputImageKey)
    #expect(filter.outputImage == nil)
  }
}
