import Foundation
import HeadroomColor
import HeadroomImage
import HeadroomPixels
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

  @Test("XYZ numbers are taken relative to their white by both renderers")
  func tristimulus() throws {
    let axes = ColorPrimaries.xyzAxes
    let primaries = ColorPrimaries(red: axes.red, green: axes.green, blue: axes.blue, white: .d65)
    let encoding = ColorEncoding(model: .xyz, primaries: primaries, transfer: .linear, isExtended: true)
    let bitmap = try PixelBitmap(width: 1, height: 1, format: .rgbFloat)
    let numbers = ColorPrimaries.bt709.toXYZ.apply(SIMD3(0.25, 0.5, 2))
    let samples = unsafe bitmap.rowAddress(0).assumingMemoryBound(to: Float.self)
    for channel in 0..<3 { unsafe samples[channel] = Float(numbers[channel]) }
    let source = BitmapSource(bitmap: bitmap, encoding: encoding, headroom: nil, label: "XYZ")
    let extent = CGRect(x: 0, y: 0, width: 1, height: 1)
    let image = CIImage(node: RecipeNode(.source(source), inputs: [], extent: extent))
    let region = PixelRect(x: 0, y: 0, width: 1, height: 1)
    for pixels in [try tiled(image, region), try reference(image, region)] {
      #expect(largestDifference(pixels, [Pixel(r: 0.25, g: 0.5, b: 2, a: 1)]) < 1e-5)
    }
  }
}
