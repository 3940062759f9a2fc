internal import Foundation

/// Reads values of option, property and attachment dictionaries, which callers fill with any kind of number.
///
/// All such reads go through here: `as? Bool` alone refuses 1, `as? Double` refuses an `Int`, `Int(_:)` traps on
/// values that are not finite.
package enum OptionValues {
  /// The value itself; nil also where `Any` hides an empty optional.
  package static func present(_ value: Any?) -> Any? {
    guard let value else { return nil }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return present(mirror.children.first?.value)
  }

  /// Whether the value is the null of property lists, which removes the entry of its key. A missing value is not null.
  package static func isNull(_ value: Any?) -> Bool { present(value) is NSNull }

  /// The value as texts: an array of them or one.
  package static func texts(_ value: Any?) -> [String]? {
    if let array = value as? [Any] {
      let texts = array.compactMap { text($0) }
      return texts.count == array.count ? texts : nil
    }
    return text(value).map { [$0] }
  }

  /// The value as a number: any integer, floating-point or `NSNumber`; true counts as 1.
  package static func number(_ value: Any?) -> Double? {
    switch value {
    case let flag as Bool: flag ? 1 : 0
    case let number as any BinaryInteger: Double(number)
    case let number as any BinaryFloatingPoint: Double(number)
    case let number as NSNumber: number.doubleValue
    default: nil
    }
  }

  /// The value as an integer; fractions are cut, and values that do not fit give nil.
  package static func integer(_ value: Any?) -> Int? {
    guard let number = number(value), number.isFinite, number.magnitude < 9e15 else { return nil }
    return Int(number)
  }

  /// The value as a truth; numbers other than 0 are true.
  package static func flag(_ value: Any?) -> Bool? {
    if let flag = value as? Bool { return flag }
    return number(value).map { $0 != 0 }
  }

  /// The value as text.
  package static func text(_ value: Any?) -> String? {
    switch value {
    case let text as String: text
    case let text as NSString: text as String
    default: nil
    }
  }

  /// The value as bytes.
  package static func bytes(_ value: Any?) -> [UInt8]? {
    switch value {
    case let data as Data: [UInt8](data)
    case let bytes as [UInt8]: bytes
    case let data as NSData: [UInt8](data as Data)
    default: nil
    }
  }

  /// The value as a dictionary.
  package static func dictionary(_ value: Any?) -> CFDictionary? { value as? CFDictionary }

  /// The value as numbers: an array of them or one.
  package static func numbers(_ value: Any?) -> [Double]? {
    if let array = value as? [Any] {
      let numbers = array.compactMap { number($0) }
      return numbers.count == array.count ? numbers : nil
    }
    return number(value).map { [$0] }
  }
}
