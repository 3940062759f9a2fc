internal import Foundation
internal import HeadroomEngine
internal import HeadroomPixels

/// A disparity and its weight, as red and green, to be averaged.
///
/// Images: the disparity, and a matte where there is one.
struct FocusShare: PointImplementation {
  let isWeighted: Bool

  var alphaRule: AlphaRule { .premultiplied }
  var fingerprint: Fingerprint { Fingerprint("focus share", [isWeighted ? 1 : 0]) }
  func isOpaque(_ inputs: [Bool]) -> Bool { true }

  func makeStage(in space: WorkingSpace) -> RowStage {
    isWeighted ? RowStage(blend: Weighted()) : RowStage(kernel: Plain())
  }

  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    isWeighted ? Weighted().apply(pixels[0], pixels[1]) : Plain().apply(pixels[0])
  }

  private struct Weighted: BlendKernel {
    @inline(__always) func apply(_ disparity: Pixel, _ matte: Pixel) -> Pixel {
      let share = clamped(matte.r, 0, 1)
      return Pixel(r: disparity.r == disparity.r ? disparity.r * share : 0, g: share, b: 0, a: 1)
    }
  }

  private struct Plain: PointKernel {
    @inline(__always) func apply(_ disparity: Pixel) -> Pixel {
      Pixel(r: disparity.r == disparity.r ? disparity.r : 0, g: 1, b: 0, a: 1)
    }
  }
}

/// How far a pixel is out of focus: the radius of its disc, in red; negative behind the focus.
///
/// Images: the disparity, masks of the parts that stay sharp, the mean of ``FocusShare``.
struct Defocus: ParameterPointImplementation {
  let perDisparity, widest: Float
  let maskCount: Int

  var alphaRule: AlphaRule { .premultiplied }
  var parameterCount: Int { 1 }
  var fingerprint: Fingerprint {
    Fingerprint("defocus", [Double(perDisparity), Double(widest), Double(maskCount)])
  }
  func peak(of inputs: [Float?]) -> Float? { widest }
  func isOpaque(_ inputs: [Bool]) -> Bool { true }

  private static func focus(_ parameters: [ParameterPixels]) -> Float {
    guard let mean = parameters.first?.pixels.first, mean.g > 0 else { return 0 }
    let disparity = mean.r / mean.g
    return disparity.isFinite ? disparity : 0
  }

  @inline(__always) private func radius(_ disparity: Float, _ focus: Float) -> Float {
    let value = disparity == disparity ? disparity : 0
    return clamped((value - focus) * perDisparity, -widest, widest)
  }

  /// The radius that remains where a mask keeps a share sharp.
  @inline(__always) private static func softened(_ radius: Float, _ mask: Float) -> Float {
    radius * (1 - clamped(mask, 0, 1))
  }

  func makeStage(in space: WorkingSpace, parameters: [ParameterPixels]) -> RowStage {
    let focus = Self.focus(parameters)
    return unsafe RowStage { rows, others, count, _, _ in
      let (red, green, blue, alpha) = unsafe (rows.r, rows.g, rows.b, rows.a)
      for i in 0..<count {
        unsafe red[i] = radius(red[i], focus)
        unsafe green[i] = 0
        unsafe blue[i] = 0
        unsafe alpha[i] = 1
      }
      for index in 0..<maskCount {
        let mask = unsafe others[index].r
        for i in 0..<count { unsafe red[i] = Self.softened(red[i], mask[i]) }
      }
    }
  }

  func evaluate(_ pixels: [Pixel], parameters: [ParameterPixels], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    let open = radius(pixels[0].r, Self.focus(parameters))
    return Pixel(r: pixels.dropFirst().reduce(open) { Self.softened($0, $1.r) }, g: 0, b: 0, a: 1)
  }
}

/// The part of an image that is out of focus by about a radius: all of a pixel at that radius, less towards the radii
/// of the neighbouring layers.
///
/// Images: the image, ``Defocus``.
struct DefocusLevel: PointImplementation {
  /// The radius of the layer's disc.
  let radius: Float
  /// Which side of the focus the layer lies on: -1 behind, 1 in front, 0 in it.
  let side: Float
  /// The share as two lines over the defocus, clamped to 0 and 1.
  private let rise, riseFrom, fall, fallFrom: Float

  var alphaRule: AlphaRule { .premultiplied }
  var fingerprint: Fingerprint {
    Fingerprint("layer of defocus", [radius, side, rise, riseFrom, fall, fallFrom].map(Double.init))
  }
  func peak(of inputs: [Float?]) -> Float? { inputs.first ?? nil }
  func isOpaque(_ inputs: [Bool]) -> Bool { false }

  /// - Parameters:
  ///   - below: the next smaller radius; nil for the layer in focus.
  ///   - above: the next larger one; nil for the last.
  init(radius: Float, side: Float, below: Float?, above: Float?) {
    (self.radius, self.side) = (radius, side)
    rise = below.map { 1 / (radius - $0) } ?? 0
    riseFrom = below.map { -$0 * (1 / (radius - $0)) } ?? 1
    fall = above.map { -1 / ($0 - radius) } ?? 0
    fallFrom = above.map { $0 / ($0 - radius) } ?? 1
  }

  func makeStage(in space: WorkingSpace) -> RowStage { RowStage(blend: Share(level: self)) }

  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    Share(level: self).apply(pixels[0], pixels[1])
  }

  private struct Share: BlendKernel {
    let side, rise, riseFrom, fall, fallFrom: Float

    init(level: DefocusLevel) {
      (side, rise, riseFrom) = (level.side, level.rise, level.riseFrom)
      (fall, fallFrom) = (level.fall, level.fallFrom)
    }

    @inline(__always) func apply(_ p: Pixel, _ defocus: Pixel) -> Pixel {
      let amount = side == 0 ? abs(defocus.r) : defocus.r * side
      let share = clamped(smaller(riseFrom + rise * amount, fallFrom + fall * amount), 0, 1)
      return Pixel(r: part(p.r, share), g: part(p.g, share), b: part(p.b, share), a: part(p.a, share))
    }

    /// A share of 0 gives 0, even of negative or infinite values: blurs skip empty parts.
    @inline(__always) private func part(_ value: Float, _ share: Float) -> Float { share > 0 ? value * share : 0 }
  }
}

/// The radii of the layers that an image is split into.
enum DefocusLevels {
  /// Discs of a smaller radius count as single pixels.
  static let least: Float = 0.5

  /// All layers, from the farthest behind the focus to the nearest in front of it. Behind the focus, where most of a
  /// picture lies, radii grow by half; in front of it they grow by the factor two and a half.
  static func all(_ widest: Float) -> [DefocusLevel] {
    let (behind, front) = (radii(widest, factor: 1.5), radii(widest, factor: 2.5))
    let focused = DefocusLevel(radius: 0, side: 0, below: nil, above: behind[0])
    return layers(behind, side: -1).reversed() + [focused] + layers(front, side: 1)
  }

  /// From the smallest.
  private static func radii(_ widest: Float, factor: Float) -> [Float] {
    var radii = [widest]
    while let last = radii.last, last > factor { radii.append(last / factor) }
    // The layer in focus ends where the first layer begins, on both sides alike.
    return [min(widest, 1)] + radii.reversed().filter { $0 > 1.2 }
  }

  private static func layers(_ radii: [Float], side: Float) -> [DefocusLevel] {
    radii.indices.map { index in
      DefocusLevel(
        radius: radii[index], side: side, below: index > 0 ? radii[index - 1] : 0,
        above: index + 1 < radii.count ? radii[index + 1] : nil)
    }
  }
}
