/// The surround and periphery a picture was mastered in (ISO 22028-5, `reve` box).
///
///     version and flags u32 = 0   surround u32, x u16, y u16   periphery u32, x u16, y u16    0.0001 cd/m², 0.00002
public struct ReferenceViewingEnvironment: Hashable, Sendable {
  /// Luminance of the area around the display in cd/m².
  public var surroundNits: Double
  /// Chromaticity of the surround.
  public var surroundLight: Chromaticity
  /// Luminance of the rest of the room in cd/m².
  public var peripheryNits: Double
  /// Chromaticity of the periphery.
  public var peripheryLight: Chromaticity

  /// Makes an environment; BT.2100 has 5 cd/m² in both places, D65.
  public init(
    surroundNits: Double = 5, surroundLight: Chromaticity = .d65, peripheryNits: Double = 5,
    peripheryLight: Chromaticity = .d65
  ) {
    self.surroundNits = surroundNits
    self.surroundLight = surroundLight
    self.peripheryNits = peripheryNits
    self.peripheryLight = peripheryLight
  }

  /// Reads the body of a `reve` box: 20 bytes, or 16 from writers that leave out version and flags.
  public init(boxBody: some Sequence<UInt8>) throws(HDRMetadataError) {
    var reader = try MetadataReader(fullBoxBody: boxBody, block: "reve", payload: 16)
    let surround = Double(reader.read(UInt32.self)) / 10000
    let surroundLight = reader.readChromaticity()
    self.init(
      surroundNits: surround, surroundLight: surroundLight,
      peripheryNits: Double(reader.read(UInt32.self)) / 10000, peripheryLight: reader.readChromaticity())
  }

  /// The 20 bytes of the body of a `reve` box, with version and flags.
  public var boxBody: [UInt8] {
    var writer = MetadataWriter()
    writer.write(UInt32(0))
    writer.write(surroundNits, scale: 10000, as: UInt32.self)
    writer.write(surroundLight)
    writer.write(peripheryNits, scale: 10000, as: UInt32.self)
    writer.write(peripheryLight)
    return writer.bytes
  }
}
