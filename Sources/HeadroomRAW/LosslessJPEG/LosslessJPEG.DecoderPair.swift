internal import HeadroomPixels

extension LosslessJPEG {
  /// Two streams of one shape, decoded in step. The length of a code is only known after its look-up, so one stream
  /// leaves the processor waiting: two streams take 2.3 ns for a sample where one takes 4.0.
  struct DecoderPair {
    private let first: Decoder
    private let second: Decoder

    /// Nil where the streams differ in shape, or are of a kind that cameras seldom write.
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
  // Not in the functions: builds without optimisation then look at these for the module's types alone, before they know which of
  // their variables are unsafe.
  private typealias Stream = LosslessJPEG.Decoder

  /// The row that a stream is decoded into, and the one above it.
  @unsafe private struct Rows {
    let current: UnsafeMutablePointer<UInt16>
    let above: UnsafePointer<UInt16>
  }

  private var header: LosslessJPEG.Header { first.header }
  private var planes: Int { header.components.count }

  /// Calls `take` with each row of both streams, until `samples` samples of each have come.
  ///
  /// - Parameter take: receives the stream, 0 or 1, its row, the number of samples in it, and the number of samples
  ///   before it.
  /// - Returns: whether all samples were decoded. Otherwise one of the streams is faulty, and each has to be decoded
  ///   alone.
  func decode(
    samples: Int, take: (_ stream: Int, UnsafePointer<UInt16>, _ count: Int, _ done: Int) -> Void
  ) -> Bool {
    let stride = first.rowSamples + planes
    // Two rows of each stream, with an extra pixel in front that the prediction of the first one may read.
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
      if row % 64 == 0, TaskContext.isCancelled { return false }
    }
    return done >= samples
  }

  private func decodeRow(
    _ one: Rows, _ other: Rows, predictor: Int, _ sources: inout (LosslessJPEG.BitSource, LosslessJPEG.BitSource)
  ) -> Bool {
    switch predictor {
    case 1 where planes == 2: unsafe decodeTwo(one.current, other.current, &sources)
    case 1: unsafe decodeOne(LosslessJPEG.Left.self, one, other, &sources)
    case 2: unsafe decodeOne(LosslessJPEG.Up.self, one, other, &sources)
    case 3: unsafe decodeOne(LosslessJPEG.Corner.self, one, other, &sources)
    case 4: unsafe decodeOne(LosslessJPEG.Plane.self, one, other, &sources)
    case 5: unsafe decodeOne(LosslessJPEG.LeftAndSlope.self, one, other, &sources)
    case 6: unsafe decodeOne(LosslessJPEG.UpAndSlope.self, one, other, &sources)
    default: unsafe decodeOne(LosslessJPEG.Mean.self, one, other, &sources)
    }
  }

  /// Decodes two components as ``LosslessJPEG/Decoder`` does.
  private func decodeTwo(
    _ one: UnsafeMutablePointer<UInt16>, _ other: UnsafeMutablePointer<UInt16>,
    _ sources: inout (LosslessJPEG.BitSource, LosslessJPEG.BitSource)
  ) -> Bool {
    let (tables, otherTables) = (first.header.tables, second.header.tables)
    let (even, odd, otherEven, otherOdd) = (tables[0], tables[1], otherTables[0], otherTables[1])
    var (bits, otherBits) = unsafe sources
    defer { unsafe sources = (bits, otherBits) }
    var (left, right, otherLeft, otherRight) = unsafe (one[-2], one[-1], other[-2], other[-1])
    let count = first.rowSamples
    var index = 0
    while index < count {
      unsafe bits.refill()
      unsafe otherBits.refill()
      guard let a = unsafe Stream.next(even, &bits), let b = unsafe Stream.next(otherEven, &otherBits),
        let c = unsafe Stream.difference(odd, &bits), let d = unsafe Stream.difference(otherOdd, &otherBits)
      else { return false }
      (left, right, otherLeft, otherRight) = (left &+ a, right &+ c, otherLeft &+ b, otherRight &+ d)
      unsafe one[index] = left
      unsafe one[index &+ 1] = right
      unsafe other[index] = otherLeft
      unsafe other[index &+ 1] = otherRight
      index &+= 2
    }
    return true
  }

  /// Decodes one component as ``LosslessJPEG/Decoder`` does.
  private func decodeOne<P: LosslessJPEG.Prediction>(
    _ prediction: P.Type, _ one: Rows, _ other: Rows,
    _ sources: inout (LosslessJPEG.BitSource, LosslessJPEG.BitSource)
  ) -> Bool {
    let (table, otherTable) = (first.header.tables[0], second.header.tables[0])
    var (bits, otherBits) = unsafe sources
    defer { unsafe sources = (bits, otherBits) }
    let (row, above) = unsafe (one.current, one.above)
    let (otherRow, otherAbove) = unsafe (other.current, other.above)
    guard let start = unsafe Stream.difference(table, &bits),
      let otherStart = unsafe Stream.difference(otherTable, &otherBits)
    else { return false }
    var (left, corner) = unsafe (row[-1] &+ start, above[0])
    var (otherLeft, otherCorner) = unsafe (otherRow[-1] &+ otherStart, otherAbove[0])
    unsafe row[0] = left
    unsafe otherRow[0] = otherLeft
    @inline(__always) func put(_ index: Int, _ difference: UInt16, _ otherDifference: UInt16) {
      let (up, otherUp) = unsafe (above[index], otherAbove[index])
      left = LosslessJPEG.sample(prediction, left, up, corner, difference)
      otherLeft = LosslessJPEG.sample(prediction, otherLeft, otherUp, otherCorner, otherDifference)
      (corner, otherCorner) = (up, otherUp)
      unsafe row[index] = left
      unsafe otherRow[index] = otherLeft
    }
    let count = first.rowSamples
    var index = 1
    while index &+ 1 < count {
      unsafe bits.refill()
      unsafe otherBits.refill()
      guard let a = unsafe Stream.next(table, &bits), let b = unsafe Stream.next(otherTable, &otherBits) else {
        return false
      }
      put(index, a, b)
      guard let c = unsafe Stream.difference(table, &bits), let d = unsafe Stream.difference(otherTable, &otherBits)
      else { return false }
      put(index &+ 1, c, d)
      index &+= 2
    }
    guard index < count else { return true }
    guard let a = unsafe Stream.difference(table, &bits), let b = unsafe Stream.difference(otherTable, &otherBits)
    else { return false }
    put(index, a, b)
    return true
  }
}
