/// The light in the room a picture is meant to be seen in (SEI 148, `amve` box).
///
///     illuminance u32 in 0.0001 lux   x u16   y u16 in 0.00002
public struct AmbientViewingEnvironment: Hashable, Sendable {
  /// Illuminance in lux.
  public var illuminanceLux: Double
  /// Chromaticity of the light.
  public var light: Chromaticity

  /// Makes an environment; light defaults to D65.
  public init(illuminanceLux: Double, light: Chromaticity = .d65) {
    self.illuminanceLux = illuminanceLux
    self.light = light
  }

  /// Reads the 8 bytes of the SEI message and of the `amve` box.
  public init(seiBytes: some Sequence<UInt8>) throws(HDRMetadataError) {
    var reader = try MetadataReader(seiBytes, block: "amve", length: 8)
    self.init(illuminanceLux: Double(reader.read(UInt32.self)) / 10000, light: reader.readChromaticity())
  }

  /// The 8 bytes of the SEI message and of the `amve` box.
  public var seiBytes: [UInt8] {
    var writer = MetadataWriter()
    writer.write(illuminanceLux, scale: 10000, as: UInt32.self)
    writer.write(light)
    return writer.bytes
  }
}
