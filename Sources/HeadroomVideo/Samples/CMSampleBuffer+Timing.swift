internal import HeadroomGraphics
internal import Synchronization

extension CMSampleBuffer {
  /// How long all samples are shown: from the first one's time to the end of the last; invalid where that is not known.
  public var duration: CMTime {
    guard let first = timings.first, numSamples > 0 else { return numSamples == 0 ? .zero : .invalid }
    if timings.count == 1 { return CMTimeMultiply(first.duration, multiplier: Int32(clamping: numSamples)) }
    guard timings.allSatisfy({ $0.duration.isNumeric }) else { return .invalid }
    guard timings.allSatisfy({ $0.presentationTimeStamp.isNumeric }) else {
      return timings.reduce(.zero) { $0 + $1.duration }
    }
    let ends = timings.map { $0.presentationTimeStamp + $0.duration }
    return (ends.max() ?? .zero) - presentationTimeStamp
  }

  /// When the first sample is shown, in the order of showing; invalid where it is not known.
  public var presentationTimeStamp: CMTime { timings.map(\.presentationTimeStamp).filter(\.isValid).min() ?? .invalid }

  /// When the first sample is decoded; invalid where samples are decoded as they are shown, or it is not known.
  public var decodeTimeStamp: CMTime { timings.first?.decodeTimeStamp ?? .invalid }

  /// How long what is left of the samples is shown after trimming, at its speed.
  public var outputDuration: CMTime {
    let trimmed = duration - trim(.trimDurationAtStart) - trim(.trimDurationAtEnd)
    let speed = OptionValues.number(attachment(.speedMultiplier)) ?? 1
    guard speed > 0, speed != 1, speed.isFinite else { return trimmed }
    return CMTimeMultiplyByFloat64(trimmed, multiplier: 1 / speed)
  }

  /// When what is left of the samples after trimming is shown: as set, otherwise ``presentationTimeStamp`` and what is
  /// trimmed at the start; of reversed samples the end without what is trimmed there.
  public var outputPresentationTimeStamp: CMTime {
    if let set = state.withLock({ $0.outputTime }) { return set }
    if OptionValues.flag(attachment(.reverse)) == true {
      return presentationTimeStamp + duration - trim(.trimDurationAtEnd)
    }
    return presentationTimeStamp + trim(.trimDurationAtStart)
  }

  /// As ``decodeTimeStamp``, moved as far as ``outputPresentationTimeStamp`` is from ``presentationTimeStamp``.
  public var outputDecodeTimeStamp: CMTime {
    let decoded = decodeTimeStamp
    guard decoded.isNumeric else { return decoded }
    return decoded + (outputPresentationTimeStamp - presentationTimeStamp)
  }

  /// Sets ``outputPresentationTimeStamp``; an invalid time has it computed again.
  ///
  /// - Throws: ``CMSampleBuffer/Error/invalidated``.
  public func setOutputPresentationTimeStamp(_ pts: CMTime) throws {
    try state.withLock { state throws(Error) in
      guard state.isValid else { throw .invalidated }
      state.outputTime = pts.isValid ? pts : nil
    }
  }

  /// The times of a sample.
  ///
  /// - Throws: ``CMSampleBuffer/Error``.
  public func sampleTimingInfo(at sampleIndex: CMItemIndex) throws -> CMSampleTimingInfo {
    guard (0..<numSamples).contains(sampleIndex) else { throw Error.sampleIndexOutOfRange }
    guard let first = timings.first else { throw Error.bufferHasNoSampleTimingInfo }
    return timings.count == 1 ? first.later(by: sampleIndex) : timings[sampleIndex]
  }

  /// The times as they were given: one for all samples, or one for each.
  ///
  /// - Throws: ``CMSampleBuffer/Error``.
  public func sampleTimingInfos() throws -> [CMSampleTimingInfo] {
    guard !timings.isEmpty else { throw Error.bufferHasNoSampleTimingInfo }
    return timings
  }

  /// As ``sampleTimingInfos()``, moved and stretched as the output's times are.
  ///
  /// - Throws: ``CMSampleBuffer/Error``.
  public func outputSampleTimingInfos() throws -> [CMSampleTimingInfo] {
    let (from, to) = (presentationTimeStamp + trim(.trimDurationAtStart), outputPresentationTimeStamp)
    let speed = OptionValues.number(attachment(.speedMultiplier)) ?? 1
    let isScaled = speed > 0 && speed != 1 && speed.isFinite
    func scaled(_ time: CMTime) -> CMTime { isScaled ? CMTimeMultiplyByFloat64(time, multiplier: 1 / speed) : time }
    return try sampleTimingInfos().map { timing in
      CMSampleTimingInfo(
        duration: scaled(timing.duration),
        presentationTimeStamp: to + scaled(timing.presentationTimeStamp - from),
        decodeTimeStamp: timing.decodeTimeStamp.isNumeric ? to + scaled(timing.decodeTimeStamp - from) : .invalid)
    }
  }

  private func trim(_ key: AttachmentKey) -> CMTime {
    guard let value = attachment(key) else { return .zero }
    if let time = value as? CMTime { return time.isNumeric ? time : .zero }
    let time = (value as? CFDictionary).map { CMTimeMakeFromDictionary($0) } ?? .zero
    return time.isNumeric ? time : .zero
  }

  private func attachment(_ key: AttachmentKey) -> Any? { attachments[key]?.value }
}
