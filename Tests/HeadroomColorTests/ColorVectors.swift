internal import Foundation
internal import HeadroomColor

/// The reference numbers of `Fixtures/color-vectors.json`: blocks of samples computed in high precision from the text of
/// the standards. The file says for each block which generator made it and what it was checked against.
enum ColorVectors {
  /// The samples called `name`; the test run stops when the fixture has no such block.
  static func block(_ name: String) -> JSONValue { blocks[name] }

  private static let blocks: JSONValue = {
    let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/color-vectors.json")
    do {
      return JSONValue(try JSONSerialization.jsonObject(with: Data(contentsOf: url)))["blocks"]
    } catch {
      preconditionFailure("color-vectors.json cannot be read: \(error)")
    }
  }()
}

/// A parsed JSON value. Access to what is not there is a fault of the test and stops it.
enum JSONValue: Sendable {
  case object([String: JSONValue])
  case array([JSONValue])
  case number(Double)
  case text(String)
  case other

  init(_ value: Any) {
    switch value {
    case let value as [String: Any]: self = .object(value.mapValues(JSONValue.init))
    case let value as [Any]: self = .array(value.map(JSONValue.init))
    case let value as String: self = .text(value)
    case let value as NSNumber: self = .number(value.doubleValue)
    default: self = .other
    }
  }

  subscript(key: String) -> JSONValue {
    guard let value = self.optional(key) else { preconditionFailure("no key \(key)") }
    return value
  }

  func optional(_ key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  var members: [(key: String, value: JSONValue)] {
    guard case .object(let members) = self else { preconditionFailure("not an object: \(self)") }
    return members.sorted { $0.key < $1.key }
  }

  var array: [JSONValue] {
    guard case .array(let elements) = self else { preconditionFailure("not an array: \(self)") }
    return elements
  }

  var double: Double {
    guard case .number(let value) = self else { preconditionFailure("not a number: \(self)") }
    return value
  }

  var string: String {
    guard case .text(let value) = self else { preconditionFailure("not a string: \(self)") }
    return value
  }

  var int: Int { Int(double) }
  var doubles: [Double] { array.map(\.double) }
  var vector: SIMD3<Double> { SIMD3(array[0].double, array[1].double, array[2].double) }
  /// Three rows of three numbers.
  var matrix: Matrix3x3 { Matrix3x3(rows: array[0].vector, array[1].vector, array[2].vector) }
  /// Bytes of a hexadecimal string.
  var bytes: [UInt8] {
    let digits = Array(string)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16) ?? 0 }
  }
}
