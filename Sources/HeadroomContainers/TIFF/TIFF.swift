/// TIFF 6.0 (Adobe, 1992) with its technical notes, and BigTIFF.
///
///     'II' or 'MM' | u16 42 | u32 offset of the first directory
///     'II' or 'MM' | u16 43 | u16 8 | u16 0 | u64 offset of the first directory
///     directory: u16 n (Big: u64) | n entries | u32 (Big: u64) offset of the next directory
///     entry: u16 tag | u16 type | u32 (Big: u64) count | 4 (Big: 8) bytes value or offset
///
/// Directories are read here; libtiff sees one strip or tile at a time, with numbers that have been checked.
package enum TIFF {
  /// Tags by their names in the standard.
  package enum Tag {
    package static let newSubfileType: UInt16 = 254
    package static let subfileType: UInt16 = 255
    package static let imageWidth: UInt16 = 256
    package static let imageLength: UInt16 = 257
    package static let bitsPerSample: UInt16 = 258
    package static let compression: UInt16 = 259
    package static let photometric: UInt16 = 262
    package static let fillOrder: UInt16 = 266
    package static let stripOffsets: UInt16 = 273
    package static let orientation: UInt16 = 274
    package static let samplesPerPixel: UInt16 = 277
    package static let rowsPerStrip: UInt16 = 278
    package static let stripByteCounts: UInt16 = 279
    package static let xResolution: UInt16 = 282
    package static let yResolution: UInt16 = 283
    package static let planarConfiguration: UInt16 = 284
    package static let group3Options: UInt16 = 292
    package static let resolutionUnit: UInt16 = 296
    package static let predictor: UInt16 = 317
    package static let whitePoint: UInt16 = 318
    package static let primaryChromaticities: UInt16 = 319
    package static let colorMap: UInt16 = 320
    package static let tileWidth: UInt16 = 322
    package static let tileLength: UInt16 = 323
    package static let transferFunction: UInt16 = 301
    static let tileOffsets: UInt16 = 324
    static let tileByteCounts: UInt16 = 325
    package static let subDirectories: UInt16 = 330
    package static let inkSet: UInt16 = 332
    package static let extraSamples: UInt16 = 338
    package static let sampleFormat: UInt16 = 339
    package static let jpegTables: UInt16 = 347
    package static let coefficients: UInt16 = 529
    package static let subsampling: UInt16 = 530
    package static let referenceBlackWhite: UInt16 = 532
    package static let xmp: UInt16 = 700
    package static let iptc: UInt16 = 33723
    package static let photoshop: UInt16 = 34377
    package static let exifDirectory: UInt16 = 34665
    package static let iccProfile: UInt16 = 34675
    package static let gpsDirectory: UInt16 = 34853
    package static let interoperabilityDirectory: UInt16 = 40965
    package static let dngVersion: UInt16 = 50706
  }

  /// PhotometricInterpretation.
  package enum Photometric: UInt16, Sendable {
    case minIsWhite = 0
    case minIsBlack = 1
    case rgb = 2
    case palette = 3
    case mask = 4
    case separated = 5
    case yCbCr = 6
    case cieLab = 8
    case iccLab = 9
    case ituLab = 10
    case colorFilterArray = 32803
    case logL = 32844
    case logLuv = 32845
    case linearRaw = 34892

    /// In error messages.
    package var name: String {
      switch self {
      case .minIsWhite, .minIsBlack: "gray"
      case .rgb: "RGB"
      case .palette: "palette"
      case .mask: "transparency mask"
      case .separated: "CMYK"
      case .yCbCr: "YCbCr"
      case .cieLab, .iccLab, .ituLab: "Lab"
      case .colorFilterArray: "colour filter array"
      case .logL, .logLuv: "LogLuv"
      case .linearRaw: "linear raw"
      }
    }
  }

  /// The name of a compression of tag 259 that this version does not read.
  package static func nameOfUnreadCompression(_ code: UInt64) -> String {
    let names: [UInt64: String] = [
      6: "old-style JPEG", 32766: "NeXT", 32809: "ThunderScan", 33003: "JPEG 2000", 33004: "JPEG 2000",
      33005: "JPEG 2000",
      34661: "JBIG", 34712: "JPEG 2000", 34887: "LERC", 34892: "lossy JPEG", 34925: "LZMA", 34933: "PNG",
      34934: "JPEG XR", 50001: "WebP", 50002: "JPEG XL", 52546: "JPEG XL",
    ]
    return names[code].map { "\($0) compression" } ?? "compression \(code)"
  }

  /// Compression schemes that are read, by libtiff where it has them. LZMA is not read, because its decoder takes as
  /// much memory as the file demands.
  package enum Compression: UInt16, CaseIterable, Sendable {
    case none = 1
    case ccittRLE = 2
    case ccittGroup3 = 3
    case ccittGroup4 = 4
    case lzw = 5
    case jpeg = 7
    case adobeDeflate = 8
    case packBits = 32773
    case sgiLog = 34676
    case sgiLog24 = 34677
    case deflate = 32946
    case zstd = 50000

    package var name: String {
      switch self {
      case .none: "none"
      case .ccittRLE: "CCITT RLE"
      case .ccittGroup3: "CCITT group 3"
      case .ccittGroup4: "CCITT group 4"
      case .lzw: "LZW"
      case .jpeg: "JPEG"
      case .adobeDeflate, .deflate: "deflate"
      case .packBits: "PackBits"
      case .sgiLog, .sgiLog24: "SGI LogLuv"
      case .zstd: "Zstandard"
      }
    }

    /// Whether bytes are differences by the Predictor tag.
    package var hasPredictor: Bool { [.lzw, .adobeDeflate, .deflate, .zstd].contains(self) }

    /// The most bytes that one byte expands to, or nil where there is no useful bound.
    package var largestExpansion: UInt64? {
      switch self {
      case .none: 1
      case .packBits: 64
      case .adobeDeflate, .deflate: 1032
      // A code of 12 bits stands for at most 4096 bytes.
      case .lzw: 2731
      default: nil
      }
    }
  }

  /// SampleFormat.
  package enum SampleFormat: UInt16, Sendable {
    case unsigned = 1
    case signed = 2
    case float = 3
    case undefined = 4
  }
}
