/// Computes red and blue from their differences to green, and converts back to light.
enum BayerColor {
  private typealias Plane = BayerTile.Plane
  @inline(__always) private static var s: Int { BayerTile.stride }

  /// Blue at red pixels and red at blue pixels: four diagonal neighbours sharpened by eight further ones (Pekkucuksen
  /// and Altunbasak).
  static func opposites(_ tile: borrowing BayerTile, width: Int, height: Int) {
    for y in 11..<height - 11 {
      let d = unsafe tile.row(Plane.difference, y)
      let target = unsafe tile.row(Plane.opposite, y)
      for x in 11..<width - 11 {
        let near = unsafe (d[x - s - 1] + d[x - s + 1]) + (d[x + s - 1] + d[x + s + 1])
        let wide = unsafe (d[x - s - 3] + d[x - s + 3]) + (d[x + s - 3] + d[x + s + 3])
        let high = unsafe (d[x - 3 * s - 1] + d[x - 3 * s + 1]) + (d[x + 3 * s - 1] + d[x + 3 * s + 1])
        unsafe target[x] = near * (10.0 / 32) - (wide + high) * (1.0 / 32)
      }
    }
  }

  /// The mean of the four diagonal neighbours alone.
  static func oppositesDraft(_ tile: borrowing BayerTile, width: Int, height: Int) {
    for y in 11..<height - 11 {
      let d = unsafe tile.row(Plane.difference, y)
      let target = unsafe tile.row(Plane.opposite, y)
      for x in 11..<width - 11 {
        unsafe target[x] = 0.25 * ((d[x - s - 1] + d[x - s + 1]) + (d[x + s - 1] + d[x + s + 1]))
      }
    }
  }

  /// Writes a row of pixels. `target` is where the pixel of column `from` goes.
  static func write(
    _ tile: borrowing BayerTile, y: Int, from: Int, count: Int, _ offsets: BayerOffsets, to target: ColorPlanes
  ) {
    // In even rows differences are red's, in odd rows blue's.
    let own = unsafe tile.row(Plane.difference, y) + from
    let other = unsafe tile.row(Plane.opposite, y) + from
    let m = unsafe tile.row(Plane.mosaic, y) + from
    let isColored = unsafe tile.checker + ((y + from) & 1)
    let isRedRow = y & 1 == 0
    let ownTarget = unsafe isRedRow ? target.red : target.blue
    let otherTarget = unsafe isRedRow ? target.blue : target.red
    let green = unsafe target.green
    let (atGreen, greenStep) = (offsets.measured, offsets.green - offsets.measured)
    for x in 0..<count {
      unsafe green[x] = RootEncoding.light(m[x] + own[x], atGreen + isColored[x] * greenStep)
    }
    let (ownAtGreen, ownStep) = (offsets.ownAtGreen, offsets.measured - offsets.ownAtGreen)
    for x in 0..<count {
      let mean = unsafe ((own[x - 1] + own[x + 1]) + (other[x - s] + other[x + s])) * 0.25
      let value = unsafe isColored[x] * m[x] + (1 - isColored[x]) * (m[x] - mean)
      unsafe ownTarget[x] = RootEncoding.light(value, ownAtGreen + isColored[x] * ownStep)
    }
    let (otherAtGreen, otherStep) = (offsets.otherAtGreen, offsets.otherAtOwn - offsets.otherAtGreen)
    for x in 0..<count {
      let mean = unsafe ((other[x - 1] + other[x + 1]) + (own[x - s] + own[x + s])) * 0.25
      let value = unsafe m[x] + own[x] - (isColored[x] * other[x] + (1 - isColored[x]) * mean)
      unsafe otherTarget[x] = RootEncoding.light(value, otherAtGreen + isColored[x] * otherStep)
    }
  }
}
