internal import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Lights the image with a lamp above it.
struct SpotLight: PlacedFilter {
  static let name = "CISpotLight"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .stylize, .video]

  @Input("inputLightPosition", type: .position3) var lightPosition = CIVector([400, 600, 150])
  @Input("inputLightPointsAt", type: .position3) var lightPointsAt = CIVector([200, 200, 0])
  @Input("inputBrightness", type: .distance, minimum: 0, slider: 0...10, identity: 1) var brightness: Float = 3
  @Input("inputConcentration", minimum: 0.001, slider: 0.001...1.5, identity: 20) var concentration: Float = 0.1
  @Input("inputColor", type: .opaqueColor) var color = CIColor.white

  var isNeutral: Bool { false }
  var alphaRule: AlphaRule { .premultiplied }
  func peak(of inputs: [Float?]) -> Float? { nil }

  func kernel(in space: WorkingSpace) -> Lamp {
    func point(_ vector: CIVector) -> SIMD3<Double> {
      SIMD3(Double(vector.value(at: 0)), Double(vector.value(at: 1)), Double(vector.value(at: 2)))
    }
    let lamp = point(lightPosition)
    let axis = point(lightPointsAt) - lamp
    let length = max((axis * axis).sum().squareRoot(), 1e-9)
    let light = color.light(in: space) * Double(brightness)
    let focus = 1 / max(concentration * concentration, 1e-6)
    return Lamp(
      x: Float(lamp.x), y: Float(lamp.y), z: Float(lamp.z), axisX: Float(axis.x / length),
      axisY: Float(axis.y / length),
      axisZ: Float(axis.z / length), focus: focus, red: Float(light.x), green: Float(light.y), blue: Float(light.z))
  }

  struct Lamp: PlacedKernel {
    let x, y, z, axisX, axisY, axisZ, focus, red, green, blue: Float

    @inline(__always) func apply(_ p: Pixel, x px: Float, y py: Float) -> Pixel {
      let (dx, dy) = (px - x, py - y)
      let perLength = 1 / larger(root(dx * dx + dy * dy + z * z), 1e-9)
      let along = (dx * axisX + dy * axisY - z * axisZ) * perLength
      let spot = along > 1e-9 ? exp2Fast(larger(focus * log2Fast(smaller(along, 1)), -126)) : 0
      let gain = spot * larger(z * perLength, 0)
      return Pixel(r: p.r * red * gain, g: p.g * green * gain, b: p.b * blue * gain, a: p.a)
    }
  }
}

/// Lights the image with a lamp above it; see `CIFilter.spotLight()`.
public protocol CISpotLight: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// Where the lamp is: x, y and z in pixels, z above the picture.
  var lightPosition: CIVector { get set }
  /// The point that the lamp points at.
  var lightPointsAt: CIVector { get set }
  /// How bright the lamp is, 0 or more.
  var brightness: Float { get set }
  /// How wide the light is, 0.001 or more.
  var concentration: Float { get set }
  /// The colour of the light.
  var color: CIColor { get set }
}

extension BuiltInFilter: CISpotLight where Definition == SpotLight {
  var lightPosition: CIVector {
    get { definition.lightPosition }
    set { definition.lightPosition = newValue }
  }
  var lightPointsAt: CIVector {
    get { definition.lightPointsAt }
    set { definition.lightPointsAt = newValue }
  }
  var brightness: Float {
    get { definition.brightness }
    set { definition.brightness = newValue }
  }
  var concentration: Float {
    get { definition.concentration }
    set { definition.concentration = newValue }
  }
  var color: CIColor {
    get { definition.color }
    set { definition.color = newValue }
  }
}

extension CIFilter {
  /// Lights the image with a lamp above it.
  ///
  /// ## Formula
  /// The lamp is at `inputLightPosition`, above the picture plane at z = 0, and points at `inputLightPointsAt`. With v
  /// the direction from it to the pixel, the light is `inputBrightness` times the colour, times `max(dot(v, axis),
  /// 0)^(1 / max(inputConcentration^2, 1e-6))`, times `max(-v.z, 0)`. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// Light above 1 makes HDR.
  ///
  /// ## Alpha
  /// Kept.
  ///
  /// ## Extent
  /// The image's.
  ///
  /// ## Keys
  /// - `inputLightPosition`: default [400 600 150], in pixels.
  /// - `inputLightPointsAt`: default [200 200 0], in pixels.
  /// - `inputBrightness`: default 3, 0 or more, neutral value 1, in pixels.
  /// - `inputConcentration`: default 0.1, 0.001 or more, neutral value 20.
  /// - `inputColor`: default white.
  public class func spotLight() -> any CIFilter & CISpotLight { BuiltInFilter<SpotLight>() }
}
