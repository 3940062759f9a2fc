extension IPTCBlock {
  /// The characters of record 2, which 1:90 states by ISO 2022's escapes.
  package enum CharacterSet: Hashable, Sendable {
    case utf8
    /// ISO 8859-1, with Windows' characters in place of control codes.
    case latin
    /// Nothing is stated: UTF-8 where the bytes are that, else Latin.
    case unstated
  }

  static let characterSetKey = Key(1, 90)
  private static let utf8Escape: [UInt8] = [0x1B, 0x25, 0x47]
  private static let latinEscapes: [[UInt8]] = [[0x1B, 0x2E, 0x41], [0x1B, 0x2D, 0x41]]

  /// The set that 1:90 states. Unsupported sets count as unstated.
  package var characterSet: CharacterSet {
    guard let escape = self[Self.characterSetKey].first else { return .unstated }
    if escape.starts(with: Self.utf8Escape) { return .utf8 }
    return Self.latinEscapes.contains { escape.starts(with: $0) } ? .latin : .unstated
  }

  /// The texts of a kind of data set, without padding at the end.
  package func texts(_ key: Key) -> [String] {
    self[key].map { Self.text($0, characterSet) }.filter { !$0.isEmpty }
  }

  /// Stores texts in UTF-8. Where the block has another character set, its other texts become UTF-8 too, and 1:90
  /// states it. An empty list removes the kind.
  package mutating func setTexts(_ texts: [String], for key: Key) {
    if !texts.isEmpty { becomeUTF8() }
    set(texts.map { Array($0.utf8) }, for: key)
  }

  private mutating func becomeUTF8() {
    let former = characterSet
    guard former != .utf8 else { return }
    for key in Set(sets.map(\.key)) where Self.holdsText(key) {
      set(self[key].map { Array(Self.text($0, former).utf8) }, for: key)
    }
    set([Self.utf8Escape], for: Self.characterSetKey)
  }

  /// In record 2 all data sets are text except the version and the previews with their numbers.
  private static func holdsText(_ key: Key) -> Bool {
    key.record == 2 && key.number != 0 && !(200...202).contains(key.number)
  }

  private static func text(_ bytes: [UInt8], _ set: CharacterSet) -> String {
    let trimmed = bytes.prefix((bytes.lastIndex { $0 != 0 && $0 != 0x20 } ?? -1) + 1)
    if set != .latin, let text = String(validating: trimmed, as: UTF8.self) { return text }
    if set == .utf8 { return String(decoding: trimmed, as: UTF8.self) }
    var text = ""
    text.unicodeScalars.append(contentsOf: trimmed.lazy.map(windowsLatin))
    return text
  }

  private static func windowsLatin(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
    return Unicode.Scalar(windowsScalars[Int(byte) - 0x80]) ?? Unicode.Scalar(byte)
  }

  /// Code page 1252 from 0x80 on; five places are not assigned.
  private static let windowsScalars: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
  ]
}
