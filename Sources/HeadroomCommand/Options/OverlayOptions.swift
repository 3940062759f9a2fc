internal import ArgumentParser
internal import Headroom
internal import HeadroomPictures

/// A picture that is laid over the result.
struct OverlayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Lay a picture over the result, its transparency and its HDR kept; in its own size unless --overlay-size says "
        + "another, after all filters.",
      valueName: "file"),
    completion: .file())
  var overlay: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Where the overlay goes: by a corner or side (southeast), or X,Y in pixels from the top left corner, or from the "
        + "sides of --gravity. The middle without it.", valueName: "X,Y|gravity"),
    completion: .list(Gravity.allCases.map(\.rawValue)), transform: Overlay.Place.init(parsing:))
  var at: Overlay.Place?

  @Option(
    help: ArgumentHelp(
      "Size of the overlay: 10% of the picture's width, or pixels as in --resize (200x, x90, 200x90).",
      valueName: "N%|size"),
    transform: ResizeRule.init(parsing:))
  var overlaySize: ResizeRule?

  @Option(help: ArgumentHelp("1 covers, 0 leaves no trace.", valueName: "0..1"), transform: SettingText.opacity)
  var overlayOpacity: Double?

  func validate() throws {
    if overlay.count > 1 {
      throw ValidationError("--overlay is given \(overlay.count) times; lay the next over the result of the first")
    }
    guard overlay.isEmpty else { return }
    if at != nil { throw ValidationError("--at says where an --overlay goes") }
    if overlaySize != nil { throw ValidationError("--overlay-size is that of an --overlay") }
    if overlayOpacity != nil { throw ValidationError("--overlay-opacity is that of an --overlay") }
  }

  /// The overlay; nil where the options name none.
  func overlay(gravity: Gravity?, _ resources: JobResources) throws(PictureError) -> Overlay? {
    guard let path = overlay.first else { return nil }
    return Overlay(
      try PictureSource(path: path, resources), at: at, gravity: gravity, size: overlaySize,
      opacity: overlayOpacity ?? 1)
  }
}
