/// The display a picture was mastered on: primaries, white and luminance range (SMPTE ST 2086).
///
/// The three byte forms hold the same numbers in different orders; mixing them up is a common fault of files.
///
///     SEI 137, mdcv box   G x y   B x y   R x y   white x y   max   min    u16 in 0.00002, u32 in 0.0001 cd/m²
///     PNG mDCV            R x y   G x y   B x y   white x y   max   min    the same units
///     AV1 metadata OBU    R x y   G x y   B x y   white x y   max   min    0.16 fixed, 24.8 fixed, 18.14 fixed
public struct MasteringDisplayColorVolume: Hashable, Sendable {
  /// Chromaticity of the red primary.
  public var red: Chromaticity
  /// Chromaticity of the green primary.
  public var green: Chromaticity
  /// Chromaticity of the blue primary.
  public var blue: Chromaticity
  /// Chromaticity of white.
  public var white: Chromaticity
  /// Highest luminance in cd/m², 0 when not known.
  public var maximumNits: Double
  /// Lowest luminance in cd/m².
  public var minimumNits: Double

  /// Makes a description from chromaticities and luminances in cd/m².
  public init(
    red: Chromaticity, green: Chromaticity, blue: Chromaticity, white: Chromaticity, maximumNits: Double,
    minimumNits: Double
  ) {
    self.red = red
    self.green = green
    self.blue = blue
    self.white = white
    self.maximumNits = maximumNits
    self.minimumNits = minimumNits
  }

  /// Makes a description of a display with the given primaries.
  public init(primaries: ColorPrimaries, maximumNits: Double, minimumNits: Double) {
    self.init(
      red: primaries.red, green: primaries.green, blue: primaries.blue, white: primaries.white,
      maximumNits: maximumNits, minimumNits: minimumNits)
  }

  /// The primaries and white as a colour space; check ``ColorPrimaries/isDegenerate``, because
  /// files can hold any numbers.
  public var primaries: ColorPrimaries { ColorPrimaries(red: red, green: green, blue: blue, white: white) }

  /// Whether the luminances can be those of a display: 0 <= minimum < maximum <= 10000.
  public var isPlausible: Bool { minimumNits >= 0 && minimumNits < maximumNits && maximumNits <= 10000 }

  /// Reads the 24 bytes of the SEI message and of the `mdcv` box.
  public init(seiBytes: some Sequence<UInt8>) throws(HDRMetadataError) {
    var reader = try MetadataReader(seiBytes, block: "mdcv", length: 24)
    let green = reader.readChromaticity()
    let blue = reader.readChromaticity()
    self.init(red: reader.readChromaticity(), green: green, blue: blue, tail: &reader)
  }

  /// Reads the 24 bytes of a PNG `mDCV` chunk.
  public init(pngBytes: some Sequence<UInt8>) throws(HDRMetadataError) {
    var reader = try MetadataReader(pngBytes, block: "mDCV", length: 24)
    let red = reader.readChromaticity()
    let green = reader.readChromaticity()
    self.init(red: red, green: green, blue: reader.readChromaticity(), tail: &reader)
  }

  /// Reads the 24 bytes of an AV1 `metadata_hdr_mdcv`.
  public init(av1Bytes: some Sequence<UInt8>) throws(HDRMetadataError) {
    var reader = try MetadataReader(av1Bytes, block: "hdr_mdcv", length: 24)
    let points = (0..<4).map { _ in reader.readChromaticity(denominator: 65536) }
    self.init(
      red: points[0], green: points[1], blue: points[2], white: points[3],
      maximumNits: reader.read32(unit: 1 / 256), minimumNits: reader.read32(unit: 1 / 16384))
  }

  private init(red: Chromaticity, green: Chromaticity, blue: Chromaticity, tail reader: inout MetadataReader) {
    self.init(
      red: red, green: green, blue: blue, white: reader.readChromaticity(),
      maximumNits: Double(reader.read(UInt32.self)) / 10000, minimumNits: Double(reader.read(UInt32.self)) / 10000)
  }

  /// The 24 bytes of the SEI message and of the `mdcv` box.
  public var seiBytes: [UInt8] { bytes([green, blue, red, white]) }

  /// The 24 bytes of a PNG `mDCV` chunk.
  public var pngBytes: [UInt8] { bytes([red, green, blue, white]) }

  /// The 24 bytes of an AV1 `metadata_hdr_mdcv`.
  public var av1Bytes: [UInt8] {
    var writer = MetadataWriter()
    for point in [red, green, blue, white] { writer.write(point, denominator: 65536) }
    writer.write(maximumNits, scale: 256, as: UInt32.self)
    writer.write(minimumNits, scale: 16384, as: UInt32.self)
    return writer.bytes
  }

  private func bytes(_ points: [Chromaticity]) -> [UInt8] {
    var writer = MetadataWriter()
    for point in points { writer.write(point) }
    writer.write(maximumNits, scale: 10000, as: UInt32.self)
    writer.write(minimumNits, scale: 10000, as: UInt32.self)
    return writer.bytes
  }
}
