internal import HeadroomContainers
internal import HeadroomPixels

/// The parameters after the question mark of a target.
package struct ViewerQuery: Sendable {
  /// More than any request of the page has.
  private static let mostParameters = 32

  private var values: [String: String] = [:]

  /// A parameter that cannot be decoded is ignored; among several with one name the first counts.
  package init(parsing text: String) {
    for part in text.split(separator: "&").prefix(Self.mostParameters) {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(sides[0]), values[name] == nil else { continue }
      values[name] = sides.count > 1 ? Self.decoded(sides[1]) : ""
    }
  }

  package subscript(name: String) -> String? { values[name] }

  /// The same without some of the parameters.
  func without(_ names: String...) -> ViewerQuery {
    var rest = self
    for name in names { rest.values[name] = nil }
    return rest
  }

  /// Decodes percent escapes and plus signs, as in forms; nil where the bytes are no text.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        continue
      }
      guard let digits = String(rest.prefix(2)), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else {
        return nil
      }
      rest.removeFirst(2)
      bytes.append(value)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

// MARK: Values

extension ViewerQuery {
  /// An integer within bounds, or the default if the parameter is missing.
  func integer(_ name: String, in bounds: ClosedRange<Int>, default usual: Int) throws(ViewerError) -> Int {
    guard let text = self[name] else { return usual }
    guard let value = Int(text), bounds.contains(value) else {
      throw .badRequest("\(name) is a whole number from \(bounds.lowerBound) to \(bounds.upperBound)")
    }
    return value
  }

  func number(_ name: String, in bounds: ClosedRange<Double>, default usual: Double) throws(ViewerError) -> Double {
    guard let text = self[name] else { return usual }
    guard let value = DecimalNumber.parse(text[...]), bounds.contains(value) else {
      throw .badRequest("\(name) is a number from \(bounds.lowerBound) to \(bounds.upperBound)")
    }
    return value
  }

  /// A linear ratio of at least 1, or `inf`, which is also the default.
  func headroom() throws(ViewerError) -> Double {
    guard let text = self["headroom"], text != "inf" else { return .infinity }
    guard let value = DecimalNumber.parse(text[...]), value >= 1 else {
      throw .badRequest("headroom is a ratio of at least 1, or inf")
    }
    return value
  }

  /// Stops of exposure.
  func exposure() throws(ViewerError) -> Double { try number("exposure", in: -32...32, default: 0) }

  /// `X,Y,W,H` in pixels of a picture of this size, from its top left corner; nil where there is none.
  func rectangle(inside size: PixelSize) throws(ViewerError) -> PixelRect? {
    guard let text = self["rect"] else { return nil }
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    let limit = Int(Int32.max)
    guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2], let height = numbers[3],
      (0...limit).contains(x), (0...limit).contains(y), (1...limit).contains(width), (1...limit).contains(height)
    else { throw .badRequest("rect is X,Y,W,H in whole pixels") }
    let part = PixelRect(x: x, y: y, width: width, height: height)
    guard PixelRect(width: size.width, height: size.height).contains(part) else {
      throw .badRequest("rect leaves the picture of \(size.width)x\(size.height)")
    }
    return part
  }

  /// One of the words of an enum, or the default.
  func word<Word: RawRepresentable & CaseIterable>(
    _ name: String, default usual: Word
  ) throws(ViewerError) -> Word where Word.RawValue == String {
    guard let text = self[name] else { return usual }
    guard let word = Word(rawValue: text) else {
      throw .badRequest("\(name) is one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return word
  }
}
