internal import Foundation
internal import HeadroomDisplay
internal import HeadroomGraphics
internal import HeadroomImage

extension LayerStack {
  /// Adds a picture that is no frame of a film.
  ///
  /// - Parameters:
  ///   - picture: at the origin, with the headroom of its light, which is brought into the output's.
  ///   - transform: from its pixels to the output's, both with the origin at the top left.
  ///   - crop: in its pixels, origin at the top left; nil is all of it.
  mutating func add(picture: CIImage, at transform: CGAffineTransform, crop: CGRect?, opacity: Double) {
    var layer = fitted(picture, Double(picture.contentHeadroom))
    let height = picture.extent.height
    if let crop { layer = layer.cropped(to: crop.flipped(in: height)) }
    let place = transform.flipped(from: height, to: bounds.height)
    put((place.isIdentity ? layer : layer.transformed(by: place)).cropped(to: bounds), opacity: opacity)
  }

  /// Adds titles, with a composed picture at its places among them.
  mutating func add(_ titles: VideoTitles, around film: CIImage) {
    for part in titles.parts {
      switch part {
      case .picture(let picture): put(fitted(picture, Double(picture.contentHeadroom)), opacity: 1)
      case .film(let place): put(placed(film, place), opacity: place.opacity)
      }
    }
  }

  private func placed(_ film: CIImage, _ place: LayerSlice.Place) -> CIImage {
    let target = place.gravity.rectangle(of: bounds.size, in: place.rectangle)
    var layer = film
    if target != bounds {
      let scale = CGAffineTransform(
        a: target.width / bounds.width, b: 0, c: 0, d: target.height / bounds.height, tx: target.minX, ty: target.minY)
      // Edges are whole: what lies beyond is the edge again.
      layer = film.clampedToExtent().transformed(by: scale.flipped(from: bounds.height, to: bounds.height))
        .cropped(to: target.flipped(in: bounds.height))
    }
    return place.mask.map { layer.cropped(to: $0.flipped(in: bounds.height)) } ?? layer
  }
}

extension CGRect {
  /// The same in a frame of a height with the origin at the other side.
  fileprivate func flipped(in height: Double) -> CGRect {
    CGRect(x: minX, y: height - maxY, width: width, height: self.height)
  }
}
