internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
public import HeadroomImage
internal import HeadroomPixels

/// Repeats the image on a plane seen in perspective.
struct PerspectiveTile: FourCornerDefinition {
  static let name = "CIPerspectiveTile"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .tileEffect, .video]

  @Input("inputTopLeft") var topLeft = CGPoint(x: 118, y: 484)
  @Input("inputTopRight") var topRight = CGPoint(x: 646, y: 507)
  @Input("inputBottomRight") var bottomRight = CGPoint(x: 548, y: 140)
  @Input("inputBottomLeft") var bottomLeft = CGPoint(x: 155, y: 153)

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    if image.extent.isUnbounded { return nil }
    let period = PixelRect(enclosing: image.extent)
    if period.isEmpty { return image }
    guard
      let map = PerspectiveMap(
        of: image.extent, toBottomLeft: bottomLeft, bottomRight: bottomRight, topRight: topRight, topLeft: topLeft)
    else { return .empty() }
    return image.warped(
      by: PerspectiveTiling(map: map, period: period), edge: .repeat, shrinking: shrinking(image.extent),
      extent: .infinite)
  }

  /// The factor by which the four points are closer together than the corners.
  private func shrinking(_ extent: CGRect) -> Float {
    let (x0, y0) = (topRight.x - bottomLeft.x, topRight.y - bottomLeft.y)
    let (x1, y1) = (topLeft.x - bottomRight.x, topLeft.y - bottomRight.y)
    let area = abs(x0 * y1 - x1 * y0) / 2
    return Float((extent.width * extent.height / max(area, 1e-3)).squareRoot())
  }

  /// A perspective whose positions are wrapped into one period of a repeated image.
  struct PerspectiveTiling: TileWarp {
    let map: PerspectiveMap
    let period: PixelRect

    var fingerprint: Fingerprint {
      let print = map.fingerprint
      return Fingerprint("perspective tiles", print.values + period.fingerprint)
    }

    func region(for output: PixelRect) -> PixelRect { output.isEmpty ? .empty : period.expanded(dx: 1, dy: 1) }

    func positions(in rect: PixelRect) -> PixelRect? { lookedUpPositions(in: rect) }

    @inline(__always)
    private static func wrapped(_ value: Float, _ low: Float, _ length: Float) -> Float {
      low + fraction((value - low) / length) * length
    }

    func source(x: Float, y: Float) -> (x: Float, y: Float) {
      let place = map.source(x: x, y: y)
      return (
        Self.wrapped(place.x, Float(period.minX), Float(period.width)),
        Self.wrapped(place.y, Float(period.minY), Float(period.height))
      )
    }

    func fillCoordinates(
      x: Int, y: Int, count: Int, _ sx: UnsafeMutablePointer<Float>, _ sy: UnsafeMutablePointer<Float>
    ) {
      unsafe map.fillCoordinates(x: x, y: y, count: count, sx, sy)
      let (left, bottom) = (Float(period.minX), Float(period.minY))
      let (width, height) = (Float(period.width), Float(period.height))
      for i in 0..<count {
        unsafe sx[i] = Self.wrapped(sx[i], left, width)
        unsafe sy[i] = Self.wrapped(sy[i], bottom, height)
      }
    }
  }
}

/// Repeats the image on a plane seen in perspective; see `CIFilter.perspectiveTile()`.
public protocol CIPerspectiveTile: CIFourCoordinateGeometryFilter {
  /// The image to change.
  var inputImage: CIImage? { get set }
}

extension BuiltInFilter: CIPerspectiveTile where Definition == PerspectiveTile {}

extension CIFilter {
  /// Repeats the image on a plane seen in perspective.
  ///
  /// ## Formula
  /// The homography that maps the corners of the extent to the points; a pixel comes from where its inverse maps the
  /// pixel's centre, in the image repeated over the plane. Bilinear; where the points are at least twice as close
  /// together as the corners, the image is halved first. Everything behind the horizon is transparent.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// Infinite. Points on one line give an empty image; an infinite image gives no result. Colour space and content
  /// headroom are kept.
  ///
  /// ## Keys
  /// - `inputTopLeft`: default [118 484], in pixels.
  /// - `inputTopRight`: default [646 507], in pixels.
  /// - `inputBottomRight`: default [548 140], in pixels.
  /// - `inputBottomLeft`: default [155 153], in pixels.
  public class func perspectiveTile() -> any CIFilter & CIPerspectiveTile { BuiltInFilter<PerspectiveTile>() }
}
