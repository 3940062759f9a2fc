package import HeadroomImage
internal import HeadroomSymbols

/// A parameter of a filter: its key, its legal values and its current value.
///
/// Written `@Input("inputEV", slider: -10...10, identity: 0) var ev: Float = 0` in a filter's definition. Everything that
/// lists parameters (attributes, key access, the command, tests) reads it from here, and this is the only place where a
/// value is clamped or refused: kernels may rely on the limits. Swift properties and `setValue(_:forKey:)` clamp, as
/// Core Image does; filters that are data (expressions, recipes) refuse values that would be clamped.
@propertyWrapper
package struct Input<Value: InputValue>: Sendable {
  package let spec: InputSpec<Value>
  private var value: Value

  /// - Parameters:
  ///   - wrappedValue: the default.
  ///   - key: Core Image's key, such as `inputEV`.
  ///   - type: what the value means; nil takes the usual meaning of the Swift type.
  ///   - minimum: smallest legal value; smaller ones are raised to it.
  ///   - maximum: largest legal value; larger ones are lowered to it.
  ///   - honored: the range that the filter supports, where it is narrower than `minimum` and `maximum`, which the
  ///     attributes report as Core Image does; values outside become the nearest within.
  ///   - slider: the range a user interface should offer; values outside stay legal.
  ///   - unit: what one unit of the value is.
  ///   - identity: the value at which the input changes nothing, where there is one.
  ///   - example: a value that shows what the filter does, where neither the default nor a slider value does.
  package init(
    wrappedValue: Value, _ key: String, type: InputType? = nil, minimum: Double? = nil, maximum: Double? = nil,
    honored: ClosedRange<Double>? = nil, slider: ClosedRange<Double>? = nil, unit: InputUnit? = nil,
    identity: Value? = nil,
    example: Value? = nil
  ) {
    spec = InputSpec(
      key: key, type: type ?? Value.usualType, minimum: minimum, maximum: maximum, honored: honored, slider: slider,
      unit: unit ?? InputUnit(usualFor: type ?? Value.usualType), defaultValue: wrappedValue, identity: identity,
      example: example)
    value = wrappedValue
  }

  /// The value; one outside the limits becomes the nearest legal value, and NaN changes nothing.
  package var wrappedValue: Value {
    get { value }
    set { value = newValue.admitted(from: spec.least, to: spec.most) ?? value }
  }

  /// The wrapper itself, so that `\Definition.$name` leads to key, limits and value.
  package var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// Whether the value is the neutral one; nil where the input has no neutral value.
  package var isNeutral: Bool? { spec.identity.map { value.isSame(as: $0) } }
}

/// The description of a parameter without its value.
package final class InputSpec<Value: InputValue>: Sendable {
  package let key: String
  package let type: InputType?
  package let minimum: Double?
  package let maximum: Double?
  /// The smallest value that is not clamped; nil where the type's range is the only limit.
  package let least: Double?
  /// The largest value that is not clamped.
  package let most: Double?
  package let slider: ClosedRange<Double>?
  package let unit: InputUnit?
  package let defaultValue: Value
  package let identity: Value?
  package let example: Value?

  init(
    key: String, type: InputType?, minimum: Double?, maximum: Double?, honored: ClosedRange<Double>?,
    slider: ClosedRange<Double>?, unit: InputUnit?, defaultValue: Value, identity: Value?, example: Value?
  ) {
    self.key = key
    self.type = type
    self.minimum = minimum
    self.maximum = maximum
    least = Self.bound([minimum, honored?.lowerBound], max)
    most = Self.bound([maximum, honored?.upperBound], min)
    self.slider = slider
    self.unit = unit
    self.defaultValue = defaultValue
    self.identity = identity
    self.example = example
  }

  /// The narrowest of several limits; nil where none is finite.
  private static func bound(_ limits: [Double?], _ narrower: (Double, Double) -> Double) -> Double? {
    let finite = limits.compactMap { $0 }.filter(\.isFinite)
    return finite.dropFirst().reduce(finite.first) { narrower($0 ?? $1, $1) }
  }
}

/// The unit of a number, where it has one.
package enum InputUnit: String, Sendable {
  /// Powers of two of linear light.
  case stops
  /// Pixels of the image the filter works on.
  case pixels
  /// Radians, counter-clockwise.
  case radians
  /// The linear ratio to reference white.
  case headroom

  init?(usualFor type: InputType?) {
    switch type {
    case .distance, .position, .rectangle: self = .pixels
    case .angle: self = .radians
    default: return nil
    }
  }
}
