internal import HeadroomColor
package import HeadroomContainers
internal import HeadroomGraphics
package import HeadroomImageIO

/// `headroom info --json`: every key is always present; null means that the file does not state it.
package struct InfoReport {
  package let file: String
  package var index = 0
  package let info: StillInfo
  /// For a RAW file.
  package var raw: RAWReport?
  package var measured: PictureMeasurement?
  /// With `--validate`.
  package var findings: [ConformanceFinding]?
  /// With `--verbose`.
  package var structure: [FilePart]?

  package init(file: String, index: Int = 0, info: StillInfo) {
    (self.file, self.index, self.info) = (file, index, info)
  }

  /// When and how the picture was taken.
  package var capture: CaptureReport { CaptureReport(info) }

  package var hasError: Bool { findings?.contains { $0.severity == .error } ?? false }

  package var json: JSONValue {
    let capture = capture
    var members: [(key: String, value: JSONValue)] = [
      ("schema", 1), ("file", .string(file)), ("filePercentEncoded", .percentEncoded(file)),
      ("format", .string(info.format)),
      ("width", .integer(info.width)), ("height", .integer(info.height)),
      ("orientation", .integer(Int(info.orientation.rawValue))), ("frames", .integer(info.countedFrames)),
      ("index", .integer(index)),
      ("bitDepth", .integer(info.bitDepth)), ("channels", .integer(info.channels)),
      ("chroma", .string(orNull: info.chroma)), ("colorSpace", .string(orNull: info.encoding.name)),
      ("cicp", info.cicp.map(Self.cicp) ?? .null), ("icc", icc),
      ("pixelAspect", .number(orNull: info.pixelAspect)), ("lightScale", info.lightScale.map(Self.lightScale) ?? .null),
      ("hdr", hdr), ("gainMap", info.gainMap.map(GainMapReport.json) ?? .null),
    ]
    members += metadata
    members += [
      ("video", info.metadata.motion.map(Self.video) ?? .null),
      ("auxiliary", .array(info.auxiliary.map { .string($0) })), ("layers", .array(info.layers.map { .string($0) })),
      (
        "camera",
        [
          "make": .string(orNull: info.cameraMake), "model": .string(orNull: info.cameraModel),
          "lens": .string(orNull: capture.lens),
        ]
      ),
      ("exposure", capture.exposureJSON), ("date", .string(orNull: capture.date)), ("gps", .bool(capture.hasPlace)),
      ("raw", raw?.json ?? .null), ("warnings", .array(info.warnings.map { .string($0) })),
    ]
    if let measured { members.append(("measured", measured.json)) }
    if let findings { members.append(("findings", .array(findings.map(\.json)))) }
    if let structure { members.append(("structure", .array(structure.map(\.json)))) }
    return .object(members)
  }

  private var hdr: JSONValue {
    [
      "kind": .string(info.kind.rawValue),
      "contentHeadroom": info.contentHeadroom > 0 ? .number(info.contentHeadroom) : .null,
      "contentHeadroomSource": .string(info.contentHeadroomSource.rawValue),
    ]
  }

  private var metadata: [(key: String, value: JSONValue)] {
    [
      ("mastering", info.hdr.mastering.map(Self.mastering) ?? .null),
      (
        "lightLevel",
        info.hdr.lightLevel.map { ["maxCLL": .number($0.maxCLL), "maxFALL": .number($0.maxFALL)] } ?? .null
      ),
      (
        "ambient",
        info.hdr.ambient.map { ["illuminance": .number($0.illuminanceLux), "light": Self.point($0.light)] } ?? .null
      ),
      ("diffuseWhite", .number(orNull: info.hdr.diffuseWhite?.nits)),
      ("referenceEnvironment", info.hdr.reference.map(Self.reference) ?? .null),
      ("colorVolume", info.hdr.colorVolume.map(Self.colorVolume) ?? .null),
    ]
  }

  private static func lightScale(_ scale: LightScale) -> JSONValue {
    [
      "exposure": .number(scale.exposure), "colorCorrection": .array((0..<3).map { .number(scale.colors[$0]) }),
      "applied": false,
    ]
  }

  private static func video(_ motion: MotionVideo) -> JSONValue {
    [
      "kind": .string(motion.kind.rawValue), "offset": .integer(motion.range.lowerBound),
      "byteCount": .integer(motion.byteCount),
    ]
  }

  private static func cicp(_ codes: CICP) -> JSONValue {
    [
      "primaries": .integer(Int(codes.primaries)), "transfer": .integer(Int(codes.transfer)),
      "matrix": .integer(Int(codes.matrix)), "fullRange": .bool(codes.fullRange),
    ]
  }

  private var icc: JSONValue {
    guard let bytes = info.iccProfile else { return info.deviceColor?.profile.map(Self.icc) ?? .null }
    guard let profile = try? ICCProfile(parsing: bytes) else {
      return ["description": .null, "version": .null, "table": .null, "cicp": .null, "imageState": .null]
    }
    return Self.icc(profile)
  }

  private static func icc(_ profile: ICCProfile) -> JSONValue {
    [
      "description": .string(profile.description), "version": .string("\(profile.version)"),
      "table": .bool(profile.encoding == nil), "cicp": profile.cicp.map(cicp) ?? .null,
      "imageState": profile.imageState.map { .string($0.rawValue) } ?? .null,
    ]
  }

  private static func mastering(_ volume: MasteringDisplayColorVolume) -> JSONValue {
    [
      "red": point(volume.red), "green": point(volume.green), "blue": point(volume.blue), "white": point(volume.white),
      "maxLuminance": .number(volume.maximumNits), "minLuminance": .number(volume.minimumNits),
    ]
  }

  private static func point(_ chromaticity: Chromaticity) -> JSONValue {
    .array([.number(chromaticity.x), .number(chromaticity.y)])
  }

  private static func reference(_ environment: ReferenceViewingEnvironment) -> JSONValue {
    [
      "surroundLuminance": .number(environment.surroundNits), "surroundLight": point(environment.surroundLight),
      "peripheryLuminance": .number(environment.peripheryNits), "peripheryLight": point(environment.peripheryLight),
    ]
  }

  private static func colorVolume(_ volume: ContentColorVolume) -> JSONValue {
    [
      "primaries": volume.primaries.map {
        ["red": point($0.red), "green": point($0.green), "blue": point($0.blue)]
      } ?? .null,
      "minLuminance": .number(orNull: volume.minimumLuminance),
      "maxLuminance": .number(orNull: volume.maximumLuminance),
      "averageLuminance": .number(orNull: volume.averageLuminance),
    ]
  }
}
