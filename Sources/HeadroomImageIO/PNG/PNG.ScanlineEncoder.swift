internal import CHeadroomCodecs
internal import CHeadroomDeflate
internal import HeadroomContainers
internal import HeadroomPixels

extension PNG {
  /// Filters and deflates scanlines on all workers and emits the IDAT chunks in order.
  ///
  /// Rows go in bands of about half a megabyte. Each band is a run of deflate blocks that ends on a byte, with the 32
  /// KiB before it as its dictionary; concatenated, they are one zlib stream. The starts of bands depend only on the
  /// picture's size, so the bytes do not depend on the number of workers.
  ///
  /// Rows arrive in batches, top to bottom.
  final class ScanlineEncoder {
    private let layout: ScanlineLayout
    private let rowsPerBand: Int
    private let buffer: Filtered
    /// How the next batches are filtered and deflated; rows and bands may differ.
    var compression: Compression
    private var nextBand = 0
    private var check: UInt32 = 1
    private var carried = 0

    private static let bandBytes = 512 << 10
    private static let dictionaryBytes = 32 << 10
    /// Bands worked on at the same time; bounds the memory.
    private static let bandsPerBatch = 16

    init(_ layout: ScanlineLayout, compression: Compression) throws(ImageIOError) {
      self.layout = layout
      self.compression = compression
      rowsPerBand = Self.rowsPerBand(layout)
      buffer = try Filtered(capacity: Self.bufferBytes(layout))
    }

    private static func rowsPerBand(_ layout: ScanlineLayout) -> Int {
      max(bandBytes / (layout.scanlineBytes + 1), 1)
    }

    /// Rows of a batch of such scanlines.
    static func batchRows(_ layout: ScanlineLayout) -> Int { bandsPerBatch * rowsPerBand(layout) }

    private static func bufferBytes(_ layout: ScanlineLayout) -> Int {
      dictionaryBytes + batchRows(layout) * (layout.scanlineBytes + 1)
    }

    /// The memory of an encoder.
    static func byteCount(_ layout: ScanlineLayout) -> Int { StoragePool.byteCount(holding: bufferBytes(layout)) }

    /// Rows of a batch.
    var batchRows: Int { Self.bandsPerBatch * rowsPerBand }

    /// All rows of a picture; `emit` gets the chunks, first to last.
    func encodeAll(
      of source: ScanlineSource, _ emit: ([UInt8]) throws(ImageIOError) -> Void
    ) throws(ImageIOError) {
      let height = layout.header.height
      for row in stride(from: 0, to: height, by: batchRows) {
        try encode(row..<min(row + batchRows, height), of: source, emit)
      }
    }

    /// The next batch: ``batchRows`` rows, fewer only at the end of the picture. The source also has the row before the
    /// first, below the top row.
    func encode(
      _ rows: Range<Int>, of source: ScanlineSource, _ emit: ([UInt8]) throws(ImageIOError) -> Void
    ) throws(ImageIOError) {
      let height = layout.header.height
      let bandCount = (height + rowsPerBand - 1) / rowsPerBand
      let bands = nextBand..<nextBand + (rows.count + rowsPerBand - 1) / rowsPerBand
      try filter(rows, of: source, into: buffer)
      let results = try deflate(bands, of: bandCount, rows: rows, from: buffer, carried: carried)
      for (band, result) in zip(bands, results) {
        guard let result else { throw .outOfMemory(bytes: UInt64(Self.bandBytes)) }
        check = hr_adler32_combine(check, result.check, result.length)
        try emit(chunk(result.bytes, isFirst: band == 0, check: band == bandCount - 1 ? check : nil))
      }
      carried = buffer.keepEnd(of: rows.count * (layout.scanlineBytes + 1), carried: carried)
      nextBand = bands.upperBound
      TaskContext.advance(to: Double(nextBand) / Double(bandCount))
    }

    private func chunk(_ deflated: [UInt8], isFirst: Bool, check: UInt32?) -> [UInt8] {
      // zlib's header: deflate with a window of 32 KiB, no preset dictionary, fastest.
      let head: [UInt8] = isFirst ? [0x78, 0x01] : []
      return PNG.chunk(.pictureData, head + deflated + (check.map { PNG.bigEndian($0) } ?? []))
    }
  }
}

extension PNG.ScanlineEncoder {
  /// Filtered scanlines of a batch, after the end of the previous batch.
  @safe private final class Filtered: @unchecked Sendable {
    // Sendable: workers write disjoint rows, and all have returned before the rows are read.
    let base: UnsafeMutablePointer<UInt8>
    private let storage: PixelStorage

    init(capacity: Int) throws(ImageIOError) {
      do throws(PixelError) {
        storage = try StoragePool.shared.storage(byteCount: capacity)
      } catch {
        throw .outOfMemory(bytes: UInt64(capacity))
      }
      unsafe base = storage.base.assumingMemoryBound(to: UInt8.self)
    }

    /// The filtered bytes of this batch begin here.
    var start: UnsafeMutablePointer<UInt8> { unsafe base + dictionaryBytes }

    /// Moves the last bytes of a batch of `length` bytes before the next one; returns their number.
    func keepEnd(of length: Int, carried: Int) -> Int {
      let kept = min(dictionaryBytes, length + carried)
      unsafe memmoveBytes(start - kept, start + length - kept, kept)
      return kept
    }

    private func memmoveBytes(_ to: UnsafeMutablePointer<UInt8>, _ from: UnsafeMutablePointer<UInt8>, _ count: Int) {
      unsafe UnsafeMutableRawPointer(to).copyMemory(from: from, byteCount: count)
    }
  }

  private func filter(
    _ rows: Range<Int>, of source: PNG.ScanlineSource, into buffer: Filtered
  ) throws(ImageIOError) {
    let length = layout.scanlineBytes
    let (filter, rowsPerBand) = (compression.filter, rowsPerBand)
    let bands = (rows.count + rowsPerBand - 1) / rowsPerBand
    let makeScratch: @Sendable () -> FilterScratch = { FilterScratch(source) }
    try ThreadPool.shared.forEachPiece(bands, scratch: makeScratch) { band, scratch in
      let start = rows.lowerBound + band * rowsPerBand
      let stop = min(start + rowsPerBand, rows.upperBound)
      let target = unsafe buffer.start + (start - rows.lowerBound) * (length + 1)
      unsafe Self.filterRows(start..<stop, of: source, filter: filter, into: target, scratch: &scratch)
    }
  }

  /// Filters rows that follow one another; the row before the first is read from the source again.
  static func filterRows(
    _ rows: Range<Int>, of source: PNG.ScanlineSource, filter: PNG.Filter, into target: UnsafeMutablePointer<UInt8>,
    scratch: inout FilterScratch
  ) {
    let length = source.layout.scanlineBytes
    if rows.lowerBound > 0 {
      unsafe source.write(row: rows.lowerBound - 1, to: scratch.current, scratch: scratch.source)
    }
    var out = unsafe target
    for row in rows {
      scratch.swapLines()
      unsafe source.write(row: row, to: scratch.current, scratch: scratch.source)
      unsafe hr_png_filter_row(
        filter.rawValue, scratch.current, row == 0 ? nil : scratch.previous, length, source.layout.pixelBytes, out,
        scratch.trial)
      unsafe out += length + 1
    }
  }

  /// The memory that a thread needs to filter: two scanlines and room to try a filter.
  @safe struct FilterScratch: ~Copyable {
    private(set) var current: UnsafeMutablePointer<UInt8>
    private(set) var previous: UnsafeMutablePointer<UInt8>
    let trial: UnsafeMutablePointer<UInt8>
    var source: PNG.ScanlineSource.Scratch

    init(_ source: borrowing PNG.ScanlineSource) {
      let length = source.layout.scanlineBytes
      unsafe current = .allocate(capacity: length)
      unsafe previous = .allocate(capacity: length)
      unsafe trial = .allocate(capacity: length + 1)
      self.source = source.makeScratch()
    }

    deinit {
      unsafe current.deallocate()
      unsafe previous.deallocate()
      unsafe trial.deallocate()
    }

    mutating func swapLines() { unsafe swap(&current, &previous) }
  }

  private struct DeflatedBand: Sendable {
    let bytes: [UInt8]
    let check: UInt32
    let length: Int
  }

  private func deflate(
    _ bands: Range<Int>, of bandCount: Int, rows: Range<Int>, from buffer: Filtered, carried: Int
  ) throws(ImageIOError) -> [DeflatedBand?] {
    let results = Results<DeflatedBand>(count: bands.count)
    let (layout, compression, rowsPerBand) = (layout, compression, rowsPerBand)
    try ThreadPool.shared.forEachPiece(bands.count) { index in
      let bandBytes = rowsPerBand * (layout.scanlineBytes + 1)
      let start = index * bandBytes
      let length = min(bandBytes, rows.count * (layout.scanlineBytes + 1) - start)
      // Runs reach back one byte only.
      let dictionary = compression.strategy == .runs ? 0 : min(PNG.ScanlineEncoder.dictionaryBytes, carried + start)
      let isLast = bands.lowerBound + index == bandCount - 1
      let band = unsafe UnsafeBufferPointer(start: buffer.start + start, count: length)
      let bytes = unsafe Self.deflate(band, dictionary: dictionary, compression: compression, isLast: isLast)
      let check = unsafe hr_adler32(band.baseAddress, length)
      results[index] = bytes.map { DeflatedBand(bytes: $0, check: check, length: length) }
    }
    return results.all
  }

  /// Deflates a band; `dictionary` bytes lie before it. Nil when there is no memory.
  static func deflate(
    _ band: UnsafeBufferPointer<UInt8>, dictionary: Int, compression: PNG.Compression, isLast: Bool
  ) -> [UInt8]? {
    guard let start = band.baseAddress else { return nil }
    let capacity = hr_deflate_bound(band.count)
    var code = HR_DEFLATE_FAILED
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { out, count in
      code = unsafe Int(
        hr_deflate_band(
          start - dictionary, dictionary, start, band.count, compression.level, compression.zlibStrategy,
          isLast ? 1 : 0, out.baseAddress, capacity, &count))
    }
    return code == HR_DEFLATE_OK ? bytes : nil
  }
}
