internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// Gains for a map that is smaller than its picture, fitted to the light that they have to restore.
///
/// ### Formula
/// They are the gains `m` whose bilinear enlargement `E m`, as readers make it, is nearest to the gains `g` of the
/// pixels: least squares with the weights `w = 2^g`, which are high where the light is. They are found by steps of
/// `m + (E^T w (g - E m)) / (E^T w)`, from the weighted average. An average without weights would lose the light of a
/// lamp of two pixels in the dark around it.
struct FittedGainMap: Sendable {
  let width: Int
  let height: Int
  private let store: GainBuffer
  private let brightest: BrightestPixels
  private let columns: GainMapAxis
  private let rows: GainMapAxis
  /// The picture's first row of each row of the map, as the enlargement sees it, and the picture's height.
  private let firstRows: [Int]

  /// Steps after the weighted average: more change little.
  private static let steps = 2
  /// Map rows of one part of the parallel job.
  private static let bandHeight = 16

  init(_ field: GainField, scale: Int) {
    store = field.store
    brightest = field.brightest
    (width, height) = Self.size(width: store.width, height: store.height, scale: scale)
    columns = GainMapAxis(base: store.width, map: width)
    rows = GainMapAxis(base: store.height, map: height)
    var first = [Int](repeating: store.height, count: height + 1)
    for (row, index) in rows.index.enumerated().reversed() { first[Int(index)] = row }
    for index in (0..<height).reversed() { first[index] = min(first[index], first[index + 1]) }
    firstRows = first
  }

  /// The gains, in halves: within a two-thousandth of a gain.
  func fitted(pool: ThreadPool) throws(ImageIOError) -> PixelBitmap {
    try improved(try fit(from: nil, pool: pool), pool)
  }

  /// The gains where they restore the light, else nil. The average already reveals most maps that do not.
  func faithful(pool: ThreadPool) throws(ImageIOError) -> PixelBitmap? {
    let average = try fit(from: nil, pool: pool)
    guard try missed(average, everyBand: 4, pool).share <= Self.mostMissedByAverage else { return nil }
    let best = try improved(average, pool)
    let left = try missed(best, everyBand: 1, pool)
    return left.share <= Self.mostMissed && left.lampShare <= Self.mostMissedLamps ? best : nil
  }

  private func improved(_ average: PixelBitmap, _ pool: ThreadPool) throws(ImageIOError) -> PixelBitmap {
    var result = average
    for _ in 0..<Self.steps { result = try fit(from: result, pool: pool) }
    return result
  }

  /// Bytes while the gains of a picture are fitted: the average, the last step and the next.
  ///
  /// - Parameter scale: the factor by which the map is smaller; nil where it is still to be found.
  static func byteCount(width: Int, height: Int, isLuma: Bool, scale: Int?) -> Int {
    let scale = scale ?? GainMapQuantizer.usualScale
    if scale <= 1 { return 0 }
    let size = size(width: width, height: height, scale: scale)
    return 3 * PixelBitmap.byteCount(width: size.width, height: size.height, format: format(isLuma: isLuma))
  }

  /// The size of a picture's map, whose last row and column may cover less of the picture.
  static func size(width: Int, height: Int, scale: Int) -> (width: Int, height: Int) {
    ((width + scale - 1) / scale, (height + scale - 1) / scale)
  }

  private static func format(isLuma: Bool) -> PixelFormat { isLuma ? .grayHalf : .rgbHalf }

  private func makeBitmap() throws(ImageIOError) -> PixelBitmap {
    do throws(PixelError) {
      return try PixelBitmap(
        width: width, height: height, format: Self.format(isLuma: store.planes == 1), alpha: .opaque)
    } catch {
      throw ImageIOError(error)
    }
  }

  // MARK: - Fitting

  private struct Scratch: ~Copyable {
    let gain: RowBuffer
    let enlarged: RowBuffer
    let above: RowBuffer
    let below: RowBuffer
    /// Weighted errors and weights of the rows of a band.
    let sums: [RowBuffer3]

    init(_ map: FittedGainMap) {
      gain = RowBuffer(capacity: map.store.width)
      enlarged = RowBuffer(capacity: map.store.width)
      above = RowBuffer(capacity: map.width + 1)
      below = RowBuffer(capacity: map.width + 1)
      sums = (0..<FittedGainMap.bandHeight).map { _ in RowBuffer3(capacity: map.width + 1) }
    }
  }

  /// Errors and weights of one row of the map.
  private final class RowBuffer3 {
    let errors: RowBuffer
    let weights: RowBuffer

    init(capacity: Int) {
      errors = RowBuffer(capacity: capacity)
      weights = RowBuffer(capacity: capacity)
    }

    func clear(_ count: Int) {
      for plane in 0..<3 {
        unsafe errors.rows.plane(plane).update(repeating: 0, count: count)
        unsafe weights.rows.plane(plane).update(repeating: 0, count: count)
      }
    }
  }

  private func fit(from old: PixelBitmap?, pool: ThreadPool) throws(ImageIOError) -> PixelBitmap {
    let out = try makeBitmap()
    let bands = (height + Self.bandHeight - 1) / Self.bandHeight
    let makeScratch: @Sendable () -> Scratch = { Scratch(self) }
    try pool.forEachPiece(bands, scratch: makeScratch) { band, scratch in
      let start = band * Self.bandHeight
      let mapRows = start..<min(start + Self.bandHeight, height)
      for sums in scratch.sums { sums.clear(width + 1) }
      // Rows of the picture that these rows of the map affect.
      for row in firstRows[max(mapRows.lowerBound - 1, 0)]..<firstRows[mapRows.upperBound] {
        unsafe store.read(row: row, into: scratch.gain.rows)
        if let old { enlarge(old, row: row, &scratch) }
        let (index, share) = (Int(rows.index[row]), rows.share[row])
        for (target, part) in [(index, 1 - share), (index + 1, share)] where part > 0 && mapRows.contains(target) {
          let sums = scratch.sums[target - start]
          for plane in 0..<store.planes { spread(plane, part, hasOld: old != nil, scratch, into: sums) }
        }
      }
      for row in mapRows { finish(row, scratch.sums[row - start], old: old, scratch, into: out) }
    }
    return out
  }

  /// Adds the errors of a row of the picture to those of a row of the map.
  private func spread(_ plane: Int, _ part: Float, hasOld: Bool, _ scratch: borrowing Scratch, into sums: RowBuffer3) {
    let gain = unsafe scratch.gain.rows.plane(plane)
    let enlarged = unsafe scratch.enlarged.rows.plane(plane)
    let errors = unsafe sums.errors.rows.plane(plane)
    let weights = unsafe sums.weights.rows.plane(plane)
    unsafe columns.index.withUnsafeBufferPointer { index in
      unsafe columns.share.withUnsafeBufferPointer { share in
        for i in 0..<store.width {
          let value = unsafe gain[i]
          let weight = Self.weight(value) * part
          let error = unsafe (hasOld ? value - enlarged[i] : value) * weight
          let (place, right) = unsafe (Int(index[i]), share[i])
          unsafe errors[place] += error * (1 - right)
          unsafe weights[place] += weight * (1 - right)
          unsafe errors[place + 1] += error * right
          unsafe weights[place + 1] += weight * right
        }
      }
    }
  }

  /// 2^g, clamped so that no pixel is ignored and none outweighs all others.
  private static func weight(_ gain: Float) -> Float { exp2Fast(min(max(gain, -3), 8)) }

  private func finish(
    _ row: Int, _ sums: RowBuffer3, old: PixelBitmap?, _ scratch: borrowing Scratch, into out: PixelBitmap
  ) {
    let previous = unsafe scratch.above.rows
    if let old { unsafe RowCodec.unpack(old, row: row, x: 0, count: width, into: previous) }
    let errors = unsafe sums.errors.rows
    for plane in 0..<store.planes {
      let (error, weight) = unsafe (errors.plane(plane), sums.weights.rows.plane(plane))
      let before = unsafe previous.plane(plane)
      for i in 0..<width {
        let change = unsafe weight[i] > 0 ? error[i] / weight[i] : 0
        unsafe error[i] = old == nil ? change : before[i] + change
      }
    }
    unsafe RowCodec.pack(errors, count: width, into: out, row: row, x: 0)
  }

  /// Enlarges a row as a reader does.
  private func enlarge(_ map: PixelBitmap, row: Int, _ scratch: inout Scratch) {
    let (above, below) = unsafe (scratch.above.rows, scratch.below.rows)
    let (index, down) = (Int(rows.index[row]), rows.share[row])
    unsafe RowCodec.unpack(map, row: index, x: 0, count: width, into: above)
    unsafe RowCodec.unpack(map, row: min(index + 1, height - 1), x: 0, count: width, into: below)
    for plane in 0..<store.planes {
      let (near, far) = unsafe (above.plane(plane), below.plane(plane))
      for i in 0..<width { unsafe near[i] += (far[i] - near[i]) * down }
      unsafe near[width] = near[width - 1]
      let out = unsafe scratch.enlarged.rows.plane(plane)
      unsafe columns.index.withUnsafeBufferPointer { places in
        unsafe columns.share.withUnsafeBufferPointer { shares in
          for i in 0..<store.width {
            let place = unsafe Int(places[i])
            unsafe out[i] = near[place] + (near[place + 1] - near[place]) * shares[i]
          }
        }
      }
    }
  }

  // MARK: - What it leaves

  /// The share of their light that blocks of the picture may miss, the share that their brightest pixels may miss, and
  /// the share of blocks that may miss more.
  private static let blockTolerance: Float = 0.02
  private static let pixelTolerance: Float = 0.08
  private static let mostMissed = 0.002
  private static let mostMissedByAverage = 0.02
  /// The same share among blocks with very bright pixels, however few they are: one lamp may be all
  /// that is HDR in a dark scene.
  private static let mostMissedLamps = 0.25

  /// The blocks of 64 x 8 pixels in which the enlarged map does not restore the sum of light or the brightest pixel.
  private func missed(
    _ map: PixelBitmap, everyBand step: Int, _ pool: ThreadPool
  ) throws(ImageIOError) -> BlockLight.Missed {
    let side = BrightestPixels.blockHeight
    let bands = ((store.height + side - 1) / side + step - 1) / step
    let total = SharedAccumulator(BlockLight.Missed())
    let makeScratch: @Sendable () -> Scratch = { Scratch(self) }
    try pool.forEachPiece(bands, scratch: makeScratch) { index, scratch in
      let band = index * step
      var found = BlockLight(brightest.pixels(ofBlockRow: band), width: store.width, planes: store.planes)
      for row in band * side..<min((band + 1) * side, store.height) {
        unsafe store.read(row: row, into: scratch.gain.rows)
        enlarge(map, row: row, &scratch)
        for plane in 0..<store.planes {
          unsafe found.add(
            scratch.gain.rows.plane(plane), scratch.enlarged.rows.plane(plane), row: row,
            plane: plane)
        }
      }
      let missed = found.missed(beyond: Self.blockTolerance, Self.pixelTolerance)
      total.update { $0.add(missed) }
    }
    return total.value
  }
}
