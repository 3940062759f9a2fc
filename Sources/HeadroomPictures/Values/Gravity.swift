/// The corner, side or middle of a picture by which something is placed.
package enum Gravity: String, CaseIterable, Sendable {
  case northwest, north, northeast, west, center, east, southwest, south, southeast

  /// Where a rectangle begins, from the top left corner: it touches the sides of this gravity, apart from an offset
  /// away from them (to the right and down where there is none).
  package func origin(
    of inner: (width: Int, height: Int), in outer: (width: Int, height: Int), offset: (x: Int, y: Int) = (0, 0)
  ) -> (x: Int, y: Int) {
    let (right, down) = (outer.width - inner.width, outer.height - inner.height)
    let x =
      switch self {
      case .northwest, .west, .southwest: offset.x
      case .north, .center, .south: Self.half(right) + offset.x
      case .northeast, .east, .southeast: right - offset.x
      }
    let y =
      switch self {
      case .northwest, .north, .northeast: offset.y
      case .west, .center, .east: Self.half(down) + offset.y
      case .southwest, .south, .southeast: down - offset.y
      }
    return (x, y)
  }

  /// Rounded down, also for sizes larger than the picture.
  private static func half(_ value: Int) -> Int { (value - (value & 1)) / 2 }
}
