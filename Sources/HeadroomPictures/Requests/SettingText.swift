package import HeadroomContainers

/// Parses values of settings from text, for options and for members of a request alike.
package enum SettingText {
  package static func quality(_ text: String) throws -> Double {
    guard let value = DecimalNumber.parse(text), (0...100).contains(value) else {
      throw SettingProblem("a quality is a number from 0 to 100")
    }
    return value
  }

  /// Bytes.
  package static func byteLimit(_ text: String) throws -> Int {
    guard let value = DecimalNumber.parseCount(text, scale: 1000) else {
      throw SettingProblem("a size is a number of bytes, as 200k or 1.5M")
    }
    return value
  }

  package static func speed(_ text: String) throws -> Int {
    guard let value = Int(text), (0...10).contains(value) else {
      throw SettingProblem("a speed is a whole number from 0 to 10")
    }
    return value
  }

  /// Degrees, 0 ..< 360.
  package static func rotation(_ text: String) throws -> Double {
    guard let degrees = DecimalNumber.parse(text) else { throw SettingProblem("an angle is a number of degrees") }
    let turned = degrees.truncatingRemainder(dividingBy: 360)
    return turned < 0 ? turned + 360 : turned
  }

  package static func opacity(_ text: String) throws -> Double {
    guard let value = DecimalNumber.parse(text), (0...1).contains(value) else {
      throw SettingProblem("an opacity is a number from 0 to 1")
    }
    return value
  }

  package static func index(_ text: String) throws -> Int {
    guard let value = Int(text), (0..<1 << 20).contains(value) else {
      throw SettingProblem("a picture's number is 0 or above")
    }
    return value
  }

  package static func kelvins(_ text: String) throws -> Double {
    guard let kelvins = WhiteBalanceChoice.kelvins(text) else {
      throw SettingProblem("expected kelvins from 2000 to 50000")
    }
    return kelvins
  }

  package static func number(_ text: String, _ range: ClosedRange<Double>) throws -> Double {
    let plain = text.hasPrefix("+") ? text.dropFirst() : text[...]
    guard let value = DecimalNumber.parse(plain), range.contains(value) else {
      let (least, most) = (ShortNumber.text(range.lowerBound), ShortNumber.text(range.upperBound))
      throw SettingProblem("expected a number from \(least) to \(most)")
    }
    return value
  }

  /// Parts of the metadata: one name, or several separated by commas.
  package static func metadataParts(_ text: String) throws -> MetadataParts {
    var parts: MetadataParts = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let part = MetadataParts.named[name.lowercased()] else {
        throw SettingProblem(
          "'\(name)' is not one of gps, personal, all"
            + NameSuggestion.question(for: String(name), among: Array(MetadataParts.named.keys)))
      }
      parts.formUnion(part)
    }
    return parts
  }

  /// One of the words of an enum.
  package static func word<Words: RawRepresentable<String> & CaseIterable>(_ text: String) throws -> Words {
    if let value = Words(rawValue: text) { return value }
    let names = Words.allCases.map(\.rawValue)
    throw SettingProblem(
      "'\(text)' is not one of \(names.joined(separator: ", "))" + NameSuggestion.question(for: text, among: names))
  }

  package static func flag(_ text: String) throws -> Bool {
    guard let value = Bool(text) else { throw SettingProblem("expected true or false") }
    return value
  }
}
