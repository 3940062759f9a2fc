internal import Foundation
internal import HeadroomGraphics
internal import HeadroomImage

/// What layers show.
struct LayerContents {
  var tracks: [CMPersistentTrackID: TrackTimeline]
  /// Of the output, in which endless pictures end.
  var frame: CGRect
  /// The number of an animation tool's layer, and its picture.
  var toolTrack: CMPersistentTrackID?
  var toolPicture: CIImage?

  func content(
    of layer: AVVideoCompositionLayerInstruction.Configuration
  ) -> VideoTimeline.Instruction.Layer.Content? {
    if let image = layer.image { return .picture(image.atOrigin(in: frame)) }
    if layer.trackID == toolTrack, let toolPicture { return .picture(toolPicture) }
    return tracks[layer.trackID].map { .track($0) }
  }
}

extension CIImage {
  /// With the lower left corner at the origin; as large as the frame where it has no end.
  fileprivate func atOrigin(in frame: CGRect) -> CIImage {
    let finite = extent.isInfinite ? cropped(to: frame) : self
    let corner = finite.extent.origin
    guard corner != .zero, !finite.extent.isEmpty else { return finite }
    return finite.transformed(by: CGAffineTransform(translationX: -corner.x, y: -corner.y))
  }
}
