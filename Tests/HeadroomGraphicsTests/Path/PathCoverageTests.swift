import Foundation
import HeadroomGraphics
import Testing

/// Areas that are known without drawing; `Tests/peers/path_coverage.py` compares pixels with another program's.
@Suite struct PathCoverageTests {
  /// Fills or strokes on 32 × 32 pixels and adds up the shares.
  private func area(_ draw: (CGContext) -> Void) throws -> Double {
    try shares(draw).reduce(0, +)
  }

  private func shares(_ draw: (CGContext) -> Void) throws -> [Double] {
    let context = try TestImages.floatContext(32, 32, space: CGColorSpace.extendedLinearSRGB)
    draw(context)
    let image = try #require(context.makeImage())
    return (0..<1024).map { Double(TestImages.numbers(image, $0 % 32, $0 / 32).w) }
  }

  @Test func `shares are areas`() throws {
    let triangle = try area {
      $0.move(to: CGPoint(x: 1.3, y: 2.1))
      $0.addLine(to: CGPoint(x: 29.7, y: 11.4))
      $0.addLine(to: CGPoint(x: 7.2, y: 30.9))
      $0.fillPath()
    }
    #expect(abs(triangle - 381.525) < 0.02, "\(triangle)")
    let circle = try area { $0.fillEllipse(in: CGRect(x: 3.5, y: 4.25, width: 20, height: 20)) }
    #expect(abs(circle - 100 * .pi) < 0.1, "\(circle)")
    let pixel = try shares {
      $0.addRect(CGRect(x: 4.25, y: 5.5, width: 0.5, height: 0.25))
      $0.fillPath()
    }
    #expect(abs(pixel[26 * 32 + 4] - 0.125) < 2e-5)
  }

  @Test func `a ring has a hole by the even-odd rule, or where it turns the other way`() throws {
    func rings(_ rule: CGPathFillRule, reversed: Bool) throws -> Double {
      try area {
        $0.addRect(CGRect(x: 2, y: 2, width: 20, height: 20))
        let inner = CGRect(x: 7.5, y: 7.5, width: 10, height: 10)
        let corners = [
          CGPoint(x: inner.minX, y: inner.minY), CGPoint(x: inner.minX, y: inner.maxY),
          CGPoint(x: inner.maxX, y: inner.maxY), CGPoint(x: inner.maxX, y: inner.minY),
        ]
        $0.addLines(between: reversed ? corners : corners.reversed())
        $0.closePath()
        $0.fillPath(using: rule)
      }
    }
    #expect(abs(try rings(.evenOdd, reversed: false) - 300) < 0.01)
    #expect(abs(try rings(.evenOdd, reversed: true) - 300) < 0.01)
    #expect(abs(try rings(.winding, reversed: false) - 400) < 0.01)
    #expect(abs(try rings(.winding, reversed: true) - 300) < 0.01)
  }

  @Test func `a star that crosses itself is exact by both rules`() throws {
    func star(_ rule: CGPathFillRule) throws -> Double {
      try area { context in
        let points = (0..<5).map { index -> CGPoint in
          let angle = CGFloat(index) * 0.8 * .pi + 0.1
          return CGPoint(x: 16 + 14 * cos(angle), y: 16 + 14 * sin(angle))
        }
        context.addLines(between: points)
        context.fillPath(using: rule)
      }
    }
    // Ten triangles around a pentagon: r² (sin 36° of tips and notches).
    let notch = 14 * cos(2 * Double.pi / 5) / cos(Double.pi / 5)
    let whole = 5 * 14 * notch * sin(Double.pi / 5)
    let pentagon = 2.5 * notch * notch * sin(2 * Double.pi / 5)
    #expect(abs(try star(.winding) - whole) < 0.01)
    #expect(abs(try star(.evenOdd) - (whole - pentagon)) < 0.01)
  }

  @Test func `lines have their width, caps and joins`() throws {
    func line(_ cap: CGLineCap, _ width: CGFloat = 3) throws -> Double {
      try area {
        $0.setLineCap(cap)
        $0.setLineWidth(width)
        $0.strokeLineSegments(between: [CGPoint(x: 6, y: 7), CGPoint(x: 22, y: 19)])
      }
    }
    #expect(abs(try line(.butt) - 60) < 0.01)
    #expect(abs(try line(.square) - 69) < 0.01)
    #expect(abs(try line(.round) - 67.0686) < 0.01)
    #expect(abs(try line(.butt, 0) - 20) < 0.01)
    func corner(_ join: CGLineJoin) throws -> Double {
      try area {
        $0.setLineJoin(join)
        $0.stroke(CGRect(x: 6, y: 7, width: 10, height: 12), width: 2)
      }
    }
    #expect(abs(try corner(.miter) - 88) < 0.01)
    #expect(abs(try corner(.bevel) - 86) < 0.01)
    #expect(abs(try corner(.round) - 87.1416) < 0.01)
    let ring = try area {
      $0.setLineWidth(4)
      $0.strokeEllipse(in: CGRect(x: 6, y: 6, width: 20, height: 20))
    }
    #expect(abs(ring - 80 * .pi) < 0.1, "\(ring)")
  }

  @Test func `dashes are drawn and left out in turn`() throws {
    func dashed(_ phase: CGFloat, _ lengths: [CGFloat], _ cap: CGLineCap = .butt) throws -> Double {
      try area {
        $0.setLineDash(phase: phase, lengths: lengths)
        $0.setLineCap(cap)
        $0.setLineWidth(2)
        $0.strokeLineSegments(between: [CGPoint(x: 2, y: 16), CGPoint(x: 28, y: 16)])
      }
    }
    #expect(abs(try dashed(0, [4, 2]) - 36) < 0.01)
    #expect(abs(try dashed(5, [4, 2]) - 34) < 0.01)
    #expect(abs(try dashed(-1, [4, 2]) - 34) < 0.01)
    #expect(abs(try dashed(0, [3]) - 28) < 0.01)
    #expect(abs(try dashed(0, []) - 52) < 0.01)
    #expect(abs(try dashed(0, [0, 0]) - 52) < 0.01)
    #expect(abs(try dashed(0, [-1, 2]) - 52) < 0.01)
    // Dots.
    #expect(abs(try dashed(0, [0, 5], .round) - 18.8496) < 0.05)
  }

  @Test func `a line lies the same on both sides`() throws {
    let shares = try shares {
      $0.setLineWidth(3)
      $0.addArc(center: CGPoint(x: 16, y: 16), radius: 9, startAngle: 0, endAngle: 2 * .pi, clockwise: true)
      $0.strokePath()
    }
    for row in 0..<32 {
      for column in 0..<32 {
        let share = shares[row * 32 + column]
        #expect(abs(share - shares[row * 32 + 31 - column]) < 1e-3)
        #expect(abs(share - shares[(31 - row) * 32 + column]) < 1e-3)
      }
    }
  }

  @Test func `without antialiasing pixels are covered or not`() throws {
    let shares = try shares {
      $0.setShouldAntialias(false)
      $0.fillEllipse(in: CGRect(x: 2, y: 2, width: 27, height: 27))
    }
    #expect(shares.allSatisfy { $0 == 0 || $0 == 1 })
    let (found, circle) = (shares.reduce(0, +), 182.25 * Double.pi)
    #expect(abs(found - circle) < 8)
  }

  @Test func `rows with very many edges come close`() throws {
    let shares = try shares { context in
      context.setLineWidth(0.5)
      for index in 0..<3000 {
        let x = CGFloat(index % 50) * 0.5 + 3
        context.addRect(CGRect(x: x, y: 3, width: 0.5, height: 20.5))
      }
      context.fillPath()
    }
    let found = shares.reduce(0, +)
    #expect(abs(found - 512.5) < 2, "\(found)")
  }
}
