/// Splits a file into tokens. Comments are white space; a backslash at the end of a line joins it with the next.
struct Lexer {
  private let source: SourceText
  private let file: Int
  private let end: Int
  private var offset = 0
  private var startsLine = true
  private var followsSpace = false

  init(_ source: SourceText, file: Int) {
    self.source = source
    self.file = file
    end = source.bytes.count
    // Editors put a byte order mark before the text.
    if source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  /// All tokens of the file, the last of which is `end`.
  static func tokens(of source: SourceText, file: Int, limit: Int, diagnostics: Diagnostics) -> [Token] {
    var lexer = Lexer(source, file: file)
    var tokens: [Token] = []
    tokens.reserveCapacity(source.bytes.count / 4)
    while true {
      let token = lexer.next(diagnostics)
      tokens.append(token)
      if token.kind == .end { return tokens }
      if tokens.count > limit {
        diagnostics.error("the text has more than \(limit) tokens", at: token.range)
        tokens.append(lexer.token(.end, from: lexer.end))
        return tokens
      }
    }
  }

  private mutating func next(_ diagnostics: Diagnostics) -> Token {
    while true {
      skipSpace(diagnostics)
      guard offset < end else {
        startsLine = true
        return token(.end, from: end)
      }
      let start = offset
      let byte = source.bytes[offset]
      if Self.startsWord(byte) || letterLength(at: offset) > 0 { return word(from: start) }
      if Self.isDigit(byte) || (byte == UInt8(ascii: ".") && Self.isDigit(at(offset + 1))) {
        return number(from: start)
      }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return quoted(byte, diagnostics) }
      if let length = punctuatorLength() {
        offset += length
        return token(.punctuator, from: start)
      }
      skipUnknown(diagnostics)
      if source.bytes[start..<offset].elementsEqual("\u{201C}".utf8) { return curlyText(from: start) }
    }
  }

  private func at(_ index: Int) -> UInt8 { index < end ? source.bytes[index] : 0 }

  private mutating func token(_ kind: Token.Kind, from start: Int) -> Token {
    defer {
      startsLine = false
      followsSpace = false
    }
    return Token(
      kind: kind, text: String(decoding: source.bytes[min(start, offset)..<offset], as: UTF8.self),
      range: SourceRange(file: file, offset: start, length: max(offset - start, 0)),
      startsLine: startsLine, followsSpace: followsSpace)
  }

  // MARK: White space

  private mutating func skipSpace(_ diagnostics: Diagnostics) {
    while offset < end {
      switch source.bytes[offset] {
      case UInt8(ascii: "\n"):
        startsLine = true
        offset += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), 0x0B, 0x0C: offset += 1
      case UInt8(ascii: "\\") where spliceLength(at: offset) > 0: offset += spliceLength(at: offset)
      case UInt8(ascii: "/") where at(offset + 1) == UInt8(ascii: "/"): skipLineComment()
      case UInt8(ascii: "/") where at(offset + 1) == UInt8(ascii: "*"): skipBlockComment(diagnostics)
      case 0xC2 where at(offset + 1) == 0xA0: offset += 2  // the no-break space of text copied from web pages
      default: return
      }
      followsSpace = true
    }
  }

  private func spliceLength(at index: Int) -> Int {
    if at(index + 1) == UInt8(ascii: "\n") { return 2 }
    return at(index + 1) == UInt8(ascii: "\r") && at(index + 2) == UInt8(ascii: "\n") ? 3 : 0
  }

  private mutating func skipLineComment() {
    while offset < end, source.bytes[offset] != UInt8(ascii: "\n") {
      let splice = source.bytes[offset] == UInt8(ascii: "\\") ? spliceLength(at: offset) : 0
      offset += max(splice, 1)
    }
  }

  private mutating func skipBlockComment(_ diagnostics: Diagnostics) {
    let start = offset
    offset += 2
    while offset < end {
      if source.bytes[offset] == UInt8(ascii: "*"), at(offset + 1) == UInt8(ascii: "/") {
        offset += 2
        return
      }
      if source.bytes[offset] == UInt8(ascii: "\n") { startsLine = true }
      offset += 1
    }
    diagnostics.error(
      "this comment has no end", at: SourceRange(file: file, offset: start, length: 2), hint: "expected '*/'")
  }

  // MARK: Words, numbers, text

  private mutating func word(from start: Int) -> Token {
    while offset < end {
      let isPlain = Self.startsWord(source.bytes[offset]) || Self.isDigit(source.bytes[offset])
      let length = isPlain ? 1 : letterLength(at: offset)
      if length == 0 { break }
      offset += length
    }
    return token(.identifier, from: start)
  }

  /// The number of bytes of a letter outside of ASCII, such as a Greek letter of a formula; 0 where there is none.
  private func letterLength(at index: Int) -> Int {
    guard index < end, source.bytes[index] >= 0xC2 else { return 0 }
    let length = source.bytes[index] < 0xE0 ? 2 : source.bytes[index] < 0xF0 ? 3 : 4
    let text = String(decoding: source.bytes[index..<min(index + length, end)], as: UTF8.self).unicodeScalars
    return text.count == 1 && text.first?.properties.isXIDContinue == true ? length : 0
  }

  /// Reads everything that could belong to a number, valid or not; it is interpreted later.
  private mutating func number(from start: Int) -> Token {
    let isHexadecimal = at(start) == UInt8(ascii: "0") && (at(start + 1) | 0x20) == UInt8(ascii: "x")
    let exponent = UInt8(ascii: isHexadecimal ? "p" : "e")
    while offset < end {
      let byte = source.bytes[offset]
      let isSign = at(offset + 1) == UInt8(ascii: "+") || at(offset + 1) == UInt8(ascii: "-")
      if byte | 0x20 == exponent, isSign {
        offset += 2
      } else if Self.startsWord(byte) || Self.isDigit(byte) || byte == UInt8(ascii: ".") {
        offset += 1
      } else if byte == UInt8(ascii: "'"),
        Self.isDigit(at(offset + 1)) || isHexadecimal && Self.startsWord(at(offset + 1))
      {
        offset += 2
      } else {
        break
      }
    }
    return token(.number, from: start)
  }

  private mutating func quoted(_ quote: UInt8, _ diagnostics: Diagnostics) -> Token {
    let start = offset
    offset += 1
    while offset < end, source.bytes[offset] != quote, source.bytes[offset] != UInt8(ascii: "\n") {
      offset += source.bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
    }
    offset = min(offset, end)
    if offset < end, source.bytes[offset] == quote { offset += 1 }
    return token(.string, from: start)
  }

  /// Text between curly quotes of text processors; the first quote has been reported.
  private mutating func curlyText(from start: Int) -> Token {
    let closing = Array("\u{201D}".utf8)
    while offset < end, source.bytes[offset] != UInt8(ascii: "\n") {
      let isClosing = source.bytes[offset...].starts(with: closing)
      offset += isClosing ? closing.count : 1
      if isClosing { break }
    }
    return token(.string, from: start)
  }

  private mutating func skipUnknown(_ diagnostics: Diagnostics) {
    let start = offset
    offset += 1
    while offset < end, source.bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    let character = String(decoding: source.bytes[start..<offset], as: UTF8.self)
    let range = SourceRange(file: file, offset: start, length: offset - start)
    let hint = Self.lookalikes[character].map { "did you mean '\($0)'?" }
    diagnostics.error("unexpected character '\(character)'", at: range, hint: hint)
  }

  /// The characters that text processors substitute for plain ones.
  private static let lookalikes: [String: String] = [
    "\u{2013}": "-", "\u{2014}": "-", "\u{2212}": "-", "\u{D7}": "*", "\u{F7}": "/", "\u{FF1B}": ";", "\u{FF0C}": ",",
    "\u{FF08}": "(", "\u{FF09}": ")", "\u{37E}": ";", "\u{201C}": "\"", "\u{201D}": "\"",
  ]

  static func startsWord(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z") || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$")
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  // MARK: Punctuators

  private func punctuatorLength() -> Int? {
    let code = UInt32(at(offset)) << 16 | UInt32(at(offset + 1)) << 8 | UInt32(at(offset + 2))
    if Self.threes.contains(code) { return 3 }
    if Self.twos.contains(code >> 8) { return 2 }
    return Self.ones.contains(at(offset)) ? 1 : nil
  }

  private static func code(_ spelling: String) -> UInt32 { spelling.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

  private static let threes = Set(["<<=", ">>=", "..."].map(code))
  private static let twos = Set(
    [
      "::", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "^^", "+=", "-=", "*=", "/=", "%=", "&=",
      "|=", "^=", "##",
    ].map(code))
  private static let ones = Set("+-*/%=<>!~&|^?:;,.(){}[]#@".utf8)
}
