internal import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Makes the image smaller and keeps its largest values.
struct MaximumScaleTransform: FilterDefinition {
  static let name = "CIMaximumScaleTransform"
  static let introduced = FilterAvailability(iOS: "18.0", macOS: "15.0")
  static let categories: [FilterCategory] = [.geometryAdjustment, .highDynamicRange, .stillImage, .video]

  @Input("inputScale", minimum: 0, slider: 0.05...1.5, example: 0.5) var scale: Float = 1
  @Input("inputAspectRatio", minimum: 0, slider: 0.5...2) var aspectRatio: Float = 1

  var isNeutral: Bool { scale == 1 && aspectRatio == 1 }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    let picture = PixelRect(enclosing: image.extent)
    if image.extent.isUnbounded || picture.isEmpty { return image }
    let (across, up) = (Double(scale) * Double(aspectRatio), Double(scale))
    let scaled = image.extent.applying(across, up)
    guard !scaled.isEmpty else { return .empty() }
    let largest = FootprintMaximum(
      across: Footprints(factor: across, picture.minX..<picture.maxX),
      up: Footprints(factor: up, picture.minY..<picture.maxY))
    return image.appending(area: largest, extent: scaled.cgRect, keepsTags: true)
  }

  /// The input pixels that output pixels touch, along one axis.
  struct Footprints: Sendable {
    let factor: Double
    let picture: Range<Int>

    init(factor: Double, _ picture: Range<Int>) {
      self.factor = factor
      self.picture = picture
    }

    var fingerprint: [Double] { [factor, Double(picture.lowerBound), Double(picture.upperBound)] }

    /// The input pixels of an output pixel: at least one, inside the picture. When enlarging, the one under the pixel's
    /// centre.
    func pixels(of x: Int) -> Range<Int> {
      func whole(_ value: Double) -> Int { Int(min(max(value, -1e12), 1e12)) }
      func clamped(_ x: Int) -> Int { min(max(x, picture.lowerBound), picture.upperBound - 1) }
      if factor >= 1 {
        let centre = clamped(whole(((Double(x) + 0.5) / factor).rounded(.down)))
        return centre..<centre + 1
      }
      // A difference from a whole pixel by rounding alone does not touch the next pixel.
      let first = clamped(whole((Double(x) / factor + 1e-6).rounded(.down)))
      let end = clamped(whole((Double(x + 1) / factor - 1e-6).rounded(.up)) - 1) + 1
      return first..<max(end, first + 1)
    }
  }

  struct FootprintMaximum: NeighbourhoodImplementation {
    let across, up: Footprints

    var fingerprint: Fingerprint { Fingerprint("maximum of footprints", across.fingerprint + up.fingerprint) }
    var toleratesPartialInput: Bool { true }

    func region(for output: PixelRect) -> PixelRect {
      if output.isEmpty { return .empty }
      let (left, right) = (across.pixels(of: output.minX), across.pixels(of: output.maxX - 1))
      let (bottom, top) = (up.pixels(of: output.minY), up.pixels(of: output.maxY - 1))
      return PixelRect(
        minX: left.lowerBound, minY: bottom.lowerBound, maxX: right.upperBound, maxY: top.upperBound)
    }

    func render(_ input: Tile, into output: Tile, scratch: ScratchArena) {
      let mark = scratch.mark
      let clean = unsafe TileInspection.withoutNaN(input, scratch: scratch)
      let rect = unsafe output.rect
      let columns = (rect.minX..<rect.maxX).map { across.pixels(of: $0) }
      let width = unsafe clean.rect.width
      let line = unsafe scratch.floats(width)
      for y in rect.minY..<rect.maxY {
        let rows = up.pixels(of: y)
        for plane in 0..<4 {
          unsafe line.update(from: clean.row(plane, y: rows.lowerBound), count: width)
          for row in rows.dropFirst() {
            let next = unsafe clean.row(plane, y: row)
            for i in 0..<width { unsafe line[i] = larger(next[i], line[i]) }
          }
          let target = unsafe output.row(plane, y: y)
          for (i, column) in columns.enumerated() {
            var largest = -Float.infinity
            for x in column { unsafe largest = larger(line[x - clean.rect.minX], largest) }
            unsafe target[i] = largest
          }
        }
      }
      scratch.reset(to: mark)
    }

    func evaluate(x: Int, y: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
      let values = up.pixels(of: y).flatMap { row in across.pixels(of: x).map { input($0, row).withoutNaN } }
      func largest(_ channel: Int) -> Double { values.map { $0[channel] }.max() ?? 0 }
      return Pixel(SIMD4(largest(0), largest(1), largest(2), largest(3)))
    }
  }
}

/// Makes the image smaller and keeps its largest values; see `CIFilter.maximumScaleTransform()`.
public protocol CIMaximumScaleTransform: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The factor, 0 or more; 1 leaves the image as it is.
  var scale: Float { get set }
  /// The horizontal factor over the vertical one, 0 or more.
  var aspectRatio: Float { get set }
}

extension BuiltInFilter: CIMaximumScaleTransform where Definition == MaximumScaleTransform {
  var scale: Float {
    get { definition.scale }
    set { definition.scale = newValue }
  }
  var aspectRatio: Float {
    get { definition.aspectRatio }
    set { definition.aspectRatio = newValue }
  }
}

extension CIFilter {
  /// Makes the image smaller and keeps its largest values.
  ///
  /// ## Formula
  /// Each premultiplied channel of an output pixel is the largest value of the input pixels that it touches. Along an
  /// axis that is not made smaller, the pixel under its centre counts. The horizontal factor is `inputScale *
  /// inputAspectRatio`.
  ///
  /// ## Extended range
  /// Not clamped: highlights survive as they are.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// The scaled extent, rounded outwards. Infinite images stay as they are. Colour space and content headroom are
  /// kept.
  ///
  /// ## Keys
  /// - `inputScale`: default 1, 0 or more.
  /// - `inputAspectRatio`: default 1, 0 or more.
  public class func maximumScaleTransform() -> any CIFilter & CIMaximumScaleTransform {
    BuiltInFilter<MaximumScaleTransform>()
  }
}
