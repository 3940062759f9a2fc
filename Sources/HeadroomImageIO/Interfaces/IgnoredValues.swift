internal import HeadroomGraphics

/// Tells developers on standard error, once for each key, that a value of a properties dictionary is not written.
enum IgnoredValues {
  /// Reports the keys of a dictionary that `isWritten` does not name.
  static func report(_ values: CFDictionary, of part: CFString, except isWritten: (CFString) -> Bool) {
    for key in values.keys.sorted() where !isWritten(key) { report("\(part) \(key) is not written") }
  }

  /// The parts that files cannot be given.
  private static let unwritten: Set<CFString> = [
    "{Raw}", "{CIFF}", "{8BIM}", "{MakerApple}", "{MakerCanon}", "{MakerNikon}", "{MakerMinolta}", "{MakerFuji}",
    "{MakerOlympus}", "{MakerPentax}",
  ]

  /// Reports whole parts that are not written. A null takes them out, and is no mistake.
  static func reportParts(of properties: CFDictionary) {
    for key in unwritten.sorted() where properties[key] != nil && !OptionValues.isNull(properties[key]) {
      report("\(key) is not written")
    }
  }

  /// Reports a value of the wrong kind.
  static func report(_ value: Any, for key: CFString, of part: CFString) {
    report("\(part) \(key) is not written: its value is a \(type(of: value))")
  }

  private static func report(_ text: String) { DeveloperNotes.log(text, about: text) }
}
