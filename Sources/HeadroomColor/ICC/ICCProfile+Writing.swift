extension ICCProfile {
  /// A version 4.4 display profile for an encoding; nil for models that a matrix cannot describe (XYZ, Lab, CMYK).
  ///
  /// RGB gets colorants and curves, gray its curve, and both the code points of H.273 where there are any. PQ and HLG
  /// additionally get tables that show the picture tone mapped to reference white, so that readers that do not support
  /// the code points show something sane: BT.2390 from 1000 cd/m², driven by the largest component in `A2B0` and
  /// applied to each component in the curves.
  ///
  /// The same encoding and description give the same bytes on every machine and day.
  ///
  /// - Parameters:
  ///   - encoding: whether it is extended makes no difference.
  ///   - description: the human-readable name; the colour space's name unless given.
  ///   - imageState: what the colours describe, unless they are a rendition made for viewing.
  public static func data(
    for encoding: ColorEncoding, description: String? = nil, imageState: ICCImageState? = nil
  ) -> [UInt8]? {
    guard encoding.model == .rgb || encoding.model == .monochrome else { return nil }
    let isGray = encoding.model == .monochrome
    var builder = ICCProfileBuilder(dataColorSpace: isGray ? "GRAY" : "RGB ")
    builder.add("desc", ICCTagData.text(description ?? encoding.name ?? "RGB"))
    builder.add("cprt", ICCTagData.text("No copyright, use freely"))
    builder.add("wtpt", ICCTagData.xyz(ChromaticAdaptation.profileConnectionWhite))
    builder.add("chad", ICCTagData.adaptation(of: encoding.primaries))
    if let imageState { builder.add("ciis", ICCTagData.imageState(imageState)) }
    let fallback = encoding.transfer.isHDR ? ICCToneMappedTables(encoding) : nil
    let curve = fallback?.curve ?? ICCTagData.curve(encoding.transfer)
    if isGray {
      builder.add("kTRC", curve)
      return builder.serialized()
    }
    let colorants = ICCTagData.colorants(of: encoding.primaries)
    for (index, name) in (["rXYZ", "gXYZ", "bXYZ"] as [ICCSignature]).enumerated() {
      builder.add(name, ICCTagData.xyz(codes: colorants[index]))
    }
    for name in ["rTRC", "gTRC", "bTRC"] as [ICCSignature] { builder.add(name, curve) }
    if let cicp = CICP(encoding: encoding) { builder.add("cicp", ICCTagData.cicp(cicp)) }
    if let fallback { builder.add("A2B0", fallback.table) }
    return builder.serialized()
  }
}
