extension Netpbm {
  /// Scales samples of 0...maxval to the full range of 8 or 16 bits: code * 255 / maxval or code * 65535 / maxval,
  /// rounded. Samples above maxval are white.
  struct SampleScaler: Sendable {
    private let maximum: Int
    /// By sample; empty where samples are stored as they are.
    private let table: [UInt16]

    init(maximum: Int) {
      self.maximum = maximum
      let peak = maximum > 255 ? 65_535 : 255
      table = maximum == peak ? [] : (0...maximum).map { UInt16(($0 * peak + maximum / 2) / maximum) }
    }

    private func scaled(_ sample: Int) -> UInt16 {
      let inside = min(sample, maximum)
      return table.isEmpty ? UInt16(truncatingIfNeeded: inside) : table[inside]
    }

    /// Writes one sample at an index of a row of 8 or 16-bit samples.
    func store(_ sample: Int, _ row: UnsafeMutableRawPointer, _ index: Int) {
      let value = scaled(sample)
      if maximum > 255 {
        unsafe row.assumingMemoryBound(to: UInt16.self)[index] = value
      } else {
        unsafe row.assumingMemoryBound(to: UInt8.self)[index] = UInt8(truncatingIfNeeded: value)
      }
    }

    /// Reads `count` samples as stored, 16-bit ones with the most significant byte first.
    func scale(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int) {
      if maximum > 255 {
        let out = unsafe target.assumingMemoryBound(to: UInt16.self)
        for index in 0..<count {
          let sample = unsafe UInt16(bigEndian: source.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self))
          unsafe out[index] = sample
        }
        guard !table.isEmpty else { return }
        for index in 0..<count { unsafe out[index] = scaled(Int(out[index])) }
      } else if table.isEmpty {
        unsafe target.copyMemory(from: source, byteCount: count)
      } else {
        let samples = unsafe source.assumingMemoryBound(to: UInt8.self)
        let out = unsafe target.assumingMemoryBound(to: UInt8.self)
        for index in 0..<count { unsafe out[index] = UInt8(truncatingIfNeeded: scaled(Int(samples[index]))) }
      }
    }
  }
}
