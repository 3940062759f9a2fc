internal import CHeadroomCodecs
internal import HeadroomContainers

extension TIFF {
  /// libtiff's codec for the strips or tiles of one picture. Used by one thread at a time.
  @safe final class SegmentDecoder {
    private let raw: OpaquePointer
    /// Rows of the segments it decodes.
    let rows: Int
    /// Bytes of a decoded segment.
    let byteCount: Int
    private let isBitReversed: Bool
    private let compression: Compression

    /// zstd takes memory for its window before it decodes; its own limit is twice as much.
    private static let largestWindow: UInt64 = 64 << 20

    /// - Throws: when libtiff refuses the description, or computes another size from it.
    init(_ page: Page, of file: File, rows: Int, tables: [UInt8]) throws(ImageIOError) {
      var segment = hr_tiff_segment()
      segment.width = UInt32(truncatingIfNeeded: page.segments.width)
      segment.rows = UInt32(truncatingIfNeeded: rows)
      segment.bits_per_sample = UInt16(truncatingIfNeeded: page.bitsPerSample)
      segment.samples_per_pixel = UInt16(truncatingIfNeeded: page.samplesPerSegment)
      segment.sample_format = page.sampleFormat.rawValue
      segment.compression = page.compression.rawValue
      segment.photometric = Self.photometric(of: page)
      segment.predictor = page.predictor
      segment.fill_order = page.isBitReversed ? 2 : 1
      segment.big_endian = file.byteOrder == .big ? 1 : 0
      segment.group3_options = UInt32(truncatingIfNeeded: file.first(Tag.group3Options, of: page.directory) ?? 0)
      if page.photometric == .yCbCr {
        let chroma = page.compression == .jpeg ? Self.jpegSubsampling(page, file, tables) : page.subsampling
        segment.subsampling_x = UInt16(truncatingIfNeeded: chroma.horizontal)
        segment.subsampling_y = UInt16(truncatingIfNeeded: chroma.vertical)
      }
      let (made, size, failure) = unsafe Self.create(&segment, tables: tables)
      guard let made = unsafe made else { throw Self.error(failure, part: page.part) }
      unsafe raw = made
      self.rows = rows
      byteCount = size
      isBitReversed = page.isBitReversed
      compression = page.compression
      let expected = Self.decodedBytes(of: page, rows: rows)
      guard UInt64(size) == expected else {
        // All is set, so that `deinit` runs.
        throw .malformed(
          part: page.part, text: "libtiff decodes a segment to \(size) bytes where \(expected) are declared",
          offset: page.directory.offset)
      }
    }

    deinit { unsafe hr_tiff_decoder_destroy(raw) }

    /// Bytes of `rows` rows once decoded: LogLuv becomes floats, Y'CbCr of JPEG becomes RGB.
    static func decodedBytes(of page: Page, rows: Int) -> UInt64 {
      switch page.photometric {
      case .logLuv: UInt64(rows) * UInt64(page.segments.width) * 12
      case .logL: UInt64(rows) * UInt64(page.segments.width) * 4
      default: page.segmentBytes(rows: rows)
      }
    }

    /// Decodes bytes of the file to `out`; nil when all went well, else libtiff's message.
    func decode(_ range: Range<Int>, of file: FileBytes, to out: UnsafeMutableRawBufferPointer) -> String? {
      if compression == .zstd, Self.zstdWindow(range, of: file) > max(Self.largestWindow, UInt64(out.count)) {
        return "the compression window is larger than \(Self.largestWindow) bytes"
      }
      guard let target = unsafe out.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return "no buffer" }
      let code: Int32
      if isBitReversed {
        // Bits are reversed in place, so the file's own bytes cannot be passed.
        var copy = file.copy(range)
        unsafe code = copy.withUnsafeMutableBufferPointer { (bytes: inout UnsafeMutableBufferPointer<UInt8>) -> Int32 in
          unsafe hr_tiff_decoder_run(raw, bytes.baseAddress, bytes.count, target, out.count)
        }
      } else {
        unsafe code = file.withUnsafeBytes { (all: UnsafeRawBufferPointer) -> Int32 in
          let start = unsafe all.baseAddress?.assumingMemoryBound(to: UInt8.self)
          return unsafe hr_tiff_decoder_run(
            raw, start.map { unsafe $0 + range.lowerBound }, range.count, target, out.count)
        }
      }
      guard code != HR_TIFF_OK else { return nil }
      let words = unsafe String(cString: hr_tiff_decoder_message(raw))
      return words.isEmpty ? "the data cannot be decoded" : words
    }

    /// Only Y'CbCr and LogLuv are more than samples to libtiff.
    private static func photometric(of page: Page) -> UInt16 {
      switch page.photometric {
      case .yCbCr, .logL, .logLuv: page.photometric.rawValue
      default: (page.samplesPerSegment < 3 ? Photometric.minIsBlack : .rgb).rawValue
      }
    }

    private struct Failure {
      var code: Int32
      var message: String
    }

    private static func create(
      _ segment: inout hr_tiff_segment, tables: [UInt8]
    ) -> (decoder: OpaquePointer?, byteCount: Int, failure: Failure) {
      var (size, code) = (0, Int32(0))
      var message = [CChar](repeating: 0, count: Int(HR_TIFF_MESSAGE_SIZE))
      let made = unsafe hr_tiff_decoder_create(&segment, tables, tables.count, &size, &code, &message)
      let words = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      return unsafe (made, size, Failure(code: code, message: words))
    }

    private static func error(_ failure: Failure, part: String) -> ImageIOError {
      if failure.code == HR_TIFF_NO_MEMORY { return .outOfMemory(bytes: 0) }
      let words = failure.message.isEmpty ? "the picture is refused" : failure.message
      return .codec(library: "libtiff", code: Int(failure.code), message: words, part: part)
    }
  }
}

extension TIFF.SegmentDecoder {
  /// The window of a zstd frame (RFC 8878, 3.1.1.1); 0 where it is as large as the content or there is no frame.
  private static func zstdWindow(_ range: Range<Int>, of file: FileBytes) -> UInt64 {
    guard range.count > 6, file.hasBytes([0x28, 0xB5, 0x2F, 0xFD], at: range.lowerBound),
      let descriptor = file[range.lowerBound + 4], descriptor & 0x20 == 0, let window = file[range.lowerBound + 5]
    else { return 0 }
    let base = UInt64(1) << (10 + UInt64(window >> 3))
    return base + base / 8 * UInt64(window & 7)
  }

  /// The actual chroma subsampling of JPEG data: the tag is missing or wrong in many files.
  private static func jpegSubsampling(
    _ page: TIFF.Page, _ file: TIFF.File, _ tables: [UInt8]
  ) -> (horizontal: Int, vertical: Int) {
    let range = page.segments.range(of: 0, in: file, uncompressedBytes: nil).range
    var reader = ByteReader(file.bytes, range: range, part: "JPEG")
    guard (try? reader.skip(2)) != nil else { return page.subsampling }
    while let prefix = try? reader.u8(), let marker = try? reader.u8(), prefix == 0xFF {
      if JPEGMarker.standsAlone(marker) { continue }
      guard let length = try? reader.u16(), length >= 2,
        var segment = try? reader.part(Int(length) - 2, named: "JPEG")
      else { break }
      guard marker != JPEGMarker.startOfScan else { break }
      guard JPEGMarker.startsFrame(marker), (try? segment.skip(7)) != nil, let sampling = try? segment.u8() else {
        continue
      }
      let (horizontal, vertical) = (Int(sampling >> 4), Int(sampling & 15))
      return [1, 2, 4].contains(horizontal) && [1, 2, 4].contains(vertical)
        ? (horizontal, vertical) : page.subsampling
    }
    return page.subsampling
  }
}
