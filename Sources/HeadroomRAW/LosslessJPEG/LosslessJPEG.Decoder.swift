internal import HeadroomContainers
internal import HeadroomPixels

extension LosslessJPEG {
  /// Decodes one stream row by row.
  @safe struct Decoder {
    let header: Header
    private let part: String
    let data: CodedData
    private let place: Int

    init(_ bytes: FileBytes, range: Range<Int>, part: String, hasLongDifferences: Bool) throws(ImageIOError) {
      self.part = part
      header = try Header(bytes, range: range, part: part, hasLongDifferences: hasLongDifferences)
      place = header.dataStart
      data = CodedData(bytes, range: header.dataStart..<range.upperBound)
    }
  }
}

extension LosslessJPEG.Decoder {
  /// Samples of a row of the stream.
  var rowSamples: Int { header.width * header.components.count }

  /// Calls `take` with each row, from the top, until `samples` samples have come.
  ///
  /// - Throws: `ImageIOError/incompletePicture(part:offset:)` where the data ends before; the rows in front of it have come.
  func decode(
    samples: Int, take: (UnsafePointer<UInt16>, _ count: Int) -> Void
  ) throws(ImageIOError) {
    let planes = header.components.count
    // Two rows, each with a pixel in front that the prediction of the first one may read.
    let stride = rowSamples + planes
    let rows = UnsafeMutablePointer<UInt16>.allocate(capacity: 3 * stride)
    unsafe rows.initialize(repeating: 0, count: 3 * stride)
    defer { unsafe rows.deallocate() }
    let failure: ImageIOError? = unsafe data.bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return .incompletePicture(part: part, offset: place) }
      return unsafe decode(samples: samples, base, rows: rows + planes, stride: stride, take: take)
    }
    if let failure { throw failure }
  }

  private func decode(
    samples: Int, _ base: UnsafePointer<UInt8>, rows: UnsafeMutablePointer<UInt16>, stride: Int,
    take: (UnsafePointer<UInt16>, _ count: Int) -> Void
  ) -> ImageIOError? {
    var piece = 0
    var source = unsafe LosslessJPEG.BitSource(base, range: 0..<data.ends[0])
    var done = 0
    for row in 0..<header.height where done < samples {
      var isFirst = row == 0
      if header.restartRows > 0, row > 0, row % header.restartRows == 0 {
        piece += 1
        guard piece < data.ends.count else { return .incompletePicture(part: part, offset: place) }
        unsafe source = LosslessJPEG.BitSource(base, range: data.ends[piece - 1]..<data.ends[piece])
        isFirst = true
      }
      let current = unsafe rows + (row & 1) * stride
      let above = unsafe rows + (1 - row & 1) * stride
      guard unsafe decodeRow(current, above: above, isFirst: isFirst, &source) else {
        return .malformed(part: part, text: "bits that are no code in row \(row)", offset: place)
      }
      if unsafe source.isExhausted { return .incompletePicture(part: part, offset: place) }
      let samplesOfRow = unsafe finished(current, spare: rows + 2 * stride)
      unsafe take(samplesOfRow, min(rowSamples, samples - done))
      done += rowSamples
      if row % 64 == 0, Work.isCancelled { return .cancelled }
    }
    guard done >= samples else {
      return .malformed(
        part: part, text: "the stream has \(done) samples where \(samples) are needed", offset: place)
    }
    return nil
  }

  /// Samples as they were before the point transform took bits from them.
  private func finished(
    _ row: UnsafeMutablePointer<UInt16>, spare: UnsafeMutablePointer<UInt16>
  ) -> UnsafePointer<UInt16> {
    guard header.pointTransform > 0 else { return unsafe UnsafePointer(row) }
    let shift = UInt16(header.pointTransform)
    for index in 0..<rowSamples { unsafe spare[index] = row[index] &<< shift }
    return unsafe UnsafePointer(spare)
  }
}

extension LosslessJPEG.Decoder {
  /// Decodes a row; false for bits that are no code.
  private func decodeRow(
    _ row: UnsafeMutablePointer<UInt16>, above: UnsafeMutablePointer<UInt16>, isFirst: Bool,
    _ source: inout LosslessJPEG.BitSource
  ) -> Bool {
    let planes = header.components.count
    // The first pixel is predicted from the one above it, and that of the first row from the middle.
    for plane in 0..<planes {
      unsafe row[plane - planes] = isFirst ? header.middle : above[plane]
    }
    let predictor = isFirst ? 1 : header.predictor
    var bits = unsafe source
    defer { unsafe source = bits }
    guard predictor != 1 else {
      return switch planes {
      case 1: unsafe decodeLeft(row, &bits, planes: 1)
      case 2: unsafe decodeLeft(row, &bits, planes: 2)
      default: unsafe decodeLeft(row, &bits, planes: planes)
      }
    }
    return unsafe decode(row, above: above, predictor: predictor, &bits, planes: planes)
  }

  /// Predicts from the sample to the left, which nearly all cameras do.
  @inline(__always) private func decodeLeft(
    _ row: UnsafeMutablePointer<UInt16>, _ bits: inout LosslessJPEG.BitSource, planes: Int
  ) -> Bool {
    let first = header.tables[0]
    guard planes > 2 else {
      let second = header.tables[planes - 1]
      return unsafe Self.decodePairs(0..<rowSamples, first, second, &bits) { index, difference in
        unsafe row[index] = row[index - planes] &+ difference
      }
    }
    var index = 0
    while index < rowSamples {
      for plane in 0..<planes {
        guard let difference = unsafe Self.difference(header.tables[plane], &bits) else { return false }
        unsafe row[index + plane] = row[index + plane - planes] &+ difference
      }
      index += planes
    }
    return true
  }

  /// Predictors 2 to 7 (table H.1), each in a loop of its own.
  private func decode(
    _ row: UnsafeMutablePointer<UInt16>, above: UnsafeMutablePointer<UInt16>, predictor: Int,
    _ bits: inout LosslessJPEG.BitSource, planes: Int
  ) -> Bool {
    Self.withPredictor(predictor) { predict in unsafe decode(row, above, &bits, planes, predict) }
  }

  /// Calls `body`, which has to be inlined, with a prediction of table H.1.
  @inline(__always) static func withPredictor(
    _ predictor: Int, _ body: ((_ left: Int32, _ up: Int32, _ corner: Int32) -> Int32) -> Bool
  ) -> Bool {
    switch predictor {
    case 2: body { _, up, _ in up }
    case 3: body { _, _, corner in corner }
    case 4: body { left, up, corner in left + up - corner }
    case 5: body { left, up, corner in left + (up - corner) >> 1 }
    case 6: body { left, up, corner in up + (left - corner) >> 1 }
    default: body { left, up, _ in (left + up) >> 1 }
    }
  }

  @inline(__always) private func decode(
    _ row: UnsafeMutablePointer<UInt16>, _ above: UnsafeMutablePointer<UInt16>, _ bits: inout LosslessJPEG.BitSource,
    _ planes: Int, _ predict: (_ left: Int32, _ up: Int32, _ corner: Int32) -> Int32
  ) -> Bool {
    // The first pixel of a row always comes from the one above.
    for plane in 0..<planes {
      guard let difference = unsafe Self.difference(header.tables[plane], &bits) else { return false }
      unsafe row[plane] = above[plane] &+ difference
    }
    guard planes > 1 else { return unsafe decode(row, above, &bits, header.tables[0], predict) }
    var index = planes
    while index < rowSamples {
      for plane in 0..<planes {
        guard let difference = unsafe Self.difference(header.tables[plane], &bits) else { return false }
        let (left, up) = unsafe (Int32(row[index + plane - planes]), Int32(above[index + plane]))
        let prediction = unsafe predict(left, up, Int32(above[index + plane - planes]))
        unsafe row[index + plane] = UInt16(truncatingIfNeeded: prediction) &+ difference
      }
      index += planes
    }
    return true
  }

  /// A row of one component behind its first sample, which stays at hand.
  @inline(__always) private func decode(
    _ row: UnsafeMutablePointer<UInt16>, _ above: UnsafeMutablePointer<UInt16>, _ bits: inout LosslessJPEG.BitSource,
    _ table: LosslessJPEG.HuffmanTable, _ predict: (_ left: Int32, _ up: Int32, _ corner: Int32) -> Int32
  ) -> Bool {
    var (left, corner) = unsafe (Int32(row[0]), Int32(above[0]))
    return unsafe Self.decodePairs(1..<max(rowSamples, 1), table, table, &bits) { index, difference in
      let up = unsafe Int32(above[index])
      let value = UInt16(truncatingIfNeeded: predict(left, up, corner)) &+ difference
      unsafe row[index] = value
      (left, corner) = (Int32(value), up)
    }
  }

  /// Differences of samples, two for each time that the source is refilled: mostly both are in it.
  @inline(__always) private static func decodePairs(
    _ samples: Range<Int>, _ first: LosslessJPEG.HuffmanTable, _ second: LosslessJPEG.HuffmanTable,
    _ bits: inout LosslessJPEG.BitSource, put: (_ index: Int, _ difference: UInt16) -> Void
  ) -> Bool {
    var index = samples.lowerBound
    while index &+ 1 < samples.upperBound {
      unsafe bits.refill()
      guard let one = unsafe next(first, &bits) else { return false }
      put(index, one)
      guard let two = unsafe difference(second, &bits) else { return false }
      put(index &+ 1, two)
      index &+= 2
    }
    guard index < samples.upperBound else { return true }
    guard let last = unsafe difference(first, &bits) else { return false }
    put(index, last)
    return true
  }

  /// The next difference, modulo 2^16; nil for bits that are no code.
  @inline(__always) static func difference(
    _ table: LosslessJPEG.HuffmanTable, _ bits: inout LosslessJPEG.BitSource
  ) -> UInt16? {
    // A code and a value take 32 bits at most.
    if unsafe bits.count < 32 { unsafe bits.refill() }
    return unsafe next(table, &bits)
  }

  /// The difference at the beginning of a source that holds all of its bits.
  @inline(__always) static func next(
    _ table: LosslessJPEG.HuffmanTable, _ bits: inout LosslessJPEG.BitSource
  ) -> UInt16? {
    let next = unsafe bits.buffer
    var entry = unsafe table.direct[Int(truncatingIfNeeded: next &>> UInt64(64 - LosslessJPEG.HuffmanTable.directBits))]
    if entry.total == 0 {
      guard let rare = table.rareEntry(next16: UInt32(truncatingIfNeeded: next >> 48)) else { return nil }
      guard !rare.isLargest else {
        unsafe bits.skip(Int(rare.total))
        return 0x8000
      }
      entry = rare
    }
    unsafe bits.skip(Int(entry.total))
    let rest = next &<< UInt64(entry.code)
    let value = Int32(truncatingIfNeeded: (rest &>> 1) &>> UInt64(entry.shift))
    // All ones where the value begins with 0.
    let isLower = Int32(truncatingIfNeeded: Int64(bitPattern: ~rest) &>> 63)
    return UInt16(truncatingIfNeeded: value &+ (isLower & entry.offset))
  }
}
