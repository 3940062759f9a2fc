public import Foundation
internal import HeadroomGraphics
internal import HeadroomPixels

/// Goes from one image to another behind a wave that spreads from a point.
struct RippleTransition: FilterDefinition {
  static let name = "CIRippleTransition"
  static let displayName = "Ripple"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .transition, .video]
  static let imageKeys = [kCIInputImageKey, kCIInputTargetImageKey, kCIInputShadingImageKey]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputExtent") var extent = CGRect(x: 0, y: 0, width: 300, height: 300)
  @Input("inputTime", type: .time, minimum: 0, maximum: 1, slider: 0...1, identity: 0) var time: Float = 0
  @Input("inputWidth", type: .distance, minimum: 1, slider: 10...300) var width: Float = 100
  @Input("inputScale", minimum: -50, slider: -50...50, identity: 0) var scale: Float = 50

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main, let target = inputs[kCIInputTargetImageKey],
      let sphere = inputs[kCIInputShadingImageKey], let shading = SphereShading(sphere.node.extent)
    else { return nil }
    guard extent.hasCountablePixels else { return nil }
    if time == 0 || time == 1 { return (time == 0 ? image : target).cropped(to: extent) }
    return image.appending(area: wave(shading), with: [target, sphere], extent: extent)
  }

  private func wave(_ shading: SphereShading) -> Wave {
    let (x, y) = (Double(center.x), Double(center.y))
    let farX = max(abs(Double(extent.minX) - x), abs(Double(extent.maxX) - x))
    let farY = max(abs(Double(extent.minY) - y), abs(Double(extent.maxY) - y))
    let way = (farX * farX + farY * farY).squareRoot() + 2 * Double(width)
    return Wave(
      x: Float(x), y: Float(y), front: Float(Double(time) * way - Double(width)), width: width, scale: scale,
      shading: shading)
  }

  /// One crest and one trough, `width` wide on each side of the front.
  struct Wave: SamplerImplementation {
    let x, y, front, width, scale: Float
    let shading: SphereShading

    var fingerprint: Fingerprint {
      Fingerprint("ripple", [x, y, front, width, scale].map(Double.init) + shading.fingerprint)
    }

    func peak(of inputs: [Float?]) -> Float? { nil }

    func region(for output: PixelRect, ofInput index: Int) -> PixelRect {
      let reach = Int(min(abs(scale), 1e9).rounded(.up)) + 2
      return index == 2 ? shading.extent : output.expanded(dx: reach, dy: reach)
    }

    var kernel: Ripple {
      Ripple(
        x: x, y: y, front: front, perWidth: 1 / width, scale: scale, tilt: min(max(scale / 50, -1), 1), sphere: shading)
    }

    struct Ripple: SamplerKernel {
      static let imageCount = 3
      let x, y, front, perWidth, scale, tilt: Float
      let sphere: SphereShading

      @inline(__always) func apply(_ samplers: borrowing KernelSamplers, x px: Float, y py: Float) -> Pixel {
        let (dx, dy) = (px - x, py - y)
        let distance = (dx * dx + dy * dy).squareRoot()
        let phase = held((distance - front) * perWidth, -1, 1)
        // Most pixels are before or behind the wave.
        if phase == 1 { return samplers[0].sample(x: px, y: py) }
        if phase == -1 { return samplers[1].sample(x: px, y: py) }
        let height = sinFast(.pi * phase)
        let perDistance = 1 / larger(distance, 1e-6)
        let (awayX, awayY) = (dx * perDistance, dy * perDistance)
        let (sourceX, sourceY) = (px + scale * height * awayX, py + scale * height * awayY)
        let before = samplers[0].sample(x: sourceX, y: sourceY)
        let behind = samplers[1].sample(x: sourceX, y: sourceY)
        let place = sphere.position(tilt * height * awayX, tilt * height * awayY)
        let light = samplers[2].sample(x: place.x, y: place.y)
        let (share, cover) = (0.5 - 0.5 * phase, 1 - abs(phase))
        let rest = 1 - light.a * cover
        @inline(__always) func mix(_ before: Float, _ behind: Float, _ light: Float) -> Float {
          light * cover + (before + (behind - before) * share) * rest
        }
        return Pixel(
          r: mix(before.r, behind.r, light.r), g: mix(before.g, behind.g, light.g), b: mix(before.b, behind.b, light.b),
          a: mix(before.a, behind.a, light.a))
      }
    }

    func evaluate(x px: Float, y py: Float, _ images: [PositionReader]) -> Pixel {
      let away = SIMD2(Double(px) - Double(x), Double(py) - Double(y))
      let distance = (away * away).sum().squareRoot()
      let phase = min(max((distance - Double(front)) / Double(width), -1), 1)
      let height = Foundation.sin(.pi * phase)
      let direction = distance > 0 ? away / distance : .zero
      let source = SIMD2(Double(px), Double(py)) + direction * height * Double(scale)
      let tilt = direction * height * min(max(Double(scale) / 50, -1), 1)
      let bounds = shading.extent
      func place(_ part: Double, _ low: Int, _ high: Int) -> Float {
        let position = (Double(low) + Double(high)) / 2 + part * Double(high - low) / 2
        return Float(min(max(position, Double(low) + 0.5), Double(high) - 0.5))
      }
      func values(_ p: Pixel) -> SIMD4<Double> { SIMD4(Double(p.r), Double(p.g), Double(p.b), Double(p.a)) }
      let position = (Float(source.x), Float(source.y))
      let share = 0.5 - 0.5 * phase
      let mixed =
        values(images[0](position.0, position.1)) * (1 - share) + values(images[1](position.0, position.1)) * share
      let sphere = images[2](place(tilt.x, bounds.minX, bounds.maxX), place(tilt.y, bounds.minY, bounds.maxY))
      let light = values(sphere) * (1 - abs(phase))
      let result = light + mixed * (1 - light.w)
      return Pixel(r: Float(result.x), g: Float(result.y), b: Float(result.z), a: Float(result.w))
    }
  }
}

/// Goes from one image to another behind a wave; see ``CIFilter/rippleTransition()``.
public protocol CIRippleTransition: CIFilterProtocol {
  /// What is shown at time 0.
  var inputImage: CIImage? { get set }
  /// What is shown at time 1.
  var targetImage: CIImage? { get set }
  /// The picture of a sphere that fills its extent: what the wave's slopes reflect, where it is not transparent.
  var shadingImage: CIImage? { get set }
  /// Where the wave begins.
  var center: CGPoint { get set }
  /// The rectangle of the transition.
  var extent: CGRect { get set }
  /// How far the transition has got, 0...1.
  var time: Float { get set }
  /// How wide the wave is on each side of its front, in pixels, 1 or more.
  var width: Float { get set }
  /// How far the wave moves pixels, in pixels, -50 or more; below 0 the trough comes first.
  var scale: Float { get set }
}

extension BuiltInFilter: CIRippleTransition where Definition == RippleTransition {
  var targetImage: CIImage? {
    get { value(forKey: kCIInputTargetImageKey) as? CIImage }
    set { setValue(newValue, forKey: kCIInputTargetImageKey) }
  }
  var shadingImage: CIImage? {
    get { value(forKey: kCIInputShadingImageKey) as? CIImage }
    set { setValue(newValue, forKey: kCIInputShadingImageKey) }
  }
  var center: CGPoint {
    get { definition.center }
    set { definition.center = newValue }
  }
  var extent: CGRect {
    get { definition.extent }
    set { definition.extent = newValue }
  }
  var time: Float {
    get { definition.time }
    set { definition.time = newValue }
  }
  var width: Float {
    get { definition.width }
    set { definition.width = newValue }
  }
  var scale: Float {
    get { definition.scale }
    set { definition.scale = newValue }
  }
}

extension CIFilter {
  /// Goes from one image to another behind a wave that spreads from a point.
  ///
  /// ## Formula
  /// The front goes from `-inputWidth` to `inputWidth` beyond the corner of `inputExtent` that is furthest from the centre. At
  /// distance r of the centre t is `(r - front) / inputWidth`, held to -1...1. A pixel comes from `inputScale * sin(pi t)`
  /// pixels further out, mixed of target and image as t goes from -1 to 1. Over it lies the shading image where a sphere
  /// leans as the wave does, `sin(pi t) * inputScale / 50` of its radius from the middle, with `1 - |t|` of its cover. Bilinear.
  /// Core Image does not publish its own.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// `inputExtent`. Without a result where that is infinite, or the shading image empty or infinite.
  ///
  /// ## Keys
  /// - `inputCenter`: default [150 150], in pixels.
  /// - `inputExtent`: default [0 0 300 300], in pixels.
  /// - `inputTime`: default 0, 0...1.
  /// - `inputWidth`: default 100, 1 or more, in pixels.
  /// - `inputScale`: default 50, -50 or more, neutral value 0, in pixels.
  public class func rippleTransition() -> any CIFilter & CIRippleTransition { BuiltInFilter<RippleTransition>() }
}
