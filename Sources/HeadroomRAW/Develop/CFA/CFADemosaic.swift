/// Estimates the colours of a mosaic with a repeated pattern, such as X-Trans, in square roots of light.
///
/// Green is estimated along rows and along columns as a mean of greens plus the pixel's difference from the mean of its
/// own colour; the direction in which colour differences change less counts more. From the resulting red and blue,
/// green is estimated again, by means of colour differences at green pixels; this estimate counts where brightness
/// changes a lot and colour differences change little. The patterns' periods only enter through tables.
struct CFADemosaic {
  private typealias Plane = CFATile.Plane
  private typealias Row = UnsafeMutablePointer<Float>
  @inline(__always) private static var s: Int { CFATile.stride }

  let pattern: CFAPatternTables
  let width: Int
  let height: Int

  func run(_ tile: borrowing CFATile) {
    for y in 0..<height { split(tile, y) }
    for direction in 0..<2 {
      for y in 4..<height - 4 { firstEstimate(tile, y, direction) }
      for y in 5..<height - 5 { firstChange(tile, y, direction) }
      for y in 7..<height - 7 {
        unsafe box(tile.row(Plane.work, y), 7, into: tile.row(Plane.change + direction, y), tile)
      }
    }
    for y in 7..<height - 7 { firstGreen(tile, y) }
    differences(tile, margin: 7)
    for y in 10..<height - 10 { greenOnly(tile, y) }
    for direction in 0..<2 {
      for y in 13..<height - 13 { secondEstimate(tile, y, direction) }
      for y in 11..<height - 11 { secondChange(tile, y, direction) }
      for y in 13..<height - 13 {
        unsafe box(tile.row(Plane.work, y), 13, into: tile.row(Plane.change + direction, y), tile)
      }
    }
    for y in 8..<height - 8 { activity(tile, y) }
    for y in 13..<height - 13 { unsafe box(tile.row(Plane.work, y), 13, into: tile.row(Plane.colors + 2, y), tile) }
    for y in 13..<height - 13 { secondGreen(tile, y) }
    for plane in [0, 2] {
      for y in 13..<height - 13 { unsafe own(tile, y, plane, 13, into: tile.row(Plane.colors + plane, y)) }
    }
    for y in 16..<height - 16 { guidedSpread(tile, y, 16) }
  }

  // MARK: First estimate

  private func split(_ tile: borrowing CFATile, _ y: Int) {
    let m = unsafe tile.row(Plane.mosaic, y)
    for plane in 0..<3 {
      let mask = unsafe pattern.mask(plane, y)
      let target = unsafe tile.row(Plane.colors + plane, y)
      for x in 0..<width { unsafe target[x] = m[x] * mask[x] }
    }
  }

  @inline(__always)
  private static func wide(_ p: Row, _ d: Int) -> Float {
    let near = unsafe (p[-d] + p[d]) + p[0]
    let far = unsafe 0.25 * (p[-2 * d] + p[2 * d]) + 0.11 * (p[-3 * d] + p[3 * d])
    return unsafe near + (far + 0.06 * (p[-4 * d] + p[4 * d]))
  }

  private func firstEstimate(_ tile: borrowing CFATile, _ y: Int, _ direction: Int) {
    let isDown = direction == 1
    if isDown { firstEstimate(tile, y, Self.s, isDown) } else { firstEstimate(tile, y, 1, isDown) }
  }

  @inline(__always)
  private func firstEstimate(_ tile: borrowing CFATile, _ y: Int, _ d: Int, _ isDown: Bool) {
    let m = unsafe tile.row(Plane.mosaic, y)
    let green = unsafe tile.row(Plane.work, y)
    let estimate = unsafe tile.row(Plane.estimate + (isDown ? 1 : 0), y)
    let greens = unsafe tile.row(Plane.colors + 1, y)
    let greenNorm = unsafe pattern.wideNorm(1, y, isDown: isDown)
    let greenMask = unsafe pattern.mask(1, y)
    for x in 4..<width - 4 {
      let mean = unsafe Self.wide(greens + x, d) * greenNorm[x]
      unsafe green[x] = mean
      unsafe estimate[x] = mean + m[x] - greenMask[x] * mean
    }
    for plane in [0, 2] {
      let colors = unsafe tile.row(Plane.colors + plane, y)
      let norm = unsafe pattern.wideNorm(plane, y, isDown: isDown)
      let mask = unsafe pattern.mask(plane, y)
      let difference = unsafe tile.row(plane == 0 ? Plane.red : Plane.blue, y)
      for x in 4..<width - 4 {
        let mean = unsafe Self.wide(colors + x, d) * norm[x]
        unsafe estimate[x] -= mask[x] * mean
        unsafe difference[x] = green[x] - mean
      }
    }
  }

  private func firstChange(_ tile: borrowing CFATile, _ y: Int, _ direction: Int) {
    let estimate = unsafe tile.row(Plane.estimate + direction, y)
    change(tile, y, 5, direction == 1 ? Self.s : 1)
    let target = unsafe tile.row(Plane.work, y)
    let d = direction == 1 ? Self.s : 1
    for x in 5..<width - 5 {
      unsafe target[x] += abs(estimate[x - d] + estimate[x + d] - 2 * estimate[x])
    }
  }

  /// How much colour differences change along a direction.
  private func change(_ tile: borrowing CFATile, _ y: Int, _ margin: Int, _ d: Int) {
    let red = unsafe tile.row(Plane.red, y)
    let blue = unsafe tile.row(Plane.blue, y)
    let target = unsafe tile.row(Plane.work, y)
    for x in margin..<width - margin {
      unsafe target[x] = abs(red[x + d] - red[x - d]) + abs(blue[x + d] - blue[x - d])
    }
  }

  /// Sums over 5 x 5 pixels.
  private func box(_ rows: Row, _ margin: Int, into target: Row, _ tile: borrowing CFATile) {
    let s = Self.s
    // The last rows of the work plane are free: no tile is that high.
    let line = unsafe tile.row(Plane.work, CFATile.rows - 1)
    for x in margin - 2..<width - margin + 2 {
      unsafe line[x] = rows[x] + ((rows[x - 2 * s] + rows[x - s]) + (rows[x + s] + rows[x + 2 * s]))
    }
    for x in margin..<width - margin {
      unsafe target[x] = line[x] + ((line[x - 2] + line[x - 1]) + (line[x + 1] + line[x + 2]))
    }
  }

  private func firstGreen(_ tile: borrowing CFATile, _ y: Int) {
    let target = unsafe tile.row(Plane.green, y)
    let first = unsafe tile.row(Plane.first, y)
    unsafe meet(tile, y, 7, into: first)
    let m = unsafe tile.row(Plane.mosaic, y)
    let mask = unsafe pattern.mask(1, y)
    for x in 7..<width - 7 { unsafe target[x] = mask[x] > 0 ? m[x] : first[x] }
  }

  /// The mean of both directions' estimates, each weighted by the reciprocal of its squared change.
  private func meet(_ tile: borrowing CFATile, _ y: Int, _ margin: Int, into target: Row) {
    let across = unsafe tile.row(Plane.estimate, y)
    let down = unsafe tile.row(Plane.estimate + 1, y)
    let acrossChange = unsafe tile.row(Plane.change, y)
    let downChange = unsafe tile.row(Plane.change + 1, y)
    for x in margin..<width - margin {
      let (a, b) = unsafe (acrossChange[x] + 2.5e-4, downChange[x] + 2.5e-4)
      unsafe target[x] = (across[x] * (b * b) + down[x] * (a * a)) / (a * a + b * b)
    }
  }

  // MARK: Red and blue

  /// Green minus red and green minus blue at all pixels.
  private func differences(_ tile: borrowing CFATile, margin: Int) {
    for plane in [0, 2] {
      for y in margin..<height - margin { unsafe own(tile, y, plane, margin, into: tile.row(Plane.work, y)) }
      for y in margin + 3..<height - margin - 3 { spread(tile, y, plane, margin) }
    }
  }

  private func own(_ tile: borrowing CFATile, _ y: Int, _ plane: Int, _ margin: Int, into target: Row) {
    let m = unsafe tile.row(Plane.mosaic, y)
    let green = unsafe tile.row(Plane.green, y)
    let mask = unsafe pattern.mask(plane, y)
    for x in margin..<width - margin { unsafe target[x] = (green[x] - m[x]) * mask[x] }
  }

  @inline(__always)
  private static func soft(_ p: Row, _ d: Int) -> Float {
    let near = unsafe p[0] + 0.70665 * (p[-d] + p[d])
    return unsafe near + (0.24935 * (p[-2 * d] + p[2 * d]) + 0.04394 * (p[-3 * d] + p[3 * d]))
  }

  private func spread(_ tile: borrowing CFATile, _ y: Int, _ plane: Int, _ margin: Int) {
    let own = unsafe tile.row(Plane.work, y)
    let line = unsafe tile.row(Plane.work, CFATile.rows - 1)
    let norm = unsafe pattern.aroundNorm(plane, y)
    let mask = unsafe pattern.mask(plane, y)
    let target = unsafe tile.row(plane == 0 ? Plane.red : Plane.blue, y)
    for x in margin..<width - margin { unsafe line[x] = Self.soft(own + x, Self.s) }
    for x in margin + 3..<width - margin - 3 {
      let mean = unsafe Self.soft(line + x, 1) * norm[x]
      unsafe target[x] = mask[x] > 0 ? own[x] : mean
    }
  }

  // MARK: Second estimate

  private func greenOnly(_ tile: borrowing CFATile, _ y: Int) {
    let mask = unsafe pattern.mask(1, y)
    for (index, plane) in [Plane.red, Plane.blue].enumerated() {
      let difference = unsafe tile.row(plane, y)
      let target = unsafe tile.row(Plane.colors + index, y)
      for x in 10..<width - 10 { unsafe target[x] = difference[x] * mask[x] }
    }
  }

  @inline(__always)
  private static func near(_ p: Row, _ d: Int) -> Float {
    unsafe (p[-d] + p[d]) + p[0] + (0.4 * (p[-2 * d] + p[2 * d]) + 0.15 * (p[-3 * d] + p[3 * d]))
  }

  private func secondEstimate(_ tile: borrowing CFATile, _ y: Int, _ direction: Int) {
    let isDown = direction == 1
    if isDown { secondEstimate(tile, y, Self.s, isDown) } else { secondEstimate(tile, y, 1, isDown) }
  }

  @inline(__always)
  private func secondEstimate(_ tile: borrowing CFATile, _ y: Int, _ d: Int, _ isDown: Bool) {
    let m = unsafe tile.row(Plane.mosaic, y)
    let red = unsafe tile.row(Plane.colors, y)
    let blue = unsafe tile.row(Plane.colors + 1, y)
    let norm = unsafe pattern.nearNorm(1, y, isDown: isDown)
    let (isRed, isBlue) = unsafe (pattern.mask(0, y), pattern.mask(2, y))
    let target = unsafe tile.row(Plane.estimate + (isDown ? 1 : 0), y)
    for x in 13..<width - 13 {
      let difference = unsafe isRed[x] * Self.near(red + x, d) + isBlue[x] * Self.near(blue + x, d)
      unsafe target[x] = m[x] + difference * norm[x]
    }
  }

  private func secondChange(_ tile: borrowing CFATile, _ y: Int, _ direction: Int) {
    change(tile, y, 11, direction == 1 ? Self.s : 1)
  }

  private func activity(_ tile: borrowing CFATile, _ y: Int) {
    let green = unsafe tile.row(Plane.green, y)
    let target = unsafe tile.row(Plane.work, y)
    for x in 8..<width - 8 {
      unsafe target[x] = abs(green[x - 1] - green[x + 1]) + abs(green[x - Self.s] - green[x + Self.s])
    }
  }

  private func secondGreen(_ tile: borrowing CFATile, _ y: Int) {
    let mean = unsafe tile.row(Plane.colors, y)
    unsafe meet(tile, y, 13, into: mean)
    let first = unsafe tile.row(Plane.first, y)
    let activity = unsafe tile.row(Plane.colors + 2, y)
    let acrossChange = unsafe tile.row(Plane.change, y)
    let downChange = unsafe tile.row(Plane.change + 1, y)
    for x in 13..<width - 13 {
      let (a, b) = unsafe (acrossChange[x], downChange[x])
      let change = 1.5 * (a < b ? a : b)
      let square = unsafe activity[x] * activity[x]
      let trust = square / (square + change * change + 1e-8)
      unsafe mean[x] = first[x] + trust * (mean[x] - first[x])
    }
    let m = unsafe tile.row(Plane.mosaic, y)
    let mask = unsafe pattern.mask(1, y)
    let target = unsafe tile.row(Plane.green, y)
    for x in 13..<width - 13 { unsafe target[x] = mask[x] > 0 ? m[x] : mean[x] }
  }
}
