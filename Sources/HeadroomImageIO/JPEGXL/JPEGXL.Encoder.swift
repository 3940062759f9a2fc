internal import CHeadroomCodecs
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

extension JPEGXL {
  /// How to code a picture.
  struct Coding: Hashable, Sendable {
    /// Target distance in just noticeable differences; nil codes without loss.
    var distance: Double?
    /// 1 fastest ... 9 smallest.
    ///
    /// Pictures with loss have 5 by default: photos do not have the features that 7 searches for in libjxl 0.7
    /// (dots, repeated patches). Three of them at distances 1 and 1.9 are 1.3 to 4.7 % larger at 7 for 0.00 to
    /// 0.22 dB, which is no gain at equal bytes, with 1.4 times the time; 12 megapixels of 16 bits take cjxl
    /// 1,121 MB at 7 and 604 at 5.
    var effort: Int

    /// The distance that cjxl documents for a quality, which follows the qualities of libjpeg: 100 is without loss, 90
    /// is distance 1, 30 is 6.4. The library's largest is 15.
    init(quality: Double, isLossless: Bool, speed: Int?) {
      let quality = max(quality.isNaN ? 0 : quality, 0)
      if !isLossless, quality < 100 {
        let found =
          quality >= 30 ? 0.1 + (100 - quality) * 0.09 : 53.0 / 3000 * quality * quality - 23.0 / 20 * quality + 25
        distance = min(found, 15)
      }
      effort = speed.map { 9 - min(max($0, 0), 8) } ?? (distance == nil ? 7 : 5)
    }

    /// The coding of the base picture.
    init(_ options: EncodeOptions) {
      self.init(quality: options.quality, isLossless: options.isLossless, speed: options.speed)
    }
  }

  /// The light, in either direction, up to which floats are coded with loss. libjxl 0.7's numbers overflow and end the
  /// process where black and bright pixels alternate from 4e5 times white on, at every quality.
  private static let brightestLight = 65_536.0

  /// The range of halves with room for coding errors: 65504 itself would decode as infinity.
  private static let brightestHalf = 32768.0

  /// The samples that a picture coded with loss can have. For curves that grow faster than powers the range
  /// ends with their signals.
  ///
  /// - Parameters:
  ///   - format: the bitmap's format.
  ///   - bitDepth: bits of a stored sample, nil for the bitmap's; floats of 16 bits are halves.
  static func lossyRange(of encoding: ColorEncoding, _ format: PixelFormat, bitDepth: Int?) -> SampleRange {
    guard !encoding.transfer.isHDR else { return .magnitude(1) }
    let isHalf = bitDepth.map { $0 == 16 } ?? (format.component == .half)
    let brightest = isHalf ? brightestHalf : brightestLight
    let signal = encoding.transfer.encode(brightestLight)
    return .magnitude(signal.isFinite && signal > 1 ? Float(min(signal, brightest)) : 1)
  }

  /// The encoding of a picture's numbers, as a codestream states it.
  enum ColorStatement: Sendable {
    case enumerated(Color)
    case profile([UInt8])
  }

  /// A codestream, and the level it needs: 5, or 10 for features beyond the main profile (18181-1 annex M).
  struct Codestream: Sendable {
    var bytes: [UInt8]
    var level: Int
  }

  /// Codes a picture. The bytes do not depend on the number of workers.
  static func encode(
    _ source: SampleSource, _ color: ColorStatement, _ coding: Coding, orientation: UInt32 = 1,
    intensityTarget: Double = 255
  ) throws(ImageIOError) -> Codestream {
    let bitmap = source.bitmap
    let bytesPerPixel = CodecMemory.jpegXLEncoder(coding)
    let layerRows = layerRows(
      width: bitmap.width, height: bitmap.height, bytesPerPixel: bytesPerPixel, limit: MemoryLedger.shared.limit)
    let memory = try CodecMemory.reserve(
      width: bitmap.width, height: layerRows ?? bitmap.height, bytesPerPixel: bytesPerPixel)
    defer { withExtendedLifetime(memory) {} }
    var picture = unsafe hr_jxl_picture()
    unsafe picture.width = UInt32(clamping: bitmap.width)
    unsafe picture.height = UInt32(clamping: bitmap.height)
    unsafe picture.channels = UInt32(bitmap.format.channelCount)
    unsafe picture.type = bitmap.format.component.jpegXLType
    unsafe picture.bits = UInt32(source.bits)
    unsafe picture.exponent_bits = UInt32(source.exponentBits)
    unsafe picture.orientation = orientation
    unsafe picture.intensity_target = Float(intensityTarget)
    unsafe picture.is_lossless = coding.distance == nil ? 1 : 0
    unsafe picture.distance = Float(coding.distance ?? 0)
    unsafe picture.effort = UInt32(coding.effort)
    unsafe picture.pixels = UnsafePointer(bitmap.rowAddress(0).assumingMemoryBound(to: UInt8.self))
    unsafe picture.row_bytes = bitmap.rowBytes
    unsafe picture.layer_rows = UInt32(clamping: layerRows ?? 0)
    let isLarge = bitmap.width * bitmap.height >= pixelsForThreads
    unsafe picture.workers = isLarge ? UInt32(clamping: ThreadPool.shared.workerCount) : 1
    unsafe picture.perform = perform
    var result = unsafe EncoderResult()
    switch color {
    case .enumerated(let color):
      unsafe withUnsafePointer(to: color.raw) { color in
        unsafe picture.color = color
        unsafe result.run(picture)
      }
    case .profile(let bytes):
      unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe picture.icc = bytes.baseAddress
        unsafe picture.icc_count = bytes.count
        unsafe result.run(picture)
      }
    }
    try TaskContext.check()
    let file = try unsafe result.take()
    return Codestream(bytes: try bareCodestream(file), level: Int(unsafe result.level))
  }

  @unsafe private struct EncoderResult {
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    var level: Int32 = 5
    var code: Int32 = 0
    var outcome: Int32 = 0

    mutating func run(_ picture: hr_jxl_picture) {
      var picture = unsafe picture
      unsafe outcome = unsafe hr_jxl_encode(&picture, &bytes, &count, &level, &code)
    }

    func take() throws(ImageIOError) -> FileBytes {
      guard unsafe Int(outcome) == HR_JXL_OK else {
        if unsafe Int(outcome) == HR_JXL_FAILED {
          throw .codec(
            library: "libjxl", code: unsafe Int(code), message: "the picture cannot be coded", part: "codestream")
        }
        if unsafe Int(outcome) == HR_JXL_GAVE_UP {
          throw .codec(
            library: "libjxl", code: unsafe Int(outcome), message: "the library met a fault of its own in this picture",
            part: "codestream")
        }
        throw unsafe JPEGXL.error(outcome, part: "codestream", end: 0) ?? .internalError("no libjxl result")
      }
      defer { unsafe hr_jxl_free(bytes) }
      return unsafe FileBytes(UnsafeBufferPointer(start: bytes, count: count))
    }
  }

  /// The codestream without the container that the library puts around one of level 10.
  private static func bareCodestream(_ file: FileBytes) throws(ImageIOError) -> [UInt8] {
    if file.hasBytes(codestreamSignature, at: 0) { return file.copy(0..<file.count) }
    let container = try Container(file, limits: DecodeLimits(maxFrames: .max))
    var codestream: [UInt8] = []
    for box in container.boxes {
      // A part begins with its number.
      if box.type == "jxlc" { codestream += file.copy(box.content) }
      if box.type == "jxlp" { codestream += file.copy(box.content.lowerBound + 4..<box.content.upperBound) }
    }
    guard codestream.starts(with: codestreamSignature) else { throw .internalError("libjxl wrote no codestream") }
    return codestream
  }
}
