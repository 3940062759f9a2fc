internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
public import HeadroomImage
internal import HeadroomPixels

/// Goes from one image to another in bars that slide in one after the other.
struct BarsSwipeTransition: FilterDefinition {
  static let name = "CIBarsSwipeTransition"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.5")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .transition, .video]
  static let imageKeys = [kCIInputImageKey, kCIInputTargetImageKey]

  @Input("inputAngle", type: .angle, slider: 0...2 * Double.pi, identity: 0) var angle: Float = 3.1415926536
  @Input("inputWidth", type: .distance, minimum: 2, slider: 2...300) var width: Float = 30
  @Input("inputBarOffset", minimum: 1, slider: 1...100) var barOffset: Float = 10
  @Input("inputTime", type: .time, minimum: 0, maximum: 1, slider: 0...1, identity: 0) var time: Float = 0

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main, let target = inputs[kCIInputTargetImageKey] else { return nil }
    if time == 0 || time == 1 { return time == 0 ? image : target }
    let extent = image.node.extent.joined(with: target.node.extent)
    if extent.isUnbounded || extent.isNull || extent.isEmpty { return nil }
    let bars = Bars(
      along: TransitionSweep(extent, angle: angle), across: TransitionSweep(extent, angle: angle + .pi / 2),
      width: width,
      offset: barOffset, time: time)
    return image.appending(point: bars, with: [target], extent: extent)
  }

  struct Bars: PointImplementation {
    let along, across: TransitionSweep
    let width, offset, time: Float

    var alphaRule: AlphaRule { .premultiplied }
    var usesPosition: Bool { true }
    var fingerprint: Fingerprint {
      Fingerprint("bars", along.fingerprint + across.fingerprint + [width, offset, time].map(Double.init))
    }

    func peak(of inputs: [Float?]) -> Float? {
      guard inputs.count == 2, let from = inputs[0], let to = inputs[1] else { return nil }
      return max(from, to)
    }
    func isOpaque(_ inputs: [Bool]) -> Bool { inputs.allSatisfy { $0 } }
    private var kernel: Kernel {
      Kernel(
        along: along, across: across, perWidth: 1 / width, low: along.low,
        way: time * (along.high - along.low + offset),
        offset: offset)
    }
    func makeStage(in space: WorkingSpace) -> RowStage { RowStage(positioned: kernel) }
    func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
      kernel.apply(pixels[0], pixels[1], x: x, y: y)
    }

    struct Kernel: PositionedBlend {
      let along, across: TransitionSweep
      let perWidth, low, way, offset: Float

      @inline(__always) func apply(_ image: Pixel, _ target: Pixel, x: Float, y: Float) -> Pixel {
        let bar = ((across.place(x, y) - across.low) * perWidth).rounded(.down)
        let late = PixelHash.value(bar)
        return along.place(x, y) - low < way - offset * late ? target : image
      }
    }
  }
}

/// Goes from one image to another in bars that slide in one after the other; see `CIFilter.barsSwipeTransition()`.
public protocol CIBarsSwipeTransition: CIFilterProtocol {
  /// The image at time 0.
  var inputImage: CIImage? { get set }
  /// The image at time 1.
  var targetImage: CIImage? { get set }
  /// The direction in radians, counter-clockwise from the right.
  var angle: Float { get set }
  /// The width of a bar in pixels, 2 or more.
  var width: Float { get set }
  /// How far the bars are apart, in pixels, 1 or more.
  var barOffset: Float { get set }
  /// The progress of the transition, 0...1.
  var time: Float { get set }
}

extension BuiltInFilter: CIBarsSwipeTransition where Definition == BarsSwipeTransition {
  var targetImage: CIImage? {
    get { value(forKey: "inputTargetImage") as? CIImage }
    set { setValue(newValue, forKey: "inputTargetImage") }
  }
  var angle: Float {
    get { definition.angle }
    set { definition.angle = newValue }
  }
  var width: Float {
    get { definition.width }
    set { definition.width = newValue }
  }
  var barOffset: Float {
    get { definition.barOffset }
    set { definition.barOffset = newValue }
  }
  var time: Float {
    get { definition.time }
    set { definition.time = newValue }
  }
}

extension CIFilter {
  /// Goes from one image to another in bars that slide in one after the other.
  ///
  /// ## Formula
  /// Bars of `inputWidth` lie side by side in the direction `inputAngle`. In each bar the target slides in along it
  /// from its beginning, over the whole extent plus `inputBarOffset` in the time from 0 to 1. Each bar lags behind by
  /// `inputBarOffset` times a random number from 0 to 1, the upper bits of pcg4d of the bar's number. Core Image does
  /// not publish its formula. At 0 the result is the image itself, at 1 the target.
  ///
  /// ## Extended range
  /// Not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// The union. No result where that is infinite.
  ///
  /// ## Keys
  /// - `inputAngle`: default pi, neutral value 0, in radians.
  /// - `inputWidth`: default 30, 2 or more, in pixels.
  /// - `inputBarOffset`: default 10, 1 or more.
  /// - `inputTime`: default and neutral value 0, 0...1.
  public class func barsSwipeTransition() -> any CIFilter & CIBarsSwipeTransition {
    BuiltInFilter<BarsSwipeTransition>()
  }
}
