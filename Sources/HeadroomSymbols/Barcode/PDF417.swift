/// How messages are encoded as PDF417 codewords.
package enum PDF417Compaction: Int, Sendable {
  /// The shortest encoding for each part.
  case automatic = 0
  /// 44 digits in 15 codewords.
  case numeric = 1
  /// Two characters in a codeword.
  case text = 2
  /// Six bytes in five codewords.
  case byte = 3
}

/// Builds PDF417 symbols (ISO/IEC 15438).
package enum PDF417 {
  /// Data and correction together.
  static let mostCodewords = 928
  /// The pixels of a row, and the light pixels around the symbol: Core Image's limits of width and height (56...583 by
  /// 13 and more) follow from both.
  package static let rowHeight = 3
  package static let margin = 2

  /// The level that the standard recommends for this number of data codewords.
  package static func recommendedLevel(for count: Int) -> Int {
    count <= 40 ? 2 : count <= 160 ? 3 : count <= 320 ? 4 : 5
  }

  /// The symbol of codewords, the first of which is the number of data codewords; nil where their number does not fit.
  ///
  /// - Parameter isCompact: whether the part to the right of the data is left out.
  package static func symbol(of data: [Int], rows: Int, columns: Int, isCompact: Bool) -> BarcodeSymbol? {
    let correctionCount = rows * columns - data.count
    guard (3...90).contains(rows), (1...30).contains(columns), rows * columns <= mostCodewords,
      let level = level(correctionCount), data.first == data.count, data.allSatisfy({ (0..<929).contains($0) })
    else { return nil }
    let words = data + correction(of: data, count: correctionCount)
    var symbol = BarcodeSymbol(width: width(columns, isCompact), height: rows)
    for row in 0..<rows {
      let (left, right) = indicators(row, rows, columns, level)
      var x = draw(0b1_1111_1110_1010_1000, 17, at: 0, row, &symbol)
      let inside = Array(words[row * columns..<(row + 1) * columns])
      for word in [left] + inside + (isCompact ? [] : [right]) {
        x = draw(PDF417Patterns.modules(of: word, row: row), 17, at: x, row, &symbol)
      }
      _ = isCompact ? draw(1, 1, at: x, row, &symbol) : draw(0b11_1111_1010_0010_1001, 18, at: x, row, &symbol)
    }
    return symbol
  }

  /// The width in modules.
  package static func width(_ columns: Int, _ isCompact: Bool) -> Int { 17 * columns + (isCompact ? 35 : 69) }

  /// 2^(level + 1) codewords correct.
  private static func level(_ count: Int) -> Int? { (0...8).first { 2 << $0 == count } }

  private static func draw(_ modules: Int, _ count: Int, at x: Int, _ row: Int, _ symbol: inout BarcodeSymbol) -> Int {
    for place in 0..<count { symbol[x + place, row] = (modules >> (count - 1 - place)) & 1 == 1 }
    return x + count
  }

  /// The indicators at both ends of a row: three properties of the symbol, in turn.
  private static func indicators(_ row: Int, _ rows: Int, _ columns: Int, _ level: Int) -> (left: Int, right: Int) {
    let facts = [(rows - 1) / 3, 3 * level + (rows - 1) % 3, columns - 1]
    let start = 30 * (row / 3)
    return (start + facts[row % 3], start + facts[(row + 2) % 3])
  }

  /// The remainder by a polynomial whose roots are powers of 3, modulo 929, negated.
  private static func correction(of data: [Int], count: Int) -> [Int] {
    var generator = [1]
    var root = 1
    for _ in 0..<count {
      root = root * 3 % 929
      var next = generator + [0]
      for (place, factor) in generator.enumerated() {
        next[place + 1] = (next[place + 1] + (929 - root) * factor) % 929
      }
      generator = next
    }
    var rest = [Int](repeating: 0, count: count)
    for word in data {
      let factor = (word + (rest.first ?? 0)) % 929
      for place in 0..<count {
        let above = place + 1 < count ? rest[place + 1] : 0
        rest[place] = (above + (929 - generator[place + 1]) * factor) % 929
      }
    }
    return rest.map { (929 - $0) % 929 }
  }
}

/// A message as PDF417 codewords.
package struct PDF417Message {
  package private(set) var codewords: [Int] = []

  package init(codewords: [Int] = []) {
    self.codewords = codewords
  }

  /// Encodes a message; nil where the requested compaction cannot encode it.
  ///
  /// - Parameter statesCompaction: whether text is announced at the start even where it need not be.
  package init?(_ message: [UInt8], compaction: PDF417Compaction, statesCompaction: Bool) {
    guard !message.isEmpty, message.count <= Self.mostBytes else { return nil }
    // Symbols begin in text compaction.
    var current = statesCompaction ? nil : PDF417Compaction.text
    switch compaction {
    case .automatic:
      for (kind, bytes) in Self.parts(of: message) { guard append(kind, bytes, &current) else { return nil } }
    case .numeric, .text, .byte: guard append(compaction, message, &current) else { return nil }
    }
  }

  /// No symbol holds more digits than this.
  private static let mostBytes = 2800
  private static let longText = 5
  private static let longNumber = 13

  /// The parts for the three compactions, as annex P of the standard chooses them.
  private static func parts(of message: [UInt8]) -> [(PDF417Compaction, [UInt8])] {
    let isText = message.map { PDF417Text.contains($0) }
    let isDigit = message.map { (48...57).contains($0) }
    let digitRuns = runs(isDigit)
    let textRuns = runs(zip(isText, digitRuns).map { $0 && $1 < longNumber })
    let kinds = message.indices.map { index -> PDF417Compaction in
      if digitRuns[index] >= longNumber { return .numeric }
      return textRuns[index] >= longText || (isText[index] && textRuns[index] == message.count) ? .text : .byte
    }
    var parts: [(PDF417Compaction, [UInt8])] = []
    for (kind, byte) in zip(kinds, message) {
      if parts.last?.0 == kind { parts[parts.count - 1].1.append(byte) } else { parts.append((kind, [byte])) }
    }
    return parts
  }

  /// For each position the length of the run of true values that contains it; 0 outside.
  private static func runs(_ values: [Bool]) -> [Int] {
    var result = [Int](repeating: 0, count: values.count)
    var start = 0
    while start < values.count {
      guard values[start] else {
        start += 1
        continue
      }
      let end = values[start...].firstIndex(of: false) ?? values.count
      for place in start..<end { result[place] = end - start }
      start = end
    }
    return result
  }

  private mutating func append(
    _ kind: PDF417Compaction, _ bytes: [UInt8], _ current: inout PDF417Compaction?
  ) -> Bool {
    switch kind {
    case .numeric:
      guard bytes.allSatisfy({ (48...57).contains($0) }) else { return false }
      codewords.append(902)
      codewords += Self.numeric(bytes)
    case .text, .automatic:
      guard let words = PDF417Text.codewords(of: bytes) else { return false }
      if current != .text { codewords.append(900) }
      codewords += words
    case .byte:
      codewords.append(bytes.count.isMultiple(of: 6) ? 924 : 901)
      codewords += Self.bytes(bytes)
    }
    current = kind
    return true
  }

  /// Six bytes at a time as a number in base 900; remaining bytes as they are.
  private static func bytes(_ bytes: [UInt8]) -> [Int] {
    let whole = bytes.count / 6 * 6
    let groups = stride(from: 0, to: whole, by: 6).flatMap { start in
      let number = bytes[start..<start + 6].reduce(0) { $0 << 8 | Int($1) }
      return (0..<5).reversed().map { place in (0..<place).reduce(number) { value, _ in value / 900 } % 900 }
    }
    return groups + bytes[whole...].map { Int($0) }
  }

  /// Up to 44 digits at a time, a 1 in front of them, in base 900.
  private static func numeric(_ digits: [UInt8]) -> [Int] {
    stride(from: 0, to: digits.count, by: 44).flatMap { start in
      var words: [Int] = []
      for digit in [49] + digits[start..<min(start + 44, digits.count)] {
        var carry = Int(digit) - 48
        for place in words.indices {
          carry += words[place] * 10
          words[place] = carry % 900
          carry /= 900
        }
        if carry > 0 { words.append(carry) }
      }
      return words.reversed()
    }
  }
}

/// Text as PDF417 codewords: two values of four alphabets in each.
enum PDF417Text {
  static func contains(_ byte: UInt8) -> Bool { (32...126).contains(byte) || [9, 10, 13].contains(byte) }

  /// Nil where a byte is in none of the alphabets.
  static func codewords(of bytes: [UInt8]) -> [Int]? {
    guard var values = switching.units(of: bytes)?.map(\.code) else { return nil }
    if !values.count.isMultiple(of: 2) { values.append(29) }
    return stride(from: 0, to: values.count, by: 2).map { 30 * values[$0] + values[$0 + 1] }
  }

  /// Capitals, small letters, digits with some signs, other signs.
  private static let switching = AlphabetSwitching(
    alphabets: [
      make {
        $0.add(65...90, from: 0)
        $0.add(" ", from: 26)
      },
      make {
        $0.add(97...122, from: 0)
        $0.add(" ", from: 26)
      },
      make {
        $0.add("0123456789&\r\t,:#-.$/+%*=^", from: 0)
        $0.add(" ", from: 26)
      }, make { $0.add(";<>@[\\]_`~!\r\t,:\n-.$/\"|*()?{}'", from: 0) },
    ],
    latches: [
      .init(from: 0, to: 1, code: 27), .init(from: 0, to: 2, code: 28), .init(from: 1, to: 2, code: 28),
      .init(from: 2, to: 3, code: 25), .init(from: 2, to: 1, code: 27), .init(from: 2, to: 0, code: 28),
      .init(from: 3, to: 0, code: 29),
    ],
    shifts: [
      .init(from: 0, to: 3, code: 29), .init(from: 1, to: 0, code: 27), .init(from: 1, to: 3, code: 29),
      .init(from: 2, to: 3, code: 29),
    ])

  private static func make(_ fill: (inout AlphabetSwitching.Alphabet) -> Void) -> AlphabetSwitching.Alphabet {
    var result = AlphabetSwitching.Alphabet(width: 1)
    fill(&result)
    return result
  }
}
