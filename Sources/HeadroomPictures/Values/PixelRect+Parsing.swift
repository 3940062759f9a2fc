internal import HeadroomPixels

extension PixelRect {
  /// `X,Y,W,H` in pixels of the upright picture, from its top left corner.
  package init(parsing text: String) throws {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2], let height = numbers[3]
    else { throw SettingProblem("a rectangle is X,Y,W,H in whole pixels from the top left corner") }
    guard x >= 0, y >= 0, width > 0, height > 0, x <= Int(Int32.max), y <= Int(Int32.max), width <= Int(Int32.max),
      height <= Int(Int32.max)
    else { throw SettingProblem("a rectangle starts at 0 or beyond and is at least 1 pixel wide and high") }
    self.init(x: x, y: y, width: width, height: height)
  }
}
