internal import Foundation
internal import Headroom
internal import HeadroomPictures

/// `headroom info` as text.
struct InfoText {
  let report: InfoReport
  private let capture: CaptureReport

  init(_ report: InfoReport) {
    self.report = report
    capture = report.capture
  }

  private var info: StillInfo { report.info }

  var text: String {
    var lines = [PrintableText.line(report.file)] + rows.compactMap { name, value in value.map { Self.row(name, $0) } }
    if let findings = report.findings {
      lines +=
        findings.isEmpty
        ? [Self.row("conformance", "nothing found")] : findings.map { "  " + PrintableText.line($0.line) }
    }
    if let structure = report.structure {
      lines += structure.flatMap { $0.lines() }.map { "  " + PrintableText.line($0) }
    }
    return lines.joined(separator: "\n")
  }

  /// A name and its value in columns.
  static func row(_ name: String, _ value: String) -> String {
    "  " + name + String(repeating: " ", count: max(16 - name.count, 1)) + PrintableText.line(value)
  }

  private var rows: [(String, String?)] {
    [
      ("picture", picture),
      ("pixel shape", info.pixelAspect.map { "\(short($0)) times as wide as high, not square" }), ("colour", colour),
      ("hdr", hdr), ("gain map", gainMap), ("mastering", mastering),
      ("light level", info.hdr.lightLevel.map(lightLevel)), ("light scale", info.lightScale.map(lightScale)),
      ("ambient", info.hdr.ambient.map { "\(short($0.illuminanceLux)) lux" }),
      ("diffuse white", info.hdr.diffuseWhite.map { "\(short($0.nits)) cd/m²" }),
      ("reference room", info.hdr.reference.map { reference($0) }),
      ("colour volume", info.hdr.colorVolume.map { volume($0) }),
      ("layers", info.layers.isEmpty ? nil : info.layers.joined(separator: ", ")),
      ("also holds", info.auxiliary.isEmpty ? nil : info.auxiliary.joined(separator: ", ")),
    ] + (report.raw?.rows ?? []) + [
      ("camera", camera), ("lens", capture.lens), ("exposure", capture.exposureText), ("taken", capture.date),
      ("GPS position", capture.hasPlace ? "yes" : "no"), ("measured", report.measured?.text),
    ] + info.warnings.map { ("warning", $0) }
  }

  private var picture: String {
    let count = info.countedFrames
    let frames =
      count <= 1 ? "" : count > info.frameCount ? ", \(count) frames" : ", picture \(report.index) of \(count)"
    let chroma = info.chroma.map { ", \($0)" } ?? ""
    let turned = info.orientation == .up ? "" : ", orientation \(info.orientation.rawValue)"
    let form = "\(info.bitDepth) bit, \(info.channels) channels"
    return "\(info.format), \(info.width)x\(info.height)\(turned), \(form)\(chroma)\(frames)"
  }

  private var colour: String {
    let name = info.encoding.name ?? "no named space"
    if let device = info.deviceColor { return "\(device.summary), decoded to \(name)" }
    let codes = info.cicp.map { " (CICP \($0.primaries)/\($0.transfer)/\($0.matrix))" } ?? ""
    let profile = info.iccProfile.flatMap { try? ICCProfile(parsing: $0) }
    let title = profile.map { ", ICC '\($0.description)'" } ?? ""
    let state = profile?.imageState?.isSceneReferred ?? false ? ", scene-referred" : ""
    return name + codes + title + state
  }

  private var hdr: String {
    let names: [HDRKind: String] = [
      .sdr: "no (SDR)", .isoHDR: "ISO HDR", .gainMap: "gain map", .raw: "RAW", .float: "floating point",
    ]
    let kind = names[info.kind] ?? info.kind.rawValue
    guard info.kind != .sdr, info.contentHeadroom > 0 else { return kind }
    let stops = short(log2(info.contentHeadroom))
    return "\(kind), headroom \(short(info.contentHeadroom))x = \(stops) stops (\(info.contentHeadroomSource.rawValue))"
  }

  private var gainMap: String? {
    info.gainMap.map { map in
      let kinds = map.kinds.map(\.rawValue).joined(separator: ", ")
      let stops = "\(short(map.formula.baseHeadroomStops)) to \(short(map.formula.alternateHeadroomStops)) stops"
      return "\(kinds), \(map.width)x\(map.height), \(map.channels) channels, \(stops)"
    }
  }

  private var mastering: String? {
    info.hdr.mastering.map { "\(short($0.minimumNits)) to \(short($0.maximumNits)) cd/m²" }
  }

  private func reference(_ environment: ReferenceViewingEnvironment) -> String {
    "surround \(short(environment.surroundNits)), periphery \(short(environment.peripheryNits)) cd/m²"
  }

  private func volume(_ volume: ContentColorVolume) -> String {
    let levels = [
      ("min", volume.minimumLuminance), ("average", volume.averageLuminance), ("max", volume.maximumLuminance),
    ].compactMap { name, value in value.map { "\(name) \(short($0))" } }
    return (levels + (volume.primaries == nil ? [] : ["own primaries"])).joined(separator: ", ")
  }

  private var camera: String? {
    guard let make = info.cameraMake else { return info.cameraModel }
    // Many makers repeat themselves: "Canon", "Canon EOS R3".
    guard let model = info.cameraModel else { return make }
    return model.hasPrefix(make) ? model : "\(make) \(model)"
  }

  /// A mean of 0 means not measured (CTA-861.3).
  private func lightLevel(_ level: ContentLightLevel) -> String {
    let mean = level.maxFALL > 0 ? ", MaxFALL \(short(level.maxFALL))" : ""
    return "MaxCLL \(short(level.maxCLL))\(mean) cd/m²"
  }

  /// In the terms of Radiance, the only format that has it.
  private func lightScale(_ scale: LightScale) -> String {
    let colors = (0..<3).map { short(scale.colors[$0]) }.joined(separator: " ")
    let correction = scale.colors == SIMD3(1, 1, 1) ? "" : ", COLORCORR \(colors)"
    return "EXPOSURE \(short(scale.exposure))\(correction); pixels are as stored, not divided by it"
  }

  private func short(_ value: Double) -> String { ShortNumber.text(value) }
}
