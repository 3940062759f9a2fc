import Foundation
import HeadroomColor
import HeadroomGraphics
import HeadroomImage
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// Kernels that stop vectorising fall to a fifth or less of their speed; the floors lie between the two levels.
///
/// Time is the thread's processor time, and the best of many short runs counts, so that a busy machine does not matter.
@Suite(.serialized) struct FilterThroughputTests {
  private static let rowLength = 512
  /// Kernels that cost much more than others even at vector speed: the colour difference takes six cube roots, as calls it
  /// would run at 8.
  private static let lowerFloors = ["CILabDeltaE": 20.0]

  @Test func `row kernels run at vector speed`() throws {
    for entry in FilterRegistry.builtIn {
      let filter = entry.makeFilter()
      for (key, value) in Self.changedInputs(of: entry) { filter.setValue(value, forKey: key) }
      for key in entry.imageKeys { filter.setValue(CIImage(color: .gray), forKey: key) }
      guard let node = filter.outputImage?.node, let run = Self.rowWork(of: node.kind) else { continue }
      let speed = Self.megapixelsPerSecond(run)
      #expect(speed > Self.lowerFloors[entry.name, default: 60], "\(entry.name): \(speed) Mpx/s")
    }
  }

  @Test func `weighted sums run at vector speed`() {
    let (taps, count) = (61, Self.rowLength)
    let weights = [Float](repeating: 1 / 61, count: taps)
    let source = [Float](repeating: 0.5, count: count + taps)
    var sums = [Float](repeating: 0, count: count)
    let rows = Self.megapixelsPerSecond {
      unsafe WeightedSum.run(weights, taps: taps, source, step: 1, into: &sums, count: count)
    }
    #expect(rows * Double(taps) > 8000, "\(rows * Double(taps) / 1000) billion taps per second")
    #expect(sums.allSatisfy { abs($0 - 0.5) < 1e-6 })
  }

  /// Parameters away from neutral, so that a filter does something.
  private static func changedInputs(of entry: FilterEntry) -> [(String, Any)] {
    entry.inputs.compactMap { input in
      guard let slider = input.slider else { return nil }
      return (input.key, 0.375 * slider.lowerBound + 0.625 * slider.upperBound)
    }
  }

  /// The work of one row; nil for what is not a row kernel.
  private static func rowWork(of kind: NodeKind) -> (() -> Void)? {
    let buffer = SharedRows(rowLength)
    guard case .point(let operation) = kind, let point = operation as? any TilePoint else { return nil }
    let stage = point.makeStage(in: .default)
    return {
      let others = unsafe [buffer.lower, buffer.lower]
      unsafe stage.run(buffer.upper, others, rowLength, 0, 0)
    }
  }

  private static func megapixelsPerSecond(_ run: () -> Void) -> Double {
    var best = Double.infinity
    for _ in 0..<24 {
      let start = threadSeconds
      for _ in 0..<64 { run() }
      best = min(best, threadSeconds - start)
    }
    return Double(rowLength * 64) / best / 1e6
  }

  private static var threadSeconds: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Two sets of rows with pixels in them.
  private final class SharedRows {
    private let first: RowBuffer
    private let second: RowBuffer

    init(_ count: Int) {
      first = RowBuffer(capacity: count)
      second = RowBuffer(capacity: count)
      unsafe Self.fill(first.rows, count)
      unsafe Self.fill(second.rows, count)
    }

    private static func fill(_ rows: RowPointers, _ count: Int) {
      for i in 0..<count {
        let value = Float(i % 97) / 97
        unsafe (rows.r[i], rows.g[i], rows.b[i], rows.a[i]) = (value, 1 - value, 0.5, 1)
      }
    }

    var upper: RowPointers { unsafe first.rows }
    var lower: RowPointers { unsafe second.rows }
  }
}
