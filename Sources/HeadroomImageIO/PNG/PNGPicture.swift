internal import HeadroomContainers
internal import HeadroomPixels

/// The decoded picture of one ``PNG/Directory``.
struct PNGPicture: Sendable {
  var bitmap: PixelBitmap
  /// Whether data is missing or damaged.
  var isPartial = false
  /// The irregularities found.
  var warnings: [String] = []

  /// deflate makes at most this many bytes of one.
  private static let largestExpansion: UInt64 = 1032

  /// Decodes a picture into a new bitmap, without an intermediate copy.
  ///
  /// - Throws: `ImageIOError` when the data is damaged, or ends before the last pixel, and `allowPartial` is not set.
  ///   A file that is cut after the last pixel is complete.
  init(
    decoding directory: PNG.Directory, of file: FileBytes, allowPartial: Bool, limits: DecodeLimits
  ) throws(ImageIOError) {
    let header = directory.header
    try limits.check(width: UInt64(header.width), height: UInt64(header.height), part: "IHDR")
    try Self.checkPlausible(directory, allowPartial: allowPartial)
    if let damage = Self.damage(of: directory, in: file) {
      guard allowPartial else { throw damage }
      isPartial = true
      warnings.append("\(damage)")
    }
    let decoder = try PNG.PixelDecoder(directory, of: file, allowPartial: allowPartial)
    do throws(PixelError) {
      bitmap = try PixelBitmap(
        width: header.width, height: header.height, format: decoder.format, alpha: .straight)
    } catch {
      throw ImageIOError(error)
    }
    // Missing passes of an interlaced picture leave pixels unwritten.
    if header.isInterlaced, allowPartial { bitmap.clear(rows: 0..<bitmap.height) }
    let done = try decoder.read(header.height, into: bitmap, row: 0, allowPartial: allowPartial)
    if done < header.height {
      isPartial = true
      if !header.isInterlaced { bitmap.clear(rows: done..<bitmap.height) }
    }
  }

  /// Throws when the compressed data cannot possibly hold the picture, before memory is taken for it.
  static func checkPlausible(_ directory: PNG.Directory, allowPartial: Bool) throws(ImageIOError) {
    let stored = directory.pictureData.reduce(UInt64(0)) { $0 + UInt64($1.data.count) }
    let needed = directory.header.filteredByteCount
    guard needed / largestExpansion > stored, !allowPartial else { return }
    if directory.ending == .insidePictureData, let last = directory.pictureData.last {
      throw .incompletePicture(part: "IDAT", offset: last.data.upperBound)
    }
    throw .malformed(
      part: "IDAT", text: "\(stored) bytes cannot hold the declared picture of \(needed) bytes",
      offset: directory.pictureData.first?.offset)
  }

  /// The first IDAT chunk whose CRC is wrong. A cut chunk has no CRC to check.
  static func damage(of directory: PNG.Directory, in file: FileBytes) -> ImageIOError? {
    let chunks = directory.pictureData
    let groupSize = 64
    let results = Results<ImageIOError>(count: (chunks.count + groupSize - 1) / groupSize)
    ThreadPool.shared.concurrentPerform((chunks.count + groupSize - 1) / groupSize) { group in
      for chunk in chunks[group * groupSize..<min((group + 1) * groupSize, chunks.count)] where chunk.isComplete {
        do throws(ImageIOError) {
          try chunk.check(in: file)
        } catch {
          results[group] = error
          return
        }
      }
      let last = min((group + 1) * groupSize, chunks.count) - 1
      file.release(chunks[group * groupSize].offset..<chunks[last].data.upperBound)
    }
    return results.all.lazy.compactMap { $0 }.first
  }
}

extension PNG {
  /// Stretches narrow-range codes (16...235 at 8 bits, H.273) to all codes; codes outside are clamped.
  struct NarrowRange: Sendable {
    private let table: [UInt16]
    private let isDeep: Bool

    init(_ format: PixelFormat) {
      isDeep = format.component == .uint16
      let (black, range, peak) = isDeep ? (4096.0, 56064.0, 65535.0) : (16.0, 219.0, 255.0)
      table = (0...Int(peak)).map { code in
        UInt16(min(max((Double(code) - black) / range * peak, 0), peak).rounded())
      }
    }

    /// Changes rows of a bitmap of the format in place.
    func expand(_ bitmap: PixelBitmap, rows: Range<Int>) {
      let channels = bitmap.format.channelCount
      let colors = channels - (bitmap.format.hasAlpha ? 1 : 0)
      ThreadPool.shared.concurrentPerform(rows.count) { index in
        let start = unsafe bitmap.rowAddress(rows.lowerBound + index)
        if isDeep {
          let samples = unsafe start.assumingMemoryBound(to: UInt16.self)
          for index in 0..<bitmap.width * channels where index % channels < colors {
            unsafe samples[index] = table[Int(samples[index])]
          }
        } else {
          let samples = unsafe start.assumingMemoryBound(to: UInt8.self)
          for index in 0..<bitmap.width * channels where index % channels < colors {
            unsafe samples[index] = UInt8(truncatingIfNeeded: table[Int(samples[index])])
          }
        }
      }
    }
  }
}
