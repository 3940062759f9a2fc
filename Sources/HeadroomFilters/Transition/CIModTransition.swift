public import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
public import HeadroomImage
internal import HeadroomPixels

/// Goes from one image to another through holes that grow.
struct ModTransition: FilterDefinition {
  static let name = "CIModTransition"
  static let displayName = "Mod"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .transition, .video]
  static let imageKeys = [kCIInputImageKey, kCIInputTargetImageKey]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputTime", type: .time, minimum: 0, maximum: 1, slider: 0...1, identity: 0) var time: Float = 0
  @Input("inputAngle", type: .angle, slider: -2 * Double.pi...2 * Double.pi, identity: 0) var angle: Float = 2
  @Input("inputRadius", type: .distance, minimum: 1, slider: 1...200) var radius: Float = 150
  @Input("inputCompression", type: .distance, minimum: 1, slider: 100...800) var compression: Float = 300

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main, let target = inputs[kCIInputTargetImageKey] else { return nil }
    if time == 0 || time == 1 { return time == 0 ? image : target }
    let holes = Holes(
      x: Float(center.x), y: Float(center.y), cosine: cos(angle), sine: sin(angle), half: 0.75 * radius,
      compression: compression, reach: 0.75 * radius * time * Float(2).squareRoot() * 1.01)
    return image.appending(point: holes, with: [target], extent: image.node.extent.joined(with: target.node.extent))
  }

  struct Holes: PointImplementation {
    let x, y, cosine, sine, half, compression, reach: Float

    var alphaRule: AlphaRule { .premultiplied }
    var usesPosition: Bool { true }
    var fingerprint: Fingerprint {
      Fingerprint("holes", [x, y, cosine, sine, half, compression, reach].map(Double.init))
    }

    func peak(of inputs: [Float?]) -> Float? {
      guard inputs.count == 2, let from = inputs[0], let to = inputs[1] else { return nil }
      return max(from, to)
    }
    func isOpaque(_ inputs: [Bool]) -> Bool { inputs.allSatisfy { $0 } }
    func makeStage(in space: WorkingSpace) -> RowStage {
      RowStage(positioned: Kernel(holes: self, perPitch: 0.5 / half))
    }
    func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
      Kernel(holes: self, perPitch: 0.5 / half).apply(pixels[0], pixels[1], x: x, y: y)
    }

    struct Kernel: PositionedBlend {
      let holes: Holes
      let perPitch: Float

      @inline(__always) func apply(_ image: Pixel, _ target: Pixel, x: Float, y: Float) -> Pixel {
        let (dx, dy) = (x - holes.x, y - holes.y)
        let bend = holes.compression / (holes.compression + root(dx * dx + dy * dy)) * perPitch
        let (u, v) = ((dx * holes.cosine + dy * holes.sine) * bend, (dy * holes.cosine - dx * holes.sine) * bend)
        let (a, b) = (u - (u + 0.5).rounded(.down), v - (v + 0.5).rounded(.down))
        let distance = root(a * a + b * b) * 2 * holes.half
        return image.mixed(with: target, clamped(0.5 + holes.reach - distance, 0, 1))
      }
    }
  }
}

/// Goes from one image to another through holes that grow; see `CIFilter.modTransition()`.
public protocol CIModTransition: CIFilterProtocol {
  /// The image at time 0.
  var inputImage: CIImage? { get set }
  /// The image at time 1.
  var targetImage: CIImage? { get set }
  /// The middle of the pattern.
  var center: CGPoint { get set }
  /// The progress of the transition, 0...1.
  var time: Float { get set }
  /// How far the pattern is turned, in radians.
  var angle: Float { get set }
  /// The size of the holes in pixels, 1 or more.
  var radius: Float { get set }
  /// The distance over which the holes become smaller, in pixels, 1 or more.
  var compression: Float { get set }
}

extension BuiltInFilter: CIModTransition where Definition == ModTransition {
  var targetImage: CIImage? {
    get { value(forKey: "inputTargetImage") as? CIImage }
    set { setValue(newValue, forKey: "inputTargetImage") }
  }
  var center: CGPoint {
    get { definition.center }
    set { definition.center = newValue }
  }
  var time: Float {
    get { definition.time }
    set { definition.time = newValue }
  }
  var angle: Float {
    get { definition.angle }
    set { definition.angle = newValue }
  }
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
  var compression: Float {
    get { definition.compression }
    set { definition.compression = newValue }
  }
}

extension CIFilter {
  /// Goes from one image to another through holes that grow.
  ///
  /// ## Formula
  /// The plane is bent: a pixel at distance r from the centre goes to `r * inputCompression / (inputCompression + r)`,
  /// and is rotated by `-inputAngle`. In the bent plane, holes lie on a square lattice with a pitch of
  /// `1.5 * inputRadius`; they show the target up to the radius `0.75 * inputRadius * inputTime * sqrt(2) * 1.01`, with
  /// an edge of one pixel. Core Image does not publish its formula. At 0 the result is the image itself, at 1 the
  /// target.
  ///
  /// ## Extended range
  /// Not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// The union.
  ///
  /// ## Keys
  /// - `inputCenter`: default [150 150], in pixels.
  /// - `inputTime`: default and neutral value 0, 0...1.
  /// - `inputAngle`: default 2, neutral value 0, in radians.
  /// - `inputRadius`: default 150, 1 or more, in pixels.
  /// - `inputCompression`: default 300, 1 or more, in pixels.
  public class func modTransition() -> any CIFilter & CIModTransition { BuiltInFilter<ModTransition>() }
}
