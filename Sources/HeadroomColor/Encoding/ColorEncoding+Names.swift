extension ColorEncoding {
  /// Canonical names and their encodings, in the order in which they are listed for users.
  private static let table: [(name: String, encoding: ColorEncoding)] = [
    ("sRGB", .sRGB), ("extendedSRGB", .extendedSRGB),
    ("linearSRGB", .linearSRGB), ("extendedLinearSRGB", .extendedLinearSRGB),
    ("displayP3", .displayP3), ("extendedDisplayP3", .extendedDisplayP3),
    ("linearDisplayP3", .linearDisplayP3), ("extendedLinearDisplayP3", .extendedLinearDisplayP3),
    ("displayP3_HLG", .displayP3HLG), ("displayP3_PQ", .displayP3PQ),
    ("itur_709", .itur709), ("itur_709_HLG", .itur709HLG), ("itur_709_PQ", .itur709PQ),
    ("coreMedia709", .coreMedia709),
    ("itur_2020", .itur2020), ("extendedITUR_2020", .extendedITUR2020),
    ("linearITUR_2020", .linearITUR2020), ("extendedLinearITUR_2020", .extendedLinearITUR2020),
    ("itur_2020_sRGBGamma", .itur2020SRGBGamma),
    ("itur_2100_HLG", .itur2100HLG), ("itur_2100_PQ", .itur2100PQ),
    ("dcip3", .dciP3), ("adobeRGB1998", .adobeRGB1998), ("rommrgb", .rommRGB), ("acescgLinear", .acescgLinear),
    ("linearGray", .linearGray), ("extendedLinearGray", .extendedLinearGray),
    ("genericGrayGamma2_2", .genericGrayGamma22), ("extendedGray", .extendedGray),
    ("genericRGBLinear", .genericRGBLinear), ("genericXYZ", .genericXYZ), ("genericLab", .genericLab),
    ("genericCMYK", .genericCMYK),
  ]

  /// Names that older systems used, with their present names.
  package static let aliases: [String: String] = [
    "displayP3_PQ_EOTF": "displayP3_PQ",
    "itur_2020_HLG": "itur_2100_HLG",
    "itur_2020_PQ": "itur_2100_PQ",
    "itur_2020_PQ_EOTF": "itur_2100_PQ",
  ]

  private static let encodingsByKey: [String: ColorEncoding] = {
    var result: [String: ColorEncoding] = [:]
    for row in table { result[row.name.lowercased()] = row.encoding }
    for (old, new) in aliases { result[old.lowercased()] = result[new.lowercased()] }
    return result
  }()

  private static let namesByEncoding = Dictionary(
    table.map { ($0.encoding, $0.name) }, uniquingKeysWith: { first, _ in first })

  /// All canonical names.
  public static var allNames: [String] { table.map(\.name) }

  /// The encoding of a colour space name, nil when there is none.
  ///
  /// Takes the member names of CGColorSpace (`sRGB`, `itur_2100_PQ`), their older aliases (`itur_2020_PQ_EOTF`) and the
  /// constants' strings (`kCGColorSpaceITUR_2100_PQ`). Case does not matter, as the two families differ in it.
  public init?(name: String) {
    var key = name.lowercased()
    let prefix = "kcgcolorspace"
    if key.hasPrefix(prefix) { key.removeFirst(prefix.count) }
    guard let encoding = Self.encodingsByKey[key] else { return nil }
    self = encoding
  }

  /// The canonical name, nil when this is none of the named colour spaces.
  public var name: String? { Self.namesByEncoding[self] }
}
