/// How bright the content gets (CTA-861.3): MaxCLL and MaxFALL.
///
///     SEI 144, clli box, AV1 metadata OBU   maxCLL   maxFALL    u16, cd/m²
///     PNG cLLI                              maxCLL   maxFALL    u32 in 0.0001 cd/m²
public struct ContentLightLevel: Hashable, Sendable {
  /// The largest max(R, G, B) of any pixel in cd/m²; 0 when not known.
  public var maxCLL: Double
  /// The largest mean over a frame of max(R, G, B) in cd/m²; 0 when not known.
  public var maxFALL: Double

  /// Makes a statement from two luminances in cd/m², 0 for unknown.
  public init(maxCLL: Double, maxFALL: Double) {
    self.maxCLL = maxCLL
    self.maxFALL = maxFALL
  }

  /// Whether ``maxCLL`` can be true: above 0, at most 10000 and not below ``maxFALL``.
  public var isPlausible: Bool { maxCLL > 0 && maxCLL <= 10000 && maxCLL >= maxFALL }

  /// Reads the 4 bytes of the SEI message, of the `clli` box and of AV1's `metadata_hdr_cll`.
  public init(seiBytes: some Sequence<UInt8>) throws(HDRMetadataError) {
    var reader = try MetadataReader(seiBytes, block: "clli", length: 4)
    self.init(maxCLL: Double(reader.read(UInt16.self)), maxFALL: Double(reader.read(UInt16.self)))
  }

  /// Reads the 8 bytes of a PNG `cLLI` chunk.
  public init(pngBytes: some Sequence<UInt8>) throws(HDRMetadataError) {
    var reader = try MetadataReader(pngBytes, block: "cLLI", length: 8)
    self.init(
      maxCLL: Double(reader.read(UInt32.self)) / 10000, maxFALL: Double(reader.read(UInt32.self)) / 10000)
  }

  /// The 4 bytes of the SEI message, of the `clli` box and of AV1's `metadata_hdr_cll`; rounded to whole cd/m².
  public var seiBytes: [UInt8] {
    var writer = MetadataWriter()
    writer.write(maxCLL, scale: 1, as: UInt16.self)
    writer.write(maxFALL, scale: 1, as: UInt16.self)
    return writer.bytes
  }

  /// The 8 bytes of a PNG `cLLI` chunk.
  public var pngBytes: [UInt8] {
    var writer = MetadataWriter()
    writer.write(maxCLL, scale: 10000, as: UInt32.self)
    writer.write(maxFALL, scale: 10000, as: UInt32.self)
    return writer.bytes
  }
}
