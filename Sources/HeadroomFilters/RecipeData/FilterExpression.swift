/// A description of what is wrong with an expression.
package struct ExpressionError: Error, Hashable, Sendable {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

/// `'CIExposureAdjust inputEV=1.5'`: a filter's name and the values for its inputs, before they are checked against
/// what the filter accepts.
package struct FilterExpression: Hashable, Sendable {
  package struct Setting: Hashable, Sendable {
    package let key: String
    package let literal: FilterLiteral

    package init(key: String, literal: FilterLiteral) {
      self.key = key
      self.literal = literal
    }
  }

  package let name: String
  package let settings: [Setting]

  package init(name: String, settings: [Setting]) {
    self.name = name
    self.settings = settings
  }

  package init(parsing text: String) throws(ExpressionError) {
    var scanner = ExpressionScanner(text)
    scanner.skipSpace()
    let name = scanner.word(until: " \t\n=")
    guard !name.isEmpty else { throw ExpressionError("a filter is 'CIName key=value ...'") }
    guard scanner.next != "=" else { throw ExpressionError("the filter's name comes before '\(name)='") }
    self.name = name
    var settings: [Setting] = []
    while true {
      scanner.skipSpace()
      if scanner.isAtEnd { break }
      settings.append(try Self.setting(&scanner))
    }
    self.settings = settings
  }

  private static func setting(_ scanner: inout ExpressionScanner) throws(ExpressionError) -> Setting {
    let key = scanner.word(until: " \t\n=")
    guard !key.isEmpty, scanner.take("=") else {
      throw ExpressionError("'\(key.isEmpty ? scanner.rest : key)' is not key=value")
    }
    return Setting(key: key, literal: try FilterLiteral(scanning: &scanner, key: key))
  }
}
