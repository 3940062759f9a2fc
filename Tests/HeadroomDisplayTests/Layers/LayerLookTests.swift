import Foundation
import HeadroomColor
import HeadroomDisplay
import HeadroomGraphics
import Testing

/// Whether a layer is known to have changed.
struct LayerLookTests {
  private let state = DisplayState(potentialHeadroom: 8, currentHeadroom: 4)

  private func look(_ layer: CALayer) -> LayerLook { LayerLook(of: layer, on: state) }

  private func picture() -> CGImage? {
    let context = unsafe CGContext(
      data: nil, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 0,
      space: CGColorSpace(encoding: .sRGB), bitmapInfo: CGBitmapInfo(alpha: .premultipliedLast))
    return context?.makeImage()
  }

  @Test func `A layer that nobody touches looks the same`() {
    let (layer, inner) = (CALayer(), CALayer())
    layer.addSublayer(inner)
    inner.contents = picture()
    #expect(look(layer) == look(layer))
    // Looking at it makes what is due; afterwards it is the same again.
    layer.setNeedsDisplay()
    _ = layer.emission(on: state)
    let after = look(layer)
    _ = layer.emission(on: state)
    #expect(look(layer) == after)
  }

  @Test func `Each thing that can be seen makes it look otherwise`() {
    let changes: [(String, (CALayer) -> Void)] = [
      ("contents", { $0.contents = picture() }), ("frame", { $0.frame.origin.x += 1 }),
      ("bounds", { $0.bounds.size.width += 1 }), ("opacity", { $0.opacity = 0.5 }), ("hidden", { $0.isHidden = true }),
      ("scale", { $0.contentsScale = 2 }), ("gravity", { $0.contentsGravity = .center }),
      ("opaque", { $0.isOpaque.toggle() }), ("background", { $0.backgroundColor = .white }),
      ("range", { $0.preferredDynamicRange = .constrainedHigh }), ("tones", { $0.toneMapMode = .never }),
      ("extended", { $0.wantsExtendedDynamicRangeContent.toggle() }), ("headroom", { $0.contentsHeadroom = 3 }),
      ("operator", { $0.contentToneMappingInfo = .none }), ("limit", { $0.constrainedHighLimit = 3 }),
      ("display", { $0.setNeedsDisplay() }), ("sublayer", { $0.addSublayer(CALayer()) }),
    ]
    for (name, change) in changes {
      for isInside in [false, true] {
        let (layer, inner) = (CALayer(), CALayer())
        layer.addSublayer(inner)
        let before = look(layer)
        change(isInside ? inner : layer)
        #expect(look(layer) != before, "\(name), inside: \(isInside)")
      }
    }
  }

  @Test func `Another picture of the same kind is another look, and so is another headroom`() {
    let layer = CALayer()
    layer.contents = picture()
    let before = look(layer)
    layer.contents = picture()
    #expect(look(layer) != before)
    let dimmer = DisplayState(potentialHeadroom: 8, currentHeadroom: 2)
    #expect(LayerLook(of: layer, on: dimmer) != look(layer))
  }

  @Test func `A frame is seen when it is presented, not when it is drawn`() throws {
    let layer = CAMetalLayer()
    layer.device = MTLCreateSystemDefaultDevice()
    layer.drawableSize = CGSize(width: 4, height: 4)
    let before = look(layer)
    let drawable = try #require(layer.nextDrawable())
    #expect(look(layer) == before)
    drawable.present()
    #expect(look(layer) != before)
  }
}
