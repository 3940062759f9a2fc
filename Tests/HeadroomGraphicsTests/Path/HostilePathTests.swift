import Foundation
import HeadroomGraphics
import Testing

/// What no path should be, and clients make all the same.
@Suite struct HostilePathTests {
  private func count(_ draw: (CGContext) throws -> Void) throws -> Int {
    let context = try TestImages.context(64, 64)
    try draw(context)
    let image = try #require(context.makeImage())
    return (0..<4096).count { TestImages.numbers(image, $0 % 64, $0 / 64).w > 0 }
  }

  static let odd: [CGFloat] = [.nan, .infinity, -.infinity, 1e308, -1e308, 1e18, .leastNonzeroMagnitude]

  @Test(arguments: odd) func `numbers of every size neither trap nor hang`(_ number: CGFloat) throws {
    let drawn = try count { context in
      let odd = CGPoint(x: number, y: 20)
      for isFilled in [true, false] {
        context.setLineDash(phase: number, lengths: [number, 2])
        context.setMiterLimit(number)
        context.setLineWidth(abs(number))
        context.move(to: CGPoint(x: 1, y: 1))
        context.addLine(to: odd)
        context.addCurve(to: CGPoint(x: 40, y: number), control1: odd, control2: CGPoint(x: number, y: number))
        context.addArc(center: odd, radius: number, startAngle: number, endAngle: 1, clockwise: false)
        context.addArc(tangent1End: odd, tangent2End: CGPoint(x: 3, y: number), radius: 2)
        context.addEllipse(in: CGRect(x: 0, y: 0, width: number, height: 10))
        if isFilled { context.fillPath(using: .evenOdd) } else { context.strokePath() }
      }
      context.setShadow(offset: CGSize(width: number, height: number), blur: number)
      context.fill(CGRect(x: number, y: 0, width: 10, height: number))
      context.clip(to: [CGRect(x: number, y: number, width: number, height: number)])
      context.beginTransparencyLayer(in: CGRect(x: number, y: 0, width: number, height: 3), auxiliaryInfo: nil)
      context.endTransparencyLayer()
      context.scaleBy(x: number, y: number)
      context.fillEllipse(in: CGRect(x: 0, y: 0, width: 10, height: 10))
      context.strokeEllipse(in: CGRect(x: 0, y: 0, width: 10, height: 10))
    }
    #expect(drawn <= 4096)
  }

  @Test func `a path with a point that is no number draws nothing`() throws {
    let drawn = try count { context in
      for isFilled in [true, false] {
        context.addRect(CGRect(x: 4, y: 4, width: 9, height: 9))
        context.move(to: CGPoint(x: 30, y: CGFloat.nan))
        context.addLine(to: CGPoint(x: 40, y: 40))
        if isFilled { context.fillPath() } else { context.strokePath() }
      }
    }
    #expect(drawn == 0)
  }

  @Test func `shapes far larger than the context cover it`() throws {
    #expect(try count { $0.fillEllipse(in: CGRect(x: -1e12, y: -1e12, width: 2e12, height: 2e12)) } == 4096)
    #expect(
      try count {
        $0.addRect(.infinite)
        $0.fillPath()
      } == 4096)
    let line = try count { context in
      context.setLineWidth(2)
      context.setLineDash(phase: 0, lengths: [1e-7, 1e-7])
      context.strokeLineSegments(between: [CGPoint(x: -1e9, y: 32), CGPoint(x: 1e9, y: 32)])
    }
    #expect(line == 128)
  }

  @Test func `a million segments are drawn in seconds`() throws {
    let start = Date()
    _ = try count { context in
      context.move(to: CGPoint(x: 32, y: 32))
      for index in 0..<1_000_000 {
        let angle = CGFloat(index) * 2.399963
        context.addLine(to: CGPoint(x: 32 + 30 * cos(angle), y: 32 + 30 * sin(angle)))
      }
      context.fillPath(using: .evenOdd)
    }
    #expect(Date().timeIntervalSince(start) < 30)
  }

  @Test func `what was not begun is ended without effect`() throws {
    let drawn = try count { context in
      context.endTransparencyLayer()
      context.restoreGState()
      context.closePath()
      context.addLine(to: CGPoint(x: 5, y: 5))
      context.strokePath()
      context.clip()
      context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    }
    #expect(drawn == 1)
  }
}
