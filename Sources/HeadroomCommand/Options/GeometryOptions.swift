internal import ArgumentParser
internal import Headroom
internal import HeadroomPictures

/// How the upright picture is cropped, rotated, flipped and resized, in this order.
///
/// Negative numbers, for example of turns to the left, begin with a dash but are not options.
struct GeometryOptions: ParsableArguments {
  @Option(
    name: .customLong("resize"),
    help: ArgumentHelp(
      "Size to fit inside (1600x1600, or 1600 for a square), cover (1600x1600^) or have (1600x900!); 1600x or x900 fix "
        + "one side; 50%.",
      valueName: "size"),
    transform: ResizeRule.init(parsing:))
  private var givenResize: ResizeRule?

  @Option(
    help: ArgumentHelp("As --resize 1600x; with --height a size to fit inside.", valueName: "pixels"),
    transform: side)
  private var width: Int?

  @Option(help: ArgumentHelp("As --resize x900.", valueName: "pixels"), transform: side)
  private var height: Int?

  /// The requested size, from any of the three options.
  private var resize: ResizeRule? { givenResize ?? ResizeRule(width: width, height: height) }

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Part to keep: a rectangle in pixels from the top left corner, or a size from the middle; --gravity places either. A size \
      that fits into --resize WxH^ is cut from the resized picture.
      """,
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
    transform: SettingText.rotation)
  var rotate: Double?

  @Option(help: ArgumentHelp("Mirror left to right or top to bottom.", valueName: "h|v"))
  var flip: PictureGeometry.FlipAxis?

  func validate() throws {
    if givenResize != nil, width != nil || height != nil {
      throw ValidationError("--resize and --\(width != nil ? "width" : "height") exclude each other")
    }
  }

  private static func side(_ text: String) throws -> Int {
    guard let value = Int(text), (1...ResizeRule.maximumSide).contains(value) else {
      throw ValidationError("a side is from 1 to \(ResizeRule.maximumSide) pixels")
    }
    return value
  }

  var geometry: PictureGeometry {
    var result = PictureGeometry()
    (result.crop, result.gravity, result.rotation, result.flip) = (crop, gravity, rotate, flip)
    result.resize = resize
    return result
  }
}
