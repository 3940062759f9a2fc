internal import Foundation
internal import HeadroomColor
package import HeadroomPixels
private import Synchronization

/// Counts the light of every pixel of a picture for the scopes, in one pass. Threads share the rows; sums of integers
/// do not depend on how.
package struct ScopeMeter: Sendable {
  /// The factor by which light is multiplied before it is counted.
  package let gain: Float
  private let curve = ScopeMeter.signal
  private let bins = StopBins()
  private let halfs: HalfFloatBins

  /// PQ signal of light relative to white.
  private static let signal = CurveTable(exponents: -24...6, isMirrored: true) {
    PQCurve.signal(nits: $0 * ReferenceWhite.nits)
  }

  package init(stops: Double) {
    gain = Float(exp2(stops))
    halfs = HalfFloatBins(gain: gain, curve)
  }

  /// Rows that a thread takes at a time: a few, so that a delayed thread does not keep the others waiting.
  private static let rowsAtATime = 16

  /// A thread's own counts and buffers.
  private struct Share: ~Copyable {
    let rows: ScopeRows
    let counts = ScopeCounts()
  }

  /// Adds the rows of a picture of half floats, which may be a strip of a taller one.
  package func add(_ bitmap: PixelBitmap, to counts: ScopeCounts, pool: ThreadPool = .shared) {
    let (step, height) = (Self.rowsAtATime, bitmap.height)
    let counted = Mutex<[ScopeCounts]>([])
    let makeShare: @Sendable () -> Share = {
      let share = Share(rows: ScopeRows(width: bitmap.width))
      counted.withLock { [counts = share.counts] in $0.append(counts) }
      return share
    }
    pool.concurrentPerform((height + step - 1) / step, scratch: makeShare) { part, share in
      for row in part * step..<min((part + 1) * step, height) { add(row, of: bitmap, to: share) }
    }
    for each in counted.withLock({ $0 }) { counts.merge(each) }
  }

  private func add(_ row: Int, of bitmap: PixelBitmap, to share: borrowing Share) {
    share.rows.read(bitmap, row: row, gain: gain)
    share.rows.place(with: curve, bins)
    countComponents(share.rows, share.counts)
    countPlaces(share.rows, share.counts)
  }

  /// Red, green and blue in their histograms and waveforms: three of each at a time, so that no increment waits for the
  /// one before.
  private func countComponents(_ rows: borrowing ScopeRows, _ counts: ScopeCounts) {
    let (codes, columns) = unsafe (rows.codes, rows.columns)
    let (h0, h1, h2) = unsafe (counts.histogram(0), counts.histogram(1), counts.histogram(2))
    let (w0, w1, w2) = unsafe (counts.waveform(0), counts.waveform(1), counts.waveform(2))
    unsafe halfs.places.withUnsafeBufferPointer { places in
      for x in 0..<rows.width {
        let column = unsafe Int(columns[x])
        let red = unsafe Int(places[Int(codes[3 &* x])])
        let green = unsafe Int(places[Int(codes[3 &* x &+ 1])])
        let blue = unsafe Int(places[Int(codes[3 &* x &+ 2])])
        unsafe h0[red & 255] &+= 1
        unsafe h1[green & 255] &+= 1
        unsafe h2[blue & 255] &+= 1
        unsafe w0[column &+ red >> 8] &+= 1
        unsafe w1[column &+ green >> 8] &+= 1
        unsafe w2[column &+ blue >> 8] &+= 1
      }
    }
  }

  /// Counts the places found before: luminance, chromaticity and vector.
  private func countPlaces(_ rows: borrowing ScopeRows, _ counts: ScopeCounts) {
    let (levels, waves) = unsafe (counts.histogram(3), counts.waveform(3))
    let (chromaticity, vectors, columns) = unsafe (counts.chromaticity, counts.vectors, rows.columns)
    let (slots, rises) = unsafe (rows.places(.level), rows.places(.wave))
    let (points, directions) = unsafe (rows.places(.chromaticity), rows.places(.vector))
    for x in 0..<rows.width {
      unsafe levels[Int(slots[x])] &+= 1
      unsafe waves[Int(columns[x]) &+ Int(rises[x])] &+= 1
      unsafe chromaticity[Int(points[x])] &+= 1
      unsafe vectors[Int(directions[x])] &+= 1
    }
  }
}
