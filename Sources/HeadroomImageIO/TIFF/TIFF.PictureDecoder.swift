internal import HeadroomContainers
internal import HeadroomPixels

extension TIFF {
  /// Decodes the pixels of a page, band by band: a band is a strip or a row of tiles, or a few rows
  /// of an uncompressed strip.
  ///
  /// Bands can be decoded independently and in any order; all strips and tiles of a call are decoded at the same time.
  struct PictureDecoder: Sendable {
    let file: File
    let page: Page
    let layout: SampleLayout
    /// Bands from top to bottom.
    let bandCount: Int
    private let tables: [UInt8]
    private let chroma: ChromaBlocks?
    /// Whether samples are read from the file without a codec.
    private let isDirect: Bool
    /// Rows of a band of uncompressed strips.
    private let rowsPerChunk: Int
    private let chunksPerStrip: Int

    private static let directRows = 64

    /// - Parameter layout: the samples to decode; those of the picture unless given.
    init(
      _ page: Page, of file: File, layout: SampleLayout? = nil, limits: DecodeLimits
    ) throws(ImageIOError) {
      self.file = file
      self.page = page
      if let layout { self.layout = layout } else { self.layout = try SampleLayout(page, of: file) }
      tables =
        page.compression == .jpeg
        ? try file.block(Tag.jpegTables, of: page.directory, limit: limits.maxMetadataBytes) ?? [] : []
      chroma = self.layout.source == .yCbCr ? ChromaBlocks(page, of: file) : nil
      isDirect = page.compression == .none && !page.isBitReversed && self.layout.source != .yCbCr
      let segments = page.segments
      rowsPerChunk = isDirect && !segments.isTiled ? min(Self.directRows, segments.height) : segments.height
      chunksPerStrip = (segments.height - 1) / rowsPerChunk + 1
      let lastChunks = (segments.rows(inRow: segments.down - 1) - 1) / rowsPerChunk + 1
      bandCount = (segments.down - 1) * chunksPerStrip + lastChunks
    }

    /// The rows of the picture that a band holds.
    func rows(ofBand band: Int) -> Range<Int> {
      let (strip, chunk) = (band / chunksPerStrip, band % chunksPerStrip)
      let start = strip * page.segments.height + chunk * rowsPerChunk
      let end = min(start + rowsPerChunk, (strip + 1) * page.segments.height, page.height)
      return start..<end
    }

    /// The columns of the picture in adjacent strips or tiles.
    func columns(ofSegments segments: Range<Int>) -> Range<Int> {
      let width = page.segments.width
      return segments.lowerBound * width..<min(segments.upperBound * width, page.width)
    }

    /// The bands that a region touches, and the columns of strips or tiles in each; and the region that they give.
    func covering(_ wanted: PixelRect) -> (bands: Range<Int>, columns: Range<Int>, region: PixelRect) {
      let needed = wanted.intersection(PixelRect(width: page.width, height: page.height))
      guard !needed.isEmpty else { return covering(PixelRect(width: 1, height: 1)) }
      func band(ofRow row: Int) -> Int {
        row / page.segments.height * chunksPerStrip + row % page.segments.height / rowsPerChunk
      }
      let bands = band(ofRow: needed.rows.lowerBound)..<band(ofRow: needed.rows.upperBound - 1) + 1
      let width = page.segments.width
      let columns = needed.columns.lowerBound / width..<(needed.columns.upperBound - 1) / width + 1
      let region = PixelRect(
        columns: self.columns(ofSegments: columns),
        rows: rows(ofBand: bands.lowerBound).lowerBound..<rows(ofBand: bands.upperBound - 1).upperBound)
      return (bands, columns, region)
    }
  }
}

extension TIFF.PictureDecoder {
  /// Throws when the stored data cannot possibly hold the picture, before memory is taken for it.
  func checkPlausible() throws(ImageIOError) {
    guard let expansion = page.compression.largestExpansion else { return }
    let planes = page.isPlanar ? page.samplesPerPixel : 1
    let stored = page.segments.storedBytes(in: file, planes: planes)
    let total = UInt64(page.segments.perPlane) * UInt64(planes)
    let whole = UInt64(page.height) * page.segmentRowBytes / UInt64(page.subsampling.vertical) * UInt64(planes)
    // Segments that are not stored are black and need no bytes.
    let needed = whole / total * stored.segments
    guard needed / expansion > stored.bytes else { return }
    throw .incompletePicture(part: page.part, offset: file.bytes.count)
  }

  /// Decodes bands into `bitmap`, the first row of the first one at `row`.
  ///
  /// - Parameter columns: the strips or tiles of each band, from the left; nil means all.
  /// - Returns: the damage found, in the order of the segments; always empty without `allowPartial`.
  func decode(
    bands: Range<Int>, columns: Range<Int>? = nil, into bitmap: PixelBitmap, row: Int, allowPartial: Bool
  ) throws(ImageIOError) -> [ImageIOError] {
    let planes = page.isPlanar ? page.samplesPerPixel : 1
    let columns = columns ?? 0..<page.segments.across
    let perBand = planes * columns.count
    let top = rows(ofBand: bands.lowerBound).lowerBound
    let results = Results<ImageIOError>(count: bands.count * perBand)
    let makeScratch: @Sendable () -> Scratch = { Scratch() }
    try ThreadPool.shared.forEachPiece(bands.count * perBand, isWhole: true, scratch: makeScratch) { index, scratch in
      let piece = Piece(
        band: bands.lowerBound + index / perBand, plane: index % perBand / columns.count,
        column: columns.lowerBound + index % columns.count)
      results[index] = decode(piece, into: bitmap, top: top - row, allowPartial: allowPartial, &scratch)
    }
    let damage = results.all.compactMap { $0 }
    if let first = damage.first(where: { !allowPartial || $0.isFatal }) { throw first }
    let done = PixelRect(
      columns: self.columns(ofSegments: columns),
      rows: row..<row + rows(ofBand: bands.upperBound - 1).upperBound - top)
    finish(try bitmap.part(done))
    return damage
  }

  private func finish(_ bitmap: PixelBitmap) {
    let dividesByAlpha = layout.isPremultiplied && !layout.isInks
    guard layout.isXYZ || dividesByAlpha else { return }
    ThreadPool.shared.concurrentPerform(bitmap.height) { row in
      if layout.isXYZ { TIFF.RowFinisher.toRGB(bitmap, row: row) }
      if dividesByAlpha { TIFF.RowFinisher.unpremultiply(bitmap, row: row) }
    }
  }
}

extension TIFF.PictureDecoder {
  /// One strip or tile of a band.
  private struct Piece {
    let band: Int
    let plane: Int
    let column: Int
  }

  /// The decoder that a thread keeps from one segment to the next.
  @safe private struct Scratch: ~Copyable {
    var decoder: TIFF.SegmentDecoder?
    var segment: PixelStorage?
    var row: PixelStorage?
  }

  /// Rows of samples, ready to be expanded.
  @safe private struct Samples {
    let bytes: UnsafeRawBufferPointer
    let rowBytes: Int
    let swaps: Bool
  }

  /// Decodes a piece; returns the error, or nil.
  private func decode(
    _ piece: Piece, into bitmap: PixelBitmap, top: Int, allowPartial: Bool, _ scratch: inout Scratch
  ) -> ImageIOError? {
    do throws(ImageIOError) {
      return isDirect
        ? try copy(piece, into: bitmap, top: top, &scratch)
        : try decompress(piece, into: bitmap, top: top, allowPartial: allowPartial, &scratch)
    } catch {
      return error
    }
  }

  private func segmentIndex(_ piece: Piece) -> Int {
    let down = piece.band / chunksPerStrip
    return (piece.plane * page.segments.down + down) * page.segments.across + piece.column
  }

  private func name(_ index: Int) -> String { "\(page.part)/\(page.segments.isTiled ? "tile" : "strip") \(index)" }

  /// Reads uncompressed samples where they lie. Rows beyond the file's end are black.
  private func copy(
    _ piece: Piece, into bitmap: PixelBitmap, top: Int, _ scratch: inout Scratch
  ) throws(ImageIOError) -> ImageIOError? {
    let index = segmentIndex(piece)
    let band = rows(ofBand: piece.band)
    let rowBytes = Int(page.segmentRowBytes)
    let firstRow = page.segments.isTiled ? 0 : piece.band % chunksPerStrip * rowsPerChunk
    let (range, isCut) = page.segments.range(
      of: index, in: file, uncompressedBytes: page.segmentBytes(rows: firstRow + band.count))
    let available = min(max(range.count / rowBytes - firstRow, 0), band.count)
    unsafe try file.bytes.withUnsafeBytes { (all: UnsafeRawBufferPointer) throws(ImageIOError) in
      let start = range.lowerBound + min(firstRow * rowBytes, range.count)
      let samples = unsafe Samples(
        bytes: UnsafeRawBufferPointer(rebasing: all[start..<start + available * rowBytes]), rowBytes: rowBytes,
        swaps: file.byteOrder == .big)
      try expand(samples, piece, rows: available, into: bitmap, row: band.lowerBound - top, &scratch)
    }
    clear(piece, rows: available..<band.count, of: bitmap, row: band.lowerBound - top)
    return isCut && available < band.count
      ? .incompletePicture(part: name(index), offset: file.bytes.count) : nil
  }

  private func decompress(
    _ piece: Piece, into bitmap: PixelBitmap, top: Int, allowPartial: Bool, _ scratch: inout Scratch
  ) throws(ImageIOError) -> ImageIOError? {
    let index = segmentIndex(piece)
    let band = rows(ofBand: piece.band)
    let (range, isCut) = page.segments.range(of: index, in: file, uncompressedBytes: nil)
    guard !range.isEmpty else {
      clear(piece, rows: 0..<band.count, of: bitmap, row: band.lowerBound - top)
      return isCut ? .incompletePicture(part: name(index), offset: file.bytes.count) : nil
    }
    let rows = page.segments.rows(inRow: piece.band / chunksPerStrip)
    let decoder = try decoder(rows: rows, &scratch)
    let buffer = unsafe try self.buffer(decoder.byteCount, &scratch)
    if allowPartial { _ = unsafe buffer.initializeMemory(as: UInt8.self, repeating: 0) }
    let words = unsafe decoder.decode(range, of: file.bytes, to: buffer)
    if words != nil { scratch.decoder = nil }
    if words == nil || allowPartial {
      let samples = unsafe Samples(
        bytes: UnsafeRawBufferPointer(buffer), rowBytes: decodedRowBytes, swaps: false)
      try expand(samples, piece, rows: band.count, into: bitmap, row: band.lowerBound - top, &scratch)
    }
    guard let words else { return nil }
    return isCut
      ? .incompletePicture(part: name(index), offset: file.bytes.count)
      : .codec(library: "libtiff", code: 1, message: words, part: name(index))
  }

  private var decodedRowBytes: Int { Int(TIFF.SegmentDecoder.decodedBytes(of: page, rows: 1)) }

  private func decoder(rows: Int, _ scratch: inout Scratch) throws(ImageIOError) -> TIFF.SegmentDecoder {
    if let kept = scratch.decoder, kept.rows == rows { return kept }
    let made = try TIFF.SegmentDecoder(page, of: file, rows: rows, tables: tables)
    scratch.decoder = made
    return made
  }

  /// Memory for a decompressed segment.
  private func buffer(
    _ byteCount: Int, _ scratch: inout Scratch
  ) throws(ImageIOError) -> UnsafeMutableRawBufferPointer {
    let storage = try Self.storage(scratch.segment, byteCount)
    scratch.segment = storage
    return unsafe UnsafeMutableRawBufferPointer(start: storage.base, count: byteCount)
  }

  /// The existing memory when it is large enough.
  private static func storage(_ kept: PixelStorage?, _ byteCount: Int) throws(ImageIOError) -> PixelStorage {
    if let kept, kept.byteCount >= byteCount { return kept }
    do throws(PixelError) {
      return try StoragePool.shared.storage(byteCount: byteCount)
    } catch {
      throw ImageIOError(error)
    }
  }

  /// Writes the first `rows` rows of a piece.
  private func expand(
    _ samples: Samples, _ piece: Piece, rows: Int, into bitmap: PixelBitmap, row: Int, _ scratch: inout Scratch
  ) throws(ImageIOError) {
    let x = piece.column * page.segments.width
    let columns = min(page.segments.width, page.width - x)
    if let chroma, let start = unsafe samples.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) {
      unsafe chroma.expand(
        start, rowBytes: samples.rowBytes, size: (columns, rows), into: bitmap, row: row, x: x)
      return
    }
    let expander = TIFF.RowExpander(layout, of: page, plane: page.isPlanar ? piece.plane : nil)
    let line = try Self.storage(scratch.row, columns * expander.scratchBytesPerPixel)
    scratch.row = line
    guard let start = unsafe samples.bytes.baseAddress else { return }
    for index in 0..<rows {
      unsafe expander.expand(
        start + index * samples.rowBytes, count: columns, swaps: samples.swaps, into: bitmap, row: row + index, x: x,
        scratch: line.base)
    }
  }

  /// Makes rows of a piece black and transparent.
  private func clear(_ piece: Piece, rows: Range<Int>, of bitmap: PixelBitmap, row: Int) {
    // Each separate plane clears the components that it fills.
    let x = piece.column * page.segments.width
    let columns = min(page.segments.width, page.width - x)
    let size = bitmap.format.bytesPerComponent
    let components = page.isPlanar ? layout.map.indices.filter { layout.map[$0] == piece.plane } : nil
    for line in rows {
      let start = unsafe bitmap.rowAddress(row + line) + x * bitmap.format.bytesPerPixel
      guard let components else {
        unsafe start.initializeMemory(as: UInt8.self, repeating: 0, count: columns * bitmap.format.bytesPerPixel)
        continue
      }
      for component in components {
        for column in 0..<columns {
          unsafe (start + column * bitmap.format.bytesPerPixel + component * size).initializeMemory(
            as: UInt8.self, repeating: 0, count: size)
        }
      }
    }
  }
}

extension ImageIOError {
  /// Whether the error makes even a partial picture impossible.
  fileprivate var isFatal: Bool {
    if case .outOfMemory = self { return true }
    return false
  }
}
