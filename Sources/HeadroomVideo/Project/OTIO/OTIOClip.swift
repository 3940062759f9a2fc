internal import HeadroomContainers

/// A `Clip`: what it shows, for how long.
struct OTIOClip {
  /// Nil where its media cannot be shown; it is a gap then.
  private(set) var clip: ProjectClip?
  private(set) var duration: CMTime
  /// The end of the media, where it is stated.
  private(set) var mediaEnd: CMTime?

  init(_ object: OTIOObject, _ reader: inout OTIOReader) throws(ProjectError) {
    reader.noteUnknown(object)
    let reference = try Self.reference(of: object)
    if let reference { reader.noteUnknown(reference) }
    let available = try reference?.timeRange("available_range")
    guard let range = try object.timeRange("source_range") ?? available else {
      throw ProjectError(object.path, "neither source_range nor available_range says how long the clip is")
    }
    duration = range.duration
    mediaEnd = available?.duration
    guard object.isEnabled, let source = try Self.source(reference, of: object, &reader) else { return }
    var clip = ProjectClip(source: source, path: object.path)
    // Ranges count from the media's own start, which may be an hour of timecode.
    clip.inPoint = range.start - (available?.start ?? .zero)
    guard clip.inPoint >= .zero else {
      throw ProjectError(
        object.path.appending("source_range").appending("start_time"),
        "\(range.start.shortSeconds) s lies before the start of \(source.shown)")
    }
    clip.speed = try Self.speed(of: object, &reader)
    self.clip = clip
  }

  // MARK: Media

  /// Of several, the active one.
  private static func reference(of object: OTIOObject) throws(ProjectError) -> OTIOObject? {
    if let node = object["media_reference"] { return try OTIOObject(node) }
    guard let node = object["media_references"] else { return nil }
    let references = try node.object("media by name")
    let key = try object["active_media_reference_key"]?.text("the name of the active media") ?? "DEFAULT_MEDIA"
    guard let active = references[key], !active.isNull else { return nil }
    return try OTIOObject(active)
  }

  private static func source(
    _ reference: OTIOObject?, of object: OTIOObject, _ reader: inout OTIOReader
  ) throws(ProjectError) -> ProjectSource? {
    switch reference?.schema {
    case "ExternalReference":
      guard let reference else { return nil }
      return .file(try OTIOMedia.path(of: reference.object.required("target_url", "the media's URL")))
    case nil, "MissingReference": reader.warnings.note("clips without media are left out", object.name)
    case let schema?: reader.warnings.note("media of unknown kinds are left out", schema)
    }
    return nil
  }

  // MARK: Time effects

  private static func speed(of object: OTIOObject, _ reader: inout OTIOReader) throws(ProjectError) -> ExactRatio {
    var speed = ExactNumber(1)
    for node in try object.list("effects", most: ProjectLimits.filterCount) {
      let effect = try OTIOObject(node)
      guard effect.isEnabled else { continue }
      switch effect.schema {
      case "FreezeFrame": speed = .zero
      case "LinearTimeWarp":
        let scalar = try effect.object.required("time_scalar", "the speed")
        let factor = try scalar.exact("a number")
        guard !factor.isNegative else {
          reader.warnings.note("effects that play backward are left out", effect.name)
          continue
        }
        guard let product = speed.multiplied(by: factor) else { throw scalar.problem("has too many digits") }
        speed = product
      default: reader.noteEffects([node])
      }
    }
    guard let ratio = ExactRatio(nearest: speed), ratio.double <= 1000, ratio.numerator > 0 || speed == .zero else {
      throw ProjectError(object.path.appending("effects"), "the speed is above 1000 or below any number")
    }
    return ratio
  }
}
