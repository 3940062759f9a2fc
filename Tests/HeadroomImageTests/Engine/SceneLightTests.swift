import Foundation
import HeadroomColor
import HeadroomEngine
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import HeadroomRAW
import Testing

/// Sources as OpenEXR files have them.
@Suite struct SceneLightTests {
  @Test("Light without alpha is added to what lies below")
  func glow() throws {
    let glow = TestPictures.image([2, 1, 0.5, 0], width: 1, height: 1)
    let image = glow.composited(over: TestPictures.solid(0.1, 0.2, 0.3, width: 1, height: 1))
    let region = PixelRect(x: 0, y: 0, width: 1, height: 1)
    for pixels in [try tiled(image, region), try reference(image, region)] {
      let wanted = Pixel(r: 2.1, g: 1.2, b: 0.8, a: 1)
      #expect(largestDifference(pixels, [wanted]) < 1e-6)
    }
  }

  @Test("Light without alpha passes tone mapping, and is there when colour is not multiplied by alpha")
  func shownGlow() throws {
    let glow = TestPictures.image([0.25, 0.125, 0.5, 0], width: 1, height: 1)
    let request = ToneMapRequest(source: .known(4), targetHeadroom: 2)
    let mapped = CIImage(
      node: RecipeNode(.color(.toneMap(request)), inputs: [glow.node], extent: glow.extent))
    let region = PixelRect(x: 0, y: 0, width: 1, height: 1)
    for pixels in [try tiled(mapped, region), try reference(mapped, region)] {
      #expect(pixels[0].a == 0)
      #expect(pixels[0].b > 0.1)
    }
    #expect(largestDifference(try tiled(mapped, region), try reference(mapped, region)) < 1e-5)
    for isPremultiplied in [false, true] {
      let destination = PlanDestination(encoding: .extendedLinearSRGB, isPremultiplied: isPremultiplied)
      let numbers = try ReferenceRenderer.numbers(of: glow.node, region: region, destination: destination)
      #expect(largestDifference(numbers.pixels, [Pixel(r: 0.25, g: 0.125, b: 0.5, a: 0)]) < 1e-6)
      let bitmap = try PixelBitmap(
        width: 1, height: 1, format: .rgbaFloat, alpha: isPremultiplied ? .premultiplied : .straight)
      let plan = RenderPlanner.plan(
        glow.node, region: region, workingSpace: .default, destination: destination)
      try TileRenderer().render(plan, into: bitmap)
      let samples = unsafe bitmap.rowAddress(0).assumingMemoryBound(to: Float.self)
      #expect(unsafe abs(samples[2] - 0.5) < 1e-5)
    }
  }

  @Test("XYZ numbers are taken relative to their white by both renderers")
  func tristimulus() throws {
    let axes = ColorPrimaries.xyzAxes
    let primaries = ColorPrimaries(red: axes.red, green: axes.green, blue: axes.blue, white: .d65)
    let encoding = ColorEncoding(model: .xyz, primaries: primaries, transfer: .linear, isExtended: true)
    let bitmap = try PixelBitmap(width: 1, height: 1, format: .rgbFloat)
    let numbers = ColorPrimaries.bt709.toXYZ.apply(SIMD3(0.25, 0.5, 2))
    let samples = unsafe bitmap.rowAddress(0).assumingMemoryBound(to: Float.self)
    for channel in 0..<3 { unsafe samples[channel] = Float(numbers[channel]) }
    let source = BitmapSource(bitmap: bitmap, encoding: encoding, label: "XYZ")
    let extent = CGRect(x: 0, y: 0, width: 1, height: 1)
    let image = CIImage(node: RecipeNode(.source(source), inputs: [], extent: extent))
    let region = PixelRect(x: 0, y: 0, width: 1, height: 1)
    for pixels in [try tiled(image, region), try reference(image, region)] {
      #expect(largestDifference(pixels, [Pixel(r: 0.25, g: 0.5, b: 2, a: 1)]) < 1e-5)
    }
  }
}
