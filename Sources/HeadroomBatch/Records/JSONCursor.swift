/// Reads a JSON text from its beginning to its end, value by value, into what the caller wants of it.
///
/// The reader of whole documents makes a tree of values first: for a manifest of a million lines that takes half a minute.
struct JSONCursor {
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  /// Levels of objects and lists.
  private static let deepest = 32

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private func problem(_ text: String) -> RecordProblem {
    RecordProblem("no JSON: \(text) (byte \(position + 1) of the line)")
  }

  /// - Throws: ``RecordProblem`` where something follows the value that was read.
  mutating func end() throws(RecordProblem) {
    skipSpace()
    if position < bytes.count { throw problem("more follows the end") }
  }
}

extension JSONCursor {
  /// The kinds of values.
  enum Kind: String {
    case null
    case truth = "a truth value"
    case number = "a number"
    case text = "a text"
    case list = "a list"
    case object = "an object"
  }

  /// The kind of the value that is next.
  mutating func kind() throws(RecordProblem) -> Kind {
    skipSpace()
    guard let next else { throw problem("it ends where a value is due") }
    switch next {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .list
    case UInt8(ascii: "\""): return .text
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .truth
    case UInt8(ascii: "n"): return .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    default: throw problem("this begins no value")
    }
  }

  /// Reads an object; `member` reads the value of each key, or skips it.
  mutating func object(
    _ member: (inout JSONCursor, String) throws(RecordProblem) -> Void
  ) throws(RecordProblem) {
    try enter()
    skipSpace()
    if take(UInt8(ascii: "}")) {
      depth -= 1
      return
    }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw problem("a key in quotes is due") }
      let key = try text()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw problem("':' is due behind a key") }
      try member(&self, key)
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw problem("',' or '}' is due") }
    depth -= 1
  }

  /// Reads a list; `item` reads each value, or skips it.
  mutating func list(_ item: (inout JSONCursor) throws(RecordProblem) -> Void) throws(RecordProblem) {
    try enter()
    skipSpace()
    if take(UInt8(ascii: "]")) {
      depth -= 1
      return
    }
    repeat {
      try item(&self)
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw problem("',' or ']' is due") }
    depth -= 1
  }

  private mutating func enter() throws(RecordProblem) {
    depth += 1
    if depth > Self.deepest { throw problem("more than \(Self.deepest) levels") }
    position += 1
  }

  /// Passes over a value, whatever it is.
  mutating func skip() throws(RecordProblem) {
    switch try kind() {
    case .null: try word("null")
    case .truth: _ = try truth()
    case .number: _ = try digits()
    case .text: _ = try quoted()
    case .list: try list { (cursor: inout JSONCursor) throws(RecordProblem) in try cursor.skip() }
    case .object: try object { (cursor: inout JSONCursor, _) throws(RecordProblem) in try cursor.skip() }
    }
  }
}

extension JSONCursor {
  mutating func null() throws(RecordProblem) { try word("null") }

  mutating func truth() throws(RecordProblem) -> Bool {
    let isTrue = next == UInt8(ascii: "t")
    try word(isTrue ? "true" : "false")
    return isTrue
  }

  private mutating func word(_ word: String) throws(RecordProblem) {
    guard bytes[position...].starts(with: word.utf8) else { throw problem("this begins no value") }
    position += word.utf8.count
  }

  /// A whole number of 64 bits; nil for other numbers, which are passed over.
  mutating func whole() throws(RecordProblem) -> Int? {
    let (range, isWhole) = try digits()
    guard isWhole else { return nil }
    let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
    var value = 0
    for byte in bytes[range.dropFirst(isNegative ? 1 : 0)] {
      let digit = Int(byte - UInt8(ascii: "0"))
      let (shifted, isOver) = value.multipliedReportingOverflow(by: 10)
      let (sum, isOverToo) = shifted.subtractingReportingOverflow(digit)
      if isOver || isOverToo { return nil }
      value = sum
    }
    if isNegative { return value }
    return value == .min ? nil : -value
  }

  /// A number; nil beyond the largest `Double`.
  mutating func number() throws(RecordProblem) -> Double? {
    let (range, _) = try digits()
    guard let value = Double(plain(range)), value.isFinite else { return nil }
    return value
  }

  /// Where the next number stands, and whether it has neither a point nor an exponent.
  private mutating func digits() throws(RecordProblem) -> (range: Range<Int>, isWhole: Bool) {
    let start = position
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try run() }
    var isWhole = true
    if take(UInt8(ascii: ".")) {
      isWhole = false
      try run()
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isWhole = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try run()
    }
    return (start..<position, isWhole)
  }

  /// At least one digit.
  private mutating func run() throws(RecordProblem) {
    let start = position
    while position < bytes.count, case UInt8(ascii: "0")...UInt8(ascii: "9") = bytes[position] { position += 1 }
    if position == start { throw problem("a digit is due") }
  }
}

extension JSONCursor {
  /// The characters of a text.
  mutating func text() throws(RecordProblem) -> String {
    let (range, form) = try quoted()
    guard form != .plain else { return plain(range) }
    let characters = form == .escaped ? try unescaped(range) : Array(bytes[range])
    guard let text = String(validating: characters, as: UTF8.self) else { throw problem("a text is not UTF-8") }
    return text
  }

  /// Characters of ASCII, which need no checking: nearly all of a manifest.
  private func plain(_ range: Range<Int>) -> String {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }
  }

  /// How the characters of a text are written.
  private enum Form {
    /// ASCII, each as it is.
    case plain
    /// Some are beyond ASCII.
    case wide
    /// Some are written as escapes.
    case escaped
  }

  /// Where the characters of the next text stand, without the quotes, and how they are written.
  private mutating func quoted() throws(RecordProblem) -> (range: Range<Int>, form: Form) {
    position += 1
    let start = position
    var form = Form.plain
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return (start..<position - 1, form)
      case UInt8(ascii: "\\"):
        form = .escaped
        position += 1
      case 0..<0x20: throw problem("a control character stands in a text")
      case 0x80... where form == .plain: form = .wide
      default: break
      }
    }
    throw problem("a quote is not closed")
  }

  private func unescaped(_ range: Range<Int>) throws(RecordProblem) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var rest = bytes[range]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      guard let scalar = Self.escaped(&rest) else { throw problem("a text has an escape that is none") }
      result += Array(String(scalar).utf8)
    }
    return result
  }

  /// The character of an escape whose backslash is behind.
  private static func escaped(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    switch rest.popFirst() {
    case UInt8(ascii: "\""): "\""
    case UInt8(ascii: "\\"): "\\"
    case UInt8(ascii: "/"): "/"
    case UInt8(ascii: "b"): "\u{8}"
    case UInt8(ascii: "f"): "\u{C}"
    case UInt8(ascii: "n"): "\n"
    case UInt8(ascii: "r"): "\r"
    case UInt8(ascii: "t"): "\t"
    case UInt8(ascii: "u"): unicode(&rest)
    default: nil
    }
  }

  /// The character of one `\u`, or of two that form a surrogate pair.
  private static func unicode(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard let first = unit(&rest) else { return nil }
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, rest.popFirst() == UInt8(ascii: "\\"), rest.popFirst() == UInt8(ascii: "u"),
      let second = unit(&rest), (0xDC00...0xDFFF).contains(second)
    else { return nil }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  private static func unit(_ rest: inout ArraySlice<UInt8>) -> UInt32? {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = rest.popFirst().flatMap(PercentEncoding.digit) else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
