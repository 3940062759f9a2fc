import Foundation
import HeadroomColor
import HeadroomDisplay
import HeadroomGraphics
import HeadroomPixels
import Testing

/// A picture of floats, colour by colour from the top left, opaque unless alpha says otherwise.
func floatImage(
  width: Int, height: Int = 1, _ encoding: ColorEncoding = .extendedLinearSRGB, headroom: Float = 0,
  _ color: (_ x: Int, _ y: Int) -> SIMD4<Float>
) throws -> CGImage {
  let bitmap = try PixelBitmap(width: width, height: height, format: .rgbaFloat, alpha: .straight)
  for y in 0..<height {
    let row = unsafe bitmap.rowAddress(y).assumingMemoryBound(to: Float.self)
    for x in 0..<width {
      let value = color(x, y)
      for index in 0..<4 { unsafe row[4 * x + index] = value[index] }
    }
  }
  return CGImage(bitmap: bitmap, colorSpace: CGColorSpace(encoding: encoding), contentHeadroom: headroom)
}

extension SIMD4<Float> {
  /// The largest of the first three.
  var largestColor: Float { Swift.max(x, Swift.max(y, z)) }
}

func gray(_ value: Float) -> SIMD4<Float> { SIMD4(value, value, value, 1) }

/// The numbers of an emitted picture, which has to be RGBA floats.
struct EmittedLight {
  let width: Int
  let height: Int
  let values: [SIMD4<Float>]

  init(_ image: CGImage?) throws {
    let image = try #require(image)
    #expect(image.colorSpace?.encoding == .extendedLinearSRGB)
    #expect(image.bitsPerComponent == 32 && image.bitsPerPixel == 128)
    (width, height) = (image.width, image.height)
    let bitmap = image.bitmap
    values = (0..<image.height).flatMap { y in
      let row = unsafe bitmap.rowAddress(y).assumingMemoryBound(to: Float.self)
      return (0..<bitmap.width).map { x in
        unsafe SIMD4(row[4 * x], row[4 * x + 1], row[4 * x + 2], row[4 * x + 3])
      }
    }
  }

  subscript(x: Int, y: Int) -> SIMD4<Float> { values[y * width + x] }
  var reds: [Float] { values.map(\.x) }
  /// The largest colour component.
  var peak: Float { values.map(\.largestColor).max() ?? 0 }
}

extension CALayer {
  func light(headroom: Double) throws -> EmittedLight { try light(on: .showing(headroom)) }
  func light(on state: DisplayState) throws -> EmittedLight { try EmittedLight(emission(on: state)) }
}

extension DisplayState {
  static func showing(_ headroom: Double) -> DisplayState {
    DisplayState(potentialHeadroom: 16, currentHeadroom: headroom)
  }
  static let reference = DisplayState(
    potentialHeadroom: 16, currentHeadroom: 10, referenceHeadroom: 10, referenceModeStatus: .enabled,
    whiteLuminance: 100)
}

/// A layer that may use all headroom.
func brightLayer(_ contents: Any?) -> CALayer {
  let layer = CALayer()
  layer.contents = contents
  layer.wantsExtendedDynamicRangeContent = true
  return layer
}

/// A metal layer that shows a picture: the same numbers, as half floats of a space.
func metalLayer(_ image: CGImage, space: CFString = CGColorSpace.extendedLinearSRGB) throws -> CAMetalLayer {
  let layer = CAMetalLayer()
  layer.device = MTLCreateSystemDefaultDevice()
  layer.pixelFormat = .rgba16Float
  layer.colorspace = CGColorSpace(name: space)
  layer.wantsExtendedDynamicRangeContent = true
  layer.drawableSize = CGSize(width: image.width, height: image.height)
  try show(image, on: layer)
  return layer
}

/// Presents a picture's numbers on a layer of half floats.
func show(_ image: CGImage, on layer: CAMetalLayer) throws {
  let drawable = try #require(layer.nextDrawable())
  let row = image.width * 8
  var halves = [Float16](repeating: 0, count: image.width * image.height * 4)
  for y in 0..<image.height {
    let source = unsafe image.bitmap.rowAddress(y).assumingMemoryBound(to: Float.self)
    for index in 0..<4 * image.width { halves[y * 4 * image.width + index] = unsafe Float16(source[index]) }
  }
  unsafe drawable.texture.replace(
    region: MTLRegionMake2D(0, 0, image.width, image.height), mipmapLevel: 0, withBytes: &halves, bytesPerRow: row)
  drawable.present()
}
