extension DNG {
  /// Undoes the differences of an inflated row, in place except for floats, whose bytes move.
  struct RowPredictor {
    let predictor: Predictor
    /// Bytes of a sample: 1 ... 4.
    let sampleBytes: Int
    /// Samples of a pixel.
    let planes: Int
    let isBigEndian: Bool

    /// Whether rows have the highest byte of a sample first, whatever the file's byte order is.
    var givesBigEndian: Bool {
      if case .floatingPoint = predictor { return true }
      return isBigEndian
    }

    func undo(_ row: UnsafeMutablePointer<UInt8>, samples: Int, spare: UnsafeMutablePointer<UInt8>) {
      switch predictor {
      case .none: break
      case .differences(let distance): unsafe sum(row, samples: samples, step: distance * planes)
      case .floatingPoint(let distance):
        let bytes = samples * sampleBytes
        let step = distance * planes
        if step < bytes { for index in step..<bytes { unsafe row[index] &+= row[index - step] } }
        unsafe spare.update(from: row, count: bytes)
        for byte in 0..<sampleBytes {
          for index in 0..<samples { unsafe row[index * sampleBytes + byte] = spare[byte * samples + index] }
        }
      }
    }

    private func sum(_ row: UnsafeMutablePointer<UInt8>, samples: Int, step: Int) {
      guard step < samples else { return }
      switch sampleBytes {
      case 1: for index in step..<samples { unsafe row[index] &+= row[index - step] }
      case 2: unsafe sum(row, UInt16.self, samples: samples, step: step)
      default: unsafe sum(row, UInt32.self, samples: samples, step: step)
      }
    }

    private func sum<Word: FixedWidthInteger & BitwiseCopyable>(
      _ row: UnsafeMutablePointer<UInt8>, _ word: Word.Type, samples: Int, step: Int
    ) {
      let base = UnsafeMutableRawPointer(row)
      let size = MemoryLayout<Word>.size
      func load(_ index: Int) -> Word {
        let value = unsafe base.loadUnaligned(fromByteOffset: index * size, as: Word.self)
        return isBigEndian ? value.bigEndian : value
      }
      for index in step..<samples {
        let value = load(index) &+ load(index - step)
        unsafe base.storeBytes(of: isBigEndian ? value.bigEndian : value, toByteOffset: index * size, as: Word.self)
      }
    }
  }
}
