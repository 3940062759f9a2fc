internal import ArgumentParser
internal import Headroom

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
    completion: .list(Gravity.allCases.map(\.rawValue)), transform: OverlayPlace.init(parsing:))
  var at: OverlayPlace?

  @Option(
    help: ArgumentHelp(
      "Size of the overlay: 10% of the picture's width, or pixels as in --resize (200x, x90, 200x90).",
      valueName: "N%|size"),
    transform: ResizeRule.init(parsing:))
  var overlaySize: ResizeRule?

  @Option(help: ArgumentHelp("1 covers, 0 leaves no trace.", valueName: "0..1"), transform: opacity)
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

  private static func opacity(_ text: String) throws -> Double {
    guard let value = DecimalNumber.parse(text), (0...1).contains(value) else {
      throw ValidationError("an opacity is a number from 0 to 1")
    }
    return value
  }
}

/// `--at`.
enum OverlayPlace {
  case gravity(Gravity)
  case offset(x: Int, y: Int)

  init(parsing text: String) throws {
    if let gravity = Gravity(rawValue: text) {
      self = .gravity(gravity)
      return
    }
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    let limit = ResizeRule.maximumSide
    guard numbers.count == 2, let x = numbers[0], let y = numbers[1], abs(x) <= limit, abs(y) <= limit else {
      let names = Gravity.allCases.map(\.rawValue)
      throw ValidationError(
        "a place is X,Y in whole pixels or one of \(names.joined(separator: ", "))"
          + NameSuggestion.question(for: text, among: names))
    }
    self = .offset(x: x, y: y)
  }
}
