internal import CHeadroomMath
internal import HeadroomColor

/// The steps of ``SharpYUVEncoder`` on the rows of one tile.
struct SharpYUVSolver {
  typealias Row = SharpYUVTile.Row

  let tile: SharpYUVTile
  /// Chroma samples of the tile each way.
  let columns: Int
  let rows: Int
  let rowsPerSample: Int
  let curve: TransferFunction
  let weights: (red: Float, green: Float, blue: Float)
  let kernels: YCbCrEncodeKernels
  /// Whether chroma lies between two pixels of a row; otherwise it lies on the first.
  let isCentered: Bool

  private var width: Int { 2 * columns }

  // MARK: - Light

  /// Turns the line's signals into light, within the range of files, adds it to the sums of its chroma samples and
  /// keeps the signal of its luminance.
  func takeLight(ofRow row: Int) {
    let colors = unsafe tile.colors
    let (r, g, b) = unsafe (colors.r, colors.g, colors.b)
    for i in 0..<width {
      // NaN becomes 0.
      unsafe r[i] = headroom_clamp(r[i], 0, 1)
      unsafe g[i] = headroom_clamp(g[i], 0, 1)
      unsafe b[i] = headroom_clamp(b[i], 0, 1)
    }
    unsafe decode(colors)
    unsafe addToSums(colors, isFirst: row % rowsPerSample == 0)
    unsafe signalOfLuminance(colors, tile.target(row))
  }

  /// Decodes the line's luma and chroma from the rows that ``solve(row:isFirst:)`` left, and
  /// adds its light to the sums.
  func takeDecodedLight(line: Int) {
    unsafe addToSums(tile.colors, isFirst: line == 0)
  }

  private func decode(_ colors: RowPointers) {
    unsafe TransferRow.decode(curve, colors.r, width)
    unsafe TransferRow.decode(curve, colors.g, width)
    unsafe TransferRow.decode(curve, colors.b, width)
  }

  private func signalOfLuminance(_ light: RowPointers, _ to: Row) {
    let (red, green, blue) = weights
    let (r, g, b) = unsafe (light.r, light.g, light.b)
    for i in 0..<width { unsafe to[i] = (red * r[i]).addingProduct(green, g[i]).addingProduct(blue, b[i]) }
    unsafe TransferRow.encode(curve, to, width)
  }

  /// Rows 4 to 6 hold the summed light of a row of chroma samples.
  private func addToSums(_ light: RowPointers, isFirst: Bool) {
    unsafe addToSum(light.r, tile.line(4), isFirst)
    unsafe addToSum(light.g, tile.line(5), isFirst)
    unsafe addToSum(light.b, tile.line(6), isFirst)
  }

  private func addToSum(_ from: Row, _ to: Row, _ isFirst: Bool) {
    let share: Float = rowsPerSample == 2 ? 0.25 : 0.5
    if !isCentered {
      // The pixel it lies on counts twice as much as those beside it.
      if isFirst { unsafe to.update(repeating: 0, count: columns) }
      for i in 0..<columns {
        let before = unsafe from[max(2 &* i &- 1, 0)]
        unsafe to[i] += (from[2 &* i] + (before + from[2 &* i &+ 1]) * 0.5) * share
      }
    } else if isFirst {
      for i in 0..<columns { unsafe to[i] = (from[2 &* i] + from[2 &* i &+ 1]) * share }
    } else {
      for i in 0..<columns { unsafe to[i] += (from[2 &* i] + from[2 &* i &+ 1]) * share }
    }
  }

  // MARK: - Chroma

  /// Chroma of the mean light in the sums.
  private func chromaOfSums(_ blue: Row, _ red: Row) {
    let (r, g, b) = unsafe (tile.line(4), tile.line(5), tile.line(6))
    unsafe TransferRow.encode(curve, r, columns)
    unsafe TransferRow.encode(curve, g, columns)
    unsafe TransferRow.encode(curve, b, columns)
    unsafe kernels.differences(r, g, b, blue, red, columns)
  }

  func takeWantedChroma(_ sample: Int) {
    let (blue, red) = unsafe (tile.wantedBlue(sample), tile.wantedRed(sample))
    unsafe chromaOfSums(blue, red)
    unsafe tile.blue(sample).update(from: blue, count: columns)
    unsafe tile.red(sample).update(from: red, count: columns)
  }

  /// Adds the light that the decoded light lacks. The corrected samples are kept apart: the rows below
  /// still need the first ones.
  func correctChroma(_ sample: Int) {
    let (foundBlue, foundRed) = unsafe (tile.line(7), tile.line(8))
    unsafe chromaOfSums(foundBlue, foundRed)
    unsafe correct(tile.blue(sample), tile.wantedBlue(sample), foundBlue, tile.correctedBlue(sample))
    unsafe correct(tile.red(sample), tile.wantedRed(sample), foundRed, tile.correctedRed(sample))
  }

  private func correct(_ used: Row, _ wanted: Row, _ found: Row, _ to: Row) {
    for i in 0..<columns { unsafe to[i] = unsafe used[i] + (wanted[i] - found[i]) }
    unsafe kernels.roundChroma(to, columns)
  }

  func useCorrectedChroma() {
    for sample in 0..<rows {
      unsafe tile.blue(sample).update(from: tile.correctedBlue(sample), count: columns)
      unsafe tile.red(sample).update(from: tile.correctedRed(sample), count: columns)
    }
  }

  // MARK: - Luma

  /// Evaluations that a row's luma may take. Chroma is corrected well enough after two. The others are for the
  /// small lights of ``SharpYUVTests``: after two more a block of 256 pixels lacks up to 10 % of its
  /// luminance, after four 2 %.
  private static let evaluations = (first: 2, second: 4)

  /// Solves the luma of a row until no pixel's luma moves by half a code. The first time, its light is
  /// left in the line's colours.
  ///
  /// - Parameter isFirst: whether to begin from the lower bound, else from the row's last solution.
  func solve(row: Int, isFirst: Bool) {
    let (blue, red, green) = unsafe (tile.line(9), tile.line(10), tile.line(11))
    unsafe enlarge(tile.blue, row, blue)
    unsafe enlarge(tile.red, row, red)
    unsafe kernels.partsOfChroma(blue, red, green, width)
    let (target, luma, slope) = unsafe (tile.target(row), tile.luma(row), tile.slope(row))
    if isFirst { unsafe begin(target, blue, red, green, luma, slope) }
    let (last, lastFound, found) = unsafe (tile.line(13), tile.line(14), tile.line(15))
    for evaluation in 0..<(isFirst ? Self.evaluations.first : Self.evaluations.second) {
      unsafe evaluate(luma, blue, red, green, found)
      if evaluation > 0 { unsafe measure(slope, luma, found, last, lastFound) }
      if unsafe step(luma, target, slope, found, last, lastFound) == 0 { break }
    }
    if isFirst { unsafe takeColors(luma, blue, red, green) }
  }

  /// Luma that is too small, or exact where the largest component has all of the light.
  private func begin(_ target: Row, _ blue: Row, _ red: Row, _ green: Row, _ luma: Row, _ slope: Row) {
    for i in 0..<width {
      let largest = unsafe max(blue[i], max(red[i], green[i]))
      unsafe luma[i] = headroom_clamp(target[i] - largest, 0, 1)
      unsafe slope[i] = 1
    }
  }

  /// The signal of the luminance that luma and the parts of chroma decode to.
  private func evaluate(_ luma: Row, _ blue: Row, _ red: Row, _ green: Row, _ found: Row) {
    unsafe takeColors(luma, blue, red, green)
    unsafe signalOfLuminance(tile.colors, found)
  }

  private func takeColors(_ luma: Row, _ blue: Row, _ red: Row, _ green: Row) {
    let colors = unsafe tile.colors
    let (r, g, b) = unsafe (colors.r, colors.g, colors.b)
    for i in 0..<width {
      unsafe r[i] = headroom_clamp(luma[i] + red[i], 0, 1)
      unsafe g[i] = headroom_clamp(luma[i] + green[i], 0, 1)
      unsafe b[i] = headroom_clamp(luma[i] + blue[i], 0, 1)
    }
    unsafe decode(colors)
  }

  /// The slope between the last two evaluations. Pure blue has 0.24 in HLG, where its signal is the root of light, and 1.15
  /// in HLG's logarithm.
  private func measure(_ slope: Row, _ luma: Row, _ found: Row, _ last: Row, _ lastFound: Row) {
    for i in 0..<width {
      let distance = unsafe luma[i] - last[i]
      let measured = unsafe (found[i] - lastFound[i]) / (abs(distance) > 1e-5 ? distance : 1)
      unsafe slope[i] = headroom_clamp(abs(distance) > 1e-5 ? measured : slope[i], 0.2, 1.2)
    }
  }

  /// Steps to the luma that is right if the slope continues.
  ///
  /// - Returns: the number of pixels that moved by more than half a code.
  private func step(
    _ luma: Row, _ target: Row, _ slope: Row, _ found: Row, _ last: Row, _ lastFound: Row
  ) -> Int32 {
    let near = 0.5 * kernels.lumaStep
    var far: Int32 = 0
    for i in 0..<width {
      let y = unsafe luma[i]
      let next = unsafe headroom_clamp(y + (target[i] - found[i]) / slope[i], 0, 1)
      unsafe last[i] = y
      unsafe lastFound[i] = found[i]
      unsafe luma[i] = next
      far &+= abs(next - y) > near ? 1 : 0
    }
    return far
  }

  /// The chroma that readers interpolate for a row: three quarters of the sample a pixel belongs to and one of the next,
  /// each way; along a row where samples lie on pixels, these and the mean of two.
  private func enlarge(_ samples: (Int) -> Row, _ row: Int, _ to: Row) {
    let mixed = unsafe tile.line(12)
    let near = unsafe samples(row / rowsPerSample)
    if rowsPerSample == 2 {
      let next = row % 2 == 0 ? max(row / 2 - 1, 0) : min(row / 2 + 1, rows - 1)
      let far = unsafe samples(next)
      for i in 0..<columns { unsafe mixed[i] = near[i] * 0.75 + far[i] * 0.25 }
    } else {
      unsafe mixed.update(from: near, count: columns)
    }
    if !isCentered {
      for i in 0..<columns {
        unsafe to[2 &* i] = mixed[i]
        unsafe to[2 &* i &+ 1] = (mixed[i] + mixed[min(i &+ 1, columns &- 1)]) * 0.5
      }
      return
    }
    unsafe to[0] = mixed[0]
    unsafe to[width - 1] = mixed[columns - 1]
    for i in 0..<columns - 1 {
      unsafe to[2 &* i &+ 1] = mixed[i] * 0.75 + mixed[i &+ 1] * 0.25
      unsafe to[2 &* i &+ 2] = mixed[i] * 0.25 + mixed[i &+ 1] * 0.75
    }
  }
}
