internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

extension AudioFacts {
  /// Of a track of sound; all null where nothing is known.
  static func members(_ facts: AudioFacts?) -> [(key: String, value: JSONValue)] {
    [
      ("channels", .integer(orNull: facts?.channels)), ("sampleRate", .integer(orNull: facts?.sampleRate)),
      ("layout", .string(orNull: facts?.layout)),
    ]
  }
}

extension VideoFacts {
  /// Of a track of pictures; all null where no frame decodes.
  static func members(_ facts: VideoFacts?) -> [(key: String, value: JSONValue)] {
    guard let facts else { return names.map { ($0, .null) } }
    return zip(names, facts.shape + facts.rhythm + facts.light).map { ($0, $1) }
  }

  private static let names = [
    "width", "height", "displayWidth", "displayHeight", "rotation", "transform", "pixelAspectRatio", "cleanAperture",
    "frames", "nominalFrameRate", "minFrameDuration", "isVariableFrameRate", "fieldOrder", "bitDepth", "chroma",
    "cicp", "cicpSource", "hdr", "mastering", "lightLevel", "ambient", "dolbyVision", "hdr10Plus",
  ]

  private var shape: [JSONValue] {
    [
      .integer(width), .integer(height), Self.json(displayWidth), Self.json(displayHeight),
      .integer(orNull: rotation), .array(transform.map(Self.json)),
      [.integer(pixelAspectRatio.width), .integer(pixelAspectRatio.height)], cleanAperture.map(Self.json) ?? .null,
    ]
  }

  private var rhythm: [JSONValue] {
    [
      .integer(frameCount), nominalFrameRate > 0 ? Self.json(nominalFrameRate) : .null, minFrameDuration.json,
      .bool(isVariableFrameRate), .string(fieldOrder.rawValue), .integer(bitDepth), .string(chroma.rawValue),
    ]
  }

  private var light: [JSONValue] {
    [
      [
        "primaries": .integer(Int(cicp.primaries)), "transfer": .integer(Int(cicp.transfer)),
        "matrix": .integer(Int(cicp.matrix)), "fullRange": .bool(cicp.fullRange),
      ],
      .string(colorSource.rawValue), ["kind": .string(dynamicRange.rawValue)], hdr.mastering.map(Self.json) ?? .null,
      hdr.lightLevel.map { ["maxCLL": Self.json($0.maxCLL), "maxFALL": Self.json($0.maxFALL)] } ?? .null,
      hdr.ambient.map(Self.json) ?? .null, dolbyVision.map(Self.json) ?? .null, .bool(hasHDR10Plus),
    ]
  }

  /// Degrees clockwise by which pictures are turned to be seen; nil where the transform is no quarter turn. Of mirrored
  /// pictures it is the turn after the mirror, which swaps left and right.
  package var rotation: Int? {
    guard transform.count >= 4 else { return nil }
    let isMirrored = transform[0] * transform[3] - transform[1] * transform[2] < 0
    let across = isMirrored ? (-transform[0], -transform[1]) : (transform[0], transform[1])
    // A quarter turn leaves one of the two, but for rounding.
    let slight = 1e-4 * max(abs(across.0), abs(across.1))
    switch across {
    case (let x, let y) where abs(y) <= slight && x != 0: return x > 0 ? 0 : 180
    case (let x, let y) where abs(x) <= slight && y != 0: return y > 0 ? 90 : 270
    default: return nil
    }
  }

  /// Whole numbers without a fraction.
  private static func json(_ value: Double) -> JSONValue { Int(exactly: value).map { .integer($0) } ?? .number(value) }

  private static func json(_ aperture: CleanAperture) -> JSONValue {
    [
      "width": json(aperture.width), "height": json(aperture.height),
      "horizontalOffset": json(aperture.horizontalOffset), "verticalOffset": json(aperture.verticalOffset),
    ]
  }

  private static func json(_ display: MasteringDisplayColorVolume) -> JSONValue {
    func point(_ place: Chromaticity) -> JSONValue { [.number(place.x), .number(place.y)] }
    return [
      "red": point(display.red), "green": point(display.green), "blue": point(display.blue),
      "white": point(display.white), "maxLuminance": json(display.maximumNits),
      "minLuminance": json(display.minimumNits),
    ]
  }

  private static func json(_ ambient: AmbientViewingEnvironment) -> JSONValue {
    ["illuminance": json(ambient.illuminanceLux), "x": .number(ambient.light.x), "y": .number(ambient.light.y)]
  }

  private static func json(_ record: DolbyVisionConfiguration) -> JSONValue {
    [
      "profile": .integer(record.profile), "level": .integer(record.level),
      "compatibility": .integer(record.compatibility), "rpu": .bool(record.hasRPU),
      "el": .bool(record.hasEnhancementLayer),
    ]
  }
}
