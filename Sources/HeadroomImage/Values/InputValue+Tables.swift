internal import Foundation
internal import HeadroomEngine
package import HeadroomGraphics

extension DataTable: InputValue {
  package static var attributeClass: String { "NSData" }
  package static var usualType: InputType? { nil }
  package init?(keyed value: Any) {
    guard let data = Data(keyed: value) else { return nil }
    self.init(data)
  }
  package var keyed: Any? { data }
  package var fingerprint: [Double] { [] }
  package var objects: [ObjectIdentifier] { [ObjectIdentifier(contents)] }
}

extension Data {
  /// Bytes given by key, in any of the forms that have them.
  package init?(keyed value: Any) {
    switch value {
    case let data as Data: self = data
    case let data as NSData: self = data as Data
    case let bytes as [UInt8]: self.init(bytes)
    default: return nil
    }
  }
}

extension CGColorSpace: InputValue {
  package static var attributeClass: String { "NSObject" }
  package static var usualType: InputType? { nil }
  /// A space, or the name of one.
  package convenience init?(keyed value: Any) {
    if let space = value as? CGColorSpace {
      self.init(encoding: space.encoding, iccData: space.embeddedProfile)
    } else if let name = OptionValues.text(value) {
      self.init(name: name)
    } else {
      return nil
    }
  }
  package var keyed: Any? { self }
  package func isSame(as other: CGColorSpace) -> Bool { self == other }
  package var fingerprint: [Double] { [] }
  package var objects: [ObjectIdentifier] { [ObjectIdentifier(self)] }
}
