internal import HeadroomContainers

extension GIF {
  /// Decodes the codes of a picture (LZW) to colour indices, as many as are requested at a time.
  ///
  /// A code stands for a run of pixels: one of the colours, or a previous run and the first pixel of the next. The
  /// table has 4096 entries, so that the memory does not depend on the file.
  struct CodeReader {
    private static let mostBits = 12
    private static let tableSize = 1 << mostBits

    private let bytes: FileBytes
    private let start: Int
    /// The next byte, and the end of its sub-block.
    private var position: Int
    private var blockEnd: Int
    private var buffer: UInt32 = 0
    private var bufferedBits = 0

    private let codeSize: Int
    private let clearCode: Int
    private var codeBits: Int
    private var nextEntry: Int
    private var previous: Int?
    private var firstPixel: UInt8 = 0
    private var prefixes = [UInt16](repeating: 0, count: tableSize)
    private var suffixes = [UInt8](repeating: 0, count: tableSize)
    /// The pixels of a code, the last one first.
    private var run = [UInt8](repeating: 0, count: tableSize + 1)
    private var runLength = 0

    /// Why no more pixels come.
    private(set) var failure: ImageIOError?

    init(_ bytes: FileBytes, _ frame: Frame) {
      self.bytes = bytes
      start = frame.range.lowerBound
      position = frame.content
      blockEnd = frame.content
      codeSize = frame.codeSize
      clearCode = 1 << codeSize
      codeBits = codeSize + 1
      nextEntry = clearCode + 2
    }

    /// Fills a row from its start on. Returns the number of pixels: fewer than requested only after a ``failure``.
    mutating func read(into row: inout [UInt8]) -> Int {
      var filled = 0
      while filled < row.count {
        guard runLength > 0 || expandNextCode() else { return filled }
        let count = min(runLength, row.count - filled)
        for _ in 0..<count {
          runLength -= 1
          row[filled] = run[runLength]
          filled += 1
        }
      }
      return filled
    }

    private mutating func expandNextCode() -> Bool {
      while let code = nextCode() {
        if code == clearCode {
          clear()
          continue
        }
        guard code != clearCode + 1 else {
          failure = .malformed(part: "image", text: "the codes end before the picture does", offset: position)
          return false
        }
        return expand(code)
      }
      return false
    }

    private mutating func clear() {
      codeBits = codeSize + 1
      nextEntry = clearCode + 2
      previous = nil
    }

    private mutating func expand(_ code: Int) -> Bool {
      guard previous == nil ? code < clearCode : code <= nextEntry else {
        failure = .malformed(part: "image", text: "code \(code) has no meaning yet", offset: position)
        return false
      }
      var link = code
      // The entry that this code itself makes: the previous run and its own first pixel.
      if let previous, code == nextEntry {
        push(firstPixel)
        link = previous
      }
      // An entry's prefix is an earlier one.
      while link > clearCode {
        push(suffixes[link])
        link = Int(prefixes[link])
      }
      firstPixel = UInt8(truncatingIfNeeded: link)
      push(firstPixel)
      if let previous { add(prefix: previous) }
      if nextEntry >= 1 << codeBits, codeBits < Self.mostBits { codeBits += 1 }
      previous = code
      return true
    }

    private mutating func push(_ pixel: UInt8) {
      run[runLength] = pixel
      runLength += 1
    }

    /// A table that is full stays as it is until it is cleared.
    private mutating func add(prefix: Int) {
      guard nextEntry < Self.tableSize else { return }
      prefixes[nextEntry] = UInt16(truncatingIfNeeded: prefix)
      suffixes[nextEntry] = firstPixel
      nextEntry += 1
    }

    private mutating func nextCode() -> Int? {
      while bufferedBits < codeBits {
        guard let byte = nextByte() else { return nil }
        buffer |= UInt32(byte) << UInt32(bufferedBits)
        bufferedBits += 8
      }
      let code = Int(buffer & (1 << UInt32(codeBits) - 1))
      buffer >>= UInt32(codeBits)
      bufferedBits -= codeBits
      return code
    }

    private mutating func nextByte() -> UInt8? {
      if position == blockEnd {
        switch bytes[position] {
        case nil: failure = .incompletePicture(part: "image", offset: bytes.count)
        case 0?: failure = .malformed(part: "image", text: "the data ends before the picture does", offset: position)
        case let length?:
          position += 1
          blockEnd = position + Int(length)
        }
        guard failure == nil else { return nil }
      }
      guard let byte = bytes[position] else {
        failure = .incompletePicture(part: "image", offset: bytes.count)
        return nil
      }
      position += 1
      return byte
    }
  }
}
