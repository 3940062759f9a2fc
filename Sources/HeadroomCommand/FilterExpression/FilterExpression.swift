internal import ArgumentParser
internal import Headroom

/// `'CIExposureAdjust inputEV=1.5'`: a filter's name and the values for its inputs, before the filter has been asked
/// what it accepts.
struct FilterExpression {
  struct Setting {
    let key: String
    let literal: FilterLiteral
  }

  let name: String
  let settings: [Setting]

  /// The names of the filters.
  static let completion = CompletionKind.list(FilterRegistry.builtIn.map(\.name))

  init(parsing text: String) throws {
    var scanner = ExpressionScanner(text)
    scanner.skipSpace()
    let name = scanner.word(until: " \t\n=")
    guard !name.isEmpty else { throw ValidationError("a filter is 'CIName key=value ...'") }
    guard scanner.next != "=" else { throw ValidationError("the filter's name comes before '\(name)='") }
    self.name = name
    var settings: [Setting] = []
    while true {
      scanner.skipSpace()
      if scanner.isAtEnd { break }
      settings.append(try Self.setting(&scanner))
    }
    self.settings = settings
  }

  private static func setting(_ scanner: inout ExpressionScanner) throws -> Setting {
    let key = scanner.word(until: " \t\n=")
    guard !key.isEmpty, scanner.take("=") else {
      throw ValidationError("'\(key.isEmpty ? scanner.rest : key)' is not key=value")
    }
    return Setting(key: key, literal: try FilterLiteral(scanning: &scanner, key: key))
  }
}
