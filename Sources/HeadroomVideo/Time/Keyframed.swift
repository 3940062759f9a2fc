/// A value between two key frames can be computed.
package protocol KeyframeValue: Sendable {
  /// - Parameter weight: 0 gives the first, 1 the second.
  static func mix(_ first: Self, _ second: Self, weight: Double) -> Self
}

/// How a value goes from a key frame to the next.
package enum KeyframeCurve: String, CaseIterable, Hashable, Sendable {
  case linear
  /// It stays, and jumps at the next key frame.
  case hold
  /// It starts and ends without a jolt: `3 w^2 - 2 w^3` (smoothstep) of the linear weight w.
  case ease

  func weight(_ part: Double) -> Double {
    switch self {
    case .linear: part
    case .hold: 0
    case .ease: part * part * (3 - 2 * part)
    }
  }
}

/// A value at a time.
package struct Keyframe<Value: KeyframeValue>: Sendable {
  /// From the clip's start.
  package var time: CMTime
  package var value: Value
  /// From this key frame to the next.
  package var curve: KeyframeCurve

  package init(time: CMTime, value: Value, curve: KeyframeCurve = .linear) {
    (self.time, self.value, self.curve) = (time, value, curve)
  }
}

/// A value that may change with time: one key frame or several, in order of time.
package struct Keyframed<Value: KeyframeValue>: Sendable {
  package let first: Keyframe<Value>
  /// All of them.
  package let frames: [Keyframe<Value>]

  package init(_ constant: Value) {
    first = Keyframe(time: .zero, value: constant)
    frames = [first]
  }

  /// Nil for none, and for times that do not rise.
  package init?(_ frames: [Keyframe<Value>]) {
    guard let first = frames.first, zip(frames, frames.dropFirst()).allSatisfy({ $0.time < $1.time }) else {
      return nil
    }
    (self.first, self.frames) = (first, frames)
  }

  /// Whether it is the same at all times.
  package var isConstant: Bool { frames.count == 1 }

  /// The value at a time from the clip's start. Before the first key frame and after the last it is theirs.
  package func value(at time: CMTime) -> Value {
    let next = frames.partitionPoint { $0.time > time }
    guard next > 0 else { return first.value }
    let from = frames[next - 1]
    guard next < frames.count, time.isNumeric else { return from.value }
    let part = (time - from.time).part(of: frames[next].time - from.time)
    let weight = from.curve.weight(part)
    return weight == 0 ? from.value : Value.mix(from.value, frames[next].value, weight: weight)
  }
}
