/// The resources that a file may demand of a decoder. Every number a file declares is compared with these
/// before anything is allocated.
///
/// The defaults accept every real photo (2^28 pixels are 268 megapixels) and keep a hostile file from exhausting the
/// machine. Raise them for large trusted scans; lower them for a public service.
public struct DecodeLimits: Hashable, Sendable {
  /// Most pixels of one picture, width times height. Default 2^28.
  public var maxPixels: Int
  /// Longest side of one picture, in pixels. Default 65,535, the most JPEG can declare.
  public var maxDimension: Int
  /// Most bytes of one metadata block as stored (EXIF, XMP, ICC). Default 16 MiB.
  public var maxMetadataBytes: Int
  /// Most bytes of one metadata block after decompression. Default 64 MiB.
  public var maxDecompressedMetadataBytes: Int
  /// Most pictures (frames, pages, items) of one file. Default 16,384.
  public var maxFrames: Int
  /// Deepest nesting of boxes, IFDs or XML elements. Default 16.
  public var maxBoxDepth: Int

  /// Most bytes that decoding one picture may take: its pixels, those of its gain map, and the codec's working memory,
  /// by estimate. Default: no limit except the process's, `MemoryLedger`.
  public var maxMemoryBytes: Int

  /// Limits with the given values; the defaults are those of the properties.
  public init(
    maxPixels: Int = 1 << 28,
    maxDimension: Int = 65_535,
    maxMetadataBytes: Int = 16 << 20,
    maxDecompressedMetadataBytes: Int = 64 << 20,
    maxFrames: Int = 16_384,
    maxBoxDepth: Int = 16,
    maxMemoryBytes: Int = .max
  ) {
    self.maxPixels = maxPixels
    self.maxDimension = maxDimension
    self.maxMetadataBytes = maxMetadataBytes
    self.maxDecompressedMetadataBytes = maxDecompressedMetadataBytes
    self.maxFrames = maxFrames
    self.maxBoxDepth = maxBoxDepth
    self.maxMemoryBytes = maxMemoryBytes
  }

  /// The default limits.
  public static let standard = DecodeLimits()
}

extension DecodeLimits {
  /// Throws when a picture of the declared size is empty or over the limits.
  ///
  /// Sizes are taken as `UInt64`, so that no multiplication of declared 32-bit numbers can overflow.
  package func check(
    width: UInt64, height: UInt64, part: String, offset: Int? = nil
  ) throws(ImageIOError) {
    guard width > 0, height > 0 else {
      throw .malformed(part: part, text: "picture size \(width)x\(height) is empty", offset: offset)
    }
    let longest = max(width, height)
    guard longest <= UInt64(max(maxDimension, 0)) else {
      throw .overLimit(
        part: part, quantity: "picture side", declared: longest, limit: UInt64(max(maxDimension, 0)), offset: offset)
    }
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, pixels <= UInt64(max(maxPixels, 0)) else {
      throw .overLimit(
        part: part, quantity: "pixel count", declared: overflow ? .max : pixels, limit: UInt64(max(maxPixels, 0)),
        offset: offset)
    }
  }
}
