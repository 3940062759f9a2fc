public import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
public import HeadroomImage
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
    // A wave without a shading image reflects nothing.
    let sphere = inputs[kCIInputShadingImageKey] ?? CIImage.clear.cropped(to: CGRect(x: 0, y: 0, width: 1, height: 1))
    guard let image = inputs.main, let target = inputs[kCIInputTargetImageKey],
      let shading = SphereShading(sphere.node.extent)
    else { return nil }
    guard extent.hasCountablePixels else { return nil }
    if time == 0 || time == 1 { return (time == 0 ? image : target).cropped(to: extent) }
    // Where image and target are the same picture, it is read once.
    let isAlone = image.node === target.node
    return image.appending(
      area: wave(shading, isAlone: isAlone), with: isAlone ? [sphere] : [target, sphere], extent: extent)
  }

  private func wave(_ shading: SphereShading, isAlone: Bool) -> Wave {
    let (x, y) = (Double(center.x), Double(center.y))
    let farX = max(abs(Double(extent.minX) - x), abs(Double(extent.maxX) - x))
    let farY = max(abs(Double(extent.minY) - y), abs(Double(extent.maxY) - y))
    let way = (farX * farX + farY * farY).squareRoot() + 2 * Double(width)
    return Wave(
      x: Float(x), y: Float(y), front: Float(Double(time) * way - Double(width)), width: width, scale: scale,
      shading: shading, isAlone: isAlone)
  }

  /// One crest and one trough, `width` wide on each side of the front.
  struct Wave: SamplerImplementation {
    let x, y, front, width, scale: Float
    let shading: SphereShading
    /// Whether image and target are the same, so that the sphere is the second of two images.
    let isAlone: Bool

    var fingerprint: Fingerprint {
      Fingerprint(
        "ripple", [x, y, front, width, scale].map(Double.init) + shading.fingerprint + [isAlone ? 1 : 0])
    }

    func peak(of inputs: [Float?]) -> Float? { nil }

    /// The wave moves the pixels under it; before and behind it, pixels of one image are read in place.
    func region(for output: PixelRect, ofInput index: Int) -> PixelRect {
      switch place(of: output) {
      case .before: return index == 0 ? output : .empty
      case .behind: return index == (isAlone ? 0 : 1) ? output : .empty
      case .under:
        let reach = Int(min(abs(scale), 1e9).rounded(.up)) + 2
        return index == sphereIndex ? shading.extent : output.expanded(dx: reach, dy: reach)
      }
    }

    private enum Place { case before, under, behind }

    private var sphereIndex: Int { isAlone ? 1 : 2 }

    /// Where a whole rectangle lies. Near the wave's ends, where rounding matters, it counts as under the wave.
    private func place(of rect: PixelRect) -> Place {
      let (left, right) = (Double(rect.minX) - Double(x), Double(rect.maxX) - Double(x))
      let (bottom, top) = (Double(rect.minY) - Double(y), Double(rect.maxY) - Double(y))
      let (nearX, nearY) = (max(left, -right, 0), max(bottom, -top, 0))
      let (farX, farY) = (max(abs(left), abs(right)), max(abs(bottom), abs(top)))
      let nearest = (nearX * nearX + nearY * nearY).squareRoot()
      let furthest = (farX * farX + farY * farY).squareRoot()
      let slack = 1 + 1e-5 * (furthest + abs(Double(front)) + Double(width))
      if nearest > Double(front) + Double(width) + slack { return .before }
      return furthest < Double(front) - Double(width) - slack ? .behind : .under
    }

    var kernel: Ripple {
      Ripple(
        x: x, y: y, front: front, perWidth: 1 / width, scale: scale, tilt: min(max(scale / 50, -1), 1), sphere: shading,
        isAlone: isAlone)
    }

    struct Ripple: SamplerKernel {
      /// The count with a separate target; a wave through one picture has one image less.
      static let imageCount = 3
      let x, y, front, perWidth, scale, tilt: Float
      let sphere: SphereShading
      let isAlone: Bool

      @inline(__always) func apply(_ samplers: borrowing KernelSamplers, x px: Float, y py: Float) -> Pixel {
        pixel(samplers, px, py, slope(px - x, py - y))
      }

      /// Computes the wave at each pixel of a row first, as vector code, and stores it where the row's pixels will be.
      func makeStage() -> SamplerStage {
        unsafe SamplerStage(rows: { samplers, rows, count, left, row in
          let (r, g, b, a) = unsafe (rows.r, rows.g, rows.b, rows.a)
          let first = Int32(truncatingIfNeeded: left)
          let py = Float(Int32(truncatingIfNeeded: row)) + 0.5
          let dy = py - y
          for i in 0..<count {
            let found = slope(Float(first &+ Int32(truncatingIfNeeded: i)) + 0.5 - x, dy)
            unsafe (r[i], g[i], b[i], a[i]) = (found.awayX, found.awayY, found.phase, found.height)
          }
          for i in 0..<count {
            let found = unsafe Slope(awayX: r[i], awayY: g[i], phase: b[i], height: a[i])
            let out = pixel(samplers, Float(first &+ Int32(truncatingIfNeeded: i)) + 0.5, py, found)
            unsafe (r[i], g[i], b[i], a[i]) = (out.r, out.g, out.b, out.a)
          }
        })
      }

      /// The wave at a pixel: the direction away from its centre, the phase from -1 to 1, and its height there.
      private struct Slope {
        let awayX, awayY, phase, height: Float
      }

      @inline(__always) private func slope(_ dx: Float, _ dy: Float) -> Slope {
        let distance = (dx * dx + dy * dy).squareRoot()
        let phase = clamped((distance - front) * perWidth, -1, 1)
        let perDistance = 1 / larger(distance, 1e-6)
        return Slope(
          awayX: dx * perDistance, awayY: dy * perDistance, phase: phase, height: sinFast(.pi * phase))
      }

      @inline(__always)
      private func pixel(_ samplers: borrowing KernelSamplers, _ px: Float, _ py: Float, _ slope: Slope) -> Pixel {
        // Most pixels are before or behind the wave.
        if slope.phase == 1 { return samplers[0].centre(x: px, y: py) }
        if slope.phase == -1 { return samplers[isAlone ? 0 : 1].centre(x: px, y: py) }
        let (moved, leant) = (scale * slope.height, tilt * slope.height)
        let (sourceX, sourceY) = (px + moved * slope.awayX, py + moved * slope.awayY)
        let before = samplers[0].sample(x: sourceX, y: sourceY)
        let behind = isAlone ? before : samplers[1].sample(x: sourceX, y: sourceY)
        let place = sphere.position(leant * slope.awayX, leant * slope.awayY)
        let light = samplers[isAlone ? 1 : 2].sample(x: place.x, y: place.y)
        let (share, cover) = (0.5 - 0.5 * slope.phase, 1 - abs(slope.phase))
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
        values(images[0](position.0, position.1)) * (1 - share)
        + values(images[isAlone ? 0 : 1](position.0, position.1)) * share
      let sphere = images[sphereIndex](place(tilt.x, bounds.minX, bounds.maxX), place(tilt.y, bounds.minY, bounds.maxY))
      let light = values(sphere) * (1 - abs(phase))
      let result = light + mixed * (1 - light.w)
      return Pixel(r: Float(result.x), g: Float(result.y), b: Float(result.z), a: Float(result.w))
    }
  }
}

extension KernelSampler {
  /// The pixel whose centre lies at a position: the same as ``sample(x:y:)``, with one read instead of four.
  @inline(__always) fileprivate func centre(x: Float, y: Float) -> Pixel {
    guard isDirect else { return slowSample(x, y) }
    let pixel = unsafe base[index(clamped(x - 0.5, minX, maxX), clamped(y - 0.5, minY, maxY))]
    return Pixel(r: pixel.x, g: pixel.y, b: pixel.z, a: pixel.w)
  }
}

/// Goes from one image to another behind a wave; see `CIFilter.rippleTransition()`.
public protocol CIRippleTransition: CIFilterProtocol {
  /// The image at time 0.
  var inputImage: CIImage? { get set }
  /// The image at time 1.
  var targetImage: CIImage? { get set }
  /// The picture of a sphere that fills its extent: the reflections on the wave's slopes, where it is not transparent; nil
  /// reflects nothing.
  var shadingImage: CIImage? { get set }
  /// Where the wave begins.
  var center: CGPoint { get set }
  /// The rectangle of the transition.
  var extent: CGRect { get set }
  /// The progress of the transition, 0...1.
  var time: Float { get set }
  /// How wide the wave is on each side of its front, in pixels, 1 or more.
  var width: Float { get set }
  /// How far the wave moves pixels, in pixels, -50 or more; with negative values the trough comes first.
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
  /// The front goes from `-inputWidth` to `inputWidth` beyond the corner of `inputExtent` that is furthest from the
  /// centre. At distance r from the centre t is `(r - front) / inputWidth`, clamped to -1...1. A pixel comes from
  /// `inputScale * sin(pi t)` pixels further out, with a mix from target to image as t goes from -1 to 1. The shading
  /// image is laid over it, read where the sphere has the wave's inclination: `sin(pi t) * inputScale / 50` of its
  /// radius from the middle, with `1 - |t|` of its coverage. Bilinear. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// `inputExtent`. No result where that is infinite, or the shading image empty or infinite; without one the wave is unlit.
  ///
  /// ## Keys
  /// - `inputCenter`: default [150 150], in pixels.
  /// - `inputExtent`: default [0 0 300 300], in pixels.
  /// - `inputTime`: default 0, 0...1.
  /// - `inputWidth`: default 100, 1 or more, in pixels.
  /// - `inputScale`: default 50, -50 or more, neutral value 0, in pixels.
  public class func rippleTransition() -> any CIFilter & CIRippleTransition { BuiltInFilter<RippleTransition>() }
}
