/// An Aztec symbol's form (ISO/IEC 24778).
package struct AztecForm: Hashable, Sendable {
  let isCompact: Bool
  let layers: Int

  /// The number of bits of a codeword.
  var wordSize: Int { layers <= 2 ? 6 : layers <= 8 ? 8 : layers <= 22 ? 10 : 12 }
  var bitCount: Int { ((isCompact ? 88 : 112) + 16 * layers) * layers }
  var wordCount: Int { bitCount / wordSize }
  /// The most data codewords that the mode message can state.
  var mostDataWords: Int { isCompact ? 64 : 2048 }

  /// Every form, the smaller ones first. Compact ones come before full ones; those with as many modules hold more.
  static let all =
    (1...4).map { AztecForm(isCompact: true, layers: $0) } + (1...32).map { AztecForm(isCompact: false, layers: $0) }
}

/// Builds Aztec symbols (ISO/IEC 24778).
package enum Aztec {
  /// The data of a message: bits, before they are divided into codewords.
  package static func bits(of message: [UInt8]) -> BitString? {
    guard message.count <= 4096, let units = AztecAlphabets.switching.units(of: message) else { return nil }
    var bits = BitString()
    for unit in units { bits.append(unit.code, count: unit.width) }
    return bits
  }

  /// Codewords, none of which has all bits alike: where all bits but the last of a word are alike, the opposite bit is
  /// stuffed.
  package static func codewords(of bits: BitString, size: Int) -> [Int] {
    let full = 1 << size - 1
    var words: [Int] = []
    var index = 0
    while index < bits.count {
      let word = (0..<size).reduce(0) { word, place in
        let bit = index + place >= bits.count || bits.bits[index + place]
        return word << 1 | (bit ? 1 : 0)
      }
      // All bits but the last are alike: the last one goes into the next word.
      if word >> 1 == full >> 1 {
        words.append(full - 1)
        index += size - 1
      } else if word >> 1 == 0 {
        words.append(1)
        index += size - 1
      } else {
        words.append(word)
        index += size
      }
    }
    return words
  }

  /// The smallest form that holds the data with the correction: a percentage of the symbol plus three words.
  package static func form(
    holding bits: BitString, percent: Int, isCompact: Bool?, layers: Int?
  ) -> (form: AztecForm, words: [Int])? {
    for form in AztecForm.all {
      if let isCompact, form.isCompact != isCompact { continue }
      if let layers, form.layers != layers { continue }
      let words = codewords(of: bits, size: form.wordSize)
      let correction = (form.wordCount * percent + 99) / 100 + 3
      if words.count <= form.mostDataWords, words.count + correction <= form.wordCount { return (form, words) }
    }
    return nil
  }

  /// The symbol of data codewords; nil where they do not fit.
  ///
  /// - Parameter isForReaders: whether the symbol configures readers instead of carrying a message: the stated count of
  ///   words is 1024 (32 in compact symbols) higher.
  package static func symbol(of words: [Int], in form: AztecForm, isForReaders: Bool = false) -> BarcodeSymbol? {
    guard !words.isEmpty, words.count <= form.mostDataWords, words.count <= form.wordCount else { return nil }
    let field = field(of: form.wordSize)
    let correction = field.correction(of: words, count: form.wordCount - words.count)
    var bits = BitString()
    bits.append(0, count: form.bitCount % form.wordSize)
    for word in words + correction { bits.append(word, count: form.wordSize) }
    let stated = words.count - 1 | (isForReaders ? form.isCompact ? 32 : 1024 : 0)
    return AztecDrawing(form).symbol(data: bits, mode: modeMessage(form, stated))
  }

  private static func field(of size: Int) -> ReedSolomon {
    let polynomials = [4: 0x13, 6: 0x43, 8: 0x12D, 10: 0x409, 12: 0x1069]
    return ReedSolomon(polynomial: polynomials[size] ?? 0x13, firstRoot: 1)
  }

  private static func modeMessage(_ form: AztecForm, _ words: Int) -> BitString {
    var bits = BitString()
    bits.append(form.layers - 1, count: form.isCompact ? 2 : 5)
    bits.append(words, count: form.isCompact ? 6 : 11)
    let data = bits.words(of: 4)
    return BitString(words: data + field(of: 4).correction(of: data, count: form.isCompact ? 5 : 6), size: 4)
  }
}

/// The alphabets of Aztec codes: upper case, lower case, mixed, punctuation, digits.
enum AztecAlphabets {
  static let switching: AlphabetSwitching = {
    var result = AlphabetSwitching(
      alphabets: [upper, lower, mixed, punctuation, digits],
      latches: [
        .init(from: 0, to: 1, code: 28), .init(from: 0, to: 2, code: 29), .init(from: 0, to: 4, code: 30),
        .init(from: 1, to: 2, code: 29), .init(from: 1, to: 4, code: 30), .init(from: 2, to: 1, code: 28),
        .init(from: 2, to: 0, code: 29), .init(from: 2, to: 3, code: 30), .init(from: 3, to: 0, code: 31),
        .init(from: 4, to: 0, code: 14),
      ],
      shifts: [
        .init(from: 0, to: 3, code: 0), .init(from: 1, to: 3, code: 0), .init(from: 2, to: 3, code: 0),
        .init(from: 4, to: 3, code: 0), .init(from: 1, to: 0, code: 28), .init(from: 4, to: 0, code: 15),
      ])
    result.runs = AlphabetSwitching.Runs(alphabets: 3, longest: 2078) { count in
      let shift = AlphabetSwitching.Unit(code: 31, width: 5)
      return count < 32
        ? [shift, .init(code: count, width: 5)]
        : [shift, .init(code: 0, width: 5), .init(code: count - 31, width: 11)]
    }
    return result
  }()

  private typealias Alphabet = AlphabetSwitching.Alphabet

  private static let upper = make(5) {
    $0.add(" ", from: 1)
    $0.add(65...90, from: 2)
  }
  private static let lower = make(5) {
    $0.add(" ", from: 1)
    $0.add(97...122, from: 2)
  }
  private static let mixed = make(5) {
    $0.add(" ", from: 1)
    $0.add(1...13, from: 2)
    $0.add(27...31, from: 15)
    $0.add("@\\^_`|~\u{7F}", from: 20)
  }
  private static let punctuation = make(5) {
    $0.add("\r", from: 1)
    $0.add(pair: 13, 10, code: 2)
    for (index, first) in ".,:".utf8.enumerated() { $0.add(pair: first, 32, code: 3 + index) }
    $0.add("!\"#$%&'()*+,-./:;<=>?[]{}", from: 6)
  }
  private static let digits = make(4) {
    $0.add(" ", from: 1)
    $0.add("0123456789,.", from: 2)
  }

  private static func make(_ width: Int, _ fill: (inout Alphabet) -> Void) -> Alphabet {
    var result = Alphabet(width: width)
    fill(&result)
    return result
  }
}
