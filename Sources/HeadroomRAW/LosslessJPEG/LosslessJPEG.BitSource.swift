internal import HeadroomContainers

extension LosslessJPEG {
  /// The coded data of a scan without its markers: stuffed zeros are removed, and it is split where prediction
  /// restarts.
  struct CodedData {
    /// The number of zeros after the end, so that whole words can be loaded.
    static let padding = 8

    private(set) var bytes: [UInt8] = []
    /// The ends of the pieces between restart markers in ``bytes``.
    private(set) var ends: [Int] = []

    init(_ file: FileBytes, range: Range<Int>) {
      bytes.reserveCapacity(range.count + Self.padding)
      var position = range.lowerBound
      while position < range.upperBound {
        let mark = file.firstIndex(of: 0xFF, in: position..<range.upperBound) ?? range.upperBound
        append(file, position..<mark)
        guard mark + 1 < range.upperBound, let next = file[mark + 1] else { break }
        position = mark + 2
        switch next {
        case 0: bytes.append(0xFF)
        case 0xFF: position = mark + 1
        case 0xD0...0xD7: ends.append(bytes.count)
        default: position = range.upperBound
        }
      }
      ends.append(bytes.count)
      bytes.append(contentsOf: repeatElement(0, count: Self.padding))
    }

    private mutating func append(_ file: FileBytes, _ range: Range<Int>) {
      guard !range.isEmpty else { return }
      unsafe file.withUnsafeBytes { all in
        unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: all[range]))
      }
    }
  }

  /// Reads bits of a piece of coded data, from the highest on. After its end it reads zeros; callers check
  /// ``isExhausted``.
  @unsafe struct BitSource {
    private let base: UnsafePointer<UInt8>
    private let end: Int
    /// The last position with a whole word of this piece's bytes.
    private let lastWord: Int
    private var position: Int
    /// The next bits, from the highest down.
    private(set) var buffer: UInt64 = 0
    /// The number of bits in the buffer.
    private(set) var count = 0

    init(_ base: UnsafePointer<UInt8>, range: Range<Int>) {
      unsafe self.base = base
      unsafe end = range.upperBound
      unsafe lastWord = range.upperBound - 8
      unsafe position = range.lowerBound
    }

    /// Whether more bits were read than exist.
    var isExhausted: Bool { unsafe position &* 8 &- count > end &* 8 }

    /// Ensures that at least 56 bits are in the buffer.
    @inline(__always) mutating func refill() {
      let word =
        unsafe position <= lastWord
        ? Self.word(base, at: position) : unsafe Self.rest(base, at: position, end: end)
      unsafe buffer |= word &>> UInt64(truncatingIfNeeded: count)
      unsafe position &+= (63 &- count) &>> 3
      unsafe count |= 56
    }

    @inline(__always) private static func word(_ base: UnsafePointer<UInt8>, at position: Int) -> UInt64 {
      unsafe UInt64(bigEndian: UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self))
    }

    /// The bytes up to a piece's end; those after it belong to the next piece.
    @inline(never) private static func rest(_ base: UnsafePointer<UInt8>, at position: Int, end: Int) -> UInt64 {
      guard position < end else { return 0 }
      return unsafe word(base, at: position) & ~(UInt64.max >> UInt64(8 * min(end - position, 7)))
    }

    @inline(__always) mutating func skip(_ bits: Int) {
      unsafe buffer &<<= UInt64(truncatingIfNeeded: bits)
      unsafe count &-= bits
    }
  }
}
