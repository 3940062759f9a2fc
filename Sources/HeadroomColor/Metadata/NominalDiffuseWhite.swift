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

  /// Reads the body of an `ndwt` box: 8 bytes, or 4 from writers that leave out version and flags.
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
