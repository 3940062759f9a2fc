internal import Foundation
internal import HeadroomGraphics

/// The layer of an image view: its contents are the image for the screen's headroom.
///
/// A file with a gain map defines its look with less headroom, so it is shown that way and not tone mapped. Everything
/// else is a single picture, which the layer tone maps.
final class ImageLayer: CALayer {
  private var content: PictureContent?
  private var orientation = CGImagePropertyOrientation.up
  private var shownHeadroom: Double?

  /// Shows another image, or none.
  func show(_ content: PictureContent?, _ orientation: CGImagePropertyOrientation) {
    self.content = content
    self.orientation = orientation
    shownHeadroom = nil
    contents = nil
  }

  override func ownPicture(on state: DisplayState) -> LayerPicture? {
    update(headroom: headroom(on: state))
    return super.ownPicture(on: state)
  }

  /// Renders again if a new headroom needs other pixels.
  private func update(headroom: Double) {
    guard let content else { return }
    let wanted = content.isAdaptive ? headroom : .infinity
    guard wanted != shownHeadroom else { return }
    shownHeadroom = wanted
    contents = content.upright(orientation, headroom: wanted)
  }
}
