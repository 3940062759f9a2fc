/// Codewords that correct errors, over a field of 2^n elements: the remainder of the data by a polynomial whose roots are
/// consecutive powers of the field's generator.
struct ReedSolomon: Sendable {
  private let order: Int
  private let powers: [Int]
  private let logarithms: [Int]
  /// The power of the first root.
  private let firstRoot: Int

  /// - Parameters:
  ///   - polynomial: the polynomial that the field is reduced by, its highest bit included.
  ///   - firstRoot: the exponent of the generator polynomial's first root.
  init(polynomial: Int, firstRoot: Int) {
    let size = 1 << (Int.bitWidth - 1 - polynomial.leadingZeroBitCount)
    order = size - 1
    self.firstRoot = firstRoot
    var powers = [Int](repeating: 0, count: size)
    var logarithms = powers
    var element = 1
    for exponent in 0..<size - 1 {
      powers[exponent] = element
      logarithms[element] = exponent
      element <<= 1
      if element >= size { element ^= polynomial }
    }
    self.powers = powers
    self.logarithms = logarithms
  }

  private func product(_ a: Int, _ b: Int) -> Int {
    a == 0 || b == 0 ? 0 : powers[(logarithms[a] + logarithms[b]) % order]
  }

  /// The generator polynomial without its leading 1, highest power first.
  private func generator(_ count: Int) -> [Int] {
    var result = [Int](repeating: 0, count: count)
    guard count > 0 else { return [] }
    result[count - 1] = 1
    for index in 0..<count {
      let root = powers[(firstRoot + index) % order]
      for place in 0..<count {
        result[place] = product(result[place], root) ^ (place + 1 < count ? result[place + 1] : 0)
      }
    }
    return result
  }

  /// The correction words that follow the data.
  func correction(of data: [Int], count: Int) -> [Int] {
    let generator = generator(count)
    var rest = [Int](repeating: 0, count: count)
    for word in data {
      let factor = word ^ (rest.first ?? 0)
      for place in 0..<count {
        rest[place] = (place + 1 < count ? rest[place + 1] : 0) ^ product(generator[place], factor)
      }
    }
    return rest
  }
}
