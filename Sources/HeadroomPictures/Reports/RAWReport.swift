package import HeadroomContainers
internal import HeadroomImage
internal import HeadroomRAW

/// The additional information of `headroom info` for a RAW file.
package struct RAWReport {
  private let header: RAWHeader
  private let development: DevelopmentReport

  /// Nil for other sources.
  package init?(_ source: PictureSource) {
    guard let picture = source.file, let raw = picture.reader.sensorFile else { return nil }
    header = raw.picture.header
    let filter = CIRAWFilter(picture, raw.picture)
    Development().apply(to: filter)
    development = DevelopmentReport(filter)
  }

  /// For example `RGGB` for patterns of 2 x 2, otherwise their name.
  private var pattern: String? {
    guard let pattern = header.pattern else { return header.planes == 1 ? "monochrome" : nil }
    switch pattern.kind {
    case .bayer: return String(pattern.planes.map { ["R", "G", "B"][Int($0)] }.joined())
    case .quadBayer: return "quad Bayer"
    case .xTrans: return "X-Trans"
    case .other: return "\(pattern.columns)x\(pattern.rows)"
    }
  }

  private var profiles: [String] { header.profiles.map(\.name).filter { !$0.isEmpty } }
  private var previews: [String] { header.previews.map { "\($0.width)x\($0.height)" } }

  package var json: JSONValue {
    [
      "pattern": .string(orNull: pattern), "compression": .string(header.compression),
      "temperature": .number(development.temperature), "tint": .number(development.tint),
      "whiteBalanceSource": .string(development.whiteSource.rawValue), "look": development.lookJSON,
      "baselineExposure": .number(header.baselineExposure),
      "localToneMap": .bool(header.profiles.first?.gainTableMap != nil),
      "lensCorrections": .bool(!header.colorOpcodes.isEmpty),
      "noiseReductionApplied": .number(header.noiseReductionApplied),
      "profiles": .array(profiles.map { .string($0) }), "previews": .array(previews.map { .string($0) }),
    ]
  }

  /// The report as lines of text.
  package var rows: [(String, String?)] {
    let short = ShortNumber.text
    let sensor = [pattern, header.compression].compactMap { $0 }.joined(separator: ", ")
    let extras = [
      header.profiles.first?.gainTableMap == nil ? nil : "local tone map",
      header.colorOpcodes.isEmpty ? nil : "lens corrections",
    ].compactMap { $0 }
    return [
      ("sensor", sensor), ("white balance", development.whiteText), ("look", development.lookText),
      ("baseline", header.baselineExposure == 0 ? nil : "\(short(header.baselineExposure)) EV"),
      ("profiles", profiles.isEmpty ? nil : profiles.joined(separator: ", ")),
      ("brings along", extras.isEmpty ? nil : extras.joined(separator: ", ")),
      ("previews", previews.isEmpty ? nil : previews.joined(separator: ", ")),
    ]
  }
}
