public import Foundation
internal import HeadroomGraphics

// Clients' filters declare inputs of any number type; built-in ones keep to Float, Int and Bool.

extension Double: InputValue {}
extension CGFloat: InputValue {}
extension Int8: InputValue {}
extension Int16: InputValue {}
extension Int32: InputValue {}
extension Int64: InputValue {}
extension UInt: InputValue {}
extension UInt8: InputValue {}
extension UInt16: InputValue {}
extension UInt32: InputValue {}
extension UInt64: InputValue {}

extension InputValue where Self: BinaryFloatingPoint {
  package static var attributeClass: String { "NSNumber" }
  package static var usualType: InputType? { .scalar }
  package init?(keyed value: Any) {
    guard let value = OptionValues.number(value) else { return nil }
    self.init(value)
  }
  package var keyed: Any? { NSNumber(value: Double(self)) }
  package var fingerprint: [Double] { [Double(self)] }
}

extension InputValue where Self: FixedWidthInteger {
  package static var attributeClass: String { "NSNumber" }
  package static var usualType: InputType? { .integer }
  /// The nearest number that the type has; nil for what is no number.
  package init?(keyed value: Any) {
    guard let value = OptionValues.number(value), !value.isNaN else { return nil }
    self = Self(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
  }
  package var keyed: Any? { NSNumber(value: Int64(clamping: self)) }
  package var fingerprint: [Double] { [Double(self)] }
}
