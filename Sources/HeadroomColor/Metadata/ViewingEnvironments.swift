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

/// The luminance of diffuse white in a picture (ISO 22028-5, `ndwt` box).
///
///     version and flags u32 = 0   luminance u32 in 0.0001 cd/m²
public struct NominalDiffuseWhite: Hashable, Sendable {
  /// Luminance in cd/m²; a file's 0 stands for the default and reads as 203.
  public var nits: Double

  /// Makes a statement of the luminance of diffuse white in cd/m².
  public init(nits: Double) {
    self.nits = nits
  }

  /// Reads the body of an `ndwt` box: 8 bytes, or 4 as writers that leave out version and flags have it.
  public init(boxBody: some Sequence<UInt8>) throws(HDRMetadataError) {
    var reader = try MetadataReader(fullBoxBody: boxBody, block: "ndwt", payload: 4)
    let units = reader.read(UInt32.self)
    nits = units == 0 ? ReferenceWhite.nits : Double(units) / 10000
  }

  /// The 8 bytes of the body of an `ndwt` box, with version and flags.
  public var boxBody: [UInt8] {
    var writer = MetadataWriter()
    writer.write(UInt32(0))
    writer.write(nits, scale: 10000, as: UInt32.self)
    return writer.bytes
  }
}

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

  /// Reads the body of a `reve` box: 20 bytes, or 16 as writers that leave out version and flags have it.
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

extension MetadataReader {
  /// Takes a box body of `payload` bytes with or without the four of version and flags in front: of the writers out
  /// there, some make plain boxes of `ndwt` and `reve`.
  init(fullBoxBody: some Sequence<UInt8>, block: String, payload: Int) throws(HDRMetadataError) {
    let bytes = Array(fullBoxBody)
    if bytes.count == payload {
      try self.init(bytes, block: block, length: payload)
    } else {
      try self.init(bytes, block: block, length: payload + 4)
      _ = read(UInt32.self)
    }
  }
}
