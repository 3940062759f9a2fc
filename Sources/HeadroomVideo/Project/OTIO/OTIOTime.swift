internal import HeadroomContainers

/// A `TimeRange`: seconds, exact.
struct OTIOTimeRange {
  var start: CMTime
  var duration: CMTime

  init(_ node: JSONNode) throws(ProjectError) {
    let object = try OTIOObject(node)
    guard object.schema == "TimeRange" else {
      throw node.problem("expected a TimeRange, found a \(object.shownSchema)")
    }
    start = try CMTime(otio: try object.object.required("start_time", "the start"))
    let length = try object.object.required("duration", "the duration")
    duration = try CMTime(otio: length)
    guard duration >= .zero else { throw length.problem("a duration is not negative") }
  }
}

extension OTIOObject {
  var shownSchema: String { ProjectError.shown(schema) }
}

extension CMTime {
  /// A `RationalTime`: a value at a rate. The value may be negative, as may be offsets.
  init(otio node: JSONNode) throws(ProjectError) {
    let object = try OTIOObject(node)
    guard object.schema == "RationalTime" else {
      throw node.problem("expected a RationalTime, found a \(object.shownSchema)")
    }
    let value = try object.object.required("value", "the number of units").exact("a number")
    let rate = try OTIORate.number(object.object.required("rate", "the number of units in a second"))
    guard let unit = rate.inverse, let seconds = value.multiplied(by: unit), let time = CMTime(nearest: seconds) else {
      throw node.problem("is no time that can be held")
    }
    self = time
  }
}

/// Rates are floating-point numbers there, in which 24000/1001 is 23.976023976023978, or 23.976.
enum OTIORate {
  static func number(_ node: JSONNode) throws(ProjectError) -> ExactNumber {
    let rate = try node.exact("a rate")
    guard rate.numerator > 0, rate.double < 1e9 else { throw node.problem("a rate is above 0 and below 10^9") }
    guard case .decimal(let digits) = node.value else { return rate }
    return videoRate(near: rate, digits: digits) ?? rate
  }

  /// The multiple of 1000/1001 that a rate with two decimals and more stands for: one that rounds to the same decimals,
  /// or to the same number of single precision.
  private static func videoRate(near rate: ExactNumber, digits: String) -> ExactNumber? {
    let decimals = digits.split(separator: ".").dropFirst().first?.utf8.count ?? 0
    let frames = (rate.double * 1.001).rounded()
    guard decimals >= 2, rate.denominator > 1, (1...1000).contains(frames) else { return nil }
    let places = (0..<min(decimals, 9)).reduce(0.5) { half, _ in half / 10 }
    guard abs(frames * 1000 / 1001 - rate.double) <= max(places, rate.double * 1e-7) else { return nil }
    return try? ExactNumber(fraction: "\(Int(frames) * 1000)/1001")
  }
}
