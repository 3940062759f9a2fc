internal import HeadroomContainers
internal import HeadroomImageIO

/// Keeps the video of a motion photo in a file of the same format that shows the same picture.
extension JobWriter {
  /// The metadata, with the video if the file gets it.
  ///
  /// - Parameter isSameView: whether the picture was not edited.
  func withMotion(_ metadata: StillMetadata, isSameView: Bool) -> StillMetadata {
    var result = metadata
    result.motion = isSameView && target.format.row.name == source.info.format ? still.metadata.motion : nil
    return result
  }

  /// The warning about a video that the file does not get; nil where there is none or it stays.
  func motionLoss() throws(PictureError) -> String? {
    guard let motion = still.metadata.motion else { return nil }
    guard target.format.row.name == source.info.format, try showsSameView() else {
      return motion.omission(mayTell: false)
    }
    let parts = target.strippedParts
    guard !parts.isEmpty, StillMetadata(motion: motion).removing(parts).motion == nil else { return nil }
    return motion.omission(mayTell: !parts.contains(.all))
  }

  private func showsSameView() throws(PictureError) -> Bool {
    if isUnchanged { return true }
    guard filters.isEmpty else { return false }
    return try geometry.framing(of: source.storedUprightSize) == .unchanged
  }
}
