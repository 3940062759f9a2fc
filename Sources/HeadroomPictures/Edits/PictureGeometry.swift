package import Foundation
package import HeadroomContainers
internal import HeadroomFilters
package import HeadroomGraphics
package import HeadroomImage
internal import HeadroomImageIO
package import HeadroomPixels

/// How the upright picture is cropped, rotated, flipped and resized, in this order. Every step leaves the picture with
/// its corner at the origin.
///
/// A crop by size that fits into a covering size is cut from the resized picture: its part of the upright picture is found
/// beforehand, so that the order is the same for all.
package struct PictureGeometry: Hashable, Sendable {
  package enum FlipAxis: String, CaseIterable, Sendable {
    case horizontal = "h"
    case vertical = "v"
  }

  package var crop: CropRule?
  /// The corner or side that ``crop`` starts from; nil is the top left of a rectangle and the middle of a size.
  package var gravity: Gravity?
  /// Degrees, clockwise, 0 ..< 360; angles other than quarter turns leave transparent corners.
  package var rotation: Double?
  package var flip: FlipAxis?
  package var resize: ResizeRule?

  package init() {}

  package var isIdentity: Bool { resize == nil && crop == nil && (rotation ?? 0) == 0 && flip == nil }

  /// Whether all rotations are quarter turns: pixels then move without changing value.
  package var isOrthogonal: Bool { Self.quarterTurns[rotation ?? 0] != nil }

  /// Whether a smaller decoded picture suffices: rectangles and free angles refer to pixels of the whole one.
  var allowsSmallerForms: Bool { resize != nil && (crop == nil || cut != nil) && isOrthogonal }

  /// The turn as an orientation; `up` for angles that are not quarters.
  package var turn: CGImagePropertyOrientation { Self.quarterTurns[rotation ?? 0] ?? .up }

  /// The flip as an orientation.
  package var mirror: CGImagePropertyOrientation {
    switch flip {
    case .horizontal: .upMirrored
    case .vertical: .downMirrored
    case nil: .up
    }
  }

  private static let quarterTurns: [Double: CGImagePropertyOrientation] = [0: .up, 90: .right, 180: .down, 270: .left]

  /// A covering size, and the size that is cut from it, as the result shows them; nil where there is none.
  private var cut: (cover: (width: Int, height: Int), size: (width: Int, height: Int))? {
    guard case .cover(let width, let height) = resize, case .size(let ownWidth, let ownHeight) = crop,
      ownWidth <= width, ownHeight <= height, isOrthogonal
    else { return nil }
    return ((width, height), (ownWidth, ownHeight))
  }

  /// The result's size of a picture that is cropped and rotated.
  private func target(width: Int, height: Int) -> (width: Int, height: Int) {
    cut?.size ?? resize?.target(width: width, height: height) ?? (width, height)
  }

  /// The size to which the whole of a picture of this size is brought, before it is rotated; larger than the result
  /// where that is cut from it.
  func wholeTarget(width: Int, height: Int) throws(PictureError) -> (width: Int, height: Int) {
    guard let cut else {
      let size = try size(width: width, height: height)
      return turn.swapsAxes ? (size.height, size.width) : size
    }
    let (across, down) = turn.swapsAxes ? (cut.cover.height, cut.cover.width) : cut.cover
    return ResizeRule.cover(width: across, height: down).target(width: width, height: height)
  }

  /// The size the options give a picture of this size, or a usage error when the crop leaves it.
  package func size(width: Int, height: Int) throws(PictureError) -> (width: Int, height: Int) {
    var (width, height) = (width, height)
    if let crop = try crop(width: width, height: height) {
      (width, height) = (crop.width, crop.height)
    }
    if let degrees = rotation {
      let turned = Self.boundingBox(width: width, height: height, degrees: degrees)
      (width, height) = turned
    }
    return target(width: width, height: height)
  }

  /// Whether a picture of this size is enlarged or reduced.
  package func scales(width: Int, height: Int) throws(PictureError) -> Bool {
    guard resize != nil else { return false }
    let kept = try crop(width: width, height: height).map { ($0.width, $0.height) } ?? (width, height)
    var unscaled = self
    (unscaled.crop, unscaled.resize) = (nil, nil)
    return try size(width: width, height: height) != unscaled.size(width: kept.0, height: kept.1)
  }

  /// The factors by which an input is reduced from its size in the file, as stored.
  package func shrinking(of source: PictureSource) throws(PictureError) -> (across: Double, down: Double) {
    let whole = source.storedUprightSize
    let kept = try crop(width: whole.width, height: whole.height)
    var target = try size(width: whole.width, height: whole.height)
    if turn.swapsAxes { target = (target.height, target.width) }
    let across = Double(kept?.width ?? whole.width) / Double(target.width)
    let down = Double(kept?.height ?? whole.height) / Double(target.height)
    return source.info.orientation.swapsAxes ? (down, across) : (across, down)
  }

  /// The factors by which an input's gain map is reduced, as stored: those of the picture, or less.
  func mapShrinking(
    of source: PictureSource, _ map: GainMapDescription
  ) throws(PictureError) -> (across: Double, down: Double) {
    let times = try shrinking(of: source)
    let size = source.info.orientation.swapsAxes ? (map.height, map.width) : (map.width, map.height)
    let finer = try mapRefinement(size, of: source.storedUprightSize)
    return (times.across / finer, times.down / finer)
  }

  /// The longer side of a gain map to which it is not reduced in the picture's proportion.
  private static let smallMapSide = 256.0

  /// How much larger a reduced gain map is than in its proportion to the picture.
  ///
  /// A phone's map has a quarter of the picture's size. Beside a thumbnail, one of a quarter holds no lamp: in Chromium's
  /// light, the thousandth brightest pixel of two photos at night was 23 and 11 % too dark at 250 pixels, with half of
  /// the thumbnail's size 15 and 4 %, for 5 % more bytes. From 1024 pixels on a quarter has 256, and stays.
  ///
  /// - Parameters:
  ///   - map: its upright size in the file.
  ///   - base: that of the picture.
  func mapRefinement(
    _ map: (width: Int, height: Int), of base: (width: Int, height: Int)
  ) throws(PictureError) -> Double {
    let kept = try crop(width: base.width, height: base.height)
    var target = try size(width: base.width, height: base.height)
    if turn.swapsAxes { target = (target.height, target.width) }
    let times = min(
      Double(kept?.width ?? base.width) / Double(target.width),
      Double(kept?.height ?? base.height) / Double(target.height))
    let side = max(
      Double(target.width) * Double(map.width) / Double(base.width),
      Double(target.height) * Double(map.height) / Double(base.height))
    let wanted = min(Double(max(target.width, target.height)) / 2, Self.smallMapSide)
    // It is never enlarged.
    return max(min(wanted / side, times), 1)
  }

  /// The part of a picture of this size that remains in view.
  package func framing(of whole: (width: Int, height: Int)) throws(PictureError) -> PictureFraming {
    guard isOrthogonal, turn == .up, mirror == .up else { return .other }
    let size = try size(width: whole.width, height: whole.height)
    guard let crop = try crop(width: whole.width, height: whole.height) else { return .scaled(from: whole, to: size) }
    return .part(FramedPart(x: crop.minX, y: crop.minY, width: crop.width, height: crop.height, of: whole, at: size))
  }

  /// The part to keep of a picture of this size, or a usage error where it leaves it.
  package func crop(width: Int, height: Int) throws(PictureError) -> PixelRect? {
    guard let rule = crop else { return nil }
    if let cut { return part(of: cut, width: width, height: height) }
    return try rule.rectangle(width: width, height: height, gravity: gravity)
  }

  /// The part of a picture of this size that is seen when a size is cut from what covers another.
  private func part(
    of cut: (cover: (width: Int, height: Int), size: (width: Int, height: Int)), width: Int, height: Int
  ) -> PixelRect {
    let swaps = turn.swapsAxes
    let cover = swaps ? (cut.cover.height, cut.cover.width) : cut.cover
    let size = swaps ? (cut.size.height, cut.size.width) : cut.size
    let scale = max(Double(cover.0) / Double(width), Double(cover.1) / Double(height))
    func side(_ wanted: Int, _ whole: Int) -> Int { min(max(Int((Double(wanted) / scale).rounded()), 1), whole) }
    let part = (width: side(size.0, width), height: side(size.1, height))
    let origin = (gravity ?? .center).origin(of: part, in: (width, height))
    return PixelRect(x: origin.x, y: origin.y, width: part.width, height: part.height)
  }

  package func apply(to image: CIImage) throws(PictureError) -> CIImage {
    var image = image
    if let crop = try crop(width: Int(image.extent.width), height: Int(image.extent.height)) {
      image = Self.atOrigin(image.cropped(to: Self.rectangle(crop, in: image.extent)))
    }
    if let degrees = rotation { image = Self.rotate(image, degrees: degrees) }
    image = Self.atOrigin(image.oriented(mirror))
    if resize != nil {
      let size = target(width: Int(image.extent.width), height: Int(image.extent.height))
      image = image.resized(to: CGSize(width: size.width, height: size.height))
    }
    return image
  }

  /// Converts from the top left corner to Core Image's coordinates, y up.
  package static func rectangle(_ rectangle: PixelRect, in extent: CGRect) -> CGRect {
    CGRect(
      x: extent.minX + CGFloat(rectangle.minX), y: extent.maxY - CGFloat(rectangle.minY + rectangle.height),
      width: CGFloat(rectangle.width), height: CGFloat(rectangle.height))
  }

  private static func rotate(_ image: CIImage, degrees: Double) -> CIImage {
    if let orientation = quarterTurns[degrees] { return atOrigin(image.oriented(orientation)) }
    let turned = image.transformed(by: CGAffineTransform(rotationAngle: -degrees * .pi / 180))
    return atOrigin(turned)
  }

  private static func boundingBox(width: Int, height: Int, degrees: Double) -> (width: Int, height: Int) {
    if degrees == 0 || degrees == 180 { return (width, height) }
    if degrees == 90 || degrees == 270 { return (height, width) }
    let box = CGRect(x: 0, y: 0, width: width, height: height)
      .applying(CGAffineTransform(rotationAngle: -degrees * .pi / 180))
    return (Int(box.maxX.rounded(.up) - box.minX.rounded(.down)), Int(box.maxY.rounded(.up) - box.minY.rounded(.down)))
  }

  private static func atOrigin(_ image: CIImage) -> CIImage {
    guard image.extent.origin != .zero else { return image }
    return image.transformed(by: CGAffineTransform(translationX: -image.extent.minX, y: -image.extent.minY))
  }
}
