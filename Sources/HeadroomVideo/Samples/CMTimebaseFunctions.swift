public import HeadroomGraphics

/// A timebase that stands at 0.
///
/// - `sourceClock`: the clock that it follows.
/// - `timebaseOut`: takes the timebase.
/// - Returns: `noErr`.
@discardableResult
public func CMTimebaseCreateWithSourceClock(
  allocator: CFAllocator?, sourceClock: CMClock, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
  unsafe timebaseOut.pointee = CMTimebase(sourceClock: sourceClock)
  return noErr
}

/// See ``CMTimebase/sourceClock``.
public func CMTimebaseCopySourceClock(_ timebase: CMTimebase) -> CMClock? { timebase.sourceClock }
/// See ``CMTimebase/ultimateSourceClock``.
public func CMTimebaseCopyUltimateSourceClock(_ timebase: CMTimebase) -> CMClock { timebase.ultimateSourceClock }

/// See ``CMTimebase/time(withTimescale:rounding:)``.
public func CMTimebaseGetTimeWithTimeScale(
  _ timebase: CMTimebase, timescale: CMTimeScale, method: CMTimeRoundingMethod
) -> CMTime {
  timebase.time(withTimescale: timescale, rounding: method)
}

/// See ``CMTimebase/timeAndRate``.
///
/// - `timeOut`: takes the time.
/// - `rateOut`: takes the rate.
/// - Returns: `noErr`.
@discardableResult
public func CMTimebaseGetTimeAndRate(
  _ timebase: CMTimebase, timeOut: UnsafeMutablePointer<CMTime>?, rateOut: UnsafeMutablePointer<Double>?
) -> OSStatus {
  let present = timebase.timeAndRate
  unsafe timeOut?.pointee = present.time
  unsafe rateOut?.pointee = present.rate
  return noErr
}

/// See ``CMTimebase/setTime(_:)``.
@discardableResult
public func CMTimebaseSetTime(_ timebase: CMTimebase, time: CMTime) -> OSStatus {
  timebaseStatus { try timebase.setTime(time) }
}

/// See ``CMTimebase/setRate(_:)``.
@discardableResult
public func CMTimebaseSetRate(_ timebase: CMTimebase, rate: Double) -> OSStatus {
  timebaseStatus { try timebase.setRate(rate) }
}

/// See ``CMTimebase/setAnchorTime(_:referenceTime:)``.
@discardableResult
public func CMTimebaseSetAnchorTime(
  _ timebase: CMTimebase, timebaseTime: CMTime, immediateSourceTime: CMTime
) -> OSStatus {
  timebaseStatus { try timebase.setAnchorTime(timebaseTime, referenceTime: immediateSourceTime) }
}

/// See ``CMTimebase/setRateAndAnchorTime(rate:anchorTime:referenceTime:)``.
@discardableResult
public func CMTimebaseSetRateAndAnchorTime(
  _ timebase: CMTimebase, rate: Double, anchorTime: CMTime, immediateSourceTime: CMTime
) -> OSStatus {
  timebaseStatus {
    try timebase.setRateAndAnchorTime(rate: rate, anchorTime: anchorTime, referenceTime: immediateSourceTime)
  }
}

private func timebaseStatus(_ body: () throws -> Void) -> OSStatus {
  do {
    try body()
    return noErr
  } catch {
    return (error as? CMTimebase.Error)?.status ?? kCMTimebaseError_InvalidParameter
  }
}
