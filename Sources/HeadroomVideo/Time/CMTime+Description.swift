extension CMTime: CustomStringConvertible, CustomDebugStringConvertible {
  /// The fraction and its seconds, `{1001/30000 = 0.033, rounded}`, or what the time is instead of a number.
  public var description: String {
    if !isValid { return "{INVALID}" }
    if isPositiveInfinity { return "{+INFINITY}" }
    if isNegativeInfinity { return "{-INFINITY}" }
    if isIndefinite { return "{INDEFINITE}" }
    let rounded = hasBeenRounded ? ", rounded" : ""
    let inEpoch = epoch == 0 ? "" : ", epoch = \(epoch)"
    return "{\(value)/\(timescale) = \(thousandths)\(inEpoch)\(rounded)}"
  }

  public var debugDescription: String { description }

  fileprivate var thousandths: String {
    let whole = CMTimeRoundingMethod.default.divide(Int128(value) * 1000, by: Int128(timescale)).value
    let fraction = String(whole.magnitude % 1000)
    return
      "\(whole < 0 ? "-" : "")\(whole.magnitude / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
  }
}

extension CMTime {
  /// The seconds of a numeric time for a message, to the nearest thousandth: `3.333`, `0.5`, `9`.
  package var shortSeconds: String {
    guard isNumeric else { return description }
    let zeros = thousandths.reversed().prefix { $0 == "0" }.count
    return String(thousandths.dropLast(zeros == 3 ? 4 : zeros))
  }
}

extension CMTimeRange: CustomStringConvertible, CustomDebugStringConvertible {
  /// Start and duration.
  public var description: String { "{\(start), \(duration)}" }
  public var debugDescription: String { description }
}
