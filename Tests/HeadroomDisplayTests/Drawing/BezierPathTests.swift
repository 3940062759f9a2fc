import Foundation
import HeadroomDisplay
import HeadroomGraphics
import Testing

@Suite struct BezierPathTests {
  private let area = CGRect(x: 0, y: 0, width: 20, height: 20)

  /// The sum of the alphas of 20 × 20 pixels, y down, that are drawn on.
  private func total(_ draw: () -> Void) throws -> CGFloat { try alphas(draw).reduce(0, +) }

  private func alphas(_ draw: () -> Void) throws -> [CGFloat] {
    let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let made = unsafe CGContext(
      data: nil, width: 20, height: 20, bitsPerComponent: 8, bytesPerRow: 80, space: space,
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    let context = try #require(made)
    context.translateBy(x: 0, y: 20)
    context.scaleBy(x: 1, y: -1)
    UIGraphicsPushContext(context)
    draw()
    UIGraphicsPopContext()
    let bytes = try unsafe #require(context.data)
    return (0..<400).map { unsafe CGFloat(bytes.load(fromByteOffset: 4 * $0 + 3, as: UInt8.self)) / 255 }
  }

  @Test func `shapes are filled by their rule`() throws {
    let ring = UIBezierPath(rect: CGRect(x: 2, y: 2, width: 16, height: 16))
    ring.append(UIBezierPath(rect: CGRect(x: 6, y: 6, width: 8, height: 8)))
    #expect(try abs(total { ring.fill() } - 256) < 0.1)
    ring.usesEvenOddFillRule = true
    #expect(try abs(total { ring.fill() } - 192) < 0.1 && !ring.contains(CGPoint(x: 10, y: 10)))
    #expect(try abs(total { ring.fill(with: .normal, alpha: 0.5) } - 96) < 1)
    let turned = UIBezierPath(rect: CGRect(x: 6, y: 6, width: 8, height: 8)).reversing()
    turned.append(UIBezierPath(rect: CGRect(x: 2, y: 2, width: 16, height: 16)))
    #expect(try abs(total { turned.fill() } - 192) < 0.1)
  }

  @Test func `lines have the path's looks, not the context's`() throws {
    let path = UIBezierPath()
    path.move(to: CGPoint(x: 4, y: 10))
    path.addLine(to: CGPoint(x: 16, y: 10))
    path.lineWidth = 4
    #expect(try abs(total { path.stroke() } - 48) < 0.1)
    path.lineCapStyle = .square
    let copy = try #require(path.copy() as? UIBezierPath)
    #expect(try abs(total { copy.stroke() } - 64) < 0.1)
    path.lineCapStyle = .butt
    unsafe path.setLineDash([3, 1], count: 2, phase: 0)
    #expect(try abs(total { path.stroke() } - 36) < 0.1)
    var (lengths, count, phase): ([CGFloat], Int, CGFloat) = ([0, 0], 0, 1)
    unsafe path.getLineDash(&lengths, count: &count, phase: &phase)
    #expect(lengths == [3, 1] && count == 2 && phase == 0)
  }

  @Test func `arcs run clockwise where y points down, in AppKit against it where y points up`() throws {
    let arc = UIBezierPath(
      arcCenter: CGPoint(x: 10, y: 10), radius: 8, startAngle: 0, endAngle: .pi / 2, clockwise: true)
    #expect(abs(arc.currentPoint.y - 18) < 1e-9 && arc.bounds.minX > 9.99)
    let other = NSBezierPath()
    other.appendArc(withCenter: NSPoint(x: 10, y: 10), radius: 8, startAngle: 0, endAngle: 90)
    #expect(abs(other.currentPoint.y - 18) < 1e-9 && other.bounds.minX > 9.99)
    other.removeAllPoints()
    other.appendArc(withCenter: NSPoint(x: 10, y: 10), radius: 8, startAngle: 0, endAngle: 90, clockwise: true)
    #expect(other.bounds.minX < 2.01)
  }

  @Test func `some corners are round`() throws {
    let path = UIBezierPath(
      roundedRect: area, byRoundingCorners: [.topLeft, .bottomRight], cornerRadii: CGSize(width: 6, height: 6))
    let alphas = try alphas { path.fill() }
    #expect(alphas[0] == 0 && alphas[399] == 0 && alphas[19] == 1 && alphas[380] == 1)
  }

  @Test func `a path limits drawing`() throws {
    let found = try total {
      UIBezierPath(ovalIn: CGRect(x: 2, y: 2, width: 16, height: 16)).addClip()
      NSBezierPath.clip(NSRect(x: 0, y: 0, width: 10, height: 20))
      NSBezierPath.fill(area)
    }
    #expect(abs(found - 100.53) < 0.3, "\(found)")
  }

  @Test func `paths of AppKit draw too`() throws {
    let path = NSBezierPath(roundedRect: NSRect(x: 2, y: 2, width: 16, height: 16), xRadius: 0, yRadius: 0)
    path.transform(using: AffineTransform(scale: 0.5))
    #expect(path.bounds == NSRect(x: 1, y: 1, width: 8, height: 8))
    #expect(try abs(total { path.fill() } - 64) < 0.1)
    path.lineJoinStyle = .bevel
    path.lineWidth = 2
    #expect(try abs(total { path.stroke() } - 62) < 0.1)
    #expect(try abs(total { NSBezierPath.strokeLine(from: .zero, to: NSPoint(x: 20, y: 0)) } - 10) < 0.1)
    #expect(NSBezierPath().bounds == .zero && path.flattened.bounds == path.bounds)
  }

  @Test func `without a context nothing happens`() {
    UIBezierPath(rect: area).fill()
    NSBezierPath(rect: area).stroke()
  }
}
