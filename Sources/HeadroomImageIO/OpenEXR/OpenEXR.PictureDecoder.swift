internal import CHeadroomCodecs
internal import HeadroomContainers
internal import HeadroomPixels

extension OpenEXR {
  /// Decodes rows of a picture's display window.
  struct PictureDecoder: Sendable {
    let part: Part
    let picture: Picture
    /// Level of the pyramid.
    let level: Int
    private let decoder: BlockDecoder
    private let window: Box
    private let display: Box
    private let largestBlock: Int

    init(_ bytes: FileBytes, _ directory: Directory, part index: Int, picture: Picture, level: Int = 0) {
      part = directory.parts[index]
      self.picture = picture
      self.level = level
      decoder = BlockDecoder(bytes: bytes, part: part, table: BlockTable(bytes, directory, part: index))
      window = part.window(level: level)
      display = level > 0 ? window : part.displayWindow
      let first = directory.parts[index].blocks(rows: window.minY..<window.minY + 1, level: level).first
      largestBlock = first.map { [part] in part.byteCount(of: $0.area) } ?? 0
    }

    var width: Int { display.width }
    var height: Int { display.height }
    /// Blocks that have no place in the file.
    var missingBlocks: Int { decoder.table.missing }
    /// Rows from the top of the display window to the first border of blocks below it.
    var firstGroup: Int {
      part.rowGroup - (display.minY - window.minY) % part.rowGroup
    }

    /// Whether pixels are left that no block gives.
    private var hasGaps: Bool { picture.lacksComponents || !window.contains(display) }

    /// Decodes rows, counted from the top of the display window, into rows of `bitmap` from `row` on. Pixels outside
    /// the data window are 0: black, and transparent where there is alpha.
    ///
    /// - Parameter columns: for a tiled part, tiles outside these columns are skipped; nil decodes all.
    /// - Returns: the first failure, with `allowPartial`; failed blocks are 0 too.
    func decode(
      _ rows: Range<Int>, columns: Range<Int>? = nil, into bitmap: PixelBitmap, row: Int, allowPartial: Bool
    ) throws(ImageIOError) -> ImageIOError? {
      if hasGaps || allowPartial {
        bitmap.clear(rows: row..<row + rows.count)
      }
      let top = display.minY + rows.lowerBound
      let wanted = columns.map { $0.lowerBound + display.minX..<$0.upperBound + display.minX }
      let blocks = part.blocks(rows: top..<display.minY + rows.upperBound, level: level).filter { block in
        wanted?.overlaps(block.area.minX..<block.area.maxX + 1) ?? true
      }
      let failure = SharedAccumulator<(index: Int, error: ImageIOError)?>(nil)
      let capacity = largestBlock
      let makeScratch: @Sendable () -> BlockDecoder.Scratch = { BlockDecoder.Scratch(byteCount: capacity) }
      try ThreadPool.shared.forEachPiece(blocks.count, isWhole: true, scratch: makeScratch) { index, scratch in
        do throws(ImageIOError) {
          let samples = unsafe try decoder.decode(blocks[index], scratch)
          unsafe unpack(samples, blocks[index].area, top..<top + rows.count, into: bitmap, row: row)
        } catch {
          failure.update { if $0.map({ index < $0.index }) ?? true { $0 = (index, error) } }
        }
      }
      guard let failure = failure.value?.error else { return nil }
      guard allowPartial else { throw failure }
      return failure
    }

    /// Copies the wanted channels of a block to the pixels that it covers.
    private func unpack(
      _ samples: UnsafeRawPointer, _ area: Box, _ rows: Range<Int>, into bitmap: PixelBitmap, row: Int
    ) {
      var source = unsafe samples
      let (left, right) = (max(area.minX, display.minX), min(area.maxX, display.maxX))
      var components = [Int?](repeating: nil, count: part.channels.count)
      for source in picture.sources { components[source.channel] = source.component }
      for y in area.minY...area.maxY {
        for (index, channel) in part.channels.enumerated() {
          let columns = Channel.samples(from: area.minX, count: area.width, step: channel.xSampling)
          guard Channel.samples(from: y, count: 1, step: channel.ySampling) == 1 else { continue }
          if let component = components[index], rows.contains(y), left <= right {
            let target = unsafe bitmap.rowAddress(row + y - rows.lowerBound)
            let first = (left - display.minX) * bitmap.format.channelCount + component
            let start = unsafe source + (left - area.minX) * channel.type.byteCount
            unsafe Self.copy(start, channel.type, right - left + 1, to: target, first, bitmap.format)
          }
          unsafe source += columns * channel.type.byteCount
        }
      }
    }

    /// Copies samples to every n-th component of a row, from component `first` on.
    private static func copy(
      _ source: UnsafeRawPointer, _ type: SampleType, _ count: Int, to row: UnsafeMutableRawPointer, _ first: Int,
      _ format: PixelFormat
    ) {
      let step = format.channelCount
      if format.component == .half {
        let target = unsafe row.assumingMemoryBound(to: UInt16.self) + first
        for x in 0..<count { unsafe target[x * step] = source.loadUnaligned(fromByteOffset: 2 * x, as: UInt16.self) }
        return
      }
      let target = unsafe row.assumingMemoryBound(to: Float.self) + first
      switch type {
      case .half:
        for x in 0..<count {
          let bits = unsafe source.loadUnaligned(fromByteOffset: 2 * x, as: UInt16.self)
          unsafe target[x * step] = Float(Float16(bitPattern: bits))
        }
      case .float:
        for x in 0..<count { unsafe target[x * step] = source.loadUnaligned(fromByteOffset: 4 * x, as: Float.self) }
      case .uint:
        for x in 0..<count {
          unsafe target[x * step] = Float(source.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self))
        }
      }
    }
  }
}

// MARK: - Luminance and chroma

extension OpenEXR.PictureDecoder {
  /// Decodes a picture of luminance and subsampled chroma by OpenEXR itself, which has the filters: from a file made of
  /// the part's blocks, as half floats, all rows at once.
  func decodeLuminanceChroma(_ bytes: FileBytes, into bitmap: PixelBitmap) throws(ImageIOError) {
    var stored: [(block: OpenEXR.Block, stored: Range<Int>)] = []
    for block in part.blocks(rows: window.minY..<window.maxY + 1) {
      stored.append((block, try decoder.table.range(of: block)))
    }
    let file = OpenEXR.SingleBlockFile.bytes(part, stored, of: bytes)
    let (width, height) = (window.width, window.height)
    let rgba: PixelBitmap
    do throws(PixelError) {
      rgba = try PixelStorageRows.rgbaHalf(width: width, height: height)
    } catch {
      throw ImageIOError(error)
    }
    let result = unsafe Int(
      headroom_exr_decode_rgba(
        file, file.count, UInt32(width), UInt32(height), rgba.rowAddress(0).assumingMemoryBound(to: UInt16.self)))
    switch result {
    case HEADROOM_EXR_OK: break
    case HEADROOM_EXR_NO_LIBRARY:
      throw .unsupported(part: "channels", text: "luminance and chroma need OpenEXR's C++ library")
    case HEADROOM_EXR_NO_MEMORY: throw .outOfMemory(bytes: UInt64(file.count))
    default:
      throw .codec(library: "OpenEXR", code: result, message: "the picture data is damaged", part: "blocks")
    }
    for y in display.minY...display.maxY {
      bitmap.clear(rows: y - display.minY..<y - display.minY + 1)
      guard (window.minY...window.maxY).contains(y) else { continue }
      copy(rgba, y - window.minY, into: bitmap, y - display.minY)
    }
  }

  private func copy(_ rgba: PixelBitmap, _ from: Int, into bitmap: PixelBitmap, _ row: Int) {
    let source = unsafe rgba.rowAddress(from).assumingMemoryBound(to: UInt16.self)
    let target = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: UInt16.self)
    let channels = bitmap.format.channelCount
    let (left, right) = (max(window.minX, display.minX), min(window.maxX, display.maxX))
    guard left <= right else { return }
    for x in left...right {
      let (pixel, place) = (4 * (x - window.minX), channels * (x - display.minX))
      for channel in 0..<channels { unsafe target[place + channel] = source[pixel + channel] }
    }
  }
}

/// Bitmaps whose rows follow one another without padding, as the C++ library requires.
private enum PixelStorageRows {
  static func rgbaHalf(width: Int, height: Int) throws(PixelError) -> PixelBitmap {
    let storage = try StoragePool.shared.storage(byteCount: 8 * width * height)
    return try PixelBitmap(
      storage: storage, planes: [PixelPlane(offset: 0, rowBytes: 8 * width)], width: width, height: height,
      format: .rgbaHalf)
  }
}
