package import Foundation
internal import HeadroomColor
package import HeadroomGraphics

extension CIVector: InputValue {
  package static var attributeClass: String { "CIVector" }
  package static var usualType: InputType? { nil }
  package convenience init?(keyed value: Any) {
    switch value {
    case let value as CIVector: self.init(value.values)
    case let value as CGPoint: self.init(cgPoint: value)
    case let value as CGRect: self.init(cgRect: value)
    case let value as CGSize: self.init(x: value.width, y: value.height)
    case let value as [Any]:
      guard let numbers = OptionValues.numbers(value) else { return nil }
      self.init(numbers.map { CGFloat($0) })
    default: return nil
    }
  }
  package var keyed: Any? { self }
  package func admitted(from minimum: Double?, to maximum: Double?) -> Self? {
    values.contains { $0.isNaN } ? nil : self
  }
  package var fingerprint: [Double] { [Double(count)] + values.map { Double($0) } }
}

/// Lists of lines: a vector of the two ends of each.
extension [CIVector]: InputValue {
  package static var attributeClass: String { "NSArray" }
  package static var usualType: InputType? { nil }
  package init?(keyed value: Any) {
    guard let values = value as? [Any] else { return nil }
    let lines = values.compactMap { CIVector(keyed: $0) }
    guard lines.count == values.count, lines.allSatisfy({ $0.count == 4 }) else { return nil }
    self = lines
  }
  package var keyed: Any? { self }
  package func admitted(from minimum: Double?, to maximum: Double?) -> [CIVector]? {
    allSatisfy { $0.values.allSatisfy(\.isFinite) } ? self : nil
  }
  package var fingerprint: [Double] { [Double(count)] + flatMap(\.fingerprint) }
}

extension CGPoint: InputValue {
  package static var attributeClass: String { "CIVector" }
  package static var usualType: InputType? { .position }
  package init?(keyed value: Any) {
    guard let vector = CIVector(keyed: value) else { return nil }
    self = vector.cgPointValue
  }
  package var keyed: Any? { CIVector(cgPoint: self) }
  package func admitted(from minimum: Double?, to maximum: Double?) -> CGPoint? {
    x.isFinite && y.isFinite ? self : nil
  }
  package var fingerprint: [Double] { [Double(x), Double(y)] }
}

extension CGRect: InputValue {
  package static var attributeClass: String { "CIVector" }
  package static var usualType: InputType? { .rectangle }
  package init?(keyed value: Any) {
    guard let vector = CIVector(keyed: value) else { return nil }
    self = vector.cgRectValue
  }
  package var keyed: Any? { CIVector(cgRect: self) }
  package func admitted(from minimum: Double?, to maximum: Double?) -> CGRect? {
    origin.x.isNaN || origin.y.isNaN || size.width.isNaN || size.height.isNaN ? nil : self
  }
  package var fingerprint: [Double] {
    [Double(origin.x), Double(origin.y), Double(size.width), Double(size.height)]
  }
}

extension CGAffineTransform: InputValue {
  package static var attributeClass: String { "NSAffineTransform" }
  package static var usualType: InputType? { .transform }
  package init?(keyed value: Any) {
    switch value {
    case let value as CGAffineTransform: self = value
    case let value as AffineTransform:
      self.init(a: value.m11, b: value.m12, c: value.m21, d: value.m22, tx: value.tX, ty: value.tY)
    default:
      guard let vector = CIVector(keyed: value), vector.count == 6 else { return nil }
      self = vector.cgAffineTransformValue
    }
  }
  package var keyed: Any? { self }
  package func admitted(from minimum: Double?, to maximum: Double?) -> CGAffineTransform? {
    fingerprint.allSatisfy(\.isFinite) ? self : nil
  }
  package var fingerprint: [Double] { [Double(a), Double(b), Double(c), Double(d), Double(tx), Double(ty)] }
}

extension CIColor: InputValue {
  package static var attributeClass: String { "CIColor" }
  package static var usualType: InputType? { .color }
  package convenience init?(keyed value: Any) {
    guard let value = value as? CIColor else { return nil }
    self.init(copying: value)
  }
  package var keyed: Any? { self }
  package func admitted(from minimum: Double?, to maximum: Double?) -> Self? {
    fingerprint.prefix(4).allSatisfy(\.isFinite) ? self : nil
  }
  package var fingerprint: [Double] {
    let space = Double(colorSpace.encoding.hashValue)
    return [Double(red), Double(green), Double(blue), Double(alpha), space]
  }
}
