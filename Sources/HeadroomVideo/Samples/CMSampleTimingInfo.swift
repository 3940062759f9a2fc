/// When a sample is shown and decoded.
public struct CMSampleTimingInfo: Hashable, Sendable {
  /// How long it is shown; of several samples with one entry, each.
  public var duration: CMTime
  /// From when on it is shown.
  public var presentationTimeStamp: CMTime
  /// When it is decoded; invalid where samples are decoded in the order in which they are shown.
  public var decodeTimeStamp: CMTime

  /// All times invalid.
  public init() { self.init(duration: .invalid, presentationTimeStamp: .invalid, decodeTimeStamp: .invalid) }

  public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
    (self.duration, self.presentationTimeStamp) = (duration, presentationTimeStamp)
    self.decodeTimeStamp = decodeTimeStamp
  }

  /// All times invalid.
  public static let invalid = CMSampleTimingInfo()

  /// That of a sample so many samples later, each as long as this one.
  func later(by count: Int) -> CMSampleTimingInfo {
    guard count > 0 else { return self }
    let offset = CMTimeMultiply(duration, multiplier: Int32(clamping: count))
    return CMSampleTimingInfo(
      duration: duration, presentationTimeStamp: presentationTimeStamp + offset,
      decodeTimeStamp: decodeTimeStamp.isValid ? decodeTimeStamp + offset : .invalid)
  }
}

/// All times invalid.
public let kCMTimingInfoInvalid = CMSampleTimingInfo.invalid
