import Foundation
import HeadroomGraphics
import Testing

@Suite struct CGPathTests {
  private let square = CGRect(x: 2, y: 3, width: 4, height: 5)

  @Test func `a rectangle is one, a turned one is not`() throws {
    var found = CGRect.zero
    #expect(unsafe CGPath(rect: square, transform: nil).isRect(&found) && found == square)
    var turn = CGAffineTransform(rotationAngle: 0.3)
    #expect(unsafe !CGPath(rect: square, transform: &turn).isRect(nil))
    #expect(unsafe !CGPath(ellipseIn: square, transform: nil).isRect(nil))
  }

  @Test func `boxes hold points with control points, or the lines alone`() {
    let path = CGMutablePath()
    #expect(path.isEmpty && path.boundingBox.isNull && path.boundingBoxOfPath.isNull && path.currentPoint == .zero)
    path.move(to: .zero)
    path.addQuadCurve(to: CGPoint(x: 4, y: 0), control: CGPoint(x: 2, y: 4))
    #expect(path.boundingBox == CGRect(x: 0, y: 0, width: 4, height: 4))
    #expect(path.boundingBoxOfPath == CGRect(x: 0, y: 0, width: 4, height: 2))
    let ellipse = unsafe CGPath(ellipseIn: square, transform: nil).boundingBoxOfPath
    #expect(abs(ellipse.minX - 2) < 1e-12 && abs(ellipse.maxY - 8) < 1e-12)
  }

  @Test func `points lie inside by the rule`() {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 10, height: 10))
    path.addRect(CGRect(x: 2, y: 2, width: 6, height: 6))
    #expect(path.contains(CGPoint(x: 5, y: 5)) && !path.contains(CGPoint(x: 5, y: 5), using: .evenOdd))
    #expect(path.contains(CGPoint(x: 1, y: 5), using: .evenOdd) && !path.contains(CGPoint(x: 11, y: 5)))
    #expect(path.contains(CGPoint(x: 105, y: 5), transform: CGAffineTransform(translationX: -100, y: 0)))
    #expect(!path.contains(CGPoint(x: CGFloat.nan, y: 0)))
  }

  @Test(arguments: [false, true]) func `arcs run against the clock where y points up, or with it`(_ clockwise: Bool) {
    let path = CGMutablePath()
    path.addArc(center: .zero, radius: 1, startAngle: 0, endAngle: .pi / 2, clockwise: clockwise)
    #expect(abs(path.currentPoint.x) < 1e-12 && abs(path.currentPoint.y - 1) < 1e-12)
    let box = path.boundingBoxOfPath
    #expect(abs(box.minX - (clockwise ? -1 : 0)) < 1e-3 && abs(box.minY - (clockwise ? -1 : 0)) < 1e-3)
    let whole = CGMutablePath()
    whole.addArc(center: .zero, radius: 1, startAngle: 0, endAngle: 2 * .pi, clockwise: clockwise)
    #expect(whole.contains(CGPoint(x: 0, y: -0.99)) && whole.contains(CGPoint(x: -0.99, y: 0)))
  }

  @Test func `an arc rounds a corner`() {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addArc(tangent1End: CGPoint(x: 10, y: 0), tangent2End: CGPoint(x: 10, y: 10), radius: 4)
    #expect(abs(path.currentPoint.x - 10) < 1e-9 && abs(path.currentPoint.y - 4) < 1e-9)
    #expect(path.boundingBox.maxX < 10 + 1e-9 && path.boundingBox.minY > -1e-9)
    path.addArc(tangent1End: CGPoint(x: 10, y: 8), tangent2End: CGPoint(x: 10, y: 20), radius: 4)
    #expect(path.currentPoint == CGPoint(x: 10, y: 8))
  }

  @Test func `elements are shown one after the other`() {
    let path = CGMutablePath()
    path.addLine(to: CGPoint(x: 9, y: 9))
    path.move(to: CGPoint(x: 1, y: 2))
    path.addLine(to: CGPoint(x: 3, y: 4))
    path.addCurve(to: CGPoint(x: 5, y: 6), control1: CGPoint(x: 7, y: 8), control2: CGPoint(x: 9, y: 10))
    path.closeSubpath()
    var types: [CGPathElementType] = []
    var last = CGPoint.zero
    unsafe path.applyWithBlock { element in
      unsafe types.append(element.pointee.type)
      if unsafe element.pointee.type == .addCurveToPoint { last = unsafe element.pointee.points[2] }
    }
    #expect(types == [.moveToPoint, .addLineToPoint, .addCurveToPoint, .closeSubpath])
    #expect(last == CGPoint(x: 5, y: 6) && path.currentPoint == CGPoint(x: 1, y: 2))
  }

  @Test func `copies are equal and stay as they are`() throws {
    let path = CGMutablePath()
    path.addEllipse(in: square)
    let copy = try #require(path.copy())
    #expect(copy == path && copy.hashValue == path.hashValue)
    path.addRect(square)
    #expect(copy != path)
    var move = CGAffineTransform(translationX: 5, y: 0)
    let moved = try #require(unsafe copy.copy(using: &move))
    #expect(moved.boundingBox == copy.boundingBox.offsetBy(dx: 5, dy: 0))
    #expect(try #require(moved.mutableCopy()) == moved)
  }

  @Test func `an outline covers the line, with caps and joins`() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 0, y: 0))
    path.addLine(to: CGPoint(x: 10, y: 0))
    path.addLine(to: CGPoint(x: 10, y: 10))
    func outline(_ cap: CGLineCap, _ join: CGLineJoin, _ limit: CGFloat = 10) -> CGRect {
      path.copy(strokingWithWidth: 2, lineCap: cap, lineJoin: join, miterLimit: limit).boundingBox
    }
    #expect(outline(.butt, .miter) == CGRect(x: 0, y: -1, width: 11, height: 11))
    #expect(outline(.square, .miter) == CGRect(x: -1, y: -1, width: 12, height: 12))
    let outlined = path.copy(strokingWithWidth: 2, lineCap: .butt, lineJoin: .miter, miterLimit: 10)
    let beveled = path.copy(strokingWithWidth: 2, lineCap: .butt, lineJoin: .miter, miterLimit: 1)
    #expect(outlined.contains(CGPoint(x: 10.9, y: -0.9)) && !beveled.contains(CGPoint(x: 10.9, y: -0.9)))
    #expect(!outlined.contains(CGPoint(x: 5, y: 5)) && outlined.contains(CGPoint(x: 5, y: 0.9)))
    let dashed = path.copy(dashingWithPhase: 1, lengths: [3, 2])
    #expect(dashed.boundingBox == CGRect(x: 0, y: 0, width: 10, height: 10))
    let wide = dashed.copy(strokingWithWidth: 1, lineCap: .butt, lineJoin: .miter, miterLimit: 10)
    #expect(wide.contains(CGPoint(x: 1.5, y: 0)) && !wide.contains(CGPoint(x: 3, y: 0)))
    #expect(wide.contains(CGPoint(x: 5, y: 0)) && wide.contains(CGPoint(x: 10, y: 1)))
  }
}
