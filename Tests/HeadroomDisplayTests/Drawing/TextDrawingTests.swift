import Foundation
import HeadroomDisplay
import HeadroomGraphics
import HeadroomSymbols
import Testing

@Suite("Drawn text", .enabled(if: FontFacts.missing == nil, "the libraries of text are not installed"))
struct TextDrawingTests {
  private func picture(
    _ width: Int = 200, _ height: Int = 100, range: UIGraphicsImageRendererFormat.Range = .standard,
    _ draw: (CGContext) -> Void
  ) throws -> CGImage {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    format.preferredRange = range
    let renderer = UIGraphicsImageRenderer(size: CGSize(width: width, height: height), format: format)
    return try #require(renderer.image { draw($0.cgContext) }.cgImage)
  }

  /// Where there is any ink, in pixels from the upper left, and the sum of coverage.
  private func ink(_ image: CGImage) -> (box: CGRect, sum: Double) {
    let rep = NSBitmapImageRep(cgImage: image)
    var (box, sum) = (CGRect.null, 0.0)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let alpha = rep.colorAt(x: x, y: y)?.alphaComponent ?? 0
        guard alpha > 0 else { continue }
        box = box.union(CGRect(x: x, y: y, width: 1, height: 1))
        sum += Double(alpha)
      }
    }
    return (box, sum)
  }

  @Test("stands with its upper left corner at the point, as high as its letters are")
  func place() throws {
    let font = UIFont.systemFont(ofSize: 40)
    let size = "H".size(withAttributes: [.font: font])
    let (box, sum) = ink(try picture { _ in "H".draw(at: CGPoint(x: 20, y: 10), withAttributes: [.font: font]) })
    #expect(abs(box.maxY - (10 + font.ascender)) <= 1, "the baseline")
    #expect(abs(box.height - font.capHeight) < 2)
    #expect(box.minX >= 20 && box.maxX <= 20 + size.width)
    #expect(abs(size.height - font.lineHeight - font.leading) < 0.1 && size.width > 20)
    #expect(sum > 100)
  }

  @Test("is the same ink where y points up, upside down in memory not at all")
  func orientations() throws {
    let font = NSFont.systemFont(ofSize: 30)
    let rep = try #require(
      unsafe NSBitmapImageRep(
        bitmapDataPlanes: nil, pixelsWide: 200, pixelsHigh: 100, bitsPerSample: 8, samplesPerPixel: 4, hasAlpha: true,
        isPlanar: false, colorSpaceName: .deviceRGB, bytesPerRow: 0, bitsPerPixel: 0))
    NSGraphicsContext.saveGraphicsState()
    NSGraphicsContext.current = NSGraphicsContext(bitmapImageRep: rep)
    let height = "Lj".size(withAttributes: [.font: font]).height
    "Lj".draw(at: CGPoint(x: 10, y: 100 - 20 - height), withAttributes: [.font: font])
    NSGraphicsContext.restoreGraphicsState()
    let up = ink(try #require(rep.cgImage))
    let down = ink(
      try picture { _ in "Lj".draw(at: CGPoint(x: 10, y: 20), withAttributes: [.font: UIFont.systemFont(ofSize: 30)]) })
    #expect(up.box == down.box && abs(up.sum - down.sum) < 2)
    #expect(NSGraphicsContext.current == nil)
  }

  @Test("has its colour in the context's numbers, above white where the context holds it")
  func colors() throws {
    let font = UIFont.boldSystemFont(ofSize: 80)
    func middle(_ image: CGImage) -> NSColor? { NSBitmapImageRep(cgImage: image).colorAt(x: 18, y: 60) }
    let attributes: [NSAttributedString.Key: Any] = [
      .font: font, .foregroundColor: UIColor(red: 2, green: 0.25, blue: -0.25, alpha: 1),
    ]
    let extended = try picture(range: .extended) { _ in "I".draw(at: .zero, withAttributes: attributes) }
    let color = try #require(middle(extended))
    #expect(abs(color.redComponent - 2) < 2e-3 && abs(color.greenComponent - 0.25) < 1e-3)
    #expect(abs(color.blueComponent + 0.25) < 1e-3 && color.alphaComponent == 1)
    let standard = try #require(middle(try picture { _ in "I".draw(at: .zero, withAttributes: attributes) }))
    #expect(standard.redComponent == 1 && standard.blueComponent == 0)
  }

  @Test("turned by a quarter covers the same area")
  func turned() throws {
    let attributes: [NSAttributedString.Key: Any] = [.font: UIFont.systemFont(ofSize: 40)]
    let plain = ink(try picture(200, 200) { _ in "Rg".draw(at: CGPoint(x: 50, y: 50), withAttributes: attributes) })
    let turned = ink(
      try picture(200, 200) { context in
        context.translateBy(x: 150, y: 50)
        context.rotate(by: .pi / 2)
        "Rg".draw(at: .zero, withAttributes: attributes)
      })
    #expect(abs(plain.sum - turned.sum) < plain.sum * 0.005)
    #expect(abs(plain.box.width - turned.box.height) <= 1 && abs(plain.box.height - turned.box.width) <= 1)
  }

  @Test("is broken into lines that fit, and what was measured fits")
  func lines() {
    let text = "A longer text that has to be broken into several lines"
    let attributes: [NSAttributedString.Key: Any] = [.font: UIFont.systemFont(ofSize: 16)]
    let one = text.size(withAttributes: attributes)
    let box = text.boundingRect(
      with: CGSize(width: 120, height: 1000), options: .usesLineFragmentOrigin, attributes: attributes, context: nil)
    #expect(box.width <= 120 && box.height > one.height * 3.5 && box.height < one.height * 7)
    let again = text.boundingRect(
      with: CGSize(width: box.width, height: 1000), options: .usesLineFragmentOrigin, attributes: attributes,
      context: nil)
    #expect(again == box)
    let whole = text.boundingRect(
      with: CGSize(width: one.width, height: .greatestFiniteMagnitude), options: [.usesLineFragmentOrigin],
      attributes: attributes, context: nil)
    #expect(whole.height == one.height)
    #expect("one\ntwo".size(withAttributes: attributes).height == one.height * 2)
  }

  @Test("is aligned, shortened and spaced as its paragraph says")
  func paragraphs() throws {
    func box(_ alignment: NSTextAlignment, _ mode: NSLineBreakMode = .byWordWrapping, _ text: String = "mm") throws
      -> CGRect
    {
      let style = NSMutableParagraphStyle()
      style.alignment = alignment
      style.lineBreakMode = mode
      let attributes: [NSAttributedString.Key: Any] = [.font: UIFont.systemFont(ofSize: 20), .paragraphStyle: style]
      return ink(
        try picture { _ in
          text.draw(in: CGRect(x: 50, y: 0, width: 100, height: 100), withAttributes: attributes)
        }
      ).box
    }
    let (left, center, right) = (try box(.left), try box(.center), try box(.right))
    #expect(left.minX >= 50 && left.minX < 54 && right.maxX <= 150 && right.maxX > 146)
    #expect(abs(center.midX - 100) <= 1)
    let long = "a line that is far too long"
    let wrapped = try box(.left, .byWordWrapping, long)
    let cut = try box(.left, .byTruncatingTail, long)
    #expect(wrapped.height > 30 && cut.height < 25 && cut.maxX <= 150 && cut.maxX > 120)
  }

  @Test("lies behind a background and over a line")
  func marks() throws {
    let attributes: [NSAttributedString.Key: Any] = [
      .font: UIFont.systemFont(ofSize: 20), .backgroundColor: UIColor.yellow,
      .underlineStyle: NSUnderlineStyle.single.rawValue, .kern: 10,
    ]
    let plain = "aa".size(withAttributes: [.font: UIFont.systemFont(ofSize: 20)])
    let size = "aa".size(withAttributes: attributes)
    #expect(abs(size.width - plain.width - 20) < 0.1)
    let rep = NSBitmapImageRep(cgImage: try picture { _ in "aa".draw(at: .zero, withAttributes: attributes) })
    let corner = try #require(rep.colorAt(x: 1, y: 1))
    #expect(corner.redComponent == 1 && corner.greenComponent == 1 && corner.blueComponent == 0)
    let rule = (0..<30).contains { (rep.colorAt(x: Int(size.width) - 4, y: $0)?.redComponent ?? 1) < 0.7 }
    #expect(rule, "a dark line under the space after the last letter")
  }

  @Test("of a hundred thousand letters in a narrow column takes seconds at most")
  func long() {
    let text = String(repeating: "word ", count: 19_999)
    let start = Date()
    let box = text.boundingRect(
      with: CGSize(width: 1, height: 1e9), options: .usesLineFragmentOrigin, attributes: nil, context: nil)
    #expect(box.height > 1e6 && Date().timeIntervalSince(start) < 20)
    #expect(String(repeating: "a", count: 100_001).size() == .zero, "more is refused")
  }

  @Test("with odd places and sizes does something defined", arguments: [CGFloat.nan, .infinity, -1e300, 0])
  func hostile(_ number: CGFloat) throws {
    _ = try picture(20, 20) { context in
      "text".draw(at: CGPoint(x: number, y: number))
      "text".draw(in: CGRect(x: 0, y: 0, width: number, height: number))
      "text".draw(in: CGRect(x: number, y: 0, width: 10, height: 10))
      context.scaleBy(x: number, y: 1)
      "text".draw(at: .zero, withAttributes: [.font: UIFont.systemFont(ofSize: 1e6), .kern: number])
    }
    #expect("".size() == .zero)
    "no context".draw(at: .zero)
    let style = NSMutableParagraphStyle()
    style.headIndent = number
    style.tailIndent = number
    style.lineHeightMultiple = number
    let box = "some words of text".boundingRect(
      with: CGSize(width: 1, height: 1), options: .usesLineFragmentOrigin, attributes: [.paragraphStyle: style],
      context: nil)
    #expect(box.width.isFinite && box.height.isFinite)
  }
}
