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
  /// - Throws: `ImageIOError/incompletePicture(part:offset:)` where the data ends early; `take` has received the rows
  ///   before that.
  func decode(
    samples: Int, take: (UnsafePointer<UInt16>, _ count: Int) -> Void
  ) throws(ImageIOError) {
    let planes = header.components.count
    // Two rows, each with an extra pixel in front that the prediction of the first one may read.
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
      if row % 64 == 0, TaskContext.isCancelled { return .cancelled }
    }
    guard done >= samples else {
      return .malformed(
        part: part, text: "the stream has \(done) samples where \(samples) are needed", offset: place)
    }
    return nil
  }

  /// Samples with the bits restored that the point transform removed.
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
  /// Decodes a row; false for bits that are not a code.
  private func decodeRow(
    _ row: UnsafeMutablePointer<UInt16>, above: UnsafeMutablePointer<UInt16>, isFirst: Bool,
    _ source: inout LosslessJPEG.BitSource
  ) -> Bool {
    let planes = header.components.count
    // The first pixel is predicted from the one above it, and in the first row from the middle value.
    for plane in 0..<planes {
      unsafe row[plane - planes] = isFirst ? header.middle : above[plane]
    }
    switch isFirst ? 1 : header.predictor {
    case 1 where planes == 2: return unsafe decodeTwo(row, &source)
    case 1: return unsafe decode(LosslessJPEG.Left.self, row, above, &source)
    case 2: return unsafe decode(LosslessJPEG.Up.self, row, above, &source)
    case 3: return unsafe decode(LosslessJPEG.Corner.self, row, above, &source)
    case 4: return unsafe decode(LosslessJPEG.Plane.self, row, above, &source)
    case 5: return unsafe decode(LosslessJPEG.LeftAndSlope.self, row, above, &source)
    case 6: return unsafe decode(LosslessJPEG.UpAndSlope.self, row, above, &source)
    default: return unsafe decode(LosslessJPEG.Mean.self, row, above, &source)
    }
  }

  /// Decodes two components predicted from the left, as in most cameras' files.
  private func decodeTwo(_ row: UnsafeMutablePointer<UInt16>, _ source: inout LosslessJPEG.BitSource) -> Bool {
    let (first, second) = (header.tables[0], header.tables[1])
    var bits = unsafe source
    defer { unsafe source = bits }
    var (left, right) = unsafe (row[-2], row[-1])
    var index = 0
    while index < rowSamples {
      unsafe bits.refill()
      guard let one = unsafe Self.next(first, &bits), let two = unsafe Self.difference(second, &bits) else {
        return false
      }
      (left, right) = (left &+ one, right &+ two)
      unsafe row[index] = left
      unsafe row[index &+ 1] = right
      index &+= 2
    }
    return true
  }

  private func decode<P: LosslessJPEG.Prediction>(
    _ prediction: P.Type, _ row: UnsafeMutablePointer<UInt16>, _ above: UnsafePointer<UInt16>,
    _ source: inout LosslessJPEG.BitSource
  ) -> Bool {
    let planes = header.components.count
    guard planes > 1 else { return unsafe decodeOne(prediction, row, above, &source) }
    var bits = unsafe source
    defer { unsafe source = bits }
    var first = 0
    while first < rowSamples {
      for plane in 0..<planes {
        guard let difference = unsafe Self.difference(header.tables[plane], &bits) else { return false }
        let index = first &+ plane
        let left = unsafe row[index &- planes]
        // The first pixel of a row is always predicted from the one above.
        unsafe row[index] =
          first == 0
          ? left &+ difference
          : LosslessJPEG.sample(prediction, left, above[index], above[index &- planes], difference)
      }
      first &+= planes
    }
    return true
  }

  /// Decodes one component, two samples per refill of the source, which usually holds both.
  private func decodeOne<P: LosslessJPEG.Prediction>(
    _ prediction: P.Type, _ row: UnsafeMutablePointer<UInt16>, _ above: UnsafePointer<UInt16>,
    _ source: inout LosslessJPEG.BitSource
  ) -> Bool {
    let table = header.tables[0]
    var bits = unsafe source
    defer { unsafe source = bits }
    guard let first = unsafe Self.difference(table, &bits) else { return false }
    var (left, corner) = unsafe (row[-1] &+ first, above[0])
    unsafe row[0] = left
    @inline(__always) func put(_ index: Int, _ difference: UInt16) {
      let up = unsafe above[index]
      left = LosslessJPEG.sample(prediction, left, up, corner, difference)
      corner = up
      unsafe row[index] = left
    }
    var index = 1
    while index &+ 1 < rowSamples {
      unsafe bits.refill()
      guard let one = unsafe Self.next(table, &bits) else { return false }
      put(index, one)
      guard let two = unsafe Self.difference(table, &bits) else { return false }
      put(index &+ 1, two)
      index &+= 2
    }
    guard index < rowSamples else { return true }
    guard let last = unsafe Self.difference(table, &bits) else { return false }
    put(index, last)
    return true
  }

  /// The next difference, modulo 2^16; nil for bits that are not a code.
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
    // All bits set where the value begins with 0.
    let isLower = Int32(truncatingIfNeeded: Int64(bitPattern: ~rest) &>> 63)
    return UInt16(truncatingIfNeeded: value &+ (isLower & entry.offset))
  }
}
