import Foundation
import HeadroomDisplay
import HeadroomGraphics
import HeadroomImage
import Testing

@Suite("AppKit's images by drawing")
struct NSImageDrawingTests {
  private let size = CGSize(width: 8, height: 4)

  private func color(_ image: NSImage, _ x: Int, _ y: Int) -> [CGFloat]? {
    let pixels = unsafe image.cgImage(forProposedRect: nil, context: nil, hints: nil)
    return pixels.flatMap { NSBitmapImageRep(cgImage: $0).colorAt(x: x, y: y) }
      .map { [$0.redComponent, $0.greenComponent, $0.blueComponent, $0.alphaComponent] }
  }

  /// Red at the bottom left, y up.
  private func focused() -> NSImage {
    let image = NSImage(size: size)
    image.lockFocus()
    NSColor.red.setFill()
    CGRect(x: 0, y: 0, width: 2, height: 1).fill()
    image.unlockFocus()
    return image
  }

  @Test("are drawn into between lock and unlock, y up")
  func focus() {
    let image = NSImage(size: size)
    #expect(!image.isValid && color(image, 0, 0) == nil)
    let drawn = focused()
    #expect(drawn.isValid && color(drawn, 1, 3) == [1, 0, 0, 1] && color(drawn, 1, 0)?[3] == 0)
    drawn.lockFocus()
    NSColor.blue.setFill()
    NSRectFill(CGRect(x: 7, y: 3, width: 1, height: 1))
    drawn.unlockFocus()
    #expect(color(drawn, 1, 3) == [1, 0, 0, 1] && color(drawn, 7, 0) == [0, 0, 1, 1], "over what was there")
    #expect(drawn.representations.count == 1 && drawn.representations[0] is NSBitmapImageRep)
    #expect(drawn.tiffRepresentation != nil && NSGraphicsContext.current == nil)
  }

  @Test("ask their handler, in a context of its direction", arguments: [false, true])
  func handler(_ isFlipped: Bool) {
    let image = NSImage(size: size, flipped: isFlipped) { rect in
      #expect(rect == CGRect(x: 0, y: 0, width: 8, height: 4) && NSGraphicsContext.current?.isFlipped == isFlipped)
      NSColor.green.setFill()
      NSRectFill(CGRect(x: 0, y: 0, width: 8, height: 1))
      return true
    }
    #expect(color(image, 3, isFlipped ? 0 : 3) == [0, 1, 0, 1] && color(image, 3, isFlipped ? 3 : 0)?[3] == 0)
    let target = NSImage(size: size)
    target.lockFocusFlipped(true)
    image.draw(in: CGRect(x: 0, y: 0, width: 8, height: 4))
    target.unlockFocus()
    #expect(color(target, 3, isFlipped ? 0 : 3) == [0, 1, 0, 1] && color(target, 3, isFlipped ? 3 : 0)?[3] == 0)
    let nothing = NSImage(size: size, flipped: false) { _ in false }
    #expect(unsafe nothing.cgImage(forProposedRect: nil, context: nil, hints: nil) == nil)
  }

  @Test("are drawn in parts, with an operation and a fraction")
  func parts() {
    let image = focused()
    let target = NSImage(size: size)
    target.lockFocus()
    NSColor.white.setFill()
    NSRectFill(CGRect(x: 0, y: 0, width: 8, height: 4))
    image.draw(
      in: CGRect(x: 4, y: 2, width: 4, height: 2), from: CGRect(x: 0, y: 0, width: 2, height: 1),
      operation: .sourceOver,
      fraction: 0.5)
    image.draw(at: CGPoint(x: 0, y: 3), from: CGRect(x: 0, y: 0, width: 2, height: 1), operation: .copy, fraction: 1)
    target.unlockFocus()
    let mixed = color(target, 6, 0)
    #expect(mixed?[0] == 1 && abs((mixed?[1] ?? 0) - 0.5) < 0.01, "half of red over white")
    #expect(color(target, 0, 0) == [1, 0, 0, 1] && color(target, 3, 3) == [1, 1, 1, 1])
  }

  @Test("show the first representation that has a picture")
  func representations() {
    let image = NSImage(size: TestPictures.size)
    image.addRepresentation(NSImageRep())
    let rep = NSCIImageRep(ciImage: TestPictures.light(peak: 4))
    #expect(rep.size == TestPictures.size && rep.pixelsWide == 96)
    image.addRepresentation(rep)
    #expect(image.bestRepresentation(for: .zero, context: nil, hints: nil) === rep)
    #expect(isNear(unsafe image.cgImage(forProposedRect: nil, context: nil, hints: nil)?.peak, 4, within: 0.01))
    image.removeRepresentation(rep)
    #expect(unsafe image.cgImage(forProposedRect: nil, context: nil, hints: nil) == nil)
    let file = NSImage(data: TestPictures.gainMapJPEG(peak: 4))
    #expect(file?.representations.first?.pixelsWide == 96)
    #expect(!NSImage(byReferencing: URL(filePath: "/nowhere.png")).isValid)
  }

  @Test("of Core Image are drawn upright, cut to a part")
  func recipes() {
    let image = TestPictures.light(peak: 1)
    let target = NSImage(size: CGSize(width: 48, height: 32))
    target.lockFocus()
    image.draw(
      in: CGRect(x: 0, y: 0, width: 48, height: 32), from: TestPictures.patch.offsetBy(dx: 0, dy: -16),
      operation: .sourceOver, fraction: 1)
    target.unlockFocus()
    #expect(color(target, 10, 4)?[0] == 1, "the patch in the upper half")
    #expect(abs((color(target, 10, 28)?[0] ?? 0) - 0.484) < 0.01)
    image.draw(at: .zero, from: .infinite, operation: .copy, fraction: .nan)
  }

  @Test("with odd sizes and places do something defined", arguments: [CGFloat.nan, 0, -3, .infinity, 1e12])
  func hostile(_ number: CGFloat) {
    let image = NSImage(size: CGSize(width: number, height: 4))
    image.lockFocus()
    NSColor.red.setFill()
    NSRectFill(CGRect(x: 0, y: 0, width: number, height: 1))
    image.unlockFocus()
    image.unlockFocus()
    #expect(NSGraphicsContext.current == nil)
    let target = NSImage(size: size)
    target.lockFocus()
    focused().draw(in: CGRect(x: number, y: 0, width: number, height: 3))
    focused().draw(
      in: CGRect(x: 0, y: 0, width: 3, height: 3), from: CGRect(x: number, y: 0, width: 1, height: number),
      operation: .sourceOver, fraction: number)
    NSImage(size: size, flipped: false) { _ in true }.draw(in: CGRect(x: 0, y: number, width: 1, height: number))
    target.unlockFocus()
    #expect(target.isValid)
  }
}
