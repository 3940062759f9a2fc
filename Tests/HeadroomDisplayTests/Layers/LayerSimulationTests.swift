import HeadroomColor
import HeadroomDisplay
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomPixels
import Testing

/// The recipe of what a display shows against layers, which do it with pixels.
struct LayerSimulationTests {
  /// Stops and hues, some outside sRGB, with alpha here and there.
  private func picture(_ encoding: ColorEncoding) throws -> CGImage {
    try floatImage(width: 32, height: 8, encoding, headroom: 12) { x, y in
      let level = 12 * Float(x) / 31
      let tint = SIMD4<Float>(1, y % 3 == 0 ? 0.1 : 0.9, y % 2 == 0 ? 1 : 0.02, 1)
      return SIMD4(level * tint.x, level * tint.y, level * tint.z, y == 7 ? 0.5 : 1)
    }
  }

  private func layer(_ kind: LayerSimulation.Kind, _ image: CGImage, _ range: LayerSimulation.Range) -> CALayer {
    let layer = CALayer()
    layer.contents = image
    layer.preferredDynamicRange = CALayer.DynamicRange(rawValue: range.rawValue)
    layer.toneMapMode = kind == .core ? .automatic : .never
    return layer
  }

  @Test(
    arguments: LayerSimulation.Kind.allCases,
    [ColorEncoding.extendedLinearSRGB, .extendedLinearITUR2020, .extendedLinearDisplayP3])
  func `recipe and layer emit the same light`(_ kind: LayerSimulation.Kind, _ encoding: ColorEncoding) throws {
    let image = try picture(encoding)
    for headroom in [1, 1.7, 4, 20.0] {
      for range in LayerSimulation.Range.allCases {
        let simulation = LayerSimulation(kind: kind, range: range, screenHeadroom: headroom)
        let light = simulation.shown(CIImage(cgImage: image), contentHeadroom: 12, primaries: encoding.primaries)
        let black = CIImage.black.cropped(to: light.extent)
        let bitmap = try CIContext().bitmap(
          light.composited(over: black), region: PixelRect(width: 32, height: 8), format: .rgbaFloat,
          encoding: .extendedLinearSRGB)
        let emitted = try layer(kind, image, range).light(headroom: headroom)
        for y in 0..<8 {
          let row = unsafe bitmap.rowAddress(y).assumingMemoryBound(to: Float.self)
          for x in 0..<32 {
            for channel in 0..<3 {
              let (ours, wanted) = unsafe (row[4 * x + channel], emitted[x, y][channel])
              #expect(abs(ours - wanted) <= 2e-4 * max(abs(wanted), 1), "\(x) \(y) \(channel) at \(headroom), \(range)")
            }
          }
        }
      }
    }
  }

  @Test func `what is said of content counts, unless nothing is known`() {
    #expect(LayerSimulation.contentHeadroom(stated: 3) { 9 } == 3)
    #expect(LayerSimulation.contentHeadroom(stated: 0) { 9 } == 9)
    #expect(LayerSimulation.contentHeadroom(stated: 0) { 0.5 } == 1)
    let assumed = Double(kCGDefaultHDRImageContentHeadroom)
    #expect(LayerSimulation.contentHeadroom(stated: assumed) { 9 } == assumed)
    #expect(LayerSimulation.contentHeadroom(stated: assumed) { 2 } == assumed)
  }
}
