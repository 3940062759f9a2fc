extension MovieTimeline {
  /// The same with the volumes of a mix.
  ///
  /// - Parameters:
  ///   - range: the part that is heard.
  ///   - algorithm: how tracks change their speed that the mix says nothing of.
  /// - Throws: ``AVError`` with an ``AudioMixError`` for volumes that cannot be, and ways to change a speed that there are
  ///   not.
  package func mixed(
    by mix: AVAudioMix?, in range: CMTimeRange, _ algorithm: AVAudioTimePitchAlgorithm = .varispeed
  ) throws(AVError) -> MovieTimeline {
    var mixed = self
    mixed.audio = try audio.mixed(by: mix, in: range, algorithm)
    return mixed
  }
}

extension [TrackTimeline] {
  /// The same with the volumes of a mix; see ``MovieTimeline/mixed(by:in:_:)``.
  func mixed(
    by mix: AVAudioMix?, in range: CMTimeRange, _ algorithm: AVAudioTimePitchAlgorithm
  ) throws(AVError) -> [TrackTimeline] {
    let stated = mix?.inputParameters.map(\.content) ?? []
    var mixed = self
    for index in indices {
      let parameters = stated.last { $0.trackID == self[index].trackID }
      do {
        try self[index].check(parameters?.algorithm ?? algorithm, in: range)
        if let parameters { mixed[index].volumes = try parameters.usableVolumes }
      } catch {
        throw AVError(error)
      }
    }
    return mixed
  }
}

extension TrackTimeline {
  /// Refuses ways to change a speed that there are not, where one changes.
  fileprivate func check(_ algorithm: AVAudioTimePitchAlgorithm, in range: CMTimeRange) throws(AudioMixError) {
    guard algorithm != .varispeed else { return }
    let isScaled = stretches(in: range).contains { $0.sourceRange.duration != $0.target.duration }
    if isScaled { throw .timePitchAlgorithm(trackID, algorithm) }
  }
}

extension AVAudioMixInputParameters.State {
  fileprivate var usableVolumes: RampList<SoundVolume> {
    get throws(AudioMixError) {
      if let wrong = volumes.ramps.first(where: { !$0.isUsable }) { throw .volume(trackID, wrong.timeRange) }
      return volumes
    }
  }
}
