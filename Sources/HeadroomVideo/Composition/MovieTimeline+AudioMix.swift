extension MovieTimeline {
  /// The same with the volumes of a mix.
  ///
  /// - Parameter range: the part that is heard.
  /// - Throws: ``AVError`` with an ``AudioMixError`` for volumes that cannot be, and ways to change a speed that there are
  ///   not.
  package func mixed(by mix: AVAudioMix?, in range: CMTimeRange) throws(AVError) -> MovieTimeline {
    guard let mix else { return self }
    var mixed = self
    for parameters in mix.inputParameters.map(\.content) {
      for index in audio.indices where audio[index].trackID == parameters.trackID {
        do {
          try audio[index].check(parameters, in: range)
        } catch {
          throw AVError(error)
        }
        mixed.audio[index].volumes = parameters.volumes
      }
    }
    return mixed
  }
}

extension TrackTimeline {
  fileprivate func check(
    _ parameters: AVAudioMixInputParameters.State, in range: CMTimeRange
  ) throws(AudioMixError) {
    if let wrong = parameters.volumes.ramps.first(where: { !$0.isUsable }) { throw .volume(trackID, wrong.timeRange) }
    guard let algorithm = parameters.algorithm, algorithm != .varispeed else { return }
    let isScaled = stretches(in: range).contains { $0.sourceRange.duration != $0.target.duration }
    if isScaled { throw .timePitchAlgorithm(trackID, algorithm) }
  }
}
