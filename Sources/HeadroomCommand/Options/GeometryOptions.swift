internal import ArgumentParser
internal import Headroom

/// How the upright picture is cut, turned and scaled: cropped first, then rotated, flipped, resized.
///
/// Numbers below zero, as of turns to the left, begin with a dash but are no options.
struct GeometryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Size to fit inside (1600x1600), cover (1600x1600^) or have (1600x900!); 1600x or x900 fix one side; 50%.",
      valueName: "size"),
    transform: ResizeRule.init(parsing:))
  var resize: ResizeRule?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Part to keep: a rectangle in pixels from the top left corner, or a size from the middle; --gravity places either.",
      valueName: "X,Y,W,H|WxH"),
    transform: CropRule.init(parsing:))
  var crop: CropRule?

  @Option(
    help: ArgumentHelp(
      "Corner or side that --crop and --at start from; X and Y then count inwards from it.", valueName: "name"))
  var gravity: Gravity?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Degrees to turn, clockwise; corners of other angles than 90, 180, 270 are black or transparent."),
    transform: rotation)
  var rotate: Double?

  @Option(help: ArgumentHelp("Mirror left to right or top to bottom.", valueName: "h|v"))
  var flip: FlipAxis?

  private static func rotation(_ text: String) throws -> Double {
    guard let degrees = DecimalNumber.parse(text) else { throw ValidationError("an angle is a number of degrees") }
    let turned = degrees.truncatingRemainder(dividingBy: 360)
    return turned < 0 ? turned + 360 : turned
  }

  var isIdentity: Bool { resize == nil && crop == nil && (rotate ?? 0) == 0 && flip == nil }
}

enum FlipAxis: String, ExpressibleByArgument, CaseIterable {
  case horizontal = "h"
  case vertical = "v"
}
