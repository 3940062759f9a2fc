/// Builds Code 128 symbols (ISO/IEC 15417).
package enum Code128 {
  /// One row of bars without margins; nil where a byte is not ASCII, or there are no bytes.
  package static func symbol(of message: [UInt8]) -> BarcodeSymbol? {
    guard !message.isEmpty, message.count <= mostCharacters,
      let units = switching.units(of: message, starts: (0..<3).map { ($0, [.init(code: 103 + $0, width: 1)]) })
    else { return nil }
    let codes = units.map(\.code)
    let sum = codes.dropFirst().enumerated().reduce(codes[0]) { $0 + ($1.offset + 1) * $1.element }
    return drawn(codes + [sum % 103, stop])
  }

  /// A limit, since every character is expensive; no reader reads symbols of more than 80.
  private static let mostCharacters = 1024
  private static let stop = 106

  private static func drawn(_ codes: [Int]) -> BarcodeSymbol {
    var widths = codes.flatMap { pattern(of: $0) }
    // The stop character has one bar more than the others.
    widths.append(2)
    var symbol = BarcodeSymbol(width: widths.reduce(0, +), height: 1)
    var x = 0
    for (index, width) in widths.enumerated() {
      if index.isMultiple(of: 2) { symbol.fill(x: x..<x + width, y: 0..<1) }
      x += width
    }
    return symbol
  }

  private static func pattern(of code: Int) -> [Int] {
    patterns[code * 6..<code * 6 + 6].map { Int($0) - 48 }
  }

  /// A: capitals and controls. B: capitals and small letters. C: pairs of digits.
  private static let switching = AlphabetSwitching(
    alphabets: [
      make {
        $0.add(32...95, from: 0)
        $0.add(0...31, from: 64)
      }, make { $0.add(32...127, from: 0) },
      make { alphabet in
        for pair in 0..<100 { alphabet.add(pair: UInt8(48 + pair / 10), UInt8(48 + pair % 10), code: pair) }
      },
    ],
    latches: [
      .init(from: 0, to: 1, code: 100), .init(from: 0, to: 2, code: 99), .init(from: 1, to: 0, code: 101),
      .init(from: 1, to: 2, code: 99), .init(from: 2, to: 0, code: 101), .init(from: 2, to: 1, code: 100),
    ], shifts: [.init(from: 0, to: 1, code: 98), .init(from: 1, to: 0, code: 98)])

  private static func make(_ fill: (inout AlphabetSwitching.Alphabet) -> Void) -> AlphabetSwitching.Alphabet {
    var result = AlphabetSwitching.Alphabet(width: 1)
    fill(&result)
    return result
  }

  /// The widths of alternating bars and spaces, six for each code.
  private static let patterns = Array(
    """
    212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231113222123122123221\
    223211221132221231213212223112312131311222321122321221312212322112322211212123212321232121111323131123131321\
    112313132113132311211313231113231311112133112331132131113123113321133121313121211331231131213113213311213131\
    311123311321331121312113312311332111314111221411431111111224111422121124121421141122141221112214112412122114\
    122411142112142211241211221114413111241112134111111242121142121241114212124112124211411212421112421211212141\
    214121412121111143111341131141114113114311411113411311113141114131311141411131211412211214211232233111
    """.utf8)
}
