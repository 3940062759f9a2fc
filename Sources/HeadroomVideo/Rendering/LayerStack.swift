internal import Foundation
internal import HeadroomColor
internal import HeadroomFilters
internal import HeadroomGraphics
internal import HeadroomImage

/// Pictures over each other in linear light, from the bottom to the top: crop, place, opacity, source over.
struct LayerStack {
  let bounds: CGRect
  /// The brightest light of the output, 1.0 being reference white; nil where it has no bound below its curve's.
  private let headroom: Double?
  /// The curve by whose codes pictures are mixed; nil mixes light.
  private let codes: CGColorSpace?
  private var top: CIImage?
  /// Whether nothing of the background can be seen: then light that goes in and out by one curve is not computed.
  private var hidesBackground = false
  private let background: CIImage

  /// - Parameters:
  ///   - background: nil is black.
  ///   - mixesCodes: whether codes of the output's curve are mixed, as old projects expect it, and not light.
  init(width: Int, height: Int, color: CICP, background: CIColor?, mixesCodes: Bool = false) {
    bounds = CGRect(x: 0, y: 0, width: width, height: height)
    self.background = CIImage(color: background ?? .black)
    headroom = Self.headroom(of: color)
    codes = mixesCodes ? color.encoding.flatMap { CGColorSpace(encoding: $0) } : nil
  }

  /// Light of HLG ends at 1000 cd/m² and that of SDR at white; PQ holds all there is.
  private static func headroom(of color: CICP) -> Double? {
    switch VideoDynamicRange(transfer: color.transfer) {
    case .sdr: 1
    case .hlg: ReferenceWhite.defaultHeadroom
    case .pq: nil
    }
  }

  /// Adds a source's picture on top.
  ///
  /// - Parameters:
  ///   - image: the source as displayed, turned, at the origin.
  ///   - place: from its pixels as displayed to the output's.
  ///   - crop: in pixels as displayed, origin at the top left; nil is all of it.
  mutating func add(
    _ image: CIImage, of source: FilmSource, at place: FramePlacement, crop: CGRect?, opacity: Double
  ) {
    var layer = fitted(image, source.headroom)
    if let crop = crop.map(place.turned) {
      layer = layer.cropped(
        to: CGRect(x: crop.minX, y: place.size.height - crop.maxY, width: crop.width, height: crop.height))
    }
    put(place.placed(layer, inHeight: bounds.height).cropped(to: bounds), opacity: opacity)
  }

  /// Puts a picture on top that is in the output's pixels, origin at the bottom left.
  mutating func put(_ layer: CIImage, opacity: Double) {
    let layer = faded(coded(layer), opacity)
    if opacity >= 1, layer.isOpaque, layer.extent.contains(bounds) {
      (top, hidesBackground) = (layer.cropped(to: bounds), true)
    } else {
      top = top.map { layer.composited(over: $0) } ?? layer
    }
  }

  /// The stack over its background.
  var image: CIImage {
    guard let top else { return background.cropped(to: bounds) }
    if hidesBackground { return light(top.cropped(to: bounds)) }
    return light(top.composited(over: coded(background).cropped(to: bounds)))
  }

  /// A picture whose alpha is multiplied.
  func faded(_ image: CIImage, _ opacity: Double) -> CIImage {
    guard opacity < 1 else { return image }
    return image.applyingFilter("CIColorMatrix", parameters: ["inputAVector": CIVector(x: 0, y: 0, z: 0, w: opacity)])
  }

  /// Two pictures of the output's pixels, mixed: transparent ones too.
  func dissolve(_ earlier: CIImage, _ later: CIImage, weight: Double) -> CIImage {
    let mixed = coded(earlier).applyingFilter(
      "CIDissolveTransition", parameters: ["inputTargetImage": coded(later), "inputTime": weight])
    return light(mixed)
  }

  /// Light that the output cannot hold is brought into it, by a curve that is the same for the whole source.
  ///
  /// - Parameter content: the source's brightest light; nil holds no more than white.
  func fitted(_ image: CIImage, _ content: Double?) -> CIImage {
    guard let headroom, let content, content > headroom else { return image }
    return image.toneMapped(to: headroom, from: content, toneMapOperator: .bt2390)
  }

  /// Light as codes, where codes are mixed.
  private func coded(_ image: CIImage) -> CIImage { codes.flatMap { image.matchedFromWorkingSpace(to: $0) } ?? image }
  private func light(_ image: CIImage) -> CIImage { codes.flatMap { image.matchedToWorkingSpace(from: $0) } ?? image }
}

extension FilmSource {
  /// The brightest light by what the file says, 1.0 being reference white; nil where it holds no more than white.
  var headroom: Double? {
    switch VideoDynamicRange(transfer: cicp.transfer) {
    case .sdr: return nil
    case .hlg: return ReferenceWhite.defaultHeadroom
    case .pq:
      let level = facts.hdr.lightLevel.flatMap { $0.isPlausible ? $0.maxCLL : nil }
      guard let peak = level ?? facts.hdr.mastering?.maximumNits else { return ReferenceWhite.defaultHeadroom }
      return min(max(peak, ReferenceWhite.nits), 10_000) / ReferenceWhite.nits
    }
  }
}

extension CGAffineTransform {
  /// The same map where both sides have their origin at the bottom left.
  func flipped(from height: Double, to target: Double) -> CGAffineTransform {
    CGAffineTransform(a: a, b: -b, c: -c, d: d, tx: tx + c * height, ty: target - ty - d * height)
  }
}
