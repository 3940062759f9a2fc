import Foundation
import Headroom
import Testing

// Code as apps have it, in the words of UIKit and AppKit.

private final class ChartView: UIView {
  var values: [CGFloat] = [] { didSet { setNeedsDisplay() } }

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .systemBackground
    isOpaque = true
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
    backgroundColor = .systemBackground
  }

  override func draw(_ rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.saveGState()
    for (index, value) in values.enumerated() {
      UIColor(hue: CGFloat(index) / CGFloat(values.count), saturation: 0.8, brightness: 0.9, alpha: 1).setFill()
      let height = bounds.height * value
      UIRectFill(CGRect(x: CGFloat(index) * 20, y: bounds.height - height, width: 18, height: height))
    }
    context.restoreGState()
    let attributes: [NSAttributedString.Key: Any] = [
      .font: UIFont.systemFont(ofSize: 12, weight: .semibold), .foregroundColor: UIColor.label,
    ]
    ("Light" as NSString).draw(at: CGPoint(x: 4, y: 4), withAttributes: attributes)
  }
}

private final class PreviewView: MTKView {
  override init(frame frameRect: CGRect, device: (any MTLDevice)?) {
    super.init(frame: frameRect, device: device)
    colorPixelFormat = .rgba16Float
  }

  required init(coder: NSCoder) {
    super.init(coder: coder)
    device = MTLCreateSystemDefaultDevice()
  }
}

private func watermarked(_ image: UIImage, _ text: String) -> UIImage {
  let renderer = UIGraphicsImageRenderer(size: image.size, format: image.imageRendererFormat)
  return renderer.image { _ in
    image.draw(in: CGRect(origin: .zero, size: image.size))
    let style = NSMutableParagraphStyle()
    style.alignment = .right
    let attributes: [NSAttributedString.Key: Any] = [
      .font: UIFont.boldSystemFont(ofSize: image.size.height / 8),
      .foregroundColor: UIColor.white.withAlphaComponent(0.8),
      .paragraphStyle: style,
    ]
    let size = text.size(withAttributes: attributes)
    text.draw(
      in: CGRect(x: 0, y: image.size.height - size.height, width: image.size.width, height: size.height),
      withAttributes: attributes)
  }
}

private func resized(_ image: UIImage, to size: CGSize) -> UIImage? {
  UIGraphicsBeginImageContextWithOptions(size, false, 0.0)
  defer { UIGraphicsEndImageContext() }
  image.draw(in: CGRect(origin: .zero, size: size))
  return UIGraphicsGetImageFromCurrentImageContext()
}

extension UIColor {
  fileprivate var hexString: String {
    var red: CGFloat = 0
    var green: CGFloat = 0
    var blue: CGFloat = 0
    var alpha: CGFloat = 0
    getRed(&red, green: &green, blue: &blue, alpha: &alpha)
    return String(format: "#%02X%02X%02X", Int(red * 255), Int(green * 255), Int(blue * 255))
  }
}

extension NSImage {
  fileprivate func pngData() -> Data? {
    guard let tiff = tiffRepresentation, let bitmap = NSBitmapImageRep(data: tiff) else { return nil }
    return bitmap.representation(using: .png, properties: [:])
  }

  fileprivate convenience init(ciImage: CIImage) {
    let representation = NSCIImageRep(ciImage: ciImage)
    self.init(size: representation.size)
    addRepresentation(representation)
  }

  fileprivate func tinted(with color: NSColor) -> NSImage {
    NSImage(size: size, flipped: false) { rect in
      self.draw(in: rect)
      color.set()
      rect.fill(using: .sourceAtop)
      return true
    }
  }
}

@Suite("Programs that draw as UIKit's and AppKit's do")
struct KitDrawingTests {
  private let photo = UIImage(
    ciImage: CIImage(color: CIColor(red: 0.2, green: 0.4, blue: 0.6)).cropped(
      to: CGRect(x: 0, y: 0, width: 240, height: 160)))

  private func bright(_ image: UIImage, _ area: CGRect) -> Int {
    guard let pixels = image.cgImage?.cropping(to: area) else { return -1 }
    let rep = NSBitmapImageRep(cgImage: pixels)
    return (0..<rep.pixelsHigh).reduce(0) { sum, y in
      sum + (0..<rep.pixelsWide).filter { (rep.colorAt(x: $0, y: y)?.redComponent ?? 0) > 0.6 }.count
    }
  }

  @Test("watermark a photo at its lower right")
  func watermark() {
    let image = watermarked(photo, "© Headroom")
    #expect(image.size == CGSize(width: 240, height: 160) && image.scale == photo.scale)
    #expect(bright(image, CGRect(x: 120, y: 130, width: 120, height: 30)) > 100)
    #expect(bright(image, CGRect(x: 0, y: 0, width: 240, height: 120)) == 0)
    #expect(resized(image, to: CGSize(width: 60, height: 40))?.pngData() != nil)
  }

  @Test("draw views with bars and words")
  func views() throws {
    let view = ChartView(frame: CGRect(x: 0, y: 0, width: 100, height: 60))
    view.values = [0.2, 0.5, 0.9]
    view.setNeedsDisplay(CGRect(x: 0, y: 0, width: 10, height: 10))
    let display = SimulatedDisplay(potentialHeadroom: 2, currentHeadroom: 2)
    let light = NSBitmapImageRep(cgImage: try #require(display.emitted(by: view)))
    #expect(try #require(light.colorAt(x: 45, y: 30)).redComponent < 0.9, "the highest bar")
    #expect(try #require(light.colorAt(x: 90, y: 50)).redComponent > 0.99, "the ground")
    #expect((0..<40).contains { (light.colorAt(x: $0, y: 11)?.redComponent ?? 1) < 0.5 }, "letters")
    let archive = try NSKeyedArchiver.archivedData(withRootObject: NSNumber(value: 0), requiringSecureCoding: true)
    let preview = PreviewView(coder: try NSKeyedUnarchiver(forReadingFrom: archive))
    #expect(preview.device != nil)
    preview.isPaused = true
  }

  @Test("make icons, tints and colours' names")
  func colors() {
    #expect(UIColor.systemBlue.hexString == "#007AFF" && UIColor(white: 1, alpha: 1).hexString == "#FFFFFF")
    let icon = resized(photo, to: CGSize(width: 20, height: 20))?.withRenderingMode(.alwaysTemplate)
    #expect(icon?.withTintColor(.systemRed).cgImage?.width == icon?.cgImage?.width)
    #expect(CIColor(color: .orange).green == 0.5)
  }

  @Test("export AppKit's images")
  func appKit() throws {
    let recipe = CIImage(color: CIColor(red: 0, green: 1, blue: 0)).cropped(
      to: CGRect(x: 0, y: 0, width: 16, height: 8))
    let image = NSImage(ciImage: recipe)
    let png = try #require(image.pngData())
    #expect(NSBitmapImageRep(data: png)?.pixelsWide == 16)
    let tinted = image.tinted(with: NSColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
    let back = try #require(tinted.pngData().flatMap { NSBitmapImageRep(data: $0) })
    #expect(back.colorAt(x: 3, y: 3)?.redComponent == 1 && back.colorAt(x: 3, y: 3)?.greenComponent == 0)
    let jpeg = NSBitmapImageRep(ciImage: recipe).representation(using: .jpeg, properties: [.compressionFactor: 0.8])
    #expect(jpeg?.prefix(2) == Data([0xFF, 0xD8]))
  }

  @Test("caption filters with fonts and colours of either kit")
  func attributedText() throws {
    let filter = CIFilter.attributedTextImageGenerator()
    func width(_ font: Any, _ color: Any) throws -> CGFloat {
      filter.text = NSAttributedString(string: "Title", attributes: [.font: font, .foregroundColor: color])
      return try #require(filter.outputImage).extent.width
    }
    let small = try width(UIFont.systemFont(ofSize: 20), UIColor.red)
    #expect(abs(try width(NSFont.systemFont(ofSize: 40), NSColor.systemBlue) - 2 * small) <= 2)
    #expect(try width(UIFont.boldSystemFont(ofSize: 20), CIColor.white) > small)
    filter.text = NSAttributedString(
      string: "I", attributes: [.font: UIFont.boldSystemFont(ofSize: 60), .foregroundColor: UIColor.red])
    let image = try #require(filter.outputImage)
    let pixels = try #require(CIContext().createCGImage(image, from: image.extent))
    let rep = NSBitmapImageRep(cgImage: pixels)
    let middle = try #require(rep.colorAt(x: rep.pixelsWide / 2, y: rep.pixelsHigh / 2))
    #expect(middle.redComponent > 0.99 && middle.greenComponent < 0.01)
  }
}
