internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
public import HeadroomImage
internal import HeadroomPixels

/// Lights a relief with the picture of a sphere.
struct ShadedMaterial: FilterDefinition {
  static let name = "CIShadedMaterial"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .stylize, .video]
  static let imageKeys = [kCIInputImageKey, kCIInputShadingImageKey]

  @Input("inputScale", type: .distance, minimum: 0, slider: 0.5...200) var scale: Float = 10

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main, let sphere = inputs[kCIInputShadingImageKey],
      let shading = SphereShading(sphere.node.extent)
    else { return nil }
    return image.appending(
      area: Relief(scale: scale, shading: shading), with: [sphere], extent: image.node.extent)
  }

  /// The sphere's light at the point with the relief's surface normal, times the relief's alpha.
  struct Relief: SamplerImplementation {
    let scale: Float
    let shading: SphereShading

    var fingerprint: Fingerprint { Fingerprint("relief", [Double(scale)] + shading.fingerprint) }

    func peak(of inputs: [Float?]) -> Float? { (inputs.last ?? nil).map { max($0, 0) } }

    func region(for output: PixelRect, ofInput index: Int) -> PixelRect {
      index == 0 ? output.expanded(dx: 1, dy: 1) : shading.extent
    }

    var kernel: Lit { Lit(scale: scale, sphere: shading) }

    func readsNearest(_ index: Int) -> Bool { index == 0 }

    struct Lit: SamplerKernel {
      static let imageCount = 2
      let scale: Float
      let sphere: SphereShading

      @inline(__always) private func height(_ p: Pixel) -> Float { Luma.of(p.r, p.g, p.b) }

      @inline(__always) func apply(_ samplers: borrowing KernelSamplers, x: Float, y: Float) -> Pixel {
        let half = -0.5 * scale
        let right = half * (height(samplers[0].sample(x: x + 1, y: y)) - height(samplers[0].sample(x: x - 1, y: y)))
        let up = half * (height(samplers[0].sample(x: x, y: y + 1)) - height(samplers[0].sample(x: x, y: y - 1)))
        let length = 1 / (right * right + up * up + 1).squareRoot()
        let place = sphere.position(right * length, up * length)
        let (light, alpha) = (samplers[1].sample(x: place.x, y: place.y), samplers[0].sample(x: x, y: y).a)
        return Pixel(r: light.r * alpha, g: light.g * alpha, b: light.b * alpha, a: light.a * alpha)
      }
    }

    func evaluate(x: Float, y: Float, _ images: [PositionReader]) -> Pixel {
      func height(_ dx: Float, _ dy: Float) -> Double {
        (images[0](x + dx, y + dy).color * SIMD3(0.2125, 0.7154, 0.0721)).sum()
      }
      let slope = SIMD2(height(1, 0) - height(-1, 0), height(0, 1) - height(0, -1)) / 2 * Double(scale)
      let normal = -slope / (1 + (slope * slope).sum()).squareRoot()
      let bounds = shading.extent
      func place(_ part: Double, _ low: Int, _ high: Int) -> Float {
        let position = (Double(low) + Double(high)) / 2 + part * Double(high - low) / 2
        return Float(min(max(position, Double(low) + 0.5), Double(high) - 0.5))
      }
      let light = images[1](
        place(normal.x, bounds.minX, bounds.maxX), place(normal.y, bounds.minY, bounds.maxY))
      let alpha = images[0](x, y).a
      return Pixel(r: light.r * alpha, g: light.g * alpha, b: light.b * alpha, a: light.a * alpha)
    }
  }
}

/// Lights a relief with the picture of a sphere; see `CIFilter.shadedMaterial()`.
public protocol CIShadedMaterial: CIFilterProtocol {
  /// The relief: lighter is higher.
  var inputImage: CIImage? { get set }
  /// The picture of a sphere that fills its extent, in the desired light.
  var shadingImage: CIImage? { get set }
  /// The height in pixels that a lightness of 1 stands for, 0 or more.
  var scale: Float { get set }
}

extension BuiltInFilter: CIShadedMaterial where Definition == ShadedMaterial {
  var shadingImage: CIImage? {
    get { value(forKey: kCIInputShadingImageKey) as? CIImage }
    set { setValue(newValue, forKey: kCIInputShadingImageKey) }
  }
  var scale: Float {
    get { definition.scale }
    set { definition.scale = newValue }
  }
}

extension CIFilter {
  /// Lights a relief with the picture of a sphere.
  ///
  /// ## Formula
  /// The height of a pixel is `inputScale` times its premultiplied `0.2125 r + 0.7154 g + 0.0721 b`. The normal n of the surface
  /// comes from the heights to the left, right, top and bottom; the result is the shading image at
  /// `middle + n.xy * half its size`, bilinear, times the pixel's alpha. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// Neither heights nor the shading image's light are clamped.
  ///
  /// ## Alpha
  /// The product of both images'.
  ///
  /// ## Extent
  /// The image's. No result where the shading image is empty or infinite.
  ///
  /// ## Keys
  /// - `inputScale`: default 10, 0 or more, in pixels.
  public class func shadedMaterial() -> any CIFilter & CIShadedMaterial { BuiltInFilter<ShadedMaterial>() }
}
