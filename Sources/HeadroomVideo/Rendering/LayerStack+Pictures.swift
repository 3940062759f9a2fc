internal import Foundation
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
}

extension CGRect {
  /// The same in a frame of a height with the origin at the other side.
  fileprivate func flipped(in height: Double) -> CGRect {
    CGRect(x: minX, y: height - maxY, width: width, height: self.height)
  }
}
