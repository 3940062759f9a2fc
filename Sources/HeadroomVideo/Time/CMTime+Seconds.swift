extension CMTime {
  /// The nearest time to a number of seconds.
  ///
  /// The timescale is halved until the value fits; a number that does not fit at 1 is infinite. NaN and timescales that
  /// are not above 0 make an invalid time. ``hasBeenRounded`` says whether the seconds are exact.
  public init(seconds: Double, preferredTimescale: CMTimeScale) {
    self = CMTime.nearest(to: seconds, preferredTimescale)
  }

  private static func nearest(to seconds: Double, _ timescale: CMTimeScale) -> CMTime {
    guard timescale > 0, !seconds.isNaN else { return .invalid }
    guard seconds.isFinite else { return .infinity(negative: seconds < 0) }
    return CMTime(value: 1, timescale: 1).multiplied(by: seconds, in: timescale)
  }

  /// The time times a finite factor, in a timescale that is halved until the value fits.
  func multiplied(by factor: Double, in preferred: CMTimeScale) -> CMTime {
    let product = value * BinaryFraction(factor)
    return .fitting(preferred, epoch: epoch, isRounded: hasBeenRounded, isNegative: product.mantissa < 0) {
      product.scaled(by: $0, over: timescale)
    }
  }
}

/// The nearest time to a number of seconds; see ``CMTime/init(seconds:preferredTimescale:)``.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: CMTimeScale) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}
