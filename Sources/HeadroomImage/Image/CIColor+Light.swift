internal import Foundation
internal import HeadroomColor
package import HeadroomEngine
internal import HeadroomGraphics

extension CIColor {
  /// The colour as linear light of the working space, unpremultiplied and unclamped.
  package func light(in space: WorkingSpace) -> SIMD3<Double> { space.color(rgb, in: colorSpace.encoding) }

  /// The colour as the renderer holds pixels: linear light of the working space, premultiplied; alpha clamped to 0...1.
  package func pixel(in space: WorkingSpace) -> Pixel {
    let coverage = min(max(Double(alpha), 0), 1)
    let light = light(in: space) * coverage
    return Pixel(r: Float(light.x), g: Float(light.y), b: Float(light.z), a: Float(coverage))
  }

  /// The largest magnitude of a component of the light in the default working space.
  package var peak: Float {
    let pixel = pixel(in: .default)
    return max(abs(pixel.r), max(abs(pixel.g), abs(pixel.b)))
  }

  /// Whether it covers everything behind it.
  package var isOpaque: Bool { alpha >= 1 }
}
