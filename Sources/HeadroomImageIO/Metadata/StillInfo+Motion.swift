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
  package var byteCountText: String {
    var text = String(byteCount)
    for place in stride(from: text.count - 3, to: 0, by: -3) {
      text.insert(",", at: text.index(text.startIndex, offsetBy: place))
    }
    return text
  }
}
