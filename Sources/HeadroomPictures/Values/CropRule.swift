package import HeadroomPixels

/// `--crop`: `X,Y,W,H` is a rectangle, `WxH` a size that `--gravity` places.
package enum CropRule: Hashable, Sendable {
  case rectangle(PixelRect)
  case size(width: Int, height: Int)

  package init(parsing text: String) throws {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2 else {
      self = .rectangle(try PixelRect(parsing: text))
      return
    }
    guard let width = Int(sides[0]), let height = Int(sides[1]), (1...ResizeRule.maximumSide).contains(width),
      (1...ResizeRule.maximumSide).contains(height)
    else { throw SettingProblem("the size of a crop is WxH in whole pixels") }
    self = .size(width: width, height: height)
  }

  /// The rectangle in a picture of this size, or a usage error where it exceeds the picture.
  package func rectangle(
    width: Int, height: Int, gravity: Gravity?
  ) throws(PictureError) -> PixelRect {
    let result = placed(width: width, height: height, gravity)
    if PixelRect(width: width, height: height).contains(result) { return result }
    // In the user's words: placed from another corner, the rectangle has other numbers, even negative ones.
    let picture = "the picture of \(width)x\(height)"
    switch self {
    case .size(let ownWidth, let ownHeight): throw .usage(.crop, "\(ownWidth)x\(ownHeight) is larger than \(picture)")
    case .rectangle(let part):
      let place = gravity.map { " from \($0.rawValue)" } ?? ""
      throw .usage(.crop, "\(part.minX),\(part.minY),\(part.width),\(part.height)\(place) leaves \(picture)")
    }
  }

  private func placed(width: Int, height: Int, _ gravity: Gravity?) -> PixelRect {
    switch self {
    case .rectangle(let rectangle):
      let origin = (gravity ?? .northwest).origin(
        of: (rectangle.width, rectangle.height), in: (width, height), offset: (rectangle.minX, rectangle.minY))
      return PixelRect(x: origin.x, y: origin.y, width: rectangle.width, height: rectangle.height)
    case .size(let ownWidth, let ownHeight):
      let origin = (gravity ?? .center).origin(of: (ownWidth, ownHeight), in: (width, height))
      return PixelRect(x: origin.x, y: origin.y, width: ownWidth, height: ownHeight)
    }
  }
}
