/// Estimates green at red and blue pixels, in square roots of light.
///
/// Two estimates along rows and columns are combined: the mean of colour differences over nine pixels (gradient based
/// threshold free interpolation, Pekkucuksen and Altunbasak, ICIP 2010), which is best where colour differences are
/// constant, and neighbours scaled by the ratio of low-passed brightness, which is best at edges between colours.
enum BayerGreen {
  private typealias Plane = BayerTile.Plane
  @inline(__always) private static var s: Int { BayerTile.stride }

  static func run(_ tile: borrowing BayerTile, width: Int, height: Int) {
    for y in 3..<height - 3 { rests(tile, y, width) }
    for y in 2..<height - 2 { smooth(tile, y, width) }
    for y in 6..<height - 6 { changes(tile, y, width) }
    for y in 8..<height - 8 { differences(tile, y, width) }
  }

  /// The estimate along the direction in which the mosaic changes less (Hamilton and Adams 1997).
  static func runDraft(_ tile: borrowing BayerTile, width: Int, height: Int) {
    for y in 8..<height - 8 {
      rests(tile, y, width)
      draft(tile, y, width)
    }
  }

  private static func draft(_ tile: borrowing BayerTile, _ y: Int, _ width: Int) {
    let m = unsafe tile.row(Plane.mosaic, y)
    let across = unsafe tile.row(Plane.acrossRest, y)
    let down = unsafe tile.row(Plane.downRest, y)
    let target = unsafe tile.row(Plane.difference, y)
    let isColored = unsafe tile.checker + (y & 1)
    for x in 8..<width - 8 {
      let twice = unsafe 2 * m[x]
      let acrossChange = unsafe abs(m[x - 1] - m[x + 1]) + abs(twice - (m[x - 2] + m[x + 2]))
      let downChange = unsafe abs(m[x - s] - m[x + s]) + abs(twice - (m[x - 2 * s] + m[x + 2 * s]))
      let (a, b) = unsafe (across[x], down[x])
      let mean = 0.5 * (a + b)
      let lower = acrossChange < downChange ? a : mean
      let chosen = downChange < acrossChange ? b : lower
      unsafe target[x] = -isColored[x] * chosen
    }
  }

  /// The residual of a pixel when its colour is estimated from the other colour's neighbours and the curvature of its
  /// own (Hamilton and Adams 1997): a colour difference whose sign alternates from pixel to pixel.
  private static func rests(_ tile: borrowing BayerTile, _ y: Int, _ width: Int) {
    let m = unsafe tile.row(Plane.mosaic, y)
    let across = unsafe tile.row(Plane.acrossRest, y)
    let down = unsafe tile.row(Plane.downRest, y)
    for x in 3..<width - 3 {
      unsafe across[x] = 0.5 * (m[x] - (m[x - 1] + m[x + 1])) + 0.25 * (m[x - 2] + m[x + 2])
      unsafe down[x] = 0.5 * (m[x] - (m[x - s] + m[x + s])) + 0.25 * (m[x - 2 * s] + m[x + 2 * s])
    }
  }

  /// Brightness without the mosaic, by binomial weights. Never zero, since it is used in ratios.
  private static func smooth(_ tile: borrowing BayerTile, _ y: Int, _ width: Int) {
    let m = unsafe tile.row(Plane.mosaic, y)
    let low = unsafe tile.row(Plane.smooth, y)
    let line = unsafe tile.line
    for x in 1..<width - 1 { unsafe line[x] = 0.25 * (m[x - s] + m[x + s]) + 0.5 * m[x] }
    for x in 2..<width - 2 {
      let value = unsafe 0.25 * (line[x - 1] + line[x + 1]) + 0.5 * line[x]
      unsafe low[x] = value > 1e-5 ? value : 1e-5
    }
  }

  /// How much colour differences change along each direction, summed over 5 x 5 pixels.
  private static func changes(_ tile: borrowing BayerTile, _ y: Int, _ width: Int) {
    let down = unsafe tile.row(Plane.downRest, y)
    let across = unsafe tile.row(Plane.acrossRest, y)
    let line = unsafe tile.line
    for x in 3..<width - 3 {
      let above = unsafe abs(down[x - 3 * s] - down[x - s]) + abs(down[x - 2 * s] - down[x])
      let below = unsafe abs(down[x] - down[x + 2 * s]) + abs(down[x + s] - down[x + 3 * s])
      unsafe line[x] = abs(down[x - s] - down[x + s]) + (above + below)
    }
    unsafe sum(line, width, into: tile.row(Plane.downChange, y))
    for x in 4..<width - 4 {
      let left = unsafe across + (x - 1)
      let right = unsafe across + (x + 1)
      let above = unsafe abs(left[-2 * s] - right[-2 * s]) + abs(left[-s] - right[-s])
      let below = unsafe abs(left[s] - right[s]) + abs(left[2 * s] - right[2 * s])
      unsafe line[x] = abs(left[0] - right[0]) + (above + below)
    }
    unsafe sum(line, width, into: tile.row(Plane.acrossChange, y))
  }

  private static func sum(_ line: UnsafePointer<Float>, _ width: Int, into target: UnsafeMutablePointer<Float>) {
    for x in 6..<width - 6 {
      unsafe target[x] = line[x] + ((line[x - 2] + line[x - 1]) + (line[x + 1] + line[x + 2]))
    }
  }

  // MARK: The estimate

  /// Green minus the pixel's own colour; zero at green pixels.
  private static func differences(_ tile: borrowing BayerTile, _ y: Int, _ width: Int) {
    let m = unsafe tile.row(Plane.mosaic, y)
    let across = unsafe tile.row(Plane.acrossRest, y)
    let down = unsafe tile.row(Plane.downRest, y)
    let acrossChange = unsafe tile.row(Plane.acrossChange, y)
    let downChange = unsafe tile.row(Plane.downChange, y)
    let low = unsafe tile.row(Plane.smooth, y)
    let target = unsafe tile.row(Plane.difference, y)
    let isColored = unsafe tile.checker + (y & 1)
    for x in 8..<width - 8 {
      let direction = unsafe weights(acrossChange + x, downChange + x)
      let mean = unsafe difference(across + x, down + x, direction)
      let ratio = unsafe scaled(m + x, low + x, direction)
      let trust = unsafe Self.trust(ratio.activity, min: acrossChange[x], downChange[x])
      let own = unsafe m[x]
      let other = ratio.green - own
      unsafe target[x] = isColored[x] * (other + trust * (mean - other))
    }
  }

  private struct Direction {
    let north: Float
    let south: Float
    let west: Float
    let east: Float
    /// The reciprocal of their sum.
    let norm: Float
  }

  /// Each direction has the reciprocal of its squared change as its weight; all four share a common denominator.
  @inline(__always)
  private static func weights(_ across: UnsafePointer<Float>, _ down: UnsafePointer<Float>) -> Direction {
    let n = unsafe down[-2 * s] * down[-2 * s] + 1e-9
    let south = unsafe down[2 * s] * down[2 * s] + 1e-9
    let w = unsafe across[-2] * across[-2] + 1e-9
    let e = unsafe across[2] * across[2] + 1e-9
    let column = n * south
    let row = w * e
    let norm = 1 / ((n + south) * row + (w + e) * column)
    return Direction(north: south * row, south: n * row, west: e * column, east: w * column, norm: norm)
  }

  @inline(__always)
  private static func difference(
    _ across: UnsafePointer<Float>, _ down: UnsafePointer<Float>, _ weight: Direction
  ) -> Float {
    let here = unsafe (down[0], across[0])
    let north = unsafe (here.0 + down[-4 * s]) + (down[-2 * s] - (down[-s] + down[-3 * s]))
    let south = unsafe (here.0 + down[4 * s]) + (down[2 * s] - (down[s] + down[3 * s]))
    let west = unsafe (here.1 + across[-4]) + (across[-2] - (across[-1] + across[-3]))
    let east = unsafe (here.1 + across[4]) + (across[2] - (across[1] + across[3]))
    let column = weight.north * north + weight.south * south
    let row = weight.west * west + weight.east * east
    return (column + row) * weight.norm * -0.2
  }

  /// Green neighbours scaled by the change of brightness towards them, and the activity around the pixel.
  @inline(__always)
  private static func scaled(
    _ m: UnsafePointer<Float>, _ low: UnsafePointer<Float>, _ weight: Direction
  ) -> (green: Float, activity: Float) {
    let here = unsafe m[0]
    let doubled = unsafe 2 * low[0]
    let down = unsafe abs(m[-s] - m[s])
    let across = unsafe abs(m[-1] - m[1])
    let n = unsafe down + abs(here - m[-2 * s]) + (abs(m[-s] - m[-3 * s]) + abs(m[-2 * s] - m[-4 * s])) + 1e-5
    let south = unsafe down + abs(here - m[2 * s]) + (abs(m[s] - m[3 * s]) + abs(m[2 * s] - m[4 * s])) + 1e-5
    let w = unsafe across + abs(here - m[-2]) + (abs(m[-1] - m[-3]) + abs(m[-2] - m[-4])) + 1e-5
    let e = unsafe across + abs(here - m[2]) + (abs(m[1] - m[3]) + abs(m[2] - m[4])) + 1e-5
    let column = unsafe pair(m[-s], m[s], low[0] + low[-2 * s], low[0] + low[2 * s], south, n)
    let row = unsafe pair(m[-1], m[1], low[0] + low[-2], low[0] + low[2], e, w)
    let vertical = (weight.north + weight.south) * weight.norm
    return (doubled * (row + vertical * (column - row)), (n + south) + (w + e))
  }

  /// The weighted mean of `a / sumA` and `b / sumB` with one division.
  @inline(__always)
  private static func pair(_ a: Float, _ b: Float, _ sumA: Float, _ sumB: Float, _ u: Float, _ v: Float) -> Float {
    (u * (a * sumB) + v * (b * sumA)) / ((u + v) * (sumA * sumB))
  }

  /// How far to trust the mean of differences: most where brightness changes a lot and differences change little.
  @inline(__always)
  private static func trust(_ activity: Float, min across: Float, _ down: Float) -> Float {
    let change = (across < down ? across : down) * 1.4
    let square = activity * activity
    return square / (square + change * change)
  }
}
