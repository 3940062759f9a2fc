internal import CHeadroomDeflate
internal import HeadroomContainers
internal import HeadroomImageIO
internal import HeadroomPixels

extension DNG {
  /// Decodes strips and tiles into a bitmap; they are independent, so that many can be decoded at the same time.
  struct SegmentDecoder: Sendable {
    let file: TIFF.File
    let picture: Picture
    let target: SampleTarget
  }
}

extension DNG.SegmentDecoder {
  /// Memory that a thread reuses from one strip or tile to the next.
  struct Scratch: ~Copyable {
    var bytes: PixelStorage?
    var row: PixelStorage?
    /// A whole tile, where it is reduced before it goes into the picture.
    var tile: PixelBitmap?
    /// The same for a second one that is decoded at the same time.
    var otherTile: PixelBitmap?
  }

  /// The number of rows of uncompressed pictures that a thread processes at a time.
  static let rowsOfChunk = 64

  /// Decodes a strip or tile, or the rows of a chunk of an uncompressed one.
  ///
  /// - Returns: warnings of a picture codec.
  func decode(_ index: Int, chunk: Int, _ scratch: inout Scratch) throws(ImageIOError) -> [String] {
    let place = picture.place(ofSegment: index)
    let name = "\(picture.part)/\(picture.segments.isTiled ? "tile" : "strip") \(index)"
    let isStored = picture.compression == .none
    let stored = picture.segments.range(
      of: index, in: file, uncompressedBytes: isStored ? UInt64(picture.rowBytes * place.storedRows) : nil)
    guard !stored.range.isEmpty else {
      if stored.isCut { throw .incompletePicture(part: name, offset: file.bytes.count) }
      throw .malformed(part: name, text: "no bytes are stored", offset: nil)
    }
    do throws(ImageIOError) {
      switch picture.compression {
      case .none: try copy(stored.range, place, chunk, name, &scratch)
      case .deflate: try inflate(stored.range, place, name, &scratch)
      case .losslessJPEG: try decodeLosslessJPEG(stored.range, place, name)
      case .lossyJPEG, .jpegXL: return try decodePicture(stored.range, place, name, &scratch)
      }
      return []
    } catch {
      if case .cancelled = error { throw error }
      // A decoder may fail in any way on a truncated stream; the cause is the end of the file.
      throw stored.isCut ? .incompletePicture(part: name, offset: file.bytes.count) : error
    }
  }

  private static func storage(_ bytes: Int, _ kept: inout PixelStorage?) throws(ImageIOError) -> PixelStorage {
    if let kept, kept.byteCount >= bytes { return kept }
    do throws(PixelError) {
      let made = try StoragePool.shared.storage(byteCount: max(bytes, 64))
      kept = made
      return made
    } catch {
      throw ImageIOError(error)
    }
  }

  /// Memory for a row of samples, floats at most.
  private func rowMemory(_ scratch: inout Scratch) throws(ImageIOError) -> PixelStorage {
    try Self.storage(4 * picture.rowSamples + 64, &scratch.row)
  }

  private func unpack(
    _ bytes: UnsafeRawBufferPointer, _ unpacker: DNG.RowUnpacker, row: Int, _ place: DNG.SegmentPlace,
    _ memory: PixelStorage
  ) {
    let count = picture.rowSamples
    if picture.becomesFloat {
      let out = unsafe memory.base.assumingMemoryBound(to: Float.self)
      unsafe unpacker.floats(bytes, to: out, count: count)
      unsafe target.put(UnsafePointer(out), count: count, at: row * count, of: place)
    } else {
      let out = unsafe memory.base.assumingMemoryBound(to: UInt16.self)
      unsafe unpacker.integers(bytes, to: out, count: count)
      unsafe target.put(UnsafePointer(out), count: count, at: row * count, of: place)
    }
  }
}

// MARK: - Without compression

extension DNG.SegmentDecoder {
  private func copy(
    _ range: Range<Int>, _ place: DNG.SegmentPlace, _ chunk: Int, _ name: String, _ scratch: inout Scratch
  ) throws(ImageIOError) {
    let memory = try rowMemory(&scratch)
    let unpacker = DNG.RowUnpacker(
      bits: picture.bits, isFloat: picture.isFloat, isBigEndian: file.byteOrder == .big)
    let rowBytes = picture.rowBytes
    let first = min(chunk * Self.rowsOfChunk, place.rows)
    let wanted = first..<min(first + Self.rowsOfChunk, place.rows)
    for row in wanted {
      let start = range.lowerBound + row * rowBytes
      guard start + rowBytes <= range.upperBound else {
        throw .incompletePicture(part: name, offset: range.upperBound)
      }
      unsafe file.bytes.withUnsafeBytes { all in
        let bytes = unsafe UnsafeRawBufferPointer(rebasing: all[start..<start + rowBytes])
        unsafe unpack(bytes, unpacker, row: row, place, memory)
      }
    }
  }
}

// MARK: - Deflate

extension DNG.SegmentDecoder {
  private func inflate(
    _ range: Range<Int>, _ place: DNG.SegmentPlace, _ name: String, _ scratch: inout Scratch
  ) throws(ImageIOError) {
    let memory = try rowMemory(&scratch)
    let rowBytes = picture.rowBytes
    let size = rowBytes * place.storedRows
    // One row more, for bytes that move.
    let storage = try Self.storage(size + rowBytes, &scratch.bytes)
    let bytes = unsafe storage.base.assumingMemoryBound(to: UInt8.self)
    var produced = 0
    let code = unsafe file.bytes.withUnsafeBytes { all in
      let stored = unsafe all[range]
      let start = unsafe UnsafeRawBufferPointer(rebasing: stored).baseAddress?.assumingMemoryBound(to: UInt8.self)
      return unsafe Int(hr_inflate(start, range.count, bytes, size, &produced))
    }
    let predictor = DNG.RowPredictor(
      predictor: picture.predictor, sampleBytes: (picture.bits + 7) / 8, planes: picture.planesPerSegment,
      isBigEndian: file.byteOrder == .big)
    let unpacker = DNG.RowUnpacker(
      bits: picture.bits, isFloat: picture.isFloat, isBigEndian: predictor.givesBigEndian)
    for row in 0..<min(place.rows, produced / max(rowBytes, 1)) {
      let start = unsafe bytes + row * rowBytes
      unsafe predictor.undo(start, samples: picture.rowSamples, spare: bytes + size)
      unsafe unpack(UnsafeRawBufferPointer(start: start, count: rowBytes), unpacker, row: row, place, memory)
    }
    // Data after the last row is ignored.
    guard produced < size else { return }
    throw code == HR_DEFLATE_ENDED
      ? .incompletePicture(part: name, offset: range.upperBound)
      : .malformed(part: name, text: "the compressed data is damaged", offset: range.lowerBound)
  }
}

// MARK: - JPEG and JPEG XL

extension DNG.SegmentDecoder {
  private func decodeLosslessJPEG(
    _ range: Range<Int>, _ place: DNG.SegmentPlace, _ name: String
  ) throws(ImageIOError) {
    let decoder = try LosslessJPEG.Decoder(
      file.bytes, range: range, part: name, hasLongDifferences: picture.hasLongDifferences)
    var done = 0
    unsafe try decoder.decode(samples: picture.rowSamples * place.storedRows) { row, count in
      unsafe target.put(row, count: count, at: done, of: place)
      done += count
    }
  }

  /// Decodes two strips or tiles at once, which takes little longer than one.
  ///
  /// - Parameter decoder: the decoder of the second one.
  /// - Returns: whether both are decoded. Otherwise each has to be decoded alone, which reports its error.
  func decode(_ index: Int, and otherIndex: Int, with decoder: DNG.SegmentDecoder) -> Bool {
    guard let one = losslessDecoder(index), let other = losslessDecoder(otherIndex),
      let pair = LosslessJPEG.DecoderPair(one, other)
    else { return false }
    let (place, otherPlace) = (picture.place(ofSegment: index), picture.place(ofSegment: otherIndex))
    guard place.storedRows == otherPlace.storedRows else { return false }
    return unsafe pair.decode(samples: picture.rowSamples * place.storedRows) { stream, row, count, done in
      if stream == 0 {
        unsafe target.put(row, count: count, at: done, of: place)
      } else {
        unsafe decoder.target.put(row, count: count, at: done, of: otherPlace)
      }
    }
  }

  /// Nil for streams that are not complete lossless JPEG.
  private func losslessDecoder(_ index: Int) -> LosslessJPEG.Decoder? {
    guard picture.compression == .losslessJPEG else { return nil }
    let stored = picture.segments.range(of: index, in: file, uncompressedBytes: nil)
    guard !stored.range.isEmpty, !stored.isCut else { return nil }
    return try? LosslessJPEG.Decoder(
      file.bytes, range: stored.range, part: picture.part, hasLongDifferences: picture.hasLongDifferences)
  }

  /// Keeps codecs from decoding a stream that is much larger than its tile.
  private var tileLimits: DecodeLimits {
    var limits = file.limits
    limits.maxPixels = min(limits.maxPixels, 4 * picture.segments.width * picture.segments.height)
    return limits
  }

  /// The longest tables there can be: four of quantisation and eight of codes.
  private static let mostTableBytes = 1 << 14

  /// A stream of lossy JPEG with the tables that all strips or tiles share, where they are stored separately: the
  /// tables up to their end marker, then the stream after its start marker.
  private func withTables(_ stream: [UInt8]) throws(ImageIOError) -> [UInt8] {
    guard picture.compression == .lossyJPEG, stream.starts(with: [0xFF, 0xD8]),
      let tables = try file.block(TIFF.Tag.jpegTables, of: picture.directory, limit: Self.mostTableBytes),
      tables.starts(with: [0xFF, 0xD8]), tables.suffix(2) == [0xFF, 0xD9]
    else { return stream }
    return Array(tables.dropLast(2)) + stream.dropFirst(2)
  }

  /// Decodes with the decoders of whole files, and converts their samples back to the codes that the stream holds.
  private func decodePicture(
    _ range: Range<Int>, _ place: DNG.SegmentPlace, _ name: String, _ scratch: inout Scratch
  ) throws(ImageIOError) -> [String] {
    let stream = FileBytes(try withTables(file.bytes.copy(range)))
    let format: any ImageFormat.Type = picture.compression == .jpegXL ? JPEGXLFormat.self : JPEGFormat.self
    let limits = tileLimits
    let reader = try format.open(stream, limits: limits)
    try DNG.CodedTile.check(reader.info, picture, place, name)
    let still = try reader.decode(DecodeRequest(includesGainMap: false, limits: limits))
    let tile = try DNG.CodedTile(still.base, bits: reader.info.bitDepth, picture, name)
    let memory = try rowMemory(&scratch)
    for row in 0..<place.rows {
      let count = picture.rowSamples
      if picture.isFloat {
        let out = unsafe memory.base.assumingMemoryBound(to: Float.self)
        unsafe tile.floats(row: row, to: out, count: count)
        unsafe target.put(UnsafePointer(out), count: count, at: row * count, of: place)
      } else {
        let out = unsafe memory.base.assumingMemoryBound(to: UInt16.self)
        unsafe tile.codes(row: row, to: out, count: count)
        unsafe target.put(UnsafePointer(out), count: count, at: row * count, of: place)
      }
    }
    return still.warnings
  }
}
