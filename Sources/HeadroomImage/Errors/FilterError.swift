internal import Foundation

/// Why a filter cannot be made or a value cannot be set.
public enum FilterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No filter has this name.
  case unknownFilter(name: String)
  /// The filter has no input of this key.
  case unknownKey(filter: String, key: String)
  /// The class stores the property without ``KeyedInput``, so that key access cannot reach it.
  case plainProperty(filter: String, key: String, type: String)
  /// The value cannot be used for the input.
  case wrongType(filter: String, key: String, expected: String, found: String)
  /// The number lies outside the input's legal range.
  case outOfRange(filter: String, key: String, value: String, minimum: Double?, maximum: Double?)

  public var description: String {
    switch self {
    case .unknownFilter(let name): return "there is no filter '\(name)'"
    case .unknownKey(let filter, let key): return "\(filter) has no input '\(key)'"
    case .plainProperty(let filter, let key, let type):
      return "\(filter).\(key) is a plain property, which cannot be reached by its key: "
        + "write '@KeyedInput var \(key): \(type)'"
    case .wrongType(let filter, let key, _, _), .outOfRange(let filter, let key, _, _, _):
      return "\(filter) \(key): \(reason)"
    }
  }

  /// The mistake, without its place.
  package var reason: String {
    switch self {
    case .unknownFilter, .unknownKey, .plainProperty: return description
    case .wrongType(_, _, let expected, let found): return "expected \(expected), found \(found)"
    case .outOfRange(_, _, let value, let minimum, let maximum):
      let low = minimum.map { NumberList.text($0) }
      let high = maximum.map { NumberList.text($0) }
      let range =
        switch (low, high) {
        case (let low?, let high?): "\(low) to \(high)"
        case (let low?, nil): "\(low) or more"
        case (nil, let high?): "\(high) or less"
        default: "a finite number"
        }
      return "\(value) is out of range, must be \(range)"
    }
  }

  package static func typeName(of value: Any?) -> String { value.map { String(describing: type(of: $0)) } ?? "nothing" }
}
