internal import Headroom

/// The video of a motion photo: it stays in a file of the same format that shows the same picture.
extension ConversionWriter {
  /// The metadata with the video, where the file gets it.
  ///
  /// - Parameter isSameView: whether nothing was done to the picture.
  func withMotion(_ metadata: StillMetadata, isSameView: Bool) -> StillMetadata {
    var result = metadata
    result.motion = isSameView && format.row.name == input.info.format ? still.metadata.motion : nil
    return result
  }

  /// What is said of a video that the file does not get; nil where there is none or it stays.
  func lostMotion() throws(CommandError) -> String? {
    guard let motion = still.metadata.motion else { return nil }
    guard format.row.name == input.info.format, try showsSameView() else { return motion.omission(mayTell: false) }
    let parts = options.strippedParts
    guard !parts.isEmpty, StillMetadata(motion: motion).removing(parts).motion == nil else { return nil }
    return motion.omission(mayTell: !parts.contains(.all))
  }

  private func showsSameView() throws(CommandError) -> Bool {
    if isUnchanged { return true }
    guard filters.isEmpty else { return false }
    return try geometry.framing(of: input.storedUprightSize) == .unchanged
  }
}
