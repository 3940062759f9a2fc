internal import HeadroomContainers

extension DNG {
  /// The supported compression schemes.
  enum Compression: Hashable, Sendable {
    case none, losslessJPEG, lossyJPEG, deflate, jpegXL

    var name: String {
      switch self {
      case .none: "none"
      case .losslessJPEG: "lossless JPEG"
      case .lossyJPEG: "lossy JPEG"
      case .deflate: "deflate"
      case .jpegXL: "JPEG XL"
      }
    }
  }

  /// How the sensor's picture is stored, checked against what can be read.
  struct Picture: Sendable {
    let directory: TIFF.Directory
    /// Path in messages.
    let part: String
    let width: Int
    let height: Int
    let bits: Int
    let isFloat: Bool
    /// 1 or 3.
    let planes: Int
    /// Whether each plane has separate strips or tiles.
    let isPlanar: Bool
    let compression: Compression
    let predictor: Predictor
    let segments: TIFF.Segments
    let rowInterleave: Int
    let columnInterleave: Int
    /// Whether lossless JPEG stores bits after a difference of category 16, as files older than 1.1 do.
    let hasLongDifferences: Bool
  }
}

extension DNG.Picture {
  /// Samples that a strip or tile interleaves.
  var planesPerSegment: Int { isPlanar ? 1 : planes }
  /// Strips or tiles of all planes.
  var segmentCount: Int { segments.perPlane * (isPlanar ? planes : 1) }
  /// Samples of a row of a strip or tile.
  var rowSamples: Int { segments.width * planesPerSegment }
  /// Bytes of such a row where it is not compressed.
  var rowBytes: Int { (rowSamples * bits + 7) / 8 }
  /// Whether stored numbers do not fit into 16 bits of an integer.
  var becomesFloat: Bool { isFloat || bits > 16 }

  init(
    _ file: TIFF.File, _ directory: TIFF.Directory, part: String, version: [UInt64]
  ) throws(ImageIOError) {
    let fields = DNG.Fields(file, directory)
    self.directory = directory
    self.part = part
    let (wide, high) = (fields.integer(TIFF.Tag.imageWidth) ?? 0, fields.integer(TIFF.Tag.imageLength) ?? 0)
    try file.limits.check(width: wide, height: high, part: part, offset: directory.offset)
    (width, height) = (Int(wide), Int(high))
    let samples = fields.integer(TIFF.Tag.samplesPerPixel) ?? 1
    let isLinear = fields.integer(TIFF.Tag.photometric) == UInt64(TIFF.Photometric.linearRaw.rawValue)
    guard samples == 1 || samples == 3 && isLinear else {
      throw .unsupported(
        part: "SamplesPerPixel",
        text: "\(samples) samples per pixel; mosaics of 1 and linear pictures of 1 or 3 are read")
    }
    planes = Int(samples)
    isPlanar = samples > 1 && fields.integer(TIFF.Tag.planarConfiguration) == 2
    (bits, isFloat) = try Self.sampleType(fields, part)
    let stored = try Self.storage(fields)
    segments = try TIFF.Segments(file, directory, part: part, size: (width, height), planes: isPlanar ? planes : 1)
    compression = stored == .losslessJPEG ? Self.jpegKind(file, segments) : stored
    predictor = compression == .deflate ? try DNG.Predictor(fields, bits: bits, isFloat: isFloat) : .none
    (rowInterleave, columnInterleave) = try Self.interleave(fields, width: width, height: height)
    hasLongDifferences = version.lexicographicallyPrecedes([1, 1, 0, 0])
    try check(file)
  }

  private static func sampleType(_ fields: DNG.Fields, _ part: String) throws(ImageIOError) -> (Int, Bool) {
    let values = fields.integers(TIFF.Tag.bitsPerSample) ?? [1]
    guard let bits = values.first else {
      throw .malformed(part: "BitsPerSample", text: "no numbers", offset: nil)
    }
    guard values.allSatisfy({ $0 == bits }) else {
      throw .unsupported(
        part: "BitsPerSample", text: "samples of \(values.map(String.init).joined(separator: ", ")) bits")
    }
    let format = fields.integer(TIFF.Tag.sampleFormat) ?? 1
    switch (format, bits) {
    case (1, 1...32): return (Int(bits), false)
    case (3, 16), (3, 24), (3, 32): return (Int(bits), true)
    default: throw .unsupported(part: "BitsPerSample", text: "samples of \(bits) bits in SampleFormat \(format)")
    }
  }

  private static func storage(_ fields: DNG.Fields) throws(ImageIOError) -> DNG.Compression {
    switch fields.integer(TIFF.Tag.compression) ?? 1 {
    case 1: .none
    case 7: .losslessJPEG
    case 8, 32946: .deflate
    case 34892: .lossyJPEG
    case 52546: .jpegXL
    case 9:
      throw .unsupported(
        part: "Compression",
        text: "the sensor's pixels are compressed with VC-5 (GoPro's GPR), which is not read; convert the file to DNG")
    case let other: throw .unsupported(part: "Compression", text: "scheme \(other) of a DNG is not known")
    }
  }

  /// The code for lossless JPEG stands for lossy JPEG as well; only the stream tells them apart.
  private static func jpegKind(_ file: TIFF.File, _ segments: TIFF.Segments) -> DNG.Compression {
    let range = segments.range(of: 0, in: file, uncompressedBytes: nil).range
    let marker = LosslessJPEG.frameMarker(file.bytes, range: range) ?? LosslessJPEG.startOfFrame
    return (0xC0...0xC2).contains(marker) ? .lossyJPEG : .losslessJPEG
  }

  private static func interleave(
    _ fields: DNG.Fields, width: Int, height: Int
  ) throws(ImageIOError) -> (rows: Int, columns: Int) {
    if let size = fields.integers(DNG.Tag.subTileBlockSize), size.contains(where: { $0 != 1 }) {
      throw .unsupported(part: "SubTileBlockSize", text: "blocks of \(size.map(String.init).joined(separator: "x"))")
    }
    func factor(_ tag: UInt16, most: Int) throws(ImageIOError) -> Int {
      let value = fields.integer(tag) ?? 1
      guard value >= 1, value <= UInt64(most) else {
        throw .malformed(part: DNG.tagName(tag), text: "\(value) fields of \(most) lines", offset: fields[tag]?.offset)
      }
      return Int(value)
    }
    return (
      try factor(DNG.Tag.rowInterleaveFactor, most: height), try factor(DNG.Tag.columnInterleaveFactor, most: width)
    )
  }
}

extension DNG.Picture {
  /// Strips and tiles together may always have this many pixels, however small the picture is.
  private static let freePixels = 1 << 25

  /// Throws where strips or tiles are far larger than the picture, and for sample types that a scheme does not have.
  private func check(_ file: TIFF.File) throws(ImageIOError) {
    let padded = (segments.across * segments.width).multipliedReportingOverflow(by: segments.down * segments.height)
    let most = max(Self.freePixels, 4 * width * height)
    guard !padded.overflow, padded.partialValue <= most else {
      throw .overLimit(
        part: "\(part)/tile", quantity: "pixel count of all tiles",
        declared: padded.overflow ? .max : UInt64(padded.partialValue), limit: UInt64(most), offset: directory.offset)
    }
    let isPossible =
      switch compression {
      case .none: true
      case .losslessJPEG: !isFloat && bits <= 16
      case .lossyJPEG: !isFloat && bits == 8
      case .deflate: isFloat || [8, 16, 32].contains(bits) || predictor == .none
      case .jpegXL: bits <= 16
      }
    guard isPossible else {
      throw .unsupported(
        part: "BitsPerSample", text: "\(isFloat ? "floats" : "integers") of \(bits) bits in \(compression.name)")
    }
    guard DNG.Fields(file, directory).integer(TIFF.Tag.fillOrder) ?? 1 == 1 else {
      throw .unsupported(part: "FillOrder", text: "bits stored lowest first")
    }
  }
}
