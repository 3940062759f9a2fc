internal import HeadroomPixels

extension LosslessJPEG {
  /// Two streams of one shape, decoded in step. The length of a code is known only when it has been looked up, so that one
  /// stream leaves the processor waiting; two take 2.3 ns for a sample where one takes 4.0.
  struct DecoderPair {
    private let first: Decoder
    private let second: Decoder

    /// Nil where the streams differ, or are of a kind that cameras seldom write.
    init?(_ first: Decoder, _ second: Decoder) {
      let (one, other) = (first.header, second.header)
      let planes = one.components.count
      guard one.width == other.width, one.height == other.height, planes == other.components.count,
        one.predictor == other.predictor, one.precision == other.precision, one.pointTransform == 0,
        other.pointTransform == 0, one.restartRows == 0, other.restartRows == 0,
        planes == 1 || planes == 2 && one.predictor == 1
      else { return nil }
      (self.first, self.second) = (first, second)
    }
  }
}

extension LosslessJPEG.DecoderPair {
  /// Where a row of a stream is decoded to, and the one above it.
  @unsafe private struct Rows {
    let current: UnsafeMutablePointer<UInt16>
    let above: UnsafePointer<UInt16>
  }

  private var header: LosslessJPEG.Header { first.header }
  private var planes: Int { header.components.count }

  /// Calls `take` with each row of both streams, until `samples` samples of each have come.
  ///
  /// - Parameter take: gets the stream, 0 or 1, its row, how many samples there are, and how many came before.
  /// - Returns: whether all have come. Otherwise one of the streams is at fault, and each has to be decoded alone.
  func decode(
    samples: Int, take: (_ stream: Int, UnsafePointer<UInt16>, _ count: Int, _ done: Int) -> Void
  ) -> Bool {
    let stride = first.rowSamples + planes
    // Two rows of each, with a pixel in front that the prediction of the first one may read.
    let memory = UnsafeMutablePointer<UInt16>.allocate(capacity: 4 * stride)
    unsafe memory.initialize(repeating: 0, count: 4 * stride)
    defer { unsafe memory.deallocate() }
    return unsafe first.data.bytes.withUnsafeBufferPointer { one in
      unsafe second.data.bytes.withUnsafeBufferPointer { other in
        guard let one = one.baseAddress, let other = other.baseAddress else { return false }
        var sources = unsafe (
          LosslessJPEG.BitSource(one, range: 0..<first.data.ends[0]),
          LosslessJPEG.BitSource(other, range: 0..<second.data.ends[0])
        )
        return unsafe decode(samples, &sources, rows: memory + planes, stride: stride, take)
      }
    }
  }

  private func decode(
    _ samples: Int, _ sources: inout (LosslessJPEG.BitSource, LosslessJPEG.BitSource),
    rows: UnsafeMutablePointer<UInt16>, stride: Int, _ take: (Int, UnsafePointer<UInt16>, Int, Int) -> Void
  ) -> Bool {
    var done = 0
    for row in 0..<header.height where done < samples {
      let (current, above) = unsafe (rows + (row & 1) * stride, rows + (1 - row & 1) * stride)
      let one = unsafe Rows(current: current, above: above)
      let other = unsafe Rows(current: current + 2 * stride, above: above + 2 * stride)
      for plane in 0..<planes {
        unsafe one.current[plane - planes] = row == 0 ? header.middle : one.above[plane]
        unsafe other.current[plane - planes] = row == 0 ? header.middle : other.above[plane]
      }
      guard unsafe decodeRow(one, other, predictor: row == 0 ? 1 : header.predictor, &sources) else { return false }
      if unsafe sources.0.isExhausted || sources.1.isExhausted { return false }
      let count = min(first.rowSamples, samples - done)
      unsafe take(0, one.current, count, done)
      unsafe take(1, other.current, count, done)
      done += first.rowSamples
      if row % 64 == 0, Work.isCancelled { return false }
    }
    return done >= samples
  }

  private func decodeRow(
    _ one: Rows, _ other: Rows, predictor: Int, _ sources: inout (LosslessJPEG.BitSource, LosslessJPEG.BitSource)
  ) -> Bool {
    guard predictor == 1 else {
      return LosslessJPEG.Decoder.withPredictor(predictor) { predict in
        unsafe decode(one, other, &sources, predict)
      }
    }
    return planes == 1
      ? unsafe decodeLeft(one.current, other.current, &sources, planes: 1)
      : unsafe decodeLeft(one.current, other.current, &sources, planes: 2)
  }

  @inline(__always) private func decodeLeft(
    _ one: UnsafeMutablePointer<UInt16>, _ other: UnsafeMutablePointer<UInt16>,
    _ sources: inout (LosslessJPEG.BitSource, LosslessJPEG.BitSource), planes: Int
  ) -> Bool {
    unsafe decodeInStep(0..<first.rowSamples, &sources) { index, difference, otherDifference in
      unsafe one[index] = one[index - planes] &+ difference
      unsafe other[index] = other[index - planes] &+ otherDifference
    }
  }

  /// Rows of one component. The first sample always comes from the one above.
  @inline(__always) private func decode(
    _ one: Rows, _ other: Rows, _ sources: inout (LosslessJPEG.BitSource, LosslessJPEG.BitSource),
    _ predict: (_ left: Int32, _ up: Int32, _ corner: Int32) -> Int32
  ) -> Bool {
    let isDone = unsafe decodeInStep(0..<1, &sources) { _, difference, otherDifference in
      unsafe one.current[0] = one.above[0] &+ difference
      unsafe other.current[0] = other.above[0] &+ otherDifference
    }
    guard isDone else { return false }
    var (left, corner) = unsafe (Int32(one.current[0]), Int32(one.above[0]))
    var (otherLeft, otherCorner) = unsafe (Int32(other.current[0]), Int32(other.above[0]))
    return unsafe decodeInStep(1..<max(first.rowSamples, 1), &sources) { index, difference, otherDifference in
      let (up, otherUp) = unsafe (Int32(one.above[index]), Int32(other.above[index]))
      let value = UInt16(truncatingIfNeeded: predict(left, up, corner)) &+ difference
      let otherValue = UInt16(truncatingIfNeeded: predict(otherLeft, otherUp, otherCorner)) &+ otherDifference
      unsafe one.current[index] = value
      unsafe other.current[index] = otherValue
      (left, corner, otherLeft, otherCorner) = (Int32(value), up, Int32(otherValue), otherUp)
    }
  }

  /// Differences of both streams' samples, two of each for each time that the sources are refilled.
  @inline(__always) private func decodeInStep(
    _ samples: Range<Int>, _ sources: inout (LosslessJPEG.BitSource, LosslessJPEG.BitSource),
    put: (_ index: Int, _ difference: UInt16, _ otherDifference: UInt16) -> Void
  ) -> Bool {
    typealias Decoder = LosslessJPEG.Decoder
    let (even, odd) = (first.header.tables[0], first.header.tables[planes - 1])
    let (otherEven, otherOdd) = (second.header.tables[0], second.header.tables[planes - 1])
    var (bits, otherBits) = unsafe sources
    defer { unsafe sources = (bits, otherBits) }
    var index = samples.lowerBound
    while index &+ 1 < samples.upperBound {
      unsafe bits.refill()
      unsafe otherBits.refill()
      guard let one = unsafe Decoder.next(even, &bits), let other = unsafe Decoder.next(otherEven, &otherBits)
      else { return false }
      put(index, one, other)
      guard let two = unsafe Decoder.difference(odd, &bits),
        let otherTwo = unsafe Decoder.difference(otherOdd, &otherBits)
      else { return false }
      put(index &+ 1, two, otherTwo)
      index &+= 2
    }
    guard index < samples.upperBound else { return true }
    guard let last = unsafe Decoder.difference(even, &bits),
      let otherLast = unsafe Decoder.difference(otherEven, &otherBits)
    else { return false }
    put(index, last, otherLast)
    return true
  }
}
