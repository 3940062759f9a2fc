import Foundation
import HeadroomGraphics
import Testing

/// Clips, gradients, shadows, layers, and the state of lines.
@Suite struct CGContextPaintingTests {
  private let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
  private let all = CGRect(x: 0, y: 0, width: 16, height: 16)

  private func shares(_ context: CGContext) throws -> [Float] {
    let image = try #require(context.makeImage())
    return (0..<image.width * image.height).map {
      TestImages.numbers(image, $0 % image.width, $0 / image.width).w
    }
  }

  /// The sum of all shares.
  private func total(_ context: CGContext) throws -> Float { try shares(context).reduce(0, +) }

  @Test func `a path limits drawing until the state comes back`() throws {
    let context = try TestImages.context(16, 16)
    context.saveGState()
    context.addEllipse(in: CGRect(x: 2, y: 2, width: 12, height: 12))
    context.clip()
    #expect(context.isPathEmpty && context.boundingBoxOfClipPath == CGRect(x: 2, y: 2, width: 12, height: 12))
    context.fill(all)
    #expect(try abs(total(context) - 113.097) < 0.3)
    context.restoreGState()
    context.clear(all)
    context.saveGState()
    context.clip(to: CGRect(x: 0, y: 8, width: 16, height: 8))
    context.addEllipse(in: CGRect(x: 2, y: 2, width: 12, height: 12))
    context.clip()
    context.fill(all)
    #expect(try abs(total(context) - 56.549) < 0.3)
    context.restoreGState()
    context.fill(all)
    #expect(try shares(context).allSatisfy { $0 == 1 })
  }

  @Test func `two limits let through what is in both, several rectangles what is in one`() throws {
    let context = try TestImages.context(16, 16)
    context.addRect(CGRect(x: 0.5, y: 0, width: 10, height: 16))
    context.clip()
    context.addRect(CGRect(x: 4, y: 2, width: 12, height: 4))
    context.clip(using: .evenOdd)
    context.fill(all)
    #expect(try abs(total(context) - 26) < 0.05)
    context.resetClip()
    context.clear(all)
    context.clip(to: [CGRect(x: 0, y: 0, width: 4, height: 4), CGRect(x: 2, y: 2, width: 4, height: 4)])
    context.fill(all)
    #expect(try abs(total(context) - 28) < 0.05)
  }

  @Test func `a picture limits drawing by its alpha, or by its gray`() throws {
    let alpha = try TestImages.context(2, 1)
    alpha.setFillColor(red: 1, green: 0, blue: 0, alpha: 0.5)
    alpha.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    let gray = try TestImages.context(2, 1, space: CGColorSpace.genericGrayGamma2_2, info: [])
    gray.setFillColor(gray: 0.25, alpha: 1)
    gray.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
    for (mask, expected) in [(alpha, [Float(0.5), 0]), (gray, [0, 0.25])] {
      let context = try TestImages.context(4, 2)
      context.interpolationQuality = .none
      context.clip(to: CGRect(x: 1, y: 0, width: 2, height: 2), mask: try #require(mask.makeImage()))
      context.setFillColor(red)
      context.fill(CGRect(x: 0, y: 0, width: 4, height: 2))
      let found = try (0..<4).map { try TestImages.numbers(context, $0, 0).w }
      #expect(zip(found, [0] + expected + [0]).allSatisfy { abs($0 - $1) < 0.006 }, "\(found)")
    }
  }

  @Test func `a gradient keeps light above white, and changes evenly`() throws {
    let space = try TestImages.space(CGColorSpace.extendedLinearSRGB)
    let colors = try [0, 8].map { light -> CGColor in
      try #require(CGColor(headroom: 8, colorSpace: space, red: light, green: light / 2, blue: -0.1, alpha: 1))
    }
    let gradient = try #require(unsafe CGGradient(colorsSpace: space, colors: colors, locations: nil))
    #expect(gradient.contentHeadroom == 8)
    let context = try TestImages.floatContext(8, 1, space: CGColorSpace.extendedLinearSRGB)
    context.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: 8, y: 0), options: [])
    for column in 0..<8 {
      let light = Float(column) + 0.5
      #expect(isNear(try TestImages.numbers(context, column, 0), [light, light / 2, -0.1, 1], 1e-5))
    }
    let standard = try TestImages.context(8, 1)
    standard.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: 8, y: 0), options: [])
    #expect(try TestImages.numbers(standard, 7, 0) == [1, 1, 0, 1])
    let encoded = try TestImages.floatContext(8, 1, space: CGColorSpace.displayP3_PQ)
    encoded.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: 8, y: 0), options: [])
    let expected = try #require(
      CGColor(headroom: 8, colorSpace: space, red: 3.5, green: 1.75, blue: -0.1, alpha: 1)?.converted(
        to: try TestImages.space(CGColorSpace.displayP3_PQ), intent: .defaultIntent, options: nil)?.components)
    let found = try TestImages.numbers(encoded, 3, 0)
    #expect(isNear(found, SIMD4(expected.map { Float($0) }), 1e-3), "\(found) \(expected)")
  }

  @Test func `a gradient goes on beyond its ends where it is told to`() throws {
    let space = try TestImages.space(CGColorSpace.sRGB)
    let components: [CGFloat] = [1, 0, 0, 1, 0, 0, 1, 1]
    let gradient = try #require(
      unsafe CGGradient(colorSpace: space, colorComponents: components, locations: [0, 1], count: 2))
    let context = try TestImages.context(12, 1)
    func draw(_ options: CGGradientDrawingOptions) throws -> [Float] {
      context.clear(CGRect(x: 0, y: 0, width: 12, height: 1))
      context.drawLinearGradient(gradient, start: CGPoint(x: 4, y: 0), end: CGPoint(x: 8.5, y: 0), options: options)
      return try shares(context)
    }
    let bare = try draw([])
    #expect(bare[3] == 0 && bare[4] == 1 && bare[7] == 1 && abs(bare[8] - 0.5) < 0.01 && bare[9] == 0)
    #expect(try draw(.drawsBeforeStartLocation)[0] == 1 && draw(.drawsBeforeStartLocation)[9] == 0)
    #expect(try draw(.drawsAfterEndLocation)[11] == 1 && draw(.drawsAfterEndLocation)[2] == 0)
    #expect(try draw([.drawsBeforeStartLocation, .drawsAfterEndLocation]).allSatisfy { $0 == 1 })
    #expect(try TestImages.numbers(context, 0, 0).x == 1 && TestImages.numbers(context, 11, 0).z == 1)
    #expect(unsafe CGGradient(colorsSpace: space, colors: ["red"], locations: nil) == nil)
    #expect(unsafe CGGradient(colorsSpace: space, colors: [], locations: nil) == nil)
    #expect(unsafe CGGradient(colorsSpace: nil, colors: [red], locations: [.nan]) == nil)
  }

  @Test func `circles of a gradient lie between two`() throws {
    let colors = [CGColor(gray: 0, alpha: 1), CGColor(gray: 1, alpha: 1)]
    let gradient = try #require(unsafe CGGradient(colorsSpace: nil, colors: colors, locations: nil))
    let context = try TestImages.context(33, 33)
    let middle = CGPoint(x: 16.5, y: 16.5)
    context.drawRadialGradient(
      gradient, startCenter: middle, startRadius: 4, endCenter: middle, endRadius: 14, options: [])
    #expect(try abs(total(context) - 565.487) < 1)
    #expect(abs(try TestImages.numbers(context, 16 + 9, 16).x - 0.5) < 0.01)
    #expect(try TestImages.numbers(context, 16, 16).w == 0 && TestImages.numbers(context, 31, 16).w == 0)
    context.drawRadialGradient(
      gradient, startCenter: middle, startRadius: 4, endCenter: middle, endRadius: 14,
      options: [.drawsBeforeStartLocation, .drawsAfterEndLocation])
    #expect(try shares(context).allSatisfy { $0 == 1 } && TestImages.numbers(context, 0, 0).x == 1)
    // A cone: circles that do not lie in each other.
    let cone = try TestImages.context(33, 33)
    cone.drawRadialGradient(
      gradient, startCenter: CGPoint(x: 6, y: 16.5), startRadius: 2, endCenter: CGPoint(x: 24, y: 16.5), endRadius: 6,
      options: [])
    #expect(try TestImages.numbers(cone, 20, 16).w == 1 && TestImages.numbers(cone, 6, 28).w == 0)
  }

  @Test func `a shadow lies behind, moved and blurred, whatever the transform`() throws {
    let context = try TestImages.floatContext(32, 32, space: CGColorSpace.extendedLinearSRGB)
    context.scaleBy(x: 2, y: 2)
    context.setShadow(offset: CGSize(width: 8, height: -6), blur: 0, color: red)
    context.setFillColor(gray: 1, alpha: 1)
    context.fill(CGRect(x: 2, y: 10, width: 4, height: 4))
    // The square covers columns 4 to 11 and rows 4 to 11; its shadow 12 to 19 and 10 to 17.
    #expect(isNear(try TestImages.numbers(context, 4, 4), [1, 1, 1, 1], 1e-5))
    #expect(isNear(try TestImages.numbers(context, 19, 17), [1, 0, 0, 1], 1e-5))
    #expect(try TestImages.numbers(context, 20, 17).w == 0 && TestImages.numbers(context, 19, 18).w == 0)
    let soft = try TestImages.floatContext(64, 64, space: CGColorSpace.extendedLinearSRGB)
    soft.setShadow(offset: CGSize(width: 100, height: 0), blur: 8)
    soft.fill(CGRect(x: -76, y: 24, width: 16, height: 16))
    let shares = try shares(soft)
    #expect(try abs(total(soft) - 85.3333) < 0.1)
    #expect(abs(shares[32 * 64 + 24] - 1.0 / 6) < 0.02 && shares[32 * 64 + 40] < shares[32 * 64 + 38])
    soft.clear(CGRect(x: 0, y: 0, width: 64, height: 64))
    soft.setShadow(offset: .zero, blur: 8, color: nil)
    soft.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    #expect(try TestImages.numbers(soft, 5, 62).w == 0)
  }

  @Test func `a wide shadow has the edge of a Gaussian`() throws {
    let context = try TestImages.floatContext(256, 4, space: CGColorSpace.extendedLinearSRGB)
    context.setShadow(offset: CGSize(width: 1000, height: 0), blur: 40, color: red)
    context.fill(CGRect(x: -2000, y: -500, width: 1128, height: 1000))
    for (column, expected) in [(108, Float(0.835)), (128, 0.49), (148, 0.1527), (168, 0.0215)] {
      let found = try TestImages.numbers(context, column, 2).w
      #expect(abs(found - expected) < 0.012, "\(column) \(found)")
    }
  }

  @Test func `a layer is made transparent as one`() throws {
    let context = try TestImages.floatContext(8, 8, space: CGColorSpace.extendedLinearSRGB)
    context.setAlpha(0.5)
    context.clip(to: CGRect(x: 0, y: 0, width: 6, height: 8))
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.setFillColor(red)
    context.fill(CGRect(x: 0, y: 0, width: 5, height: 8))
    context.fill(CGRect(x: 3, y: 0, width: 5, height: 8))
    context.saveGState()
    context.endTransparencyLayer()
    #expect(isNear(try TestImages.numbers(context, 4, 3), [0.5, 0, 0, 0.5], 1e-5))
    #expect(isNear(try TestImages.numbers(context, 1, 3), [0.5, 0, 0, 0.5], 1e-5))
    #expect(try TestImages.numbers(context, 6, 3).w == 0)
    context.beginTransparencyLayer(in: CGRect(x: 0, y: 0, width: 2, height: 2), auxiliaryInfo: nil)
    context.clear(.infinite)
    context.setFillColor(gray: 1, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
    context.endTransparencyLayer()
    #expect(isNear(try TestImages.numbers(context, 1, 7), [0.75, 0.5, 0.5, 0.75], 1e-5))
    #expect(isNear(try TestImages.numbers(context, 2, 7), [0.5, 0, 0, 0.5], 1e-5))
  }

  @Test func `paths are transformed when they are made, lines when they are drawn`() throws {
    let context = try TestImages.context(16, 16)
    context.scaleBy(x: 2, y: 1)
    context.move(to: CGPoint(x: 1, y: 8))
    context.addLine(to: CGPoint(x: 7, y: 8))
    #expect(context.currentPointOfPath == CGPoint(x: 7, y: 8))
    #expect(context.path?.boundingBox == CGRect(x: 1, y: 8, width: 6, height: 0))
    context.scaleBy(x: 0.5, y: 4)
    context.setLineWidth(1)
    context.strokePath()
    #expect(try abs(total(context) - 48) < 0.2)
    #expect(context.convertToDeviceSpace(CGPoint(x: 3, y: 1)) == CGPoint(x: 3, y: 4))
    #expect(context.convertToUserSpace(CGPoint(x: 3, y: 4)) == CGPoint(x: 3, y: 1))
  }

  @Test func `an image continues on all sides`() throws {
    let tile = try TestImages.context(2, 2)
    tile.setFillColor(red)
    tile.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    let context = try TestImages.context(7, 7)
    context.draw(try #require(tile.makeImage()), in: CGRect(x: 3, y: 3, width: 2, height: 2), byTiling: true)
    let shares = try shares(context)
    for (index, share) in shares.enumerated() {
      let isPainted = (index % 7) % 2 == 1 && (index / 7) % 2 == 1
      #expect(share == (isPainted ? 1 : 0), "\(index)")
    }
  }

  @Test func `modes keep light above white where both pictures have it`() throws {
    let context = try TestImages.floatContext(1, 1, space: CGColorSpace.extendedLinearSRGB)
    let space = try TestImages.space(CGColorSpace.extendedLinearSRGB)
    func fill(_ light: CGFloat, _ mode: CGBlendMode) throws {
      context.setBlendMode(mode)
      let color = unsafe CGColor(colorSpace: space, components: [light, light, light, 1])
      context.setFillColor(try #require(color))
      context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    }
    for (mode, expected) in [(CGBlendMode.multiply, Float(12)), (.screen, 4), (.lighten, 4), (.difference, 1)] {
      try fill(4, .copy)
      try fill(3, mode)
      #expect(abs(try TestImages.numbers(context, 0, 0).x - expected) < 1e-5)
    }
  }
}
