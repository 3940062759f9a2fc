package import Foundation
package import HeadroomGraphics

/// A value that ramps interpolate.
package protocol RampValue: Hashable, Sendable {
  /// What holds before the first ramp.
  static var neutral: Self { get }
  /// Whether pictures can be made with it.
  var isUsable: Bool { get }
  /// - Parameter fraction: 0 for this value, 1 for the other.
  func mixed(with other: Self, _ fraction: Double) -> Self
}

/// A value over time: ramps, and steps that hold until the next.
///
/// Where two overlap, the one that starts later counts from its start on; of two with one start the one set last.
package struct RampList<Value: RampValue>: Hashable, Sendable {
  /// From one value to another.
  package struct Ramp: Hashable, Sendable {
    /// Its duration is infinite in a step.
    package var timeRange: CMTimeRange
    package var start: Value
    package var end: Value

    package init(timeRange: CMTimeRange, start: Value, end: Value) {
      (self.timeRange, self.start, self.end) = (timeRange, start, end)
    }

    /// The value at a time that is not before the start.
    func value(at time: CMTime) -> Value {
      guard start != end, timeRange.containsTime(time) else { return end }
      return start.mixed(with: end, time.share(of: timeRange))
    }

    /// Whether it is a stretch of time between two values that pictures can be made with.
    package var isUsable: Bool {
      timeRange.start.isNumeric && timeRange.isValid && start.isUsable && end.isUsable
        && (timeRange.duration.isNumeric || start == end)
    }
  }

  /// By start.
  package private(set) var ramps: [Ramp] = []

  package init() {}

  package mutating func set(_ value: Value, at time: CMTime) {
    add(Ramp(timeRange: CMTimeRange(start: time, duration: .positiveInfinity), start: value, end: value))
  }

  package mutating func add(_ ramp: Ramp) {
    ramps.removeAll { $0.timeRange.start == ramp.timeRange.start }
    let index = ramps.firstIndex { $0.timeRange.start > ramp.timeRange.start } ?? ramps.count
    ramps.insert(ramp, at: index)
  }

  package func value(at time: CMTime) -> Value {
    ramps.last { $0.timeRange.start <= time }?.value(at: time) ?? Value.neutral
  }

  /// The ramp that a time is in, otherwise the next one; nil behind the last. Ramps end where the next one starts.
  package func ramp(at time: CMTime) -> Ramp? {
    ramps.indices.lazy.map { cut($0) }.first { $0.timeRange.end > time }
  }

  /// The ramps, each to where the next one starts.
  package var shownRamps: [Ramp] { ramps.indices.map { cut($0) } }

  private func cut(_ index: Int) -> Ramp {
    var ramp = ramps[index]
    guard index + 1 < ramps.count, ramps[index + 1].timeRange.start < ramp.timeRange.end else { return ramp }
    let range = CMTimeRange(start: ramp.timeRange.start, end: ramps[index + 1].timeRange.start)
    (ramp.timeRange, ramp.end) = (range, ramp.value(at: range.end))
    return ramp
  }

  /// Whether the value changes in a range.
  package func changes(in range: CMTimeRange) -> Bool {
    ramps.contains { ramp in
      ramp.start != ramp.end && ramp.timeRange.intersection(range).duration > .zero
    }
      || ramps.contains {
        $0.timeRange.start > range.start && $0.timeRange.start < range.end && $0.start != value(at: range.start)
      }
  }

  /// Whether it is neutral everywhere in a range.
  package func isNeutral(in range: CMTimeRange) -> Bool {
    value(at: range.start) == Value.neutral && !changes(in: range)
  }
}

extension CMTime {
  /// 0 at the start of a range to 1 at its end, rounded once.
  func share(of range: CMTimeRange) -> Double {
    let offset = self - range.start
    let top = Int128(offset.value) * Int128(range.duration.timescale)
    let bottom = Int128(range.duration.value) * Int128(offset.timescale)
    let divisor = greatestCommonDivisor(top, bottom)
    return divisor == 0 ? 0 : Double(top / divisor) / Double(bottom / divisor)
  }
}

extension Float: RampValue {
  package static var neutral: Float { 1 }
  package var isUsable: Bool { self >= 0 && self <= 1 }
  package func mixed(with other: Float, _ fraction: Double) -> Float {
    Float(Double(self) + (Double(other) - Double(self)) * fraction)
  }
}

extension CGAffineTransform: RampValue {
  package static var neutral: CGAffineTransform { .identity }
  package var isUsable: Bool { [a, b, c, d, tx, ty].allSatisfy(\.isFinite) }

  /// Each of the six numbers alone: a half turn shrinks to nothing on its way.
  package func mixed(with other: CGAffineTransform, _ fraction: Double) -> CGAffineTransform {
    func mix(_ path: KeyPath<CGAffineTransform, CGFloat>) -> CGFloat {
      self[keyPath: path].mixed(other[keyPath: path], fraction)
    }
    return CGAffineTransform(mix(\.a), mix(\.b), mix(\.c), mix(\.d), mix(\.tx), mix(\.ty))
  }
}

extension CGRect: RampValue {
  package static var neutral: CGRect { .infinite }
  package var isUsable: Bool {
    isInfinite || [minX, minY, width, height].allSatisfy(\.isFinite) && size.width >= 0 && size.height >= 0
  }

  /// Origin and size alone, of empty rectangles too. From or to the infinite rectangle there is no way: the first holds.
  package func mixed(with other: CGRect, _ fraction: Double) -> CGRect {
    guard !isInfinite, !other.isInfinite else { return self }
    return CGRect(
      x: minX.mixed(other.minX, fraction), y: minY.mixed(other.minY, fraction),
      width: width.mixed(other.width, fraction), height: height.mixed(other.height, fraction))
  }
}

extension CGFloat {
  fileprivate func mixed(_ other: CGFloat, _ fraction: Double) -> CGFloat { self + (other - self) * fraction }
}
