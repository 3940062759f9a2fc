internal import Foundation
internal import Headroom
internal import HeadroomPictures

/// A connected screen, as text and as JSON.
struct DisplayReport {
  let real: RealScreen
  let isMain: Bool

  init(_ real: RealScreen, isMain: Bool) {
    self.real = real
    self.isMain = isMain
  }

  private var edid: EDID? { real.edid }
  private var state: DisplayState { real.screen.state }
  /// The error in the screen's EDID; nil where there is none, or no EDID.
  private var problem: String? {
    guard case .failure(let error) = real.connector.edid else { return nil }
    return error.description
  }
}

extension DisplayReport {
  var json: JSONValue {
    [
      "name": .string(real.screen.name), "connector": .string(real.connector.name), "main": .bool(isMain),
      "enabled": .bool(real.connector.isEnabled), "width": .integer(Int(real.screen.size.width)),
      "height": .integer(Int(real.screen.size.height)), "potentialHeadroom": .number(state.potentialHeadroom),
      "currentHeadroom": .number(state.currentHeadroom), "referenceHeadroom": .number(state.referenceHeadroom),
      "referenceDisplayModeStatus": .string("\(state.referenceModeStatus)"),
      "whiteLuminance": .number(orNull: state.whiteLuminance), "edid": edid.map(Self.json) ?? .null,
      "error": .string(orNull: problem),
    ]
  }

  private static func json(_ edid: EDID) -> JSONValue {
    [
      "manufacturer": .string(edid.manufacturer), "productCode": .integer(Int(edid.productCode)),
      "productName": .string(orNull: edid.productName), "year": .integer(orNull: edid.year),
      "digital": .bool(edid.isDigital), "bitDepth": .integer(orNull: edid.bitDepth),
      "widthInMillimetres": .number(orNull: edid.widthInMillimetres),
      "heightInMillimetres": .number(orNull: edid.heightInMillimetres), "gamma": .number(orNull: edid.gamma),
      "primaries": edid.primaries.map(json) ?? .null, "preferredMode": edid.preferredMode.map(json) ?? .null,
      "colorimetry": .array(edid.colorimetry.names.map { .string($0) }), "hdr": edid.hdr.map(json) ?? .null,
      "panel": edid.luminance.map(json) ?? .null, "peakLuminance": .number(orNull: edid.peakLuminance),
    ]
  }

  private static func json(_ primaries: ColorPrimaries) -> JSONValue {
    func point(_ point: Chromaticity) -> JSONValue { .array([.number(point.x), .number(point.y)]) }
    return [
      "red": point(primaries.red), "green": point(primaries.green), "blue": point(primaries.blue),
      "white": point(primaries.white),
    ]
  }

  private static func json(_ mode: DisplayMode) -> JSONValue {
    [
      "width": .integer(mode.width), "height": .integer(mode.height),
      "refreshRate": .number(orNull: mode.refreshRate),
    ]
  }

  private static func json(_ hdr: HDRCapability) -> JSONValue {
    [
      "curves": .array(hdr.curves.names.map { .string($0) }), "staticMetadata": .bool(hdr.takesStaticMetadata),
      "maxLuminance": .number(orNull: hdr.maximumLuminance),
      "maxFrameAverageLuminance": .number(orNull: hdr.maximumFrameAverageLuminance),
      "minLuminance": .number(orNull: hdr.minimumLuminance),
    ]
  }

  private static func json(_ panel: PanelLuminance) -> JSONValue {
    [
      "fullScreenMax": .number(orNull: panel.fullScreenMaximum),
      "highlightMax": .number(orNull: panel.highlightMaximum),
      "min": .number(orNull: panel.minimum),
    ]
  }
}

extension DisplayReport {
  var text: String {
    let head = PrintableText.line(real.screen.name) + (isMain ? " (main)" : "")
    return ([head] + rows.compactMap { name, value in value.map { InfoText.row(name, $0) } }).joined(separator: "\n")
  }

  private var rows: [(String, String?)] {
    [
      ("connector", real.connector.name + (real.connector.isEnabled ? "" : ", given no pictures")),
      ("pixels", pixels), ("headroom", headroom), ("hdr", hdr), ("panel", panel),
      ("colours", edid.flatMap { $0.colorimetry.names.isEmpty ? nil : $0.colorimetry.names.joined(separator: ", ") }),
      ("error", problem),
    ]
  }

  private var pixels: String {
    let size = "\(Int(real.screen.size.width))x\(Int(real.screen.size.height))"
    let rate = edid?.preferredMode?.refreshRate.map { ", \(ShortNumber.text($0)) Hz" } ?? ""
    return size + rate + (edid?.bitDepth.map { ", \($0) bit" } ?? "")
  }

  private var headroom: String {
    let ratio = "\(ShortNumber.text(state.potentialHeadroom))x"
    guard let edid else { return "\(ratio): it says nothing of itself that can be read" }
    guard edid.isHDR else { return "\(ratio): no HDR" }
    guard let peak = edid.peakLuminance else { return "\(ratio): HDR, but it does not say how bright it gets" }
    return "\(ratio): \(ShortNumber.text(peak)) nits over a white of \(ShortNumber.text(ReferenceWhite.nits))"
  }

  private var hdr: String? {
    guard let hdr = edid?.hdr else { return nil }
    let light = [
      ("max", hdr.maximumLuminance), ("frame average", hdr.maximumFrameAverageLuminance), ("min", hdr.minimumLuminance),
    ].compactMap { name, value in value.map { "\(name) \(ShortNumber.text($0)) nits" } }
    return (hdr.curves.names + light).joined(separator: ", ")
  }

  private var panel: String? {
    guard let panel = edid?.luminance else { return nil }
    return [
      ("all white", panel.fullScreenMaximum), ("highlights", panel.highlightMaximum), ("black", panel.minimum),
    ].compactMap { name, value in value.map { "\(name) \(ShortNumber.text($0)) nits" } }.joined(separator: ", ")
  }
}
