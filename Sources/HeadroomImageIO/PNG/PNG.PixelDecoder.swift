internal import CHeadroomCodecs
internal import HeadroomContainers
internal import HeadroomPixels

extension PNG {
  /// Decodes pixels with libpng, which gets only the chunks that make up the picture, and only their bytes.
  ///
  /// A non-interlaced picture can be read in groups of rows from the top; an interlaced one is
  /// complete after the last pass.
  @safe final class PixelDecoder {
    private let reader: OpaquePointer
    /// libpng reads from these, so they have to live as long as `reader`.
    private let file: FileBytes
    private let header: PinnedBytes
    private let tail: PinnedBytes
    /// The rows not read yet.
    private(set) var remainingRows: Int
    let format: PixelFormat
    private let isInterlaced: Bool

    /// Bytes that stay where they are.
    @safe private final class PinnedBytes {
      let buffer: UnsafeMutableBufferPointer<UInt8>
      init(_ bytes: [UInt8]) {
        unsafe buffer = .allocate(capacity: max(bytes.count, 1))
        _ = unsafe buffer.initialize(from: bytes)
        count = bytes.count
      }
      let count: Int
      deinit { unsafe buffer.deallocate() }
    }

    init(_ directory: Directory, of file: FileBytes, allowPartial: Bool) throws(ImageIOError) {
      guard let first = directory.pictureData.first, let last = directory.pictureData.last else {
        throw .internalError("no picture data")
      }
      self.file = file
      header = PinnedBytes(Self.stream(before: directory))
      // A cut last chunk gets its actual length, so that libpng uses it to its last byte.
      let wholeEnd = last.isComplete ? last.data.upperBound + 4 : last.offset
      tail = PinnedBytes(
        last.isComplete
          ? [] : PNG.bigEndian(UInt32(last.data.count)) + ChunkType.pictureData.bytes + file.copy(last.data))
      let flags = HR_PNG_NATIVE_ORDER | (allowPartial ? HR_PNG_FILL_BLOCKS : 0)
      let body = first.offset..<max(wholeEnd, first.offset)
      let (head, rest) = unsafe (header.buffer, tail.buffer)
      let (headCount, restCount) = (header.count, tail.count)
      let made = unsafe file.withUnsafeBytes { (all: UnsafeRawBufferPointer) -> OpaquePointer? in
        let start = unsafe all.baseAddress?.assumingMemoryBound(to: UInt8.self)
        return unsafe hr_png_reader_create(
          head.baseAddress, headCount, start.map { unsafe $0 + body.lowerBound }, body.count, rest.baseAddress,
          restCount, Int32(flags))
      }
      guard let made = unsafe made else { throw .outOfMemory(bytes: UInt64(head.count)) }
      unsafe reader = made
      remainingRows = directory.header.height
      format = Self.format(of: directory)
      isInterlaced = directory.header.isInterlaced
      var (rowBytes, passes) = (0, UInt32(0))
      let code = unsafe Int(hr_png_reader_start(reader, &rowBytes, &passes))
      guard code == HR_PNG_OK else { throw failure(code) }
      guard rowBytes == directory.header.width * format.bytesPerPixel else {
        throw .internalError("libpng makes rows of \(rowBytes) bytes of \(format)")
      }
    }

    deinit { unsafe hr_png_reader_destroy(reader) }

    /// Reads the next rows into the rows of `bitmap` from `row` on and returns the number of finished rows.
    ///
    /// - Throws: when a row is not finished and `allowPartial` is false. A stream that is cut or damaged after the
    ///   last row is not a failure: the picture is complete.
    func read(
      _ count: Int, into bitmap: PixelBitmap, row: Int, allowPartial: Bool
    ) throws(ImageIOError) -> Int {
      // An interlaced picture is decoded all at once.
      let step = isInterlaced ? max(count, 1) : Self.batch
      var done = 0
      while done < count {
        let wanted = min(step, count - done)
        let got = try readBatch(wanted, into: bitmap, row: row + done, allowPartial: allowPartial)
        done += got
        TaskContext.advance(to: Double(row + done) / Double(bitmap.height))
        if got < wanted { break }
      }
      return done
    }

    /// Rows read by one call of the library.
    private static let batch = 64

    private func readBatch(
      _ count: Int, into bitmap: PixelBitmap, row: Int, allowPartial: Bool
    ) throws(ImageIOError) -> Int {
      precondition(bitmap.format == format && row + count <= bitmap.height && count <= remainingRows)
      var done: UInt32 = 0
      let target = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: UInt8.self)
      let code = unsafe Int(hr_png_reader_rows(reader, target, bitmap.rowBytes, UInt32(count), &done))
      remainingRows -= Int(done)
      if code != HR_PNG_OK { try TaskContext.check() }
      if code != HR_PNG_OK, Int(done) < count, !allowPartial || code == HR_PNG_NO_MEMORY { throw failure(code) }
      return Int(done)
    }

    private func failure(_ code: Int) -> ImageIOError {
      switch code {
      case HR_PNG_NO_MEMORY: return .outOfMemory(bytes: 0)
      case HR_PNG_ENDED:
        return .incompletePicture(part: "IDAT", offset: file.count)
      default:
        let message = unsafe String(cString: hr_png_reader_message(reader))
        return .codec(library: "libpng", code: code, message: message, part: "IDAT")
      }
    }

    /// Signature, IHDR, PLTE and tRNS, which libpng needs before the picture data.
    private static func stream(before directory: Directory) -> [UInt8] {
      var stream = PNG.signature + PNG.chunk(.header, directory.header.bytes)
      if directory.header.colorType == .palette { stream += PNG.chunk(.palette, directory.palette) }
      if !directory.transparency.isEmpty { stream += PNG.chunk(.transparency, directory.transparency) }
      return stream
    }

    /// The format of libpng's rows: palettes and small samples expanded, transparency as alpha.
    static func format(of directory: Directory) -> PixelFormat {
      let hasAlpha = !directory.transparency.isEmpty
      let isDeep = directory.header.bitDepth == 16
      switch directory.header.colorType {
      case .gray where hasAlpha, .grayAlpha: return isDeep ? .grayAlpha16 : .grayAlpha8
      case .gray: return isDeep ? .gray16 : .gray8
      case .rgb where hasAlpha, .rgba: return isDeep ? .rgba16 : .rgba8
      case .rgb: return isDeep ? .rgb16 : .rgb8
      case .palette: return hasAlpha ? .rgba8 : .rgb8
      }
    }
  }
}
