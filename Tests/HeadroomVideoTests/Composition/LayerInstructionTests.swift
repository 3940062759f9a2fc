import Foundation
import HeadroomGraphics
import HeadroomVideo
import Testing

@Suite("Layers over time")
struct LayerInstructionTests {
  private typealias Layer = AVVideoCompositionLayerInstruction

  private func opacities(_ layer: Layer.Configuration, _ times: [CMTime]) -> [Float] {
    times.map { layer.opacities.value(at: $0) }
  }

  @Test func `Before the first value the neutral one holds, behind a ramp its last`() {
    var layer = Layer.Configuration(trackID: 1)
    layer.addOpacityRamp(.init(timeRange: range(2, 4), start: 0.25, end: 0.75))
    layer.setOpacity(0, at: time(6))
    #expect(
      opacities(layer, [time(1), time(2), time(3), time(4), time(5), time(6), time(99)]) == [
        1, 0.25, 0.5, 0.75, 0.75, 0, 0,
      ])
    #expect(layer.transforms.value(at: time(1)) == .identity && layer.crops.value(at: time(1)).isInfinite)
  }

  @Test func `The k-th of 15 frames of a ramp to 0 shows k fifteenths of what is below`() {
    var layer = Layer.Configuration(trackID: 1)
    layer.addOpacityRamp(.init(timeRange: CMTimeRange(start: time(7), duration: time(1, 2)), start: 1, end: 0))
    for k in 0...15 {
      let opacity = Double(layer.opacities.value(at: time(7) + time(Int64(k), 30)))
      #expect(abs(opacity - (1 - Double(k) / 15)) < 1e-7)
    }
  }

  @Test func `The getters give the ramp around a time, otherwise the next`() {
    let layer = AVMutableVideoCompositionLayerInstruction()
    #expect(layer.opacityRamp(at: .zero) == nil)
    layer.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: range(2, 4))
    layer.setOpacityRamp(fromStartOpacity: 0, toEndOpacity: 1, timeRange: range(6, 8))
    #expect(layer.opacityRamp(at: time(0))?.timeRange == range(2, 4))
    #expect(layer.opacityRamp(at: time(3))?.timeRange == range(2, 4))
    #expect(layer.opacityRamp(at: time(4))?.timeRange == range(6, 8))
    #expect(layer.opacityRamp(at: time(8)) == nil)
    layer.setOpacity(0.5, at: time(9))
    let step = layer.opacityRamp(at: time(10))
    #expect(step?.start == 0.5 && step?.end == 0.5)
    #expect(step?.timeRange == CMTimeRange(start: time(9), duration: .positiveInfinity))
    layer.setOpacity(0.25, at: time(12))
    #expect(layer.opacityRamp(at: time(10))?.timeRange == range(9, 12))
  }

  @Test func `The pointers are written only where there is a ramp`() {
    let layer = AVMutableVideoCompositionLayerInstruction()
    layer.setTransformRamp(
      fromStart: .identity, toEnd: CGAffineTransform(scaleX: 3, y: 1), timeRange: range(0, 2))
    var (first, last, part) = (CGAffineTransform(), CGAffineTransform(), CMTimeRange.invalid)
    #expect(unsafe !layer.getTransformRamp(for: time(2), start: &first, end: &last, timeRange: &part))
    #expect(part == .invalid)
    #expect(unsafe layer.getTransformRamp(for: time(1), start: &first, end: &last, timeRange: &part))
    #expect(first.isIdentity && last.a == 3 && part == range(0, 2))
    var opacity: Float = 7
    #expect(unsafe !layer.getOpacityRamp(for: time(1), startOpacity: &opacity, endOpacity: nil, timeRange: nil))
    #expect(opacity == 7)
    layer.setCropRectangleRamp(
      fromStartCropRectangle: CGRect(x: 0, y: 0, width: 10, height: 10),
      toEndCropRectangle: CGRect(x: 10, y: 0, width: 0, height: 20), timeRange: range(0, 2))
    var crop = CGRect.null
    #expect(
      unsafe layer.getCropRectangleRamp(for: .zero, startCropRectangle: nil, endCropRectangle: &crop, timeRange: nil))
    #expect(crop == CGRect(x: 10, y: 0, width: 0, height: 20))
    #expect(layer.configuration.crops.value(at: time(1)) == CGRect(x: 5, y: 0, width: 5, height: 15))
  }

  @Test func `Transforms are interpolated number by number, so a half turn shrinks on its way`() {
    var layer = Layer.Configuration(trackID: 1)
    layer.addTransformRamp(
      .init(timeRange: range(0, 2), start: .identity, end: CGAffineTransform(-1, 0, 0, -1, 100, 50)))
    #expect(layer.transforms.value(at: time(1)) == CGAffineTransform(0, 0, 0, 0, 50, 25))
  }

  @Test func `A later ramp counts from its start on, and of two with one start the last`() {
    var layer = Layer.Configuration(trackID: 1)
    layer.addOpacityRamp(.init(timeRange: range(0, 10), start: 1, end: 0))
    layer.setOpacity(0.9, at: time(5))
    #expect(opacities(layer, [time(4), time(5), time(8)]) == [0.6, 0.9, 0.9])
    let first = layer.opacityRamp(at: time(1))
    #expect(first?.timeRange == range(0, 5) && first?.end == 0.5)
    layer.setOpacity(0.1, at: time(5))
    #expect(opacities(layer, [time(5)]) == [0.1])
  }

  @Test func `Both spellings have one content`() {
    let old = AVMutableVideoCompositionLayerInstruction()
    old.trackID = 4
    old.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: range(1, 2))
    old.setTransform(CGAffineTransform(scaleX: 2, y: 2), at: .zero)
    var new = Layer.Configuration(trackID: 4)
    new.setTransform(CGAffineTransform(scaleX: 2, y: 2), at: .zero)
    new.addOpacityRamp(.init(timeRange: range(1, 2), start: 1, end: 0))
    #expect(old.configuration == new)
    #expect((old.copy() as? Layer)?.configuration == new)
    let frozen = old.copy() as? Layer
    old.setOpacity(1, at: .zero)
    #expect(frozen?.configuration == new)
  }
}
