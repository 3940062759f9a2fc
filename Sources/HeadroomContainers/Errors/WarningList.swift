/// The irregularities of a file; one that occurs many times is listed once, with a count.
///
/// Texts that differ only in numbers or quoted text are of one kind; the first is kept. A small file can cause very
/// many: beyond ``mostKinds`` kinds only their number is kept.
package struct WarningList: Hashable, Sendable {
  package static let mostKinds = 16

  private var firsts: [String] = []
  private var counts: [Int] = []
  private var kinds: [String: Int] = [:]
  private var others = 0

  package init(_ texts: some Sequence<String> = []) {
    for text in texts { append(text) }
  }

  package var isEmpty: Bool { firsts.isEmpty }

  package mutating func append(_ text: String) {
    let kind = Self.kind(of: text)
    if let place = kinds[kind] {
      counts[place] += 1
    } else if firsts.count < Self.mostKinds {
      kinds[kind] = firsts.count
      firsts.append(text)
      counts.append(1)
    } else {
      others += 1
    }
  }

  /// One text for each kind, in the order of the first ones.
  package var texts: [String] {
    let kept = zip(firsts, counts).map { text, count in count == 1 ? text : "\(text) (and \(count - 1) more like it)" }
    return others == 0 ? kept : kept + ["and \(others) more"]
  }

  /// A text without its numbers and quotations.
  private static func kind(of text: String) -> String {
    var kind = ""
    var isQuoted = false
    var isNumber = false
    var previous = UInt8(ascii: " ")
    for byte in text.utf8 {
      // Other apostrophes are those of words.
      if byte == UInt8(ascii: "'"), isQuoted || previous == UInt8(ascii: " ") { isQuoted.toggle() }
      previous = byte
      if isQuoted { continue }
      let isDigit = (0x30...0x39).contains(byte)
      // The letters of hexadecimal numbers belong to them.
      let goesOn = isNumber && (byte == UInt8(ascii: "x") || (0x61...0x66).contains(byte))
      isNumber = isDigit || goesOn
      if !isNumber { kind.unicodeScalars.append(Unicode.Scalar(byte)) }
    }
    return kind
  }
}
