internal import HeadroomContainers

extension StillInfo {
  /// Stores a motion photo's video, and lists it among the file's contents beside the picture.
  mutating func setMotion(_ motion: MotionVideo?) {
    guard let motion else { return }
    metadata.motion = motion
    auxiliary.append("video, \(motion.byteCountText) bytes")
  }
}

extension MotionVideo {
  /// The number of bytes with commas between thousands.
  fileprivate var byteCountText: String {
    var text = String(byteCount)
    for place in stride(from: text.count - 3, to: 0, by: -3) {
      text.insert(",", at: text.index(text.startIndex, offsetBy: place))
    }
    return text
  }

  /// The message about a video that a file does not get.
  ///
  /// - Parameter mayTell: whether it is left out because its own tags may reveal facts that the user wants removed.
  package func omission(mayTell: Bool) -> String {
    let text = "its motion (video, \(byteCountText) bytes) is left out"
    return mayTell ? text + ": it may tell a place or a name" : text
  }
}
