/// The colour volume a picture uses (SEI 149 of H.265, `cclv` box).
///
///     flags u8: 0x20 primaries, 0x10 minimum, 0x08 maximum, 0x04 average present
///     then, where present: G x y, B x y, R x y as s32 in 0.00002; minimum, maximum, average as u32 in 0.0000001
public struct ContentColorVolume: Hashable, Sendable {
  /// The three corners of the gamut used.
  public struct Primaries: Hashable, Sendable {
    /// Chromaticity of the reddest corner.
    public var red: Chromaticity
    /// Chromaticity of the greenest corner.
    public var green: Chromaticity
    /// Chromaticity of the bluest corner.
    public var blue: Chromaticity

    /// Makes a set of corners.
    public init(red: Chromaticity, green: Chromaticity, blue: Chromaticity) {
      self.red = red
      self.green = green
      self.blue = blue
    }
  }

  /// The gamut used, nil when not stated.
  public var primaries: Primaries?
  /// Lowest luminance, linear, relative to the nominal peak of the transfer; nil when not stated.
  public var minimumLuminance: Double?
  /// Highest luminance, linear, relative to the nominal peak of the transfer (10000 cd/m² for PQ); nil when not stated.
  public var maximumLuminance: Double?
  /// Mean luminance, linear, relative to the nominal peak of the transfer; nil when not stated.
  public var averageLuminance: Double?

  /// Makes a statement; luminances are relative to the nominal peak of the transfer.
  public init(
    primaries: Primaries? = nil, minimumLuminance: Double? = nil, maximumLuminance: Double? = nil,
    averageLuminance: Double? = nil
  ) {
    self.primaries = primaries
    self.minimumLuminance = minimumLuminance
    self.maximumLuminance = maximumLuminance
    self.averageLuminance = averageLuminance
  }

  /// Reads the body of a `cclv` box.
  public init(boxBody: some Sequence<UInt8>) throws(HDRMetadataError) {
    let bytes = Array(boxBody)
    let flags = bytes.first ?? 0
    guard flags & 0x3c != 0 else { throw .empty(block: "cclv") }
    let numbers = (flags & 0x1c).nonzeroBitCount
    var reader = try MetadataReader(
      bytes, block: "cclv", length: 1 + (flags & 0x20 != 0 ? 24 : 0) + 4 * numbers)
    _ = reader.read(UInt8.self)
    if flags & 0x20 != 0 {
      let green = reader.readSignedChromaticity()
      let blue = reader.readSignedChromaticity()
      primaries = Primaries(red: reader.readSignedChromaticity(), green: green, blue: blue)
    }
    if flags & 0x10 != 0 { minimumLuminance = Double(reader.read(UInt32.self)) / 1e7 }
    if flags & 0x08 != 0 { maximumLuminance = Double(reader.read(UInt32.self)) / 1e7 }
    if flags & 0x04 != 0 { averageLuminance = Double(reader.read(UInt32.self)) / 1e7 }
  }

  /// The body of a `cclv` box; nil when nothing is stated, as such a box is not allowed.
  public var boxBody: [UInt8]? {
    let luminances = [minimumLuminance, maximumLuminance, averageLuminance]
    var flags: UInt8 = primaries == nil ? 0 : 0x20
    for (bit, value) in zip([0x10, 0x08, 0x04] as [UInt8], luminances) where value != nil { flags |= bit }
    guard flags != 0 else { return nil }
    var writer = MetadataWriter()
    writer.write(flags)
    if let primaries {
      for point in [primaries.green, primaries.blue, primaries.red] {
        writer.write(point.x, scale: 50000, as: Int32.self)
        writer.write(point.y, scale: 50000, as: Int32.self)
      }
    }
    for case let value? in luminances { writer.write(value, scale: 1e7, as: UInt32.self) }
    return writer.bytes
  }
}

extension MetadataReader {
  fileprivate mutating func readSignedChromaticity() -> Chromaticity {
    let x = Double(read(Int32.self)) / 50000
    return Chromaticity(x: x, y: Double(read(Int32.self)) / 50000)
  }
}
