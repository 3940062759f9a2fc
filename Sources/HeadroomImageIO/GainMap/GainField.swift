internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// Log2 gains between two pictures, pixel by pixel, computed once as their rows arrive.
///
/// The result depends neither on the number of threads nor on the bands of rows.
struct GainField: Sendable {
  let isLuma: Bool
  let isBaseHDR: Bool
  let width: Int
  let height: Int
  let offset: Double
  let store: GainBuffer
  let brightest: BrightestPixels
  /// Of red, green and blue in luminance.
  let weights: SIMD3<Float>
  /// The light of the alternate.
  private let wanted: LightSurvey
  /// The part of it that the gains restore, before they are coded.
  private let reachable: LightSurvey
  private(set) var statistics = GainStatistics()
  private let least: Float

  /// - Parameter primaries: of the base.
  init(
    width: Int, height: Int, isLuma: Bool, offset: Double, primaries: ColorPrimaries, isBaseHDR: Bool = false,
    isDeep: Bool = false
  ) throws(ImageIOError) {
    self.width = width
    self.height = height
    self.isLuma = isLuma
    self.isBaseHDR = isBaseHDR
    self.offset = offset
    weights = SIMD3<Float>(primaries.luminanceWeights)
    least = Float(offset) / 8
    store = try GainBuffer(width: width, height: height, isLuma: isLuma, isDeep: isDeep)
    brightest = try BrightestPixels(width: width, height: height)
    wanted = try LightSurvey(width: width, height: height, primaries: primaries)
    reachable = try LightSurvey(width: width, height: height, primaries: primaries)
  }

  /// The number of pixels from which on only every second, third or fourth row is counted in histograms.
  private static let pixelsPerStep = 1 << 20

  static func sampledRowStep(width: Int, height: Int) -> Int {
    min(max(width * height / pixelsPerStep, 1), 4)
  }

  /// Computes the gains of rows that the pair holds.
  mutating func add(_ pair: GainMapPair, rows: Range<Int>, pool: ThreadPool) throws(ImageIOError) {
    guard !rows.isEmpty else { return }
    let block = BrightestPixels.blockHeight
    let firstBlock = rows.lowerBound / block
    let count = (rows.upperBound - 1) / block - firstBlock + 1
    let step = Self.sampledRowStep(width: width, height: height)
    let total = SharedAccumulator(GainStatistics())
    let makeScratch: @Sendable () -> Scratch = { [width] in Scratch(width: width) }
    try pool.forEachPiece(count, scratch: makeScratch) { [self] index, scratch in
      var part = GainStatistics()
      let start = (firstBlock + index) * block
      for row in (start..<start + block).clamped(to: rows) {
        computeRow(row, pair, isSampled: row % step == 0, &scratch, &part)
      }
      total.update { $0.add(part) }
    }
    statistics.add(total.value)
  }

  /// The measured light of the alternate when all rows have arrived, and the light that the gains restore; nil where
  /// the alternate is the SDR rendition.
  var light: (wanted: LightSurvey, reachable: LightSurvey)? {
    guard !isBaseHDR else { return nil }
    var all = wanted
    all.add(statistics.levels)
    return (all, reachable)
  }

  /// Whether the gains restore the colours of all blocks except a few.
  ///
  /// The base is the one that readers decode. A coded base has lost some of its colours, most in saturated lamps in
  /// 4:2:0, and one gain multiplies these errors; over a block its noise averages out.
  var keepsColors: Bool {
    let (wanted, found) = (wanted.blocks, reachable.blocks)
    return wanted.shiftedShare(in: found) <= Self.mostShifted
      && GainMapFidelity.Colors(wanted, found).isWithin(Self.mostOff, Self.mostBrightOff)
  }

  /// The share of blocks that may come back with a channel a quarter of a stop off; with a clearly different colour;
  /// and the latter among blocks with highlights, where one lamp may be all.
  private static let mostShifted = 0.02
  private static let mostOff = 0.002
  private static let mostBrightOff = 0.02

  // MARK: - One row

  private struct Scratch: ~Copyable {
    let base: RowBuffer
    let alternate: RowBuffer
    let gain: RowBuffer
    /// Largest channel of the HDR rendition, in the base's primaries and, after that, in BT.2020.
    let light: RowBuffer

    init(width: Int) {
      base = RowBuffer(capacity: width)
      alternate = RowBuffer(capacity: width)
      gain = RowBuffer(capacity: width)
      light = RowBuffer(capacity: width)
    }
  }

  private func computeRow(
    _ row: Int, _ pair: GainMapPair, isSampled: Bool, _ scratch: inout Scratch, _ statistics: inout GainStatistics
  ) {
    let (base, alternate) = unsafe (scratch.base.rows, scratch.alternate.rows)
    let (gain, light) = unsafe (scratch.gain.rows, scratch.light.rows)
    unsafe pair.readBase(row, into: base)
    unsafe pair.readAlternate(row, into: alternate)
    unsafe findLargest(isBaseHDR ? base : alternate, into: light.r)
    unsafe brightest.add(row: row, light: light.r, base: base, alternate: alternate)
    let isCounted = wanted.counts(row: row)
    if isCounted {
      unsafe wanted.add(row: row, alternate)
      unsafe wanted.findLevels(alternate, into: light.g, count: width)
      unsafe statistics.addLevels(light.g, count: width)
    }
    if isLuma {
      unsafe computeLuma(base, alternate, pair.weights, into: gain.r)
      unsafe statistics.add(gain: gain.r, light: light.r, count: width)
      if isCounted {
        unsafe multiply(base, by: gain.r)
        unsafe reachable.add(row: row, base)
      }
    } else {
      if !isBaseHDR { unsafe bringIntoReach(alternate, pair.weights) }
      if isCounted { unsafe reachable.add(row: row, alternate) }
      for plane in 0..<3 {
        let (near, far, result) = unsafe (
          base.plane(plane), alternate.plane(plane), gain.plane(plane)
        )
        unsafe computeChannel(near, far, into: result)
        unsafe statistics.add(gain: result, light: isBaseHDR ? near : far, count: width)
      }
    }
    if isSampled {
      for plane in 0..<store.planes { unsafe statistics.addSampled(gain: gain.plane(plane), count: width) }
      for i in 0..<width { unsafe light.r[i] = log2Fast(max(light.r[i], 1e-3)) }
      unsafe statistics.addSampled(brightness: light.r, count: width)
    }
    unsafe store.write(gain, row: row)
  }

  private func findLargest(_ rows: RowPointers, into out: UnsafeMutablePointer<Float>) {
    for i in 0..<width { unsafe out[i] = max(max(rows.r[i], rows.g[i]), max(rows.b[i], 0)) }
  }

  /// The largest share of its light that a colour may lose to keep its luminance, because peaks have to stay.
  private static let mostDimming: Float = 0.06

  /// Brings colours so far outside the base's gamut that no gain reaches them to where one does: components that are
  /// too low are raised, and all light is lowered by the luminance that this adds. Otherwise saturated light beyond the
  /// gamut comes back too bright: by 4 % in half of the picture, in a film of BT.2020 on a base of Display P3.
  private func bringIntoReach(_ rows: RowPointers, _ weights: SIMD3<Float>) {
    let floor = least - Float(offset)
    for i in 0..<width {
      let (r, g, b) = unsafe (max(rows.r[i], floor), max(rows.g[i], floor), max(rows.b[i], floor))
      let added = unsafe weights.x * (r - rows.r[i]) + weights.y * (g - rows.g[i]) + weights.z * (b - rows.b[i])
      let light = weights.x * max(r, 0) + weights.y * max(g, 0) + weights.z * max(b, 0)
      let share = 1 - min(added / max(light, 1e-6), Self.mostDimming)
      unsafe rows.r[i] = r > 0 ? r * share : r
      unsafe rows.g[i] = g > 0 ? g * share : g
      unsafe rows.b[i] = b > 0 ? b * share : b
    }
  }

  /// An alternate below -7/8 of the offset is clamped to that: a few colours far outside the base's gamut would
  /// otherwise take the map's whole range.
  private func ratio(_ base: Float, _ alternate: Float) -> Float {
    let ratio = max(alternate + Float(offset), least) / max(base + Float(offset), least)
    return ratio > 1e-10 ? ratio : 1e-10
  }

  private func computeLuma(
    _ base: RowPointers, _ alternate: RowPointers, _ weights: SIMD3<Float>, into gain: UnsafeMutablePointer<Float>
  ) {
    let sign: Float = isBaseHDR ? -1 : 1
    for i in 0..<width {
      let near = unsafe weights.x * base.r[i] + weights.y * base.g[i] + weights.z * base.b[i]
      let far = unsafe weights.x * alternate.r[i] + weights.y * alternate.g[i] + weights.z * alternate.b[i]
      unsafe gain[i] = sign * log2Fast(ratio(near, far))
    }
  }

  /// Multiplies the base by one gain.
  private func multiply(_ base: RowPointers, by gain: UnsafePointer<Float>) {
    let (sign, k): (Float, Float) = (isBaseHDR ? -1 : 1, Float(offset))
    for i in 0..<width {
      let factor = unsafe exp2Fast(sign * gain[i])
      unsafe base.r[i] = (base.r[i] + k) * factor - k
      unsafe base.g[i] = (base.g[i] + k) * factor - k
      unsafe base.b[i] = (base.b[i] + k) * factor - k
    }
  }

  private func computeChannel(
    _ base: UnsafePointer<Float>, _ alternate: UnsafePointer<Float>, into gain: UnsafeMutablePointer<Float>
  ) {
    let sign: Float = isBaseHDR ? -1 : 1
    for i in 0..<width { unsafe gain[i] = sign * log2Fast(ratio(base[i], alternate[i])) }
  }
}
