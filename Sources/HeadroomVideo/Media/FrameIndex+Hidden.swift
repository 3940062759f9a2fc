internal import HeadroomContainers

extension FrameIndex {
  /// Leaves frames out whose samples of VP9 show nothing; the frame before lasts as long as theirs.
  mutating func leaveOutHidden(of bytes: FileBytes) {
    let isHidden = samples.map { sample in
      guard let range = sample.range, !sample.isCut else { return false }
      return unsafe bytes.withUnsafeBytes { unsafe !VP9Sample.isShown(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }
    guard isHidden.contains(true) else { return }
    var shown: [Frame] = []
    shown.reserveCapacity(frames.count)
    for frame in frames {
      if !isHidden[frame.sample] {
        shown.append(frame)
      } else if let last = shown.last, last.time + last.duration == frame.time {
        shown[shown.count - 1].duration = last.duration + frame.duration
      }
    }
    self = FrameIndex(samples: samples, frames: shown)
  }
}
