/// A fold of all values in a window that slides along a row or column: their sum, the largest, the smallest.
protocol WindowFold: Sendable {
  /// The state of a running fold.
  associatedtype State: BitwiseCopyable
  /// The state for no values.
  static var empty: State { get }
  static func add(_ value: Float, to state: State) -> State
  static func join(_ state: State, _ other: State) -> State
  /// Adds values beyond the edge: one or more, all the same.
  static func add(_ value: Float, times count: Float, to state: State) -> State
  func result(_ state: State) -> Float
}

/// The mean of the window. Sums are in double precision: they stay exact for windows of thousands of pixels.
struct WindowMean: WindowFold {
  let reciprocal: Double

  init(width: Int) { reciprocal = 1 / Double(width) }

  static var empty: Double { 0 }
  @inline(__always) static func add(_ value: Float, to state: Double) -> Double { state + Double(value) }
  @inline(__always) static func join(_ state: Double, _ other: Double) -> Double { state + other }
  @inline(__always) static func add(_ value: Float, times count: Float, to state: Double) -> Double {
    state + Double(value) * Double(count)
  }
  @inline(__always) func result(_ state: Double) -> Float { Float(state * reciprocal) }
}

struct WindowMaximum: WindowFold {
  static var empty: Float { -.infinity }
  @inline(__always) static func add(_ value: Float, to state: Float) -> Float { larger(value, state) }
  @inline(__always) static func join(_ state: Float, _ other: Float) -> Float { larger(state, other) }
  @inline(__always) static func add(_ value: Float, times count: Float, to state: Float) -> Float {
    larger(value, state)
  }
  /// Makes zeros positive, whichever came first.
  @inline(__always) func result(_ state: Float) -> Float { state + 0 }
}

struct WindowMinimum: WindowFold {
  static var empty: Float { .infinity }
  @inline(__always) static func add(_ value: Float, to state: Float) -> Float { smaller(value, state) }
  @inline(__always) static func join(_ state: Float, _ other: Float) -> Float { smaller(state, other) }
  @inline(__always) static func add(_ value: Float, times count: Float, to state: Float) -> Float {
    smaller(value, state)
  }
  @inline(__always) func result(_ state: Float) -> Float { state + 0 }
}
