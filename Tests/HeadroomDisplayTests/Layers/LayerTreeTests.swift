import Foundation
import HeadroomDisplay
import HeadroomGraphics
import Testing

struct LayerTreeTests {
  private func plain(_ value: Float, width: Int = 2, height: Int = 2) throws -> CALayer {
    let layer = brightLayer(try floatImage(width: width, height: height, headroom: 4) { _, _ in gray(value) })
    layer.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    return layer
  }

  @Test func `contents of other kinds show nothing`() {
    for contents in ["text", 3, Data(), CGColor.white] as [Any] {
      let layer = CALayer()
      layer.contents = contents
      #expect(layer.emission(on: .showing(4)) == nil)
    }
    #expect(CALayer().emission(on: .showing(4)) == nil)
  }

  @Test func `pixel buffers and surfaces are shown like images`() throws {
    var buffer: CVPixelBuffer?
    let attributes: CFDictionary = [kCVPixelBufferIOSurfacePropertiesKey: [:] as CFDictionary]
    unsafe CVPixelBufferCreate(nil, 4, 2, kCVPixelFormatType_64RGBAHalf, attributes, &buffer)
    let filled = try #require(buffer)
    CVPixelBufferLockBaseAddress(filled, [])
    let base = unsafe CVPixelBufferGetBaseAddress(filled)
    let rows = unsafe try #require(base?.assumingMemoryBound(to: Float16.self))
    for y in 0..<2 {
      for x in 0..<16 { unsafe rows[y * CVPixelBufferGetBytesPerRow(filled) / 2 + x] = x % 4 == 3 ? 1 : 3 }
    }
    CVPixelBufferUnlockBaseAddress(filled, [])
    CVBufferSetAttachment(
      filled, kCVImageBufferCGColorSpaceKey, try #require(CGColorSpace(name: CGColorSpace.extendedLinearSRGB)),
      .shouldPropagate)
    let light = try brightLayer(filled).light(headroom: 4)
    #expect((light.width, light.height) == (4, 2))
    #expect(light.values.allSatisfy { $0 == gray(3) })
    let surface = try #require(unsafe CVPixelBufferGetIOSurface(filled)?.takeUnretainedValue())
    #expect(try brightLayer(surface).light(headroom: 4).width == 4)
  }

  @Test(arguments: [false, true]) func `what is inside a layer that masks ends where its bounds do`(_ masks: Bool)
    throws
  {
    let (root, frame) = (CALayer(), CALayer())
    root.bounds = CGRect(x: 0, y: 0, width: 8, height: 6)
    root.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
    frame.frame = CGRect(x: 2, y: 1, width: 3, height: 3)
    frame.masksToBounds = masks
    let inner = try plain(3, width: 4, height: 4)
    inner.frame = CGRect(x: 1, y: 1, width: 4, height: 4)
    frame.addSublayer(inner)
    root.addSublayer(frame)
    let after = try plain(2)
    after.frame = CGRect(x: 6, y: 4, width: 2, height: 2)
    root.addSublayer(after)
    let light = try root.light(headroom: 4)
    for y in 0..<6 {
      for x in 0..<8 {
        let (columns, rows) = masks ? (3..<5, 2..<4) : (3..<7, 2..<6)
        let wanted: Float = x >= 6 && y >= 4 ? 2 : columns.contains(x) && rows.contains(y) ? 3 : 1
        #expect(abs(light[x, y].x - wanted) < 1e-5, "\(x) \(y)")
      }
    }
  }

  @Test func `round corners clip what a layer masks, and a border lies over it`() throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
    root.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
    root.cornerRadius = 10
    root.masksToBounds = true
    let inner = try plain(3, width: 20, height: 20)
    inner.frame = root.bounds
    root.addSublayer(inner)
    root.borderWidth = 2
    root.borderColor = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
    let light = try root.light(headroom: 4)
    #expect(light[0, 0].x == 0 && light[19, 19].x == 0)
    #expect(abs(light[10, 10].x - 3) < 1e-5)
    #expect(light[10, 1].x < 0.01 && abs(light[10, 1].y - 1) < 0.01)
    // Without masking only the background has corners.
    root.masksToBounds = false
    root.borderWidth = 0
    #expect(try abs(root.light(headroom: 4)[0, 0].x - 3) < 1e-5)
    inner.removeFromSuperlayer()
    let plainRoot = try root.light(headroom: 4)
    #expect(plainRoot[0, 0].x == 0 && abs(plainRoot[10, 10].x - 1) < 1e-5)
  }

  @Test func `layers lie where their frames say, the last on top`() throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 8, height: 6)
    root.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
    let (low, high) = (try plain(2), try plain(3))
    low.frame = CGRect(x: 1, y: 1, width: 2, height: 2)
    high.frame = CGRect(x: 2, y: 2, width: 2, height: 2)
    root.addSublayer(low)
    root.addSublayer(high)
    let light = try root.light(headroom: 4)
    #expect((light.width, light.height) == (8, 6))
    for y in 0..<6 {
      for x in 0..<8 {
        let wanted: Float =
          (2..<4).contains(x) && (2..<4).contains(y) ? 3 : (1..<3).contains(x) && (1..<3).contains(y) ? 2 : 1
        #expect(abs(light[x, y].x - wanted) < 1e-5)
      }
    }
    high.isHidden = true
    #expect(try abs(root.light(headroom: 4)[2, 2].x - 2) < 1e-5)
    low.opacity = 0.5
    #expect(try abs(root.light(headroom: 4)[1, 1].x - 1.5) < 1e-5)
    low.removeFromSuperlayer()
    #expect(low.superlayer == nil && root.sublayers == [high])
  }

  @Test func `a group fades as one, and points become pixels`() throws {
    let group = CALayer()
    group.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    group.opacity = 0.5
    for _ in 0..<2 {
      let layer = try plain(2)
      layer.frame = CGRect(x: 0, y: 0, width: 2, height: 2)
      group.addSublayer(layer)
    }
    let root = CALayer()
    root.bounds = group.bounds
    root.contentsScale = 2
    root.addSublayer(group)
    group.frame = root.bounds
    let light = try root.light(headroom: 4)
    #expect((light.width, light.height) == (8, 8))
    #expect(abs(light[1, 1].x - 1) < 1e-5 && light[6, 6] == SIMD4(0, 0, 0, 1))
  }

  @Test func `transparent parts are black, what is said to be opaque is not`() throws {
    let image = try floatImage(width: 1, headroom: 4) { _, _ in SIMD4(2, 2, 2, 0.25) }
    let layer = brightLayer(image)
    #expect(try layer.light(headroom: 4)[0, 0] == SIMD4(0.5, 0.5, 0.5, 1))
    layer.isOpaque = true
    #expect(try layer.light(headroom: 4)[0, 0] == gray(2))
    layer.isOpaque = false
    layer.backgroundColor = CGColor.white
    #expect(try abs(layer.light(headroom: 4)[0, 0].x - 1.25) < 1e-5)
  }

  @Test func `contents keep their shape where that is asked for`() throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
    let wide = try plain(2, width: 4, height: 2)
    root.addSublayer(wide)
    wide.frame = root.bounds
    #expect(try root.light(headroom: 4)[4, 0].x > 1.9)
    wide.contentsGravity = .resizeAspect
    let fitted = try root.light(headroom: 4)
    #expect(fitted[4, 0].x == 0 && abs(fitted[4, 4].x - 2) < 1e-4)
    wide.contentsGravity = .bottomRight
    let corner = try root.light(headroom: 4)
    #expect(corner[3, 7].x == 0 && abs(corner[4, 6].x - 2) < 1e-4 && corner[4, 5].x == 0)
  }

  @Test func `a delegate makes contents when they are due`() throws {
    final class Painter: CALayerDelegate {
      var count = 0
      let image: CGImage
      init(_ image: CGImage) { self.image = image }
      func display(_ layer: CALayer) {
        count += 1
        layer.contents = image
      }
    }
    let painter = Painter(try floatImage(width: 1, headroom: 4) { _, _ in gray(3) })
    let layer = brightLayer(nil)
    layer.delegate = painter
    #expect(layer.emission(on: .showing(4)) == nil)
    layer.setNeedsDisplay()
    #expect(layer.needsDisplay())
    #expect(try layer.light(headroom: 4).reds == [3])
    _ = layer.emission(on: .showing(4))
    #expect(painter.count == 1)
  }
}
