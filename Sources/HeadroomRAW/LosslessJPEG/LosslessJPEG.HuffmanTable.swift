extension LosslessJPEG {
  /// Codes of difference categories, looked up by the next bits of the stream.
  ///
  /// An entry holds the total number of bits of a difference, code and value, so that the next one can be looked up
  /// before this one's value is known.
  // Sendable: written by `init` only.
  @safe final class HuffmanTable: @unchecked Sendable {
    /// The number of bits that index the table. Longer codes are rare.
    static let directBits = 10

    /// Entries by the next ``directBits`` bits; zero for those that ``rareEntry(next16:)`` handles.
    let direct: UnsafeMutablePointer<Entry>
    /// For each length 1 ... 16: one more than its last code, shifted up to 16 bits.
    private var ends = [UInt32](repeating: 0, count: 17)
    /// For each length: the index of its first symbol minus its first code.
    private var places = [Int](repeating: 0, count: 17)
    private var entries: [Entry] = []

    struct Entry {
      /// Bits of code and value.
      var total: UInt8 = 0
      var code: UInt8 = 0
      /// The shift for 63 bits that begin with the value.
      var shift: UInt8 = 0
      /// Whether the difference is 32768 without any bits of a value.
      var isLargest = false
      /// The offset for values of the lower half, which are negative and counted from the least.
      var offset: Int32 = 0

      init() {}

      init(code length: Int, value bits: UInt8, isLargest: Bool) {
        total = UInt8(length) + bits
        code = UInt8(length)
        shift = 63 - bits
        self.isLargest = isLargest
        offset = 1 - Int32(1) << Int32(bits)
      }
    }

    /// Nil where the counts do not form a code, or a symbol is not a category.
    init?(counts: [UInt8], symbols: [UInt8], hasLongDifferences: Bool) {
      unsafe direct = .allocate(capacity: 1 << Self.directBits)
      unsafe direct.initialize(repeating: Entry(), count: 1 << Self.directBits)
      guard !symbols.isEmpty, symbols.allSatisfy({ $0 <= 16 }) else { return nil }
      var code = 0
      for length in 1...16 {
        let count = Int(counts[length - 1])
        places[length] = entries.count - code
        for _ in 0..<count {
          guard code < 1 << length else { return nil }
          let symbol = symbols[entries.count]
          let isLargest = symbol == 16 && !hasLongDifferences
          let entry = Entry(code: length, value: isLargest ? 0 : symbol, isLargest: isLargest)
          entries.append(entry)
          fill(entry, code: code)
          code += 1
        }
        ends[length] = UInt32(code) << UInt32(16 - length)
        code <<= 1
      }
    }

    deinit { unsafe direct.deallocate() }

    private func fill(_ entry: Entry, code: Int) {
      let spare = Self.directBits - Int(entry.code)
      guard spare >= 0, !entry.isLargest else { return }
      for rest in 0..<1 << spare { unsafe direct[code << spare | rest] = entry }
    }

    /// The entry of a code that is longer than ``directBits`` or of the largest difference; nil for bits that are not a
    /// code.
    @inline(never) func rareEntry(next16 bits: UInt32) -> Entry? {
      for length in 1...16 where bits < ends[length] {
        let place = places[length] + Int(bits >> UInt32(16 - length))
        return entries.indices.contains(place) ? entries[place] : nil
      }
      return nil
    }
  }
}
