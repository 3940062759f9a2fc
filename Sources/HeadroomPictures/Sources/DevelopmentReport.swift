internal import HeadroomContainers
internal import HeadroomImage
internal import HeadroomRAW

/// The parts of a RAW development that depend on pixels: the white, and the camera's look.
struct DevelopmentReport {
  let temperature: Double
  let tint: Double
  let whiteSource: ShotWhiteSource
  /// Nil where neutral development was requested.
  let look: CameraLookOutcome?

  init(_ filter: CIRAWFilter) {
    (temperature, tint) = (Double(filter.neutralTemperature), Double(filter.neutralTint))
    whiteSource = filter.isNeutralEstimated ? filter.shotWhiteSource : .file
    look = filter.look == .camera && filter.boostAmount > 0 ? filter.cameraLook : nil
  }

  private var white: String { "\(Int(temperature.rounded())) K, tint \(ShortNumber.text(tint))" }

  private var estimate: String? {
    switch whiteSource {
    case .file: nil
    case .preview: "estimated from the preview"
    case .picture: "estimated from the picture"
    case .daylight: "taken for daylight"
    }
  }

  // MARK: Conversion

  func notes(_ options: Development) -> [String] {
    [whiteNote, lookNote(isWanted: options.look != nil)].compactMap { $0 }
  }

  private var whiteNote: String? {
    estimate.map {
      "the file does not say its white balance: \(white) are \($0) (\(Setting.whiteBalance.mention) sets another)"
    }
  }

  private func lookNote(isWanted: Bool) -> String? {
    guard case .neutral(let reason)? = look, isWanted || reason.isSurprising else { return nil }
    return "developed neutrally: \(reason.text)"
  }

  // MARK: Information

  var whiteText: String { [white, estimate.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ") }

  var lookText: String? {
    switch look {
    case .matched(let match)?:
      "the camera's: saturation x\(ShortNumber.text(match.look.saturation)), delta E 2000 from its preview "
        + "\(ShortNumber.text(match.matched.median)) (neutral \(ShortNumber.text(match.neutral.median)))"
    case .neutral(let reason)?: "neutral: \(reason.text)"
    case nil: nil
    }
  }

  var lookJSON: JSONValue {
    switch look {
    case .matched(let match)?:
      [
        "name": "camera", "saturation": .number(match.look.saturation),
        "gains": .array([match.look.gains.x, match.look.gains.y, match.look.gains.z].map { .number($0) }),
        "curve": .array(match.look.curve.knots.map { .array([.number($0.x), .number($0.y)]) }),
        "correlation": .number(match.correlation), "difference": Self.json(match.matched),
        "neutralDifference": Self.json(match.neutral), "reason": .null,
      ]
    case .neutral(let reason)?: ["name": "neutral", "reason": .string(reason.text)]
    case nil: ["name": "neutral", "reason": .null]
    }
  }

  private static func json(_ difference: ColorDifference) -> JSONValue {
    ["median": .number(difference.median), "p95": .number(difference.most)]
  }
}
