internal import HeadroomContainers

extension StillInfo {
  /// Takes on a motion photo's video, and names it among what the file holds beside the picture.
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

  /// What is said of the video where a file does not get it.
  ///
  /// - Parameter mayTell: whether it goes because its own tags may tell what the user wants out.
  package func omission(mayTell: Bool) -> String {
    let text = "its motion (video, \(byteCountText) bytes) is left out"
    return mayTell ? text + ": it may tell a place or a name" : text
  }
}
