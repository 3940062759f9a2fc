internal import HeadroomContainers
internal import HeadroomPixels

extension DNG {
  /// Unpacks the whole picture.
  struct PictureDecoder {
    let file: TIFF.File
    let picture: Picture
  }
}

extension DNG.PictureDecoder {
  private typealias Scratch = DNG.SegmentDecoder.Scratch

  /// - Returns: the pixels that could be unpacked, with zeros elsewhere, and warnings about damage; without
  ///   `allowPartial` damage throws instead.
  func decode(allowPartial: Bool) throws(ImageIOError) -> (bitmap: PixelBitmap, warnings: [String]) {
    if !allowPartial { try checkPlausible() }
    let bitmap = try makeBitmap()
    if allowPartial { bitmap.storage.clear() }
    let decoder = DNG.SegmentDecoder(
      file: file, picture: picture, target: DNG.SampleTarget(bitmap, picture))
    let warnings = try decode(allowPartial: allowPartial) { (piece, scratch) throws(ImageIOError) in
      try decoder.decode(piece.segment, chunk: piece.chunk, &scratch)
    } both: { one, other, _ in
      decoder.decode(one.segment, and: other.segment, with: decoder)
    }
    return (bitmap, warnings)
  }

  /// The picture at a quarter of its size; see ``DNG/QuarterPlan``.
  func decodeQuarter(
    _ plan: DNG.QuarterPlan, allowPartial: Bool
  ) throws(ImageIOError) -> (bitmap: PixelBitmap, warnings: [String]) {
    if !allowPartial { try checkPlausible() }
    let bitmap = try Self.bitmap(plan.width, plan.height, .rgb16)
    if allowPartial { bitmap.storage.clear() }
    let warnings = try decode(allowPartial: allowPartial) { (piece, scratch) throws(ImageIOError) in
      try decodeQuarter(piece, plan, into: bitmap, &scratch)
    } both: { one, other, scratch in
      decodeQuarters(one, other, plan, into: bitmap, &scratch)
    }
    return (bitmap, warnings)
  }

  /// A strip or tile, or a part of an uncompressed one.
  private struct Piece {
    let segment: Int
    let chunk: Int
  }

  /// Decodes a piece at full size into memory that the next piece reuses, and reduces it from there.
  private func decodeQuarter(
    _ piece: Piece, _ plan: DNG.QuarterPlan, into bitmap: PixelBitmap, _ scratch: inout Scratch
  ) throws(ImageIOError) -> [String] {
    let tile = try Tile(piece, picture, keptIn: &scratch.tile)
    let warnings = try decoder(into: tile).decode(piece.segment, chunk: piece.chunk, &scratch)
    plan.reduce(tile.bitmap, tile.rect, into: bitmap)
    return warnings
  }

  /// The same for two strips or tiles at once; see ``DNG/SegmentDecoder/decode(_:and:with:)``.
  private func decodeQuarters(
    _ one: Piece, _ other: Piece, _ plan: DNG.QuarterPlan, into bitmap: PixelBitmap, _ scratch: inout Scratch
  ) -> Bool {
    guard let tile = try? Tile(one, picture, keptIn: &scratch.tile),
      let otherTile = try? Tile(other, picture, keptIn: &scratch.otherTile),
      decoder(into: tile).decode(one.segment, and: other.segment, with: decoder(into: otherTile))
    else { return false }
    plan.reduce(tile.bitmap, tile.rect, into: bitmap)
    plan.reduce(otherTile.bitmap, otherTile.rect, into: bitmap)
    return true
  }

  private func decoder(into tile: Tile) -> DNG.SegmentDecoder {
    DNG.SegmentDecoder(
      file: file, picture: picture,
      target: DNG.SampleTarget(tile.bitmap, picture, corner: (tile.rect.minX, tile.rect.minY)))
  }

  /// Memory for a piece at full size, and the pixels of the picture that it holds.
  private struct Tile {
    let bitmap: PixelBitmap
    let rect: PixelRect

    init(_ piece: Piece, _ picture: DNG.Picture, keptIn kept: inout PixelBitmap?) throws(ImageIOError) {
      let place = picture.place(ofSegment: piece.segment)
      let isStored = picture.compression == .none
      let rows = isStored ? min(DNG.SegmentDecoder.rowsOfChunk, picture.segments.height) : picture.segments.height
      let memory =
        if let kept { kept } else {
          try DNG.PictureDecoder.bitmap(picture.segments.width, rows, picture.planes == 1 ? .gray16 : .rgb16)
        }
      kept = memory
      bitmap = memory
      let top = place.y + piece.chunk * rows
      rect = PixelRect(
        columns: place.x..<place.x + place.columns, rows: top..<max(min(top + rows, place.y + place.rows), top))
    }
  }

  private func decode(
    allowPartial: Bool, _ work: @Sendable (Piece, inout Scratch) throws(ImageIOError) -> [String],
    both: @Sendable (Piece, Piece, inout Scratch) -> Bool
  ) throws(ImageIOError) -> [String] {
    // Uncompressed strips can be read from any position.
    let chunks =
      picture.compression == .none ? (picture.segments.height - 1) / DNG.SegmentDecoder.rowsOfChunk + 1 : 1
    let count = picture.segmentCount * chunks
    var damage = Damage(part: picture.part)
    for first in stride(from: 0, to: count, by: Self.piecesOfBatch) {
      let pieces = first..<min(first + Self.piecesOfBatch, count)
      for outcome in decode(pieces, of: count, chunks: chunks, work, both) {
        switch outcome {
        case .success(let warnings): damage.note(warnings)
        case .failure(let error): try damage.add(error, allowPartial: allowPartial)
        }
      }
    }
    return damage.warnings
  }

  /// The number of strips, tiles or pieces of them that are decoded before results are checked for damage.
  private static let piecesOfBatch = 4096

  /// - Parameter both: decodes two pieces at once; where it returns false its results are discarded, and `work` decodes
  ///   each.
  private func decode(
    _ pieces: Range<Int>, of count: Int, chunks: Int,
    _ work: @Sendable (Piece, inout Scratch) throws(ImageIOError) -> [String],
    _ both: @Sendable (Piece, Piece, inout Scratch) -> Bool
  ) -> [Result<[String], ImageIOError>] {
    let results = Results<Result<[String], ImageIOError>>(count: pieces.count)
    let makeScratch: @Sendable () -> Scratch = { Scratch() }
    // Pieces are decoded in pairs only where all threads have enough to do.
    let isPaired =
      picture.compression == .losslessJPEG && pieces.count >= Self.leastPairs * ThreadPool.shared.workerCount
    let size = isPaired ? 2 : 1
    ThreadPool.shared.concurrentPerform((pieces.count + size - 1) / size, scratch: makeScratch) { group, scratch in
      let own = (size * group..<min(size * (group + 1), pieces.count)).map { index in
        let piece = pieces.lowerBound + index
        return (index, Piece(segment: piece / chunks, chunk: piece % chunks))
      }
      TaskContext.advance(to: Double(pieces.lowerBound + size * group) / Double(count))
      if own.count == 2, !TaskContext.isCancelled, both(own[0].1, own[1].1, &scratch) { return }
      for (index, piece) in own {
        do throws(ImageIOError) {
          try TaskContext.check()
          let warnings = try work(piece, &scratch)
          if !warnings.isEmpty { results[index] = .success(warnings) }
        } catch {
          results[index] = .failure(error)
        }
      }
    }
    return results.all.compactMap { $0 }
  }

  /// The fewest strips and tiles per thread for decoding in pairs.
  private static let leastPairs = 8

  private func makeBitmap() throws(ImageIOError) -> PixelBitmap {
    let format: PixelFormat =
      switch (picture.planes, picture.becomesFloat) {
      case (1, false): .gray16
      case (1, true): .grayFloat
      case (_, false): .rgb16
      case (_, true): .rgbFloat
      }
    return try Self.bitmap(picture.width, picture.height, format)
  }

  private static func bitmap(_ width: Int, _ height: Int, _ format: PixelFormat) throws(ImageIOError) -> PixelBitmap {
    do throws(PixelError) {
      return try PixelBitmap(width: width, height: height, format: format)
    } catch {
      throw ImageIOError(error)
    }
  }

  /// The field that states how many bytes are stored.
  private var countsName: String {
    "\(picture.part)/\(picture.segments.isTiled ? "TileByteCounts" : "StripByteCounts")"
  }

  /// Throws when the stored bytes cannot possibly hold the picture, before memory is taken for it.
  private func checkPlausible() throws(ImageIOError) {
    let needed = UInt64(picture.width) * UInt64(picture.height) * UInt64(picture.planes)
    let samplesPerByte: UInt64
    switch picture.compression {
    case .jpegXL, .lossyJPEG: return
    case .none:
      // The stated counts may be wrong, so the bytes of the whole file count.
      guard needed * UInt64(picture.bits) / 8 > UInt64(file.bytes.count) else { return }
      throw .incompletePicture(part: countsName, offset: file.bytes.count)
    // No code is shorter than one bit.
    case .losslessJPEG: samplesPerByte = 8
    // zlib's bound, for samples of one byte.
    case .deflate: samplesPerByte = 1032
    }
    let (stored, _) = picture.segments.storedBytes(in: file, planes: picture.isPlanar ? picture.planes : 1)
    guard needed / samplesPerByte > stored else { return }
    throw .incompletePicture(part: countsName, offset: file.bytes.count)
  }
}

/// Collects warnings about what was odd or damaged, up to a limit.
private struct Damage {
  let part: String
  private var texts: [String] = []
  private var count = 0
  private var notes: [String] = []
  private static let mostTexts = 3

  init(part: String) { self.part = part }

  var warnings: [String] {
    let more = count > texts.count ? ["\(part): \(count - texts.count) more strips or tiles are damaged"] : []
    return notes + texts + more
  }

  /// Strips and tiles are made alike, so an oddity that they share is reported once.
  mutating func note(_ warnings: [String]) {
    for text in warnings where notes.count < Self.mostTexts {
      let note = "\(part): \(text)"
      if !notes.contains(note) { notes.append(note) }
    }
  }

  /// - Throws: errors that must not be ignored: missing memory, cancellation, unsupported features, and without
  ///   `allowPartial` every error.
  mutating func add(_ error: ImageIOError, allowPartial: Bool) throws(ImageIOError) {
    switch error {
    case .outOfMemory, .overMemory, .cancelled, .unsupported: throw error
    default: if !allowPartial { throw error }
    }
    count += 1
    if texts.count < Self.mostTexts { texts.append("\(error)") }
  }
}
