import Foundation
import HeadroomDisplay
import HeadroomGraphics
import Testing

@Suite("Modes of UIKit's images")
struct ImageModeTests {
  private func image(_ width: Int = 6, _ height: Int = 6, draw: (CGContext) -> Void) -> UIImage {
    UIGraphicsBeginImageContext(CGSize(width: width, height: height))
    defer { UIGraphicsEndImageContext() }
    if let context = UIGraphicsGetCurrentContext() { draw(context) }
    return UIGraphicsGetImageFromCurrentImageContext() ?? UIImage()
  }

  private func color(_ image: UIImage, _ x: Int, _ y: Int) -> [CGFloat]? {
    image.cgImage.flatMap { NSBitmapImageRep(cgImage: $0).colorAt(x: x, y: y) }
      .map { [$0.redComponent, $0.greenComponent, $0.blueComponent, $0.alphaComponent] }
  }

  private func fill(_ color: UIColor, _ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) {
    color.setFill()
    UIRectFill(CGRect(x: x, y: y, width: width, height: height))
  }

  /// Red corners of 2 on blue, a white spot in the middle.
  private func button() -> UIImage {
    image { _ in
      fill(.blue, 0, 0, 6, 6)
      for x in [0, 4] as [CGFloat] { for y in [0, 4] as [CGFloat] { fill(.red, x, y, 2, 2) } }
      fill(.white, 2, 2, 1, 1)
    }
  }

  @Test("tints take the image's transparency and the colour's light")
  func tint() throws {
    let shape = image { _ in
      fill(.red, 0, 0, 3, 6)
      fill(UIColor.green.withAlphaComponent(0.5), 3, 0, 2, 6)
    }
    let tinted = shape.withTintColor(UIColor(red: 0, green: 0, blue: 1, alpha: 1))
    #expect(color(tinted, 1, 1) == [0, 0, 1, 1] && color(tinted, 5, 1)?[3] == 0 && tinted.scale == shape.scale)
    let half = try #require(color(tinted, 3, 1))
    #expect(half[2] > 0.99 && abs(half[3] - 0.5) < 0.01)
    let bright = shape.withTintColor(UIColor(red: 3, green: 0, blue: 0, alpha: 1), renderingMode: .alwaysOriginal)
    #expect(bright.isHighDynamicRange && bright.renderingMode == .alwaysOriginal)
    #expect(abs((color(bright, 1, 1)?[0] ?? 0) - 3) < 0.01)
    #expect(UIImage().withTintColor(.red).cgImage == nil)
  }

  @Test("views show templates in their tint colour")
  func templates() throws {
    let template = image { _ in fill(.red, 0, 0, 6, 6) }.withRenderingMode(.alwaysTemplate)
    #expect(template.renderingMode == .alwaysTemplate && template.withRenderingMode(.automatic).cgImage != nil)
    let (root, view) = (UIView(frame: CGRect(x: 0, y: 0, width: 6, height: 6)), UIImageView(image: template))
    root.addSubview(view)
    root.tintColor = .green
    let display = SimulatedDisplay(potentialHeadroom: 1, currentHeadroom: 1)
    #expect(TestPictures.light(of: try #require(display.emitted(by: view)), 3, 3) == SIMD3(0, 1, 0))
    view.tintColor = .blue
    #expect(TestPictures.light(of: try #require(display.emitted(by: view)), 3, 3) == SIMD3(0, 0, 1))
    view.highlightedImage = image { _ in fill(.white, 0, 0, 6, 6) }
    view.isHighlighted = true
    #expect(TestPictures.light(of: try #require(display.emitted(by: view)), 3, 3) == SIMD3(1, 1, 1))
  }

  @Test("caps keep their size; the middle is repeated or stretched")
  func caps() {
    let insets = UIEdgeInsets(top: 2, left: 2, bottom: 2, right: 2)
    let tiled = button().resizableImage(withCapInsets: insets)
    #expect(tiled.capInsets == insets && tiled.resizingMode == .tile && tiled.size == CGSize(width: 6, height: 6))
    func drawn(_ button: UIImage) -> UIImage {
      image(12, 10) { _ in button.draw(in: CGRect(x: 0, y: 0, width: 12, height: 10)) }
    }
    let repeated = drawn(tiled)
    for (x, y) in [(0, 0), (1, 1), (10, 0), (11, 9), (0, 8)] { #expect(color(repeated, x, y) == [1, 0, 0, 1]) }
    for (x, y) in [(2, 0), (9, 1), (0, 2), (11, 7)] { #expect(color(repeated, x, y) == [0, 0, 1, 1]) }
    for (x, y) in [(2, 2), (4, 2), (8, 6)] { #expect(color(repeated, x, y) == [1, 1, 1, 1]) }
    #expect(color(repeated, 3, 2) == [0, 0, 1, 1])
    let stretched = drawn(button().resizableImage(withCapInsets: insets, resizingMode: .stretch))
    #expect(color(stretched, 1, 1) == [1, 0, 0, 1] && color(stretched, 2, 2)?[0] ?? 0 > 0.9)
    #expect(color(stretched, 3, 3)?[0] ?? 0 > 0.7, "one spot, four times as wide")
  }

  @Test("patterns start at the context's origin and end at the rectangle")
  func pattern() {
    let spots = image(2, 2) { _ in fill(.red, 0, 0, 1, 1) }
    let drawn = image(6, 6) { _ in spots.drawAsPattern(in: CGRect(x: 1, y: 1, width: 4, height: 4)) }
    #expect(color(drawn, 2, 2) == [1, 0, 0, 1] && color(drawn, 4, 2) == [1, 0, 0, 1])
    #expect(color(drawn, 0, 0)?[3] == 0 && color(drawn, 3, 3)?[3] == 0)
    _ = image(6, 6) { _ in
      spots.drawAsPattern(in: .infinite)
      spots.drawAsPattern(in: CGRect(x: CGFloat.nan, y: 0, width: 4, height: 4))
      button().resizableImage(withCapInsets: UIEdgeInsets(top: .nan, left: .infinity, bottom: -1, right: 99))
        .draw(in: CGRect(x: 0, y: 0, width: 5, height: 5))
      button().resizableImage(withCapInsets: .zero).draw(in: CGRect(x: 0, y: 0, width: 1e9, height: 1e9))
    }
  }

  @Test("formats of images are those that would hold them")
  func formats() {
    let plain = button().imageRendererFormat
    #expect(plain.scale == 1 && !plain.opaque && plain.preferredRange == .standard)
    let bright = UIImage(cgImage: TestPictures.pixels(peak: 4), scale: 2, orientation: .left).imageRendererFormat
    #expect(bright.scale == 2 && bright.supportsHighDynamicRange && bright.prefersExtendedRange)
    let renderer = UIGraphicsImageRenderer(bounds: CGRect(x: 1, y: 2, width: 3, height: 4), format: bright)
    #expect(renderer.allowsImageOutput && bright.bounds == CGRect(x: 1, y: 2, width: 3, height: 4))
  }

  @Test("animations hold their pictures and are drawn as the first")
  func animations() {
    let (first, second) = (button(), UIImage(cgImage: TestPictures.pixels(peak: 1)))
    let animation = UIImage.animatedImage(with: [first, second], duration: 2)
    #expect(animation?.images?.count == 2 && animation?.duration == 2 && animation?.size == first.size)
    #expect(first.images == nil && UIImage.animatedImage(with: [], duration: 1) == nil)
  }

  @Test("flips turn the picture by its orientation alone", arguments: UIImage.Orientation.allCases)
  func flips(_ orientation: UIImage.Orientation) throws {
    let image = UIImage(cgImage: try #require(button().cgImage), scale: 1, orientation: orientation)
    let flipped = image.withHorizontallyFlippedOrientation()
    #expect(flipped.imageOrientation != orientation)
    #expect(flipped.withHorizontallyFlippedOrientation().imageOrientation == orientation)
    let corner = self.image { _ in fill(.green, 0, 0, 3, 2) }
    let turned = UIImage(cgImage: try #require(corner.cgImage), scale: 1, orientation: orientation)
    let (plain, mirrored) = (
      self.image { _ in turned.draw(at: .zero) },
      self.image { _ in turned.withHorizontallyFlippedOrientation().draw(at: .zero) }
    )
    for y in 0..<6 { for x in 0..<6 { #expect(color(plain, x, y)?[3] == color(mirrored, 5 - x, y)?[3]) } }
  }
}
