internal import CHeadroomDeflate
internal import HeadroomContainers

extension PNG {
  /// The filter of a scanline.
  enum Filter: Int32, CaseIterable, Sendable {
    case none = 0
    case sub = 1
    case up = 2
    case average = 3
    case paeth = 4
    /// For each row, the filter with the smallest sum of absolute differences.
    case adaptive = 5
  }

  /// How scanlines are filtered and deflated.
  struct Compression: Hashable, Sendable {
    enum Strategy: Hashable, Sendable {
      case standard
      /// Only Huffman codes and runs of one byte: a filtered photo has no longer matches.
      case runs
    }

    var filter: Filter
    /// zlib's level, 1...9.
    var level: Int32
    var strategy = Strategy.standard

    var zlibStrategy: Int32 {
      Int32(strategy == .runs ? HR_DEFLATE_STRATEGY_RLE : HR_DEFLATE_STRATEGY_DEFAULT)
    }

    /// The candidates that ``PNG/ScanlineEncoder`` tries on samples of a picture when no effort is requested.
    ///
    /// Measured on 12-megapixel PQ RGB at 16 bits (75 MB; zlib 1.2.13, one core, seconds and megabytes):
    ///
    /// | picture | none, level 1 | Paeth, runs | Sub, level 1 | adaptive, level 6 |
    /// |---|---|---|---|---|
    /// | sky, gain map over 8 bits | 0.6 s, 31.0 | 0.5 s, 46.4 | 0.9 s, 41.3 | 2.7 s, 42.3 |
    /// | lamps, gain map over 8 bits | 0.5 s, 24.8 | 0.4 s, 33.6 | 0.7 s, 31.0 | 2.0 s, 28.3 |
    /// | sky resampled, all 16 bits in use | 1.2 s, 61.5 | 0.5 s, 50.9 | 1.0 s, 47.2 | 3.5 s, 47.6 |
    ///
    /// Pictures made from 8-bit ones have few distinct pixels, which unfiltered matching finds; real 16-bit content
    /// needs a filter, and then matching saves hardly more than Huffman codes alone.
    static let candidates = [
      Compression(filter: .paeth, level: 1, strategy: .runs),
      Compression(filter: .none, level: 1),
      Compression(filter: .sub, level: 1),
      Compression(filter: .paeth, level: 1),
    ]

    /// The ratio below which the other candidates are chosen over the first, which takes half their time.
    static let worthwhileRatio = 0.9

    /// The compression for an effort, 0 slowest to 10 fastest; nil where samples of the picture decide.
    static func forEffort(_ speed: Int?) -> Compression? {
      guard let speed, speed < 8 else { return nil }
      return Compression(filter: .adaptive, level: Int32(max(9 - max(speed, 0), 2)))
    }
  }
}
