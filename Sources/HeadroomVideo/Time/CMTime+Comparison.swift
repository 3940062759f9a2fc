extension CMTime: Comparable, Hashable {
  /// Whether two times are the same moment, whatever their timescales.
  public static func == (a: CMTime, b: CMTime) -> Bool { a.compare(b) == 0 }
  /// Whether one time is earlier than another. What is no number has its place too: negative infinity is first, then come
  /// numbers, positive infinity, indefinite times, invalid ones.
  public static func < (a: CMTime, b: CMTime) -> Bool { a.compare(b) < 0 }

  /// -1, 0 or 1 if the time is earlier than, the same as, or later than another. A later epoch is later.
  public func compare(_ other: CMTime) -> Int32 {
    guard isNumeric, other.isNumeric else { return order(rank, other.rank) }
    guard epoch == other.epoch else { return order(epoch, other.epoch) }
    return order(
      Int128(value) * Int128(other.timescale), Int128(other.value) * Int128(timescale))
  }

  private var rank: Int {
    if isNumeric { return 1 }
    if !isValid { return 4 }
    if isNegativeInfinity { return 0 }
    return isPositiveInfinity ? 2 : 3
  }

  private func order<T: Comparable>(_ a: T, _ b: T) -> Int32 { a == b ? 0 : a < b ? -1 : 1 }

  /// Equal times have one hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rank)
    guard isNumeric else { return }
    let divisor = greatestCommonDivisor(Int128(timescale), Int128(value.magnitude))
    hasher.combine(Int128(value) / divisor)
    hasher.combine(Int128(timescale) / divisor)
    hasher.combine(epoch)
  }
}

/// -1, 0 or 1; see ``CMTime/compare(_:)``.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 { time1.compare(time2) }
/// The earlier of two times.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime { min(time1, time2) }
/// The later of two times.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime { max(time1, time2) }

/// The time without its sign. What is no number keeps its kind, but for negative infinity.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
  if time.isNegativeInfinity { return .positiveInfinity }
  guard time.isNumeric, time.value < 0 else { return time }
  return .fitting(
    -Int128(time.value), over: Int128(time.timescale), timescale: time.timescale, epoch: time.epoch,
    isRounded: time.hasBeenRounded)
}
