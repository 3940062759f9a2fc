/// An error in a `.cube` file, with its line.
package struct CubeFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Counted from 1; where something is missing, the last line.
  package let line: Int
  package let reason: String

  package var description: String { "line \(line): \(reason)" }
}

/// A `.cube` file: a curve for each channel (the shaper where a table follows), a table of colours, or both.
///
///     TITLE "name"                 # comments may stand anywhere
///     LUT_1D_SIZE 16               entries of the curves, 2...65536
///     LUT_1D_INPUT_RANGE 0 1       their domain (Resolve)
///     LUT_3D_SIZE 33               nodes along each side of the table, 2...128
///     LUT_3D_INPUT_RANGE 0 1       its domain (Resolve)
///     DOMAIN_MIN 0 0 0             the domain of what comes first, by channel (Adobe)
///     DOMAIN_MAX 1 1 1
///     0 0 0                        the entries of the curves, then the nodes, red going round fastest
///
/// Adobe's Cube LUT specification 1.0 with DaVinci Resolve's additions. Where a domain is stated in both ways, the last
/// one counts. A range of curves in a file without curves is the table's, which is what its writers mean.
package struct CubeFile: Hashable, Sendable {
  /// The values between which entries lie, by channel.
  package struct Domain: Hashable, Sendable {
    package var low: SIMD3<Float>
    package var high: SIMD3<Float>

    package init(low: SIMD3<Float> = SIMD3(repeating: 0), high: SIMD3<Float> = SIMD3(repeating: 1)) {
      self.low = low
      self.high = high
    }
  }

  package struct Table: Hashable, Sendable {
    /// Entries of a curve, or nodes along a side.
    package let size: Int
    package let domain: Domain
    /// Red, green and blue, one entry after the other.
    package let values: [SIMD3<Float>]
  }

  package let title: String
  /// The first step: a curve for each channel.
  package let curves: Table?
  /// The second step, applied to their result.
  package let cube: Table?

  package static let largestCurves = 65_536
  package static let largestCube = 128
  /// The size of a table of 128 with the longest numbers that writers use.
  package static let mostBytes = 256 << 20

  package init(_ bytes: [UInt8]) throws(CubeFileError) {
    guard bytes.count <= Self.mostBytes else {
      throw CubeFileError(line: 1, reason: "\(bytes.count) bytes are more than the \(Self.mostBytes) that are read")
    }
    var reader = CubeFileReader()
    try reader.read(bytes)
    (title, curves, cube) = (reader.title, try reader.curves(), try reader.cube())
  }

  /// Bytes examined to recognise a text, and bytes of a text searched for its size: comments may come first.
  private static let (headBytes, commentBytes) = (64 << 10, 16 << 20)

  /// Whether bytes are such a file, a text that states a size, rather than a plain table of numbers.
  package static func isCube(_ bytes: some Sequence<UInt8>) -> Bool {
    let head = Array(bytes.prefix(headBytes))
    guard !head.contains(where: { $0 < 9 }) else { return false }
    return statesSize(head) || head.count == headBytes && statesSize(Array(bytes.prefix(commentBytes)))
  }

  private static func statesSize(_ text: [UInt8]) -> Bool {
    String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).contains { line in
      let text = line.drop { $0 == " " || $0 == "\t" }
      return text.hasPrefix("LUT_1D_SIZE") || text.hasPrefix("LUT_3D_SIZE")
    }
  }
}

/// Reads the lines of a `.cube` file.
private struct CubeFileReader {
  private(set) var title = ""
  private var line = 0
  private var curveSize: Int?
  private var cubeSize: Int?
  private var firstDomain = CubeFile.Domain()
  private var curveRange: ClosedRange<Float>?
  private var cubeRange: ClosedRange<Float>?
  /// The line of the last stated domain, for errors that concern both of its lines.
  private var domainLine = 0
  private var values: [SIMD3<Float>] = []

  private func error(_ reason: String, line: Int? = nil) -> CubeFileError {
    CubeFileError(line: line ?? self.line, reason: reason)
  }

  private var expected: Int { (curveSize ?? 0) + (cubeSize.map { $0 * $0 * $0 } ?? 0) }

  // MARK: Lines

  mutating func read(_ bytes: [UInt8]) throws(CubeFileError) {
    // A byte order mark, which some editors put first.
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < bytes.count {
      line += 1
      var end = start
      while end < bytes.count, bytes[end] != 10, bytes[end] != 13 { end += 1 }
      try read(line: bytes[start..<end])
      // One break: a feed, a return, or both.
      start = end + (end + 1 < bytes.count && bytes[end] == 13 && bytes[end + 1] == 10 ? 2 : 1)
    }
    line = max(line, 1)
  }

  private mutating func read(line: ArraySlice<UInt8>) throws(CubeFileError) {
    let text = line.drop { $0 == 32 || $0 == 9 }
    guard let first = text.first, first != UInt8(ascii: "#") else { return }
    if text.starts(with: "TITLE".utf8) {
      title = Self.title(text.dropFirst(5))
      return
    }
    let words = text.prefix { $0 != UInt8(ascii: "#") }.split { $0 == 32 || $0 == 9 }
    guard let word = words.first, Self.isLetter(first) else {
      try readValues(words)
      return
    }
    try readKeyword(String(decoding: word, as: UTF8.self), Array(words.dropFirst()))
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    let letter = byte | 32
    // Numbers may begin with these, as in "nan": they are not keywords, and are refused as numbers.
    return (97...122).contains(letter) && ![UInt8(ascii: "n"), UInt8(ascii: "i")].contains(letter) || byte == 95
  }

  /// The text between quotes, or else all of it.
  private static func title(_ rest: ArraySlice<UInt8>) -> String {
    let text = String(decoding: rest, as: UTF8.self)
    let parts = text.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count > 1 ? String(parts[1]) : String(text.drop { $0 == " " || $0 == "\t" })
  }

  private mutating func readKeyword(_ word: String, _ rest: [ArraySlice<UInt8>]) throws(CubeFileError) {
    switch word {
    case "LUT_1D_SIZE": curveSize = try size(rest, word, curveSize, CubeFile.largestCurves)
    case "LUT_3D_SIZE": cubeSize = try size(rest, word, cubeSize, CubeFile.largestCube)
    case "LUT_1D_INPUT_RANGE": curveRange = try range(rest, word)
    case "LUT_3D_INPUT_RANGE": cubeRange = try range(rest, word)
    case "DOMAIN_MIN": firstDomain.low = try triple(rest, word)
    case "DOMAIN_MAX": firstDomain.high = try triple(rest, word)
    default:
      let question = NameSuggestion.question(
        for: word,
        among: [
          "TITLE", "LUT_1D_SIZE", "LUT_3D_SIZE", "LUT_1D_INPUT_RANGE", "LUT_3D_INPUT_RANGE", "DOMAIN_MIN", "DOMAIN_MAX",
        ])
      throw error("'\(PrintableText.line(String(word.prefix(40))))' is no keyword of .cube files\(question)")
    }
    guard values.isEmpty else { throw error("\(word) stands behind the first entry") }
    if word.hasPrefix("DOMAIN") || word.hasSuffix("RANGE") { domainLine = line }
    if word.hasPrefix("DOMAIN") { (curveRange, cubeRange) = (nil, nil) }
  }

  private func size(
    _ words: [ArraySlice<UInt8>], _ name: String, _ known: Int?, _ largest: Int
  ) throws(CubeFileError) -> Int {
    guard known == nil else { throw error("a second \(name)") }
    guard words.count == 1, let value = Int(String(decoding: words[0], as: UTF8.self)) else {
      throw error("expected one whole number behind \(name)")
    }
    guard (2...largest).contains(value) else { throw error("\(name) \(value) is not between 2 and \(largest)") }
    return value
  }

  private func range(_ words: [ArraySlice<UInt8>], _ name: String) throws(CubeFileError) -> ClosedRange<Float> {
    guard words.count == 2 else { throw error("expected two numbers behind \(name)") }
    let (low, high) = (try number(words[0]), try number(words[1]))
    guard low < high else { throw error("\(name): \(low) is not below \(high)") }
    return low...high
  }

  private func triple(_ words: [ArraySlice<UInt8>], _ name: String) throws(CubeFileError) -> SIMD3<Float> {
    guard words.count == 3 else { throw error("expected three numbers behind \(name), found \(words.count)") }
    return SIMD3(try number(words[0]), try number(words[1]), try number(words[2]))
  }

  private func number(_ word: ArraySlice<UInt8>) throws(CubeFileError) -> Float {
    let text = String(decoding: word, as: UTF8.self)
    guard let value = Float(text), value.isFinite else {
      throw error("'\(PrintableText.line(String(text.prefix(40))))' is not a number")
    }
    return value
  }

  private mutating func readValues(_ words: [ArraySlice<UInt8>]) throws(CubeFileError) {
    guard !words.isEmpty else { return }
    guard words.count == 3 else { throw error("expected three numbers, found \(words.count)") }
    guard expected > 0 else { throw error("entries stand before LUT_1D_SIZE or LUT_3D_SIZE") }
    guard values.count < expected else { throw error("more than the \(expected) entries that the sizes say") }
    values.append(try triple(words, "an entry"))
  }

  // MARK: Result

  /// The curves, and the table after them.
  func curves() throws(CubeFileError) -> CubeFile.Table? {
    guard expected > 0 else { throw error("neither LUT_1D_SIZE nor LUT_3D_SIZE") }
    guard values.count == expected else {
      throw error("the file ends after \(values.count) of \(expected) entries")
    }
    guard let curveSize else { return nil }
    return CubeFile.Table(
      size: curveSize, domain: try domain(curveRange ?? nil, isFirst: true), values: Array(values[..<curveSize]))
  }

  func cube() throws(CubeFileError) -> CubeFile.Table? {
    guard let cubeSize else { return nil }
    let isFirst = curveSize == nil
    return CubeFile.Table(
      size: cubeSize, domain: try domain(cubeRange ?? (isFirst ? curveRange : nil), isFirst: isFirst),
      values: Array(values[(curveSize ?? 0)...]))
  }

  private func domain(_ range: ClosedRange<Float>?, isFirst: Bool) throws(CubeFileError) -> CubeFile.Domain {
    if let range {
      return CubeFile.Domain(
        low: SIMD3(repeating: range.lowerBound), high: SIMD3(repeating: range.upperBound))
    }
    guard isFirst else { return CubeFile.Domain() }
    for channel in 0..<3 where !(firstDomain.low[channel] < firstDomain.high[channel]) {
      throw error(
        "DOMAIN_MIN \(firstDomain.low[channel]) is not below DOMAIN_MAX \(firstDomain.high[channel])",
        line: domainLine)
    }
    return firstDomain
  }
}
