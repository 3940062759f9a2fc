internal import Foundation
internal import HeadroomGraphics

/// Reads values of option and property dictionaries, which callers fill with whatever kind of number they have.
enum OptionValues {
  /// The value as a number: any integer, floating-point or `NSNumber`; true counts as 1.
  static func number(_ value: Any?) -> Double? {
    switch value {
    case let flag as Bool: flag ? 1 : 0
    case let number as any BinaryInteger: Double(number)
    case let number as any BinaryFloatingPoint: Double(number)
    case let number as NSNumber: number.doubleValue
    default: nil
    }
  }

  /// The value as an integer; fractions are cut, what does not fit is nil.
  static func integer(_ value: Any?) -> Int? {
    guard let number = number(value), number.isFinite, number.magnitude < 9e15 else { return nil }
    return Int(number)
  }

  /// The value as a truth; numbers other than 0 are true.
  static func flag(_ value: Any?) -> Bool? {
    if let flag = value as? Bool { return flag }
    return number(value).map { $0 != 0 }
  }

  /// The value as text.
  static func text(_ value: Any?) -> String? {
    switch value {
    case let text as String: text
    case let text as NSString: text as String
    default: nil
    }
  }

  /// The value as bytes.
  static func bytes(_ value: Any?) -> [UInt8]? {
    switch value {
    case let data as Data: [UInt8](data)
    case let bytes as [UInt8]: bytes
    case let data as NSData: [UInt8](data as Data)
    default: nil
    }
  }

  /// The value as a dictionary.
  static func dictionary(_ value: Any?) -> CFDictionary? { value as? CFDictionary }

  /// The value as numbers: an array of them or one.
  static func numbers(_ value: Any?) -> [Double]? {
    if let array = value as? [Any] {
      let numbers = array.compactMap { number($0) }
      return numbers.count == array.count ? numbers : nil
    }
    return number(value).map { [$0] }
  }
}
