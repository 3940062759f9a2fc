internal import Glibc
internal import HeadroomContainers
internal import HeadroomPixels

/// Finds a lower end for the range of a gain map: the gain that turns white into the brightest light of the picture, if
/// next to nothing needs a higher one.
///
/// A base that is coded with losses rings beside edges. At the rim of clipped light some pixels come out dark, and the
/// gains that compensate for them are the highest of all. The map's coding smears these gains over the neighbours,
/// which are white and then outshine the picture: a window at 4 times white came back at 5.1. Codes with a third of the
/// step left 4.5. A range that ends at that window's gain leaves 4.1, for fewer bytes, since no code can state more. In
/// a base of quality 70 so many blocks ring that the range stays as it was.
struct GainRangeLimit {
  let store: GainBuffer
  let brightest: BrightestPixels
  /// Added to both pictures' light.
  let offset: Double

  init(_ field: GainField) {
    store = field.store
    brightest = field.brightest
    offset = field.offset
  }

  /// How far white may outshine the brightest light.
  private static let slack = 1.03
  /// The share of their light that blocks may miss, the share that their brightest pixels may miss, and the share of
  /// blocks that may miss more.
  private static let blockTolerance: Float = 0.01
  private static let pixelTolerance: Float = 0.1
  private static let mostMissed = 0.0005
  /// Large pictures are examined in part: one band in several, for about this many pixels.
  private static let mostPixels = 4_000_000

  /// The range with a lower end where that loses nothing, else unchanged.
  func lowered(_ range: ClosedRange<Float>, pool: ThreadPool) throws(ImageIOError) -> ClosedRange<Float> {
    let least = max(whitesGain, range.lowerBound)
    guard least < range.upperBound else { return range }
    for end in [least, (least + range.upperBound) / 2] where try missedShare(end, pool) <= Self.mostMissed {
      return range.lowerBound...end
    }
    return range
  }

  /// The gain in stops that makes white a little brighter than the brightest light of the picture.
  private var whitesGain: Float {
    let peak = brightest.above(1).reduce(1) { max($0, Double($1.alternate.max())) }
    return Float(log2((Self.slack * peak + offset) / (1 + offset)))
  }

  private struct Scratch: ~Copyable {
    let gain: RowBuffer
    let cut: RowBuffer
  }

  /// The share of blocks of 64 x 8 pixels that miss light without the gains above `end`.
  private func missedShare(_ end: Float, _ pool: ThreadPool) throws(ImageIOError) -> Double {
    let side = BrightestPixels.blockHeight
    let step = max(store.width * store.height / Self.mostPixels, 1)
    let bands = ((store.height + side - 1) / side + step - 1) / step
    let total = SharedAccumulator(BlockLight.Missed())
    let makeScratch: @Sendable () -> Scratch = { [width = store.width] in
      Scratch(gain: RowBuffer(capacity: width), cut: RowBuffer(capacity: width))
    }
    try pool.forEachPiece(bands, scratch: makeScratch) { index, scratch in
      let band = index * step
      var found = BlockLight(brightest.pixels(ofBlockRow: band), width: store.width, planes: store.planes)
      for row in band * side..<min((band + 1) * side, store.height) {
        unsafe store.read(row: row, into: scratch.gain.rows)
        for plane in 0..<store.planes {
          let (gain, cut) = unsafe (scratch.gain.rows.plane(plane), scratch.cut.rows.plane(plane))
          for i in 0..<store.width { unsafe cut[i] = min(gain[i], end) }
          unsafe found.add(gain, cut, row: row, plane: plane)
        }
      }
      let missed = found.missed(beyond: Self.blockTolerance, Self.pixelTolerance)
      total.update { $0.add(missed) }
    }
    return total.value.share
  }
}
