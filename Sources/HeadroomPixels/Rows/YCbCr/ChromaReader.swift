/// Reads chroma for every pixel of a span: the two rows it lies between are blended, and doubled along the row.
///
/// The results are floats with the code of no colour subtracted. All arithmetic before the division by the range is
/// exact: codes times quarters.
package struct ChromaReader: Sendable {
  private let layout: SampleLayout
  private let origin: Float
  private let isHalved: Bool
  private let taps: ChromaTaps

  /// Pixels of the longest span.
  package static let longest = 512

  /// A row of Cb and one of Cr.
  package typealias Rows = (cb: UnsafeMutablePointer<Float>, cr: UnsafeMutablePointer<Float>)

  /// - Parameters:
  ///   - origin: the code of no colour.
  ///   - isHalved: whether two pixels of a row share a sample.
  package init(layout: SampleLayout, origin: Float, isHalved: Bool, siting: YCbCrEncoding.Siting) {
    self.layout = layout
    self.origin = origin
    self.isHalved = isHalved
    taps = ChromaTaps.horizontal(siting)
  }

  /// Reads a span.
  ///
  /// - Parameters:
  ///   - near, far: the first samples of the two rows of chroma.
  ///   - farWeight: the share of the second.
  ///   - columns: samples of such a row; beyond them the last is repeated.
  ///   - first: the span's first pixel.
  ///   - count: its pixels, at most ``longest``.
  ///   - scratch: rows with room for half as many floats as pixels, and three more, each.
  package func read(
    _ near: ChromaSamples, _ far: ChromaSamples, farWeight: Float, columns: Int, first: Int, count: Int, scratch: Rows,
    into rows: Rows
  ) {
    guard count > 0 else { return }
    precondition(count <= Self.longest, "the span is too long")
    guard isHalved else {
      let from = near.advanced(by: first * layout.stride)
      return unsafe layout.run(
        Blend(near: from, far: from, farWeight: 0, origin: origin, cb: rows.cb, cr: rows.cr, count: count))
    }
    // One sample more on each side.
    let own = first / 2
    let wanted = own - 1..<(first + count - 1) / 2 + 2
    let inside = max(wanted.lowerBound, 0)..<min(wanted.upperBound, columns)
    let (cb, cr) = unsafe (scratch.cb + 1, scratch.cr + 1)
    let start = inside.lowerBound - own
    let offset = inside.lowerBound * layout.stride
    unsafe layout.run(
      Blend(
        near: near.advanced(by: offset), far: far.advanced(by: offset), farWeight: farWeight, origin: origin,
        cb: cb + start, cr: cr + start, count: inside.count))
    if start == 0 { unsafe (cb[-1], cr[-1]) = unsafe (cb[0], cr[0]) }
    if inside.upperBound < wanted.upperBound {
      let held = inside.upperBound - own
      unsafe (cb[held], cr[held]) = unsafe (cb[held - 1], cr[held - 1])
    }
    unsafe double(cb, rows.cb, isOdd: first % 2 == 1, count)
    unsafe double(cr, rows.cr, isOdd: first % 2 == 1, count)
  }

  /// Twice as many values along a row. `chroma[0]` is the sample of the first pixel.
  // Inlined into a loop over chunks it stays scalar code, at half the speed.
  @inline(never)
  private func double(
    _ chroma: UnsafePointer<Float>, _ to: UnsafeMutablePointer<Float>, isOdd: Bool, _ count: Int
  ) {
    let (before, after) = (taps.evenBefore, taps.oddAfter)
    let (ownEven, ownOdd) = (1 - before, 1 - after)
    if isOdd { unsafe to[0] = (chroma[0] * ownOdd).addingProduct(chroma[1], after) }
    // From here on pairs of an even and an odd pixel.
    let skipped = isOdd ? 1 : 0
    let (even, out) = unsafe (chroma + skipped, to + skipped)
    let rest = count - skipped
    for i in 0..<rest / 2 {
      let own = unsafe even[i]
      unsafe out[2 &* i] = unsafe (own * ownEven).addingProduct(even[i &- 1], before)
      unsafe out[2 &* i &+ 1] = unsafe (own * ownOdd).addingProduct(even[i &+ 1], after)
    }
    if rest % 2 == 1 {
      let last = rest / 2
      unsafe out[rest - 1] = unsafe (even[last] * ownEven).addingProduct(even[last - 1], before)
    }
  }

  /// A blend of two rows of codes.
  @safe private struct Blend: SampleLoop {
    let near: ChromaSamples
    let far: ChromaSamples
    let farWeight: Float
    let origin: Float
    let cb: UnsafeMutablePointer<Float>
    let cr: UnsafeMutablePointer<Float>
    let count: Int

    @inline(__always)
    func run<Sample: PlaneSample>(_: Sample.Type, shift: Sample.Word) {
      let (near, far, cb, cr, origin) = unsafe (near, far, cb, cr, origin)
      guard farWeight != 0 else {
        for i in 0..<count {
          let own = Sample.load(near, i, shift: shift)
          unsafe cb[i] = own.cb - origin
          unsafe cr[i] = own.cr - origin
        }
        return
      }
      let (nearWeight, farWeight) = (1 - farWeight, farWeight)
      for i in 0..<count {
        let own = Sample.load(near, i, shift: shift)
        let other = Sample.load(far, i, shift: shift)
        unsafe cb[i] = ((own.cb - origin) * nearWeight).addingProduct(other.cb - origin, farWeight)
        unsafe cr[i] = ((own.cr - origin) * nearWeight).addingProduct(other.cr - origin, farWeight)
      }
    }
  }
}
