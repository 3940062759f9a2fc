package import Foundation
package import HeadroomImage
package import HeadroomSymbols

/// The message of a code as bytes. Text is stored as UTF-8.
package struct MessageBytes: InputValue, Hashable {
  package let data: Data

  init(_ data: Data) { self.data = data }

  package static var attributeClass: String { "NSData" }
  package static var usualType: InputType? { nil }
  package init?(keyed value: Any) {
    guard let data = (value as? String).map({ Data($0.utf8) }) ?? Data(keyed: value) else { return nil }
    self.init(data)
  }
  package var keyed: Any? { data }
  package var fingerprint: [Double] { data.map { Double($0) } }
}

/// A code's description as the input of a filter.
package struct DescribedCode: InputValue, Hashable {
  package let descriptor: CIBarcodeDescriptor

  package static var attributeClass: String { "CIBarcodeDescriptor" }
  package static var usualType: InputType? { nil }
  init(_ descriptor: CIBarcodeDescriptor) { self.descriptor = descriptor }
  package init?(keyed value: Any) {
    guard let descriptor = value as? CIBarcodeDescriptor else { return nil }
    self.init(descriptor)
  }
  package var keyed: Any? { descriptor }
  package var fingerprint: [Double] { descriptor.facts.map { Double($0) } + descriptor.payload.map { Double($0) } }
}

/// A number to which attributes assign no meaning.
package struct PlainNumber: InputValue, Hashable {
  package let value: Float

  init(_ value: Float) { self.value = value }

  package static var attributeClass: String { Float.attributeClass }
  package static var usualType: InputType? { nil }
  package static var numbers: ClosedRange<Double>? { Float.numbers }
  package init?(keyed value: Any) {
    guard let number = Float(keyed: value) else { return nil }
    self.init(number)
  }
  package var keyed: Any? { value.keyed }
  package func admitted(from minimum: Double?, to maximum: Double?) -> PlainNumber? {
    value.admitted(from: minimum, to: maximum).map { PlainNumber($0) }
  }
  package var fingerprint: [Double] { value.fingerprint }
}
