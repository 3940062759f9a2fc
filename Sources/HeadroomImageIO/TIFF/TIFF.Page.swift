internal import HeadroomContainers

extension TIFF {
  /// One picture of a file: its directory's description of the pixels, checked.
  struct Page: Sendable {
    let directory: Directory
    /// Path in error messages.
    let part: String
    let width: Int
    let height: Int
    let bitsPerSample: Int
    let samplesPerPixel: Int
    let sampleFormat: SampleFormat
    let photometric: Photometric
    let compression: Compression
    let predictor: UInt16
    /// Whether each sample has its own strips or tiles.
    let isPlanar: Bool
    /// Whether bits of a byte are stored lowest first.
    let isBitReversed: Bool
    /// The meaning of the samples after the colour: 0 unspecified, 1 associated alpha, 2 unassociated alpha.
    let extraSamples: [UInt64]
    /// Chroma of Y'CbCr, horizontally and vertically.
    let subsampling: (horizontal: Int, vertical: Int)
    /// Where the strips or tiles lie.
    let segments: Segments
    /// The irregularities of the directory.
    var warnings: [String] = []
  }
}

extension TIFF.Page {
  /// Bits of one sample at most; more cannot be a picture.
  private static let mostBits: UInt64 = 64
  /// Four floats.
  private static let mostBytesOfPixel: UInt64 = 16
  /// Strips and tiles up to this size are decoded however small the picture is.
  private static let freeSegmentBytes: UInt64 = 32 << 20

  /// Reads the fields that describe the pixels.
  ///
  /// - Throws: `ImageIOError/unsupported(part:text:)` for unsupported kinds of pictures, other errors for directories
  ///   that contradict themselves or exceed the limits.
  init(_ directory: TIFF.Directory, of file: TIFF.File, part: String, limits: DecodeLimits) throws(ImageIOError) {
    self.directory = directory
    self.part = part
    var warnings: [String] = []
    func number(_ tag: UInt16, default value: UInt64) -> UInt64 { file.first(tag, of: directory) ?? value }
    func required(_ tag: UInt16) throws(ImageIOError) -> UInt64 {
      guard let value = file.first(tag, of: directory) else {
        throw .malformed(part: part, text: "no \(TIFF.tagName(tag))", offset: directory.offset)
      }
      return value
    }
    let (wide, high) = (try required(TIFF.Tag.imageWidth), try required(TIFF.Tag.imageLength))
    try limits.check(width: wide, height: high, part: part, offset: directory.offset)
    (width, height) = (Int(wide), Int(high))

    let samples = number(TIFF.Tag.samplesPerPixel, default: 1)
    guard samples > 0, samples <= UInt64(UInt16.max) else {
      throw .malformed(part: part, text: "\(samples) samples per pixel", offset: directory.offset)
    }
    samplesPerPixel = Int(samples)
    bitsPerSample = try Self.bits(file, directory, part)
    sampleFormat = try Self.format(file, directory, part)
    photometric = try Self.photometric(file, directory, part, samples: samplesPerPixel, &warnings)
    compression = try Self.compression(file, directory, part)
    predictor = compression.hasPredictor ? try Self.predictor(file, directory, part) : 1
    isPlanar = samplesPerPixel > 1 && number(TIFF.Tag.planarConfiguration, default: 1) == 2
    isBitReversed = number(TIFF.Tag.fillOrder, default: 1) == 2
    extraSamples = file.integers(TIFF.Tag.extraSamples, of: directory, limit: samples) ?? []
    let chroma = file.integers(TIFF.Tag.subsampling, of: directory, limit: 2) ?? []
    subsampling = try Self.subsampling(chroma, photometric, part)
    segments = try TIFF.Segments(
      file, directory, part: part, size: (width, height), planes: isPlanar ? samplesPerPixel : 1)
    self.warnings = warnings
    try checkBytes(limits)
  }

  /// Throws when the decoded picture, or one strip or tile, takes more memory than the limits allow.
  private func checkBytes(_ limits: DecodeLimits) throws(ImageIOError) {
    func bytes(_ width: Int, _ height: Int, samples: Int) -> UInt64 {
      let (bits, overflow) = (UInt64(width) * UInt64(height)).multipliedReportingOverflow(
        by: UInt64(samples) * UInt64(bitsPerSample))
      return overflow ? .max : bits / 8 + 1
    }
    let (most, overflow) = UInt64(max(limits.maxPixels, 0)).multipliedReportingOverflow(by: Self.mostBytesOfPixel)
    let picture = bytes(width, height, samples: samplesPerPixel)
    guard picture <= (overflow ? .max : most), width <= Int(UInt32.max), height <= Int(UInt32.max) else {
      throw .overLimit(
        part: part, quantity: "picture bytes", declared: picture, limit: overflow ? .max : most,
        offset: directory.offset)
    }
    // A tile can be larger than a small picture, but not by much.
    let segment = bytes(segments.width, segments.height, samples: samplesPerSegment)
    let mostOfSegment = max(Self.freeSegmentBytes, picture.multipliedReportingOverflow(by: 4).partialValue)
    guard segment <= mostOfSegment, segments.width <= Int(UInt32.max), segments.height <= Int(UInt32.max) else {
      throw .overLimit(
        part: "\(part)/tile", quantity: "tile bytes", declared: segment, limit: mostOfSegment,
        offset: directory.offset)
    }
  }

  private static func bits(
    _ file: TIFF.File, _ directory: TIFF.Directory, _ part: String
  ) throws(ImageIOError) -> Int {
    guard directory[TIFF.Tag.bitsPerSample] != nil else { return 1 }
    guard let values = file.integers(TIFF.Tag.bitsPerSample, of: directory, limit: UInt64(UInt16.max)),
      let bits = values.first, bits > 0, bits <= mostBits
    else { throw .malformed(part: part, text: "BitsPerSample cannot be read", offset: directory.offset) }
    guard values.allSatisfy({ $0 == bits }) else {
      throw .unsupported(part: part, text: "samples of \(values.map(String.init).joined(separator: ", ")) bits")
    }
    return Int(bits)
  }

  private static func format(
    _ file: TIFF.File, _ directory: TIFF.Directory, _ part: String
  ) throws(ImageIOError) -> TIFF.SampleFormat {
    let value = file.first(TIFF.Tag.sampleFormat, of: directory) ?? 1
    guard let format = UInt16(exactly: value).flatMap(TIFF.SampleFormat.init(rawValue:)) else {
      throw .unsupported(part: part, text: "samples of format \(value); unsigned integers and floats are read")
    }
    return format
  }

  private static func photometric(
    _ file: TIFF.File, _ directory: TIFF.Directory, _ part: String, samples: Int, _ warnings: inout [String]
  ) throws(ImageIOError) -> TIFF.Photometric {
    guard let value = file.first(TIFF.Tag.photometric, of: directory) else {
      warnings.append("\(part): no PhotometricInterpretation; taken as \(samples < 3 ? "gray" : "RGB")")
      return samples < 3 ? .minIsBlack : .rgb
    }
    guard let photometric = UInt16(exactly: value).flatMap(TIFF.Photometric.init(rawValue:)) else {
      throw .unsupported(part: part, text: "PhotometricInterpretation \(value)")
    }
    return photometric
  }

  private static func compression(
    _ file: TIFF.File, _ directory: TIFF.Directory, _ part: String
  ) throws(ImageIOError) -> TIFF.Compression {
    let value = file.first(TIFF.Tag.compression, of: directory) ?? 1
    guard let compression = UInt16(exactly: value).flatMap(TIFF.Compression.init(rawValue:)) else {
      throw .unsupported(part: part, text: "\(TIFF.nameOfUnreadCompression(value)) is not read")
    }
    return compression
  }

  private static func predictor(
    _ file: TIFF.File, _ directory: TIFF.Directory, _ part: String
  ) throws(ImageIOError) -> UInt16 {
    let value = file.first(TIFF.Tag.predictor, of: directory) ?? 1
    guard (1...3).contains(value) else { throw .unsupported(part: part, text: "predictor \(value)") }
    return UInt16(value)
  }

  private static func subsampling(
    _ values: [UInt64], _ photometric: TIFF.Photometric, _ part: String
  ) throws(ImageIOError) -> (horizontal: Int, vertical: Int) {
    guard photometric == .yCbCr else { return (1, 1) }
    let (horizontal, vertical) = (values.first ?? 2, values.count > 1 ? values[1] : 2)
    guard [1, 2, 4].contains(horizontal), [1, 2, 4].contains(vertical) else {
      throw .malformed(part: part, text: "chroma subsampling \(horizontal)x\(vertical)", offset: nil)
    }
    return (Int(horizontal), Int(vertical))
  }

  /// Whether the file ends inside one of the strips or tiles.
  func isCut(in file: TIFF.File) -> Bool {
    (0..<segments.perPlane * (isPlanar ? samplesPerPixel : 1)).contains { index in
      segments.range(of: index, in: file, uncompressedBytes: nil).isCut
    }
  }

  /// Samples that a strip or tile interleaves.
  var samplesPerSegment: Int { isPlanar ? 1 : samplesPerPixel }

  /// Bytes of one row of a strip or tile before compression. For subsampled Y'CbCr, those of a row of blocks.
  var segmentRowBytes: UInt64 {
    let width = UInt64(segments.width)
    guard photometric == .yCbCr, !isPlanar, compression != .jpeg else {
      return (width * UInt64(samplesPerSegment) * UInt64(bitsPerSample) + 7) / 8
    }
    let blocks = (width + UInt64(subsampling.horizontal) - 1) / UInt64(subsampling.horizontal)
    let samples = blocks * UInt64(subsampling.horizontal * subsampling.vertical + 2)
    return (samples * UInt64(bitsPerSample) + 7) / 8
  }

  /// Bytes of `rows` rows of a strip or tile before compression.
  func segmentBytes(rows: Int) -> UInt64 {
    guard photometric == .yCbCr, !isPlanar, compression != .jpeg else { return UInt64(rows) * segmentRowBytes }
    return UInt64((rows + subsampling.vertical - 1) / subsampling.vertical) * segmentRowBytes
  }
}
