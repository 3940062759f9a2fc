internal import Foundation
internal import HeadroomGraphics

/// A Swift type that a filter input can have, and its form under key access.
///
/// Typed properties are a `CGPoint` where key access has a `CIVector`, and a `Float` where it has an `NSNumber`; this
/// converts between the two.
package protocol InputValue: Sendable {
  /// The class that attributes name, such as `NSNumber`.
  static var attributeClass: String { get }
  /// The meaning of inputs that do not state one.
  static var usualType: InputType? { get }
  /// Reads a value given by key; nil when it has a wrong type. It is not called for a missing value.
  init?(keyed value: Any)
  /// The form under key access; nil where there is no value.
  var keyed: Any? { get }
  /// The nearest legal value, or nil where there is none (not a number).
  func admitted(from minimum: Double?, to maximum: Double?) -> Self?
  /// Equality, by identity for images.
  func isSame(as other: Self) -> Bool
  /// The value as numbers, for finding equal recipes.
  var fingerprint: [Double] { get }
  /// The range of the type's numbers; nil if it is not a number.
  static var numbers: ClosedRange<Double>? { get }
  /// Objects that belong to the value and are compared by identity: tables, colour spaces.
  var objects: [ObjectIdentifier] { get }
  /// The value of an input that is set to nothing; nil means: its default.
  static var absent: Self? { get }
}

extension InputValue {
  package func admitted(from minimum: Double?, to maximum: Double?) -> Self? { self }
  package static var absent: Self? { nil }
  package static var numbers: ClosedRange<Double>? { nil }
  package var objects: [ObjectIdentifier] { [] }
}

extension InputValue where Self: Equatable {
  package func isSame(as other: Self) -> Bool { self == other }
}

private func clamped(_ value: Double, _ minimum: Double?, _ maximum: Double?) -> Double? {
  guard !value.isNaN else { return nil }
  return min(max(value, minimum ?? -.infinity), maximum ?? .infinity)
}

extension Float: InputValue {
  package static var attributeClass: String { "NSNumber" }
  package static var usualType: InputType? { .scalar }
  /// Parameters beyond are clamped, so that kernels see finite numbers only.
  package static var numbers: ClosedRange<Double>? { -1e30...1e30 }
  package init?(keyed value: Any) {
    guard let value = OptionValues.number(value) else { return nil }
    self.init(value)
  }
  package var keyed: Any? { NSNumber(value: self) }
  package func admitted(from minimum: Double?, to maximum: Double?) -> Float? {
    clamped(Double(self), minimum, maximum).map { Swift.min(Swift.max(Float($0), -Self.most), Self.most) }
  }
  package var fingerprint: [Double] { [Double(self)] }

  private static var most: Float { 1e30 }
}

extension Int: InputValue {
  package static var attributeClass: String { "NSNumber" }
  package static var usualType: InputType? { .integer }
  /// Integers that a double distinguishes from their neighbours.
  package static var numbers: ClosedRange<Double>? { -0x1p52...0x1p52 }
  package init?(keyed value: Any) {
    guard let value = OptionValues.number(value), abs(value) < 0x1p53 else { return nil }
    self.init(value.rounded())
  }
  package var keyed: Any? { NSNumber(value: self) }
  package func admitted(from minimum: Double?, to maximum: Double?) -> Int? {
    clamped(Double(self), minimum, maximum).map { Int($0) }
  }
  package var fingerprint: [Double] { [Double(self)] }
}

extension Bool: InputValue {
  package static var attributeClass: String { "NSNumber" }
  package static var usualType: InputType? { .boolean }
  package static var numbers: ClosedRange<Double>? { 0...1 }
  package init?(keyed value: Any) {
    guard let value = OptionValues.number(value) else { return nil }
    self = value != 0
  }
  package var keyed: Any? { NSNumber(value: self) }
  package var fingerprint: [Double] { [self ? 1 : 0] }
}

extension String: InputValue {
  package static var attributeClass: String { "NSString" }
  package static var usualType: InputType? { nil }
  package init?(keyed value: Any) {
    guard let value = OptionValues.text(value) else { return nil }
    self = value
  }
  package var keyed: Any? { self }
  package var fingerprint: [Double] { utf8.map(Double.init) }
}

extension Optional: InputValue where Wrapped: InputValue {
  package static var attributeClass: String { Wrapped.attributeClass }
  package static var numbers: ClosedRange<Double>? { Wrapped.numbers }
  package static var usualType: InputType? { Wrapped.usualType }
  package init?(keyed value: Any) {
    guard let value = Wrapped(keyed: value) else { return nil }
    self = value
  }
  package var keyed: Any? { flatMap(\.keyed) }
  package func admitted(from minimum: Double?, to maximum: Double?) -> Self? {
    guard let self else { return .some(.none) }
    return self.admitted(from: minimum, to: maximum).map { .some($0) }
  }
  package func isSame(as other: Self) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let left?, let right?): left.isSame(as: right)
    default: false
    }
  }
  package var fingerprint: [Double] { self.map { [1] + $0.fingerprint } ?? [0] }
  package var objects: [ObjectIdentifier] { self?.objects ?? [] }
  package static var absent: Self? { .some(.none) }
}
