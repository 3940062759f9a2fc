internal import HeadroomColor

extension EDID {
  /// Reads a base block; only its checksum could be wrong, and that has been verified.
  init(base block: EDIDBlock) {
    manufacturer = Self.letters(Int(block[8]) << 8 | Int(block[9]))
    productCode = UInt16(block.word(10))
    year = block[17] == 0 ? nil : 1990 + Int(block[17])
    isDigital = block[20] & 0x80 != 0
    bitDepth = isDigital && (block[18], block[19]) >= (1, 4) ? Self.bitDepth(code: block[20] >> 4 & 7) : nil
    gamma = block[23] == 0xFF ? nil : (Double(block[23]) + 100) / 100
    primaries = Self.primaries(block)
    let descriptors = stride(from: 54, to: 126, by: 18)
    productName = descriptors.lazy.compactMap { Self.name(block, at: $0) }.first
    preferredMode = DisplayMode(block, at: 54)
    (widthInMillimetres, heightInMillimetres) = Self.size(block, hasTiming: preferredMode != nil)
  }

  /// Three letters of five bits each, A being 1; the five characters after Z are in use too.
  private static func letters(_ code: Int) -> String {
    let letters = [10, 5, 0].map { shift -> UInt8 in
      let number = UInt8(code >> shift & 31)
      return number > 0 ? UInt8(ascii: "A") + number - 1 : UInt8(ascii: "?")
    }
    return String(decoding: letters, as: UTF8.self)
  }

  /// 1 is 6 bits, 6 is 16; 0 and 7 state nothing.
  private static func bitDepth(code: UInt8) -> Int? { 1...6 ~= code ? Int(code) * 2 + 4 : nil }

  /// Eight numbers of ten bits, whose lower two bits come first (E-EDID A.2, 3.7).
  private static func primaries(_ block: EDIDBlock) -> ColorPrimaries? {
    func number(_ index: Int) -> Double {
      let low = block[25 + index / 4] >> UInt8(6 - index % 4 * 2) & 3
      return Double(Int(block[27 + index]) << 2 | Int(low)) / 1024
    }
    let points = (0..<4).map { Chromaticity(x: number($0 * 2), y: number($0 * 2 + 1)) }
    let primaries = ColorPrimaries(red: points[0], green: points[1], blue: points[2], white: points[3])
    return primaries.isDegenerate ? nil : primaries
  }

  /// The text of the descriptor at a position, if it is the product's name.
  private static func name(_ block: EDIDBlock, at start: Int) -> String? {
    guard block.word(start) == 0, block[start + 3] == 0xFC else { return nil }
    return block.part(start + 5..<start + 18, named: "name").text
  }

  /// The timing has it in millimetres, the block itself in centimetres. If one of its two numbers is 0, the other is an
  /// aspect ratio, not a size.
  private static func size(_ block: EDIDBlock, hasTiming: Bool) -> (Double?, Double?) {
    let high = block[54 + 14]
    let fine = (Int(block[54 + 12]) | Int(high >> 4) << 8, Int(block[54 + 13]) | Int(high & 15) << 8)
    if hasTiming, fine.0 > 0, fine.1 > 0 { return (Double(fine.0), Double(fine.1)) }
    guard block[21] > 0, block[22] > 0 else { return (nil, nil) }
    return (Double(block[21]) * 10, Double(block[22]) * 10)
  }
}
