import Foundation
import HeadroomDisplay
import HeadroomGraphics
import Testing

@Suite("The older contexts of images")
struct ImageContextTests {
  private func color(_ image: UIImage?, _ x: Int, _ y: Int) -> [CGFloat]? {
    image?.cgImage.flatMap { NSBitmapImageRep(cgImage: $0).colorAt(x: x, y: y) }
      .map { [$0.redComponent, $0.greenComponent, $0.blueComponent, $0.alphaComponent] }
  }

  @Test("make images of their size, scale and opacity, in the standard range")
  func making() throws {
    UIGraphicsBeginImageContextWithOptions(CGSize(width: 10, height: 6), true, 2)
    UIColor(red: 4, green: 0, blue: 0, alpha: 1).setFill()
    UIRectFill(CGRect(x: 0, y: 0, width: 10, height: 1))
    let image = UIGraphicsGetImageFromCurrentImageContext()
    UIGraphicsEndImageContext()
    #expect(image?.size == CGSize(width: 10, height: 6) && image?.scale == 2)
    #expect(image?.cgImage?.bitsPerComponent == 8 && image?.isHighDynamicRange == false)
    #expect(color(image, 3, 1) == [1, 0, 0, 1] && color(image, 3, 2) == [0, 0, 0, 1])
    #expect(UIGraphicsGetCurrentContext() == nil && UIGraphicsGetImageFromCurrentImageContext() == nil)
    UIGraphicsEndImageContext()
  }

  @Test("are nested, each with its own image")
  func nesting() {
    UIGraphicsBeginImageContext(CGSize(width: 4, height: 4))
    UIGraphicsBeginImageContext(CGSize(width: 2, height: 2))
    UIColor.green.set()
    UIRectFill(CGRect(x: 0, y: 0, width: 2, height: 2))
    let inner = UIGraphicsGetImageFromCurrentImageContext()
    UIGraphicsEndImageContext()
    inner?.draw(at: CGPoint(x: 1, y: 1))
    UIColor.blue.setFill()
    UIRectFrame(CGRect(x: 0, y: 0, width: 4, height: 4))
    let outer = UIGraphicsGetImageFromCurrentImageContext()
    UIGraphicsEndImageContext()
    #expect(color(outer, 1, 1) == [0, 1, 0, 1] && color(outer, 0, 2) == [0, 0, 1, 1])
    #expect(color(outer, 2, 2) == [0, 1, 0, 1] && outer?.size == CGSize(width: 4, height: 4))
  }

  @Test("of no size have no image, and end all the same", arguments: [CGFloat.nan, 0, .infinity, 1e9])
  func hostile(_ number: CGFloat) {
    UIGraphicsBeginImageContextWithOptions(CGSize(width: number, height: 10), false, number)
    #expect(UIGraphicsGetCurrentContext() == nil && UIGraphicsGetImageFromCurrentImageContext() == nil)
    UIRectFill(CGRect(x: 0, y: 0, width: 1, height: 1))
    UIGraphicsEndImageContext()
    #expect(NSGraphicsContext.current == nil)
  }

  @Test("are clipped, and AppKit's saved states come back")
  func clipping() throws {
    UIGraphicsBeginImageContext(CGSize(width: 4, height: 4))
    NSGraphicsContext.saveGraphicsState()
    #expect(UIGraphicsGetImageFromCurrentImageContext() != nil)
    UIRectClip(CGRect(x: 0, y: 0, width: 2, height: 4))
    NSColor.red.setFill()
    CGRect(x: 0, y: 0, width: 4, height: 2).fill()
    NSGraphicsContext.restoreGraphicsState()
    NSColor.blue.setFill()
    NSRectFill(CGRect(x: 0, y: 2, width: 4, height: 2))
    let image = UIGraphicsGetImageFromCurrentImageContext()
    UIGraphicsEndImageContext()
    #expect(color(image, 0, 0) == [1, 0, 0, 1] && color(image, 3, 0)?[3] == 0 && color(image, 3, 3) == [0, 0, 1, 1])
  }
}
