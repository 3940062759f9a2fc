internal import ArgumentParser
internal import Headroom
internal import HeadroomFilters

/// `--name '{stem}-{width}.{ext}'`: the name of an output, made from properties of its input and of the result.
struct NameTemplate {
  /// The names in braces.
  enum Field: String, CaseIterable {
    /// The input's name without its extension, and with it.
    case stem, name
    /// The input's folder.
    case parent
    /// The number of the input, from 1, with as many digits as the last one has.
    case index
    /// The usual extension of the output's format, and the format's name.
    case ext, format
    /// Pixels of the result.
    case width, height
  }

  private enum Part {
    case text(String)
    case field(Field)
  }

  private let parts: [Part]

  /// The input's name with the extension of the output's format.
  static let inputsName = NameTemplate(parts: [.field(.stem), .text("."), .field(.ext)])

  /// As ``inputsName`` with something before the extension.
  static func inputsName(followedBy suffix: String) -> NameTemplate {
    NameTemplate(parts: [.field(.stem), .text(suffix + "."), .field(.ext)])
  }

  private init(parts: [Part]) { self.parts = parts }

  init(parsing text: String) throws {
    var parts: [Part] = []
    var scanner = ExpressionScanner(text)
    while !scanner.isAtEnd {
      let literal = scanner.word(until: "{}")
      if !literal.isEmpty { parts.append(.text(literal)) }
      if scanner.take("{") {
        parts.append(scanner.take("{") ? .text("{") : .field(try Self.field(&scanner)))
      } else if scanner.take("}") {
        guard scanner.take("}") else { throw ValidationError("a '}' without its '{'; '}}' stands for the character") }
        parts.append(.text("}"))
      }
    }
    guard !parts.isEmpty else { throw ValidationError("a name template is not empty") }
    self.parts = parts
  }

  private static func field(_ scanner: inout ExpressionScanner) throws -> Field {
    let name = scanner.word(until: "}")
    guard scanner.take("}") else { throw ValidationError("'{\(name)' is not closed; '{{' stands for the character") }
    guard let field = Field(rawValue: name) else {
      let names = Field.allCases.map(\.rawValue)
      throw ValidationError(
        "'{\(name)}' is not one of \(names.map { "{\($0)}" }.joined(separator: ", "))"
          + NameSuggestion.question(for: name, among: names))
    }
    return field
  }

  func uses(_ field: Field) -> Bool {
    parts.contains { part in
      if case .field(field) = part { true } else { false }
    }
  }

  /// The common extension of all names made from this; nil where it comes from a field, or there is none.
  var fixedExtension: String? {
    guard case .text(let end)? = parts.last, let dot = end.lastIndex(of: ".") else { return nil }
    let text = end[end.index(after: dot)...]
    return text.isEmpty || text.contains("/") ? nil : String(text)
  }

  /// The name, or nil where it would leave its folder: an empty component, `.` or `..`.
  func text(_ value: (Field) -> String) -> String? {
    let name = parts.map { part in
      switch part {
      case .text(let text): text
      case .field(let field): value(field)
      }
    }.joined()
    return Self.staysBelow(name) ? name : nil
  }

  /// Whether a name has no step that is empty, `.` or `..`.
  static func staysBelow(_ name: String) -> Bool {
    // In one pass: a batch asks for millions of names.
    var (length, hasOnlyDots) = (0, true)
    for byte in name.utf8 {
      if byte == UInt8(ascii: "/") {
        if hasOnlyDots, length <= 2 { return false }
        (length, hasOnlyDots) = (0, true)
      } else {
        length += 1
        if byte != UInt8(ascii: ".") { hasOnlyDots = false }
      }
    }
    return !(hasOnlyDots && length <= 2)
  }
}
