import Foundation
import HeadroomColor
import HeadroomGraphics
import HeadroomPixels
import Testing

@Suite struct CGContextImageTests {
  /// An asymmetric picture: every pixel has numbers of its own.
  private func picture(_ width: Int = 3, _ height: Int = 2, space: String = CGColorSpace.sRGB) throws -> CGImage {
    var bytes: [UInt8] = []
    for row in 0..<height {
      for column in 0..<width {
        bytes += [UInt8(20 + 40 * column), UInt8(30 + 60 * row), UInt8(200 - 20 * column), 255]
      }
    }
    return try #require(
      TestImages.image(
        bytes, width: width, height: height, bits: 8, pixelBits: 32, space: try TestImages.space(space),
        info: CGBitmapInfo(alpha: .noneSkipLast)))
  }

  @Test func `an image of the same size and space is taken over exactly, upright`() throws {
    let image = try picture()
    let context = try TestImages.context(5, 4)
    context.draw(image, in: CGRect(x: 1, y: 1, width: 3, height: 2))
    for row in 0..<2 {
      for column in 0..<3 {
        #expect(try TestImages.numbers(context, column + 1, row + 1) == TestImages.numbers(image, column, row))
      }
    }
    #expect(try TestImages.numbers(context, 0, 0) == [0, 0, 0, 0])
  }

  @Test(arguments: CGInterpolationQuality.allCases)
  func `one colour stays that colour at every size`(_ quality: CGInterpolationQuality) throws {
    let context = try TestImages.context(16, 16)
    context.setFillColor(red: 0.2, green: 0.6, blue: 0.4, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 16, height: 16))
    let plain = try #require(context.makeImage())
    for (width, height) in [(5.0, 3.0), (16.0, 16.0), (33.0, 40.0), (16.0, 7.0)] {
      let target = try TestImages.context(40, 40)
      target.interpolationQuality = quality
      target.draw(plain, in: CGRect(x: 0, y: 0, width: width, height: height))
      let found = try TestImages.numbers(target, 2, 39)
      #expect(isNear(found, TestImages.numbers(plain), 0.0021), "\(found) at \(width) by \(height)")
    }
  }

  @Test func `making smaller averages light`() throws {
    // A quarter of the light of white is sRGB 0.537.
    let image = try #require(
      TestImages.image(
        [255, 0, 0, 0], width: 2, height: 2, bits: 8, pixelBits: 8,
        space: try TestImages.space(CGColorSpace.genericGrayGamma2_2), info: []))
    for quality in [CGInterpolationQuality.medium, .default] {
      let context = try TestImages.floatContext(1, 1, space: CGColorSpace.extendedLinearSRGB)
      context.interpolationQuality = quality
      context.draw(image, in: CGRect(x: 0, y: 0, width: 1, height: 1))
      #expect(abs(try TestImages.numbers(context, 0, 0).x - 0.25) < 1e-5)
    }
  }

  @Test func `nearest sampling keeps the numbers of single pixels`() throws {
    let context = try TestImages.context(6, 4)
    context.interpolationQuality = .none
    let image = try picture()
    context.draw(image, in: CGRect(x: 0, y: 0, width: 6, height: 4))
    for (column, row) in [(0, 0), (3, 1), (5, 3)] {
      let found = try TestImages.numbers(context, column, row)
      #expect(isNear(found, TestImages.numbers(image, column / 2, row / 2), 0.0021), "\(found)")
    }
  }

  @Test func `bilinear enlargement passes through the middle between two pixels`() throws {
    let image = try TestImages.floatImage(
      [[[0, 0, 0, 1], [1, 1, 1, 1]]], space: CGColorSpace.extendedLinearSRGB)
    let context = try TestImages.floatContext(4, 1, space: CGColorSpace.extendedLinearSRGB)
    context.interpolationQuality = .low
    context.draw(image, in: CGRect(x: 0, y: 0, width: 4, height: 1))
    let values = try (0..<4).map { try TestImages.numbers(context, $0, 0).x }
    #expect(zip(values, [0, 0.25, 0.75, 1]).allSatisfy { abs($0 - $1) < 1e-6 }, "\(values)")
  }

  @Test func `Lanczos is sharper than bilinear and reproduces a ramp`() throws {
    let ramp = try TestImages.floatImage(
      [(0..<32).map { SIMD4(Float($0), 0, 0, 1) }], space: CGColorSpace.extendedLinearSRGB)
    let context = try TestImages.floatContext(16, 1, space: CGColorSpace.extendedLinearSRGB)
    context.interpolationQuality = .high
    context.draw(ramp, in: CGRect(x: 0, y: 0, width: 16, height: 1))
    for column in 4..<12 {
      #expect(abs(try TestImages.numbers(context, column, 0).x - (2 * Float(column) + 0.5)) < 0.02)
    }
  }

  @Test(arguments: [12, 16, 31, 90]) func `Lanczos draws no rings around light, whatever is clipped`(_ size: Int) throws
  {
    let light: [[SIMD4<Float>]] = (0..<48).map { y in
      (0..<48).map { x in
        let isInside = (x - 20) * (x - 20) + (y - 25) * (y - 25) < 150
        return isInside ? SIMD4(0.06, 0.02, -0.1, 1) : SIMD4(6, 0.83, 0.5, 1)
      }
    }
    let image = try TestImages.floatImage(light, space: CGColorSpace.extendedLinearSRGB)
    func drawn(_ clip: CGRect?) throws -> [SIMD4<Float>] {
      let context = try TestImages.floatContext(size, size, space: CGColorSpace.extendedLinearSRGB)
      context.interpolationQuality = .high
      if let clip { context.clip(to: clip) }
      context.draw(image, in: CGRect(x: 0, y: 0, width: size, height: size))
      return try (0..<size * size).map { try TestImages.numbers(context, $0 % size, $0 / size) }
    }
    let all = try drawn(nil)
    for pixel in all {
      #expect(pixel.x >= 0.06 && pixel.x <= 6 && pixel.y >= 0.02 && pixel.y <= 0.83)
      #expect(pixel.z >= -0.1 && pixel.z <= 0.5)
    }
    let mean = light.joined().reduce(0) { $0 + $1.x } / 2304
    #expect(abs(all.reduce(0) { $0 + $1.x } / Float(size * size) / mean - 1) < 0.003)
    let part = try drawn(CGRect(x: 3, y: 2, width: 5, height: 7))
    for index in part.indices where part[index].w == 1 { #expect(part[index] == all[index]) }
    #expect(part.count { $0.w == 1 } == 35)
  }

  @Test func `mirrors and quarter turns move every pixel`() throws {
    let image = try picture()
    for (transform, place) in [
      (CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 3, ty: 0), { (2 - $0, $1) }),
      (CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 2), { ($0, 1 - $1) }),
    ] as [(CGAffineTransform, (Int, Int) -> (Int, Int))] {
      let context = try TestImages.context(3, 2)
      context.concatenate(transform)
      context.draw(image, in: CGRect(x: 0, y: 0, width: 3, height: 2))
      for row in 0..<2 {
        for column in 0..<3 {
          let (x, y) = place(column, row)
          #expect(try TestImages.numbers(context, x, y) == TestImages.numbers(image, column, row))
        }
      }
    }
  }

  @Test(arguments: CGImagePropertyOrientation.allCases)
  func `drawing through an orientation's transform makes the picture upright`(
    _ orientation: CGImagePropertyOrientation
  ) throws {
    let image = try picture()
    let size = orientation.uprightSize(width: 3, height: 2)
    let context = try TestImages.context(size.width, size.height)
    context.concatenate(orientation.transform(width: 3, height: 2))
    context.draw(image, in: CGRect(x: 0, y: 0, width: 3, height: 2))
    let made = try #require(context.makeImage())
    for row in 0..<size.height {
      for column in 0..<size.width {
        let stored = orientation.storedPixel(column: column, row: row, width: 3, height: 2)
        let found = TestImages.numbers(made, column, row)
        #expect(isNear(found, TestImages.numbers(image, stored.column, stored.row), 1e-6), "\(column) \(row)")
      }
    }
  }

  @Test func `a picture turned by 45 degrees keeps its middle and fades at its edge`() throws {
    let image = try TestImages.floatImage(
      Array(repeating: Array(repeating: [0.5, 0.25, 2, 1], count: 8), count: 8), space: CGColorSpace.extendedLinearSRGB)
    let context = try TestImages.floatContext(16, 16, space: CGColorSpace.extendedLinearSRGB)
    context.translateBy(x: 8, y: 8)
    context.rotate(by: .pi / 4)
    context.draw(image, in: CGRect(x: -4, y: -4, width: 8, height: 8))
    #expect(isNear(try TestImages.numbers(context, 8, 8), [0.5, 0.25, 2, 1], 1e-6))
    #expect(try TestImages.numbers(context, 0, 0).w == 0)
    let edge = try TestImages.numbers(context, 4, 4).w
    #expect(edge >= 0 && edge < 1)
  }

  @Test func `a turned picture that gets much smaller is averaged`() throws {
    let board = (0..<64).map { row in (0..<64).map { SIMD4<Float>(repeating: Float((row + $0) % 2)) } }
    let image = try TestImages.floatImage(
      board.map { $0.map { SIMD4($0.x, $0.x, $0.x, 1) } }, space: CGColorSpace.extendedLinearSRGB)
    let context = try TestImages.floatContext(8, 8, space: CGColorSpace.extendedLinearSRGB)
    context.translateBy(x: 4, y: 4)
    context.rotate(by: 0.3)
    context.draw(image, in: CGRect(x: -4, y: -4, width: 8, height: 8))
    let middle = try TestImages.numbers(context, 4, 4).x
    #expect(abs(middle - 0.5) < 0.02, "\(middle)")
  }

  @Test func `premultiplied images keep their colour when they are scaled`() throws {
    // Opaque red beside transparent black: no dark seam.
    let image = try TestImages.floatImage(
      [[[1, 0, 0, 1], [0, 0, 0, 0]]], space: CGColorSpace.extendedLinearSRGB, alpha: .premultiplied)
    let context = try TestImages.floatContext(4, 1, space: CGColorSpace.extendedLinearSRGB)
    context.draw(image, in: CGRect(x: 0, y: 0, width: 4, height: 1))
    let found = try TestImages.numbers(context, 1, 0)
    #expect(isNear(found, [0.75, 0, 0, 0.75], 1e-6), "\(found)")
  }

  @Test func `straight alpha is multiplied in and global alpha on top`() throws {
    let image = try #require(
      TestImages.image(
        [255, 255, 255, 128], width: 1, height: 1, bits: 8, pixelBits: 32,
        space: try TestImages.space(CGColorSpace.sRGB), info: CGBitmapInfo(alpha: .last)))
    let context = try TestImages.context(1, 1)
    context.setAlpha(0.5)
    context.draw(image, in: CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(isNear(try TestImages.numbers(context, 0, 0), [0.25, 0.25, 0.25, 0.25], 0.004))
  }

  @Test func `P3 colours are converted and those outside sRGB clipped`() throws {
    let image = try #require(
      TestImages.image(
        [255, 0, 0, 128, 128, 128], width: 2, height: 1, bits: 8, pixelBits: 24,
        space: try TestImages.space(CGColorSpace.displayP3), info: []))
    let context = try TestImages.context(2, 1)
    context.draw(image, in: CGRect(x: 0, y: 0, width: 2, height: 1))
    #expect(try TestImages.numbers(context, 0, 0) == [1, 0, 0, 1])
    #expect(isNear(try TestImages.numbers(context, 1, 0), [128 / 255, 128 / 255, 128 / 255, 1], 1e-6))
  }

  @Test func `drawing outside or into nothing does nothing`() throws {
    let context = try TestImages.context(2, 2)
    let image = try picture()
    for rect in [
      CGRect(x: 5, y: 5, width: 3, height: 2), CGRect(x: -9, y: 0, width: 3, height: 2),
      CGRect(x: 0, y: 0, width: 0, height: 2), .null, .infinite,
    ] { context.draw(image, in: rect) }
    #expect(try TestImages.numbers(context, 0, 0) == [0, 0, 0, 0])
    context.draw(image, in: CGRect(x: CGFloat.nan, y: 0, width: 2, height: 2))
    context.draw(image, in: CGRect(x: 0, y: 0, width: 2, height: CGFloat.nan))
    context.fill(CGRect(x: 0, y: -CGFloat.nan, width: 2, height: 2))
    context.draw(image, in: CGRect(x: 1e300, y: -1e300, width: 1e300, height: 1e300))
    #expect(try TestImages.numbers(context, 0, 0) == [0, 0, 0, 0])
    context.scaleBy(x: 0, y: 1)
    context.draw(image, in: CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(try TestImages.numbers(context, 0, 0) == [0, 0, 0, 0])
  }
}
