import Foundation
import HeadroomColor
import HeadroomGraphics
import HeadroomImage
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// Each filter's kernel as the engine runs it, over rows, against the same kernel called pixel by pixel, in turns: one that
/// stops vectorising is called pixel by pixel by the engine as well, and the two become equally fast.
///
/// Time is the thread's processor time, and the best of many short runs counts, so that a busy machine does not matter.
/// `HEADROOM_PRINT_THROUGHPUT=1` prints the ratios.
@Suite(.serialized) struct FilterThroughputTests {
  private static let rowLength = 512
  private static let isPrinting = ProcessInfo.processInfo.environment["HEADROOM_PRINT_THROUGHPUT"] != nil
  /// A power for each channel becomes vector code inside a call as well, over the channels of one pixel.
  private static let lowerRatios = [
    "CIGammaAdjust": 1.25, "CICircularScreen": 1.3, "CISpotLight": 1.3,
  ]

  @Test func `row kernels run at vector speed`() throws {
    for entry in FilterRegistry.builtIn {
      let filter = entry.makeFilter()
      for (key, value) in Self.changedInputs(of: entry) { filter.setValue(value, forKey: key) }
      for input in entry.inputs { if let example = input.example { filter.setValue(example, forKey: input.key) } }
      for key in entry.imageKeys { filter.setValue(CIImage(color: .gray), forKey: key) }
      if entry.inputs.contains(where: { $0.key == "inputExtent" }) {
        filter.setValue(CIVector(x: 0, y: 0, z: 64, w: 8), forKey: "inputExtent")
      }
      guard let node = filter.outputImage?.node, let work = Self.work(of: node.kind) else { continue }
      let (rows, calls) = (Self.seconds(work.rows), Self.seconds(work.calls))
      if Self.isPrinting { print("ratio", entry.name, calls / rows) }
      #expect(calls > Self.lowerRatios[entry.name, default: 1.7] * rows, "\(entry.name): \(calls / rows)")
    }
  }

  @Test func `the root is as exact as it says`() {
    var worst = 0.0
    for bits in stride(from: Float.leastNormalMagnitude.bitPattern, to: Float.infinity.bitPattern, by: 9973) {
      let x = Float(bitPattern: bits)
      worst = max(worst, abs(Double(root(x)) / Double(x).squareRoot() - 1))
    }
    #expect(worst < 8e-8)
    #expect(root(0) == 0 && root(4) == 2 && root(.infinity) == .infinity && root(.leastNonzeroMagnitude) == 0)
  }

  @Test func `weighted sums run at vector speed`() {
    let (taps, count) = (61, Self.rowLength)
    let weights = [Float](repeating: 1 / 61, count: taps)
    let source = [Float](repeating: 0.5, count: count + taps)
    var sums = [Float](repeating: 0, count: count)
    let rows = Self.seconds {
      unsafe WeightedSum.run(weights, taps: taps, source, step: 1, into: &sums, count: count)
    }
    #expect(sums.allSatisfy { abs($0 - 0.5) < 1e-6 })
    let calls = Self.seconds {
      for x in 0..<count {
        var sum: Float = 0
        for t in 0..<taps { sum = Self.add(weights[t], source[x + t], to: sum) }
        sums[x] = sum
      }
    }
    if Self.isPrinting { print("ratio", "weighted sums", calls / rows) }
    #expect(calls > 8 * rows, "\(calls / rows)")
  }

  /// A tap, kept out of the loop.
  @inline(never) private static func add(_ weight: Float, _ value: Float, to sum: Float) -> Float {
    sum.addingProduct(weight, value)
  }

  /// Parameters away from neutral, so that a filter does something.
  private static func changedInputs(of entry: FilterEntry) -> [(String, Any)] {
    entry.inputs.compactMap { input in
      guard let slider = input.slider else { return nil }
      return (input.key, 0.375 * slider.lowerBound + 0.625 * slider.upperBound)
    }
  }

  private typealias Work = (rows: () -> Void, calls: () -> Void)

  /// A kernel over rows, and called for each pixel of them; nil for what is no kernel over rows or positions.
  private static func work(of kind: NodeKind) -> Work? {
    switch kind {
    case .point(let operation):
      guard let point = operation as? any TilePoint & ReferencePoint else { return nil }
      return pointWork(point)
    case .warp(let operation, _):
      guard let warp = operation as? any TileWarp else { return nil }
      return warpWork(warp)
    case .reduction(let operation):
      guard let reduction = operation as? any TileReduction else { return nil }
      return reductionWork(reduction)
    default: return nil
    }
  }

  private static func pointWork(_ point: some TilePoint & ReferencePoint) -> Work {
    let buffer = SharedRows(rowLength)
    let stage = point.makeStage(in: .default)
    let rows = {
      let others = unsafe [RowPointers](repeating: buffer.lower, count: 16)
      unsafe stage.run(buffer.upper, others, rowLength, 0, 0)
    }
    return (rows, calls(of: point, buffer))
  }

  private static func calls(of point: some TilePoint & ReferencePoint, _ buffer: SharedRows) -> () -> Void {
    if let filter = point as? any PointFilter { return calls(filter, buffer) }
    if let filter = point as? any PlacedFilter { return calls(filter, buffer) }
    if let filter = point as? any GeneratorFilter { return calls(filter, buffer) }
    // Made by hand: from the definition.
    return {
      for i in 0..<rowLength {
        let pixel = buffer.pixel(i)
        buffer.set(i, point.evaluate([Pixel](repeating: pixel, count: 16), x: Float(i), y: 0, in: .default))
      }
    }
  }

  // The compiler does not know the kernels here, so that each pixel is a call.

  private static func calls<Filter: PointFilter>(_ filter: Filter, _ buffer: SharedRows) -> () -> Void {
    let kernel = filter.kernel(in: .default)
    return { for i in 0..<rowLength { buffer.set(i, kernel.apply(buffer.pixel(i))) } }
  }

  private static func calls<Filter: PlacedFilter>(_ filter: Filter, _ buffer: SharedRows) -> () -> Void {
    let kernel = filter.kernel(in: .default)
    return { for i in 0..<rowLength { buffer.set(i, kernel.apply(buffer.pixel(i), x: Float(i), y: 0)) } }
  }

  private static func calls<Filter: GeneratorFilter>(_ filter: Filter, _ buffer: SharedRows) -> () -> Void {
    let kernel = filter.kernel(in: .default)
    return { for i in 0..<rowLength { buffer.set(i, kernel.apply(x: Float(i), y: 0)) } }
  }

  private static func warpWork(_ warp: any TileWarp) -> Work {
    let buffer = SharedRows(rowLength)
    return (
      { unsafe warp.fillCoordinates(x: 3, y: 5, count: rowLength, buffer.upper.r, buffer.upper.g) },
      {
        for i in 0..<rowLength {
          let position = warp.source(x: Float(3 + i) + 0.5, y: 5.5)
          unsafe (buffer.upper.r[i], buffer.upper.g[i]) = position
        }
      }
    )
  }

  private static func reductionWork<Reduction: TileReduction>(_ reduction: Reduction) -> Work {
    let arena = ScratchArena()
    let rows = unsafe arena.rows(rowLength)
    for x in 0..<rowLength {
      let value = Float(x % 64) / 64
      unsafe (rows.r[x], rows.g[x], rows.b[x], rows.a[x]) = (value, value, value, value)
    }
    // Pixels of the region only.
    let region = reduction.region
    let width = min(region.width, rowLength)
    let lines = region.minY..<region.minY + min(region.height, rowLength / max(width, 1))
    var partial = reduction.makePartial()
    func add(_ x: Int, _ y: Int, count: Int) {
      let place = unsafe rows.advanced(by: (y - lines.lowerBound) * width + x)
      unsafe reduction.accumulate(place, count: count, x: region.minX + x, y: y, into: &partial)
    }
    return (
      {
        _ = arena
        for y in lines { add(0, y, count: width) }
      }, { for y in lines { for x in 0..<width { add(x, y, count: 1) } } }
    )
  }

  private static func seconds(_ run: () -> Void) -> Double {
    var best = Double.infinity
    for _ in 0..<12 {
      let start = threadSeconds
      for _ in 0..<16 { run() }
      best = min(best, threadSeconds - start)
    }
    return best
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

    func pixel(_ i: Int) -> Pixel {
      let rows = unsafe first.rows
      return unsafe Pixel(r: rows.r[i], g: rows.g[i], b: rows.b[i], a: rows.a[i])
    }

    func set(_ i: Int, _ pixel: Pixel) {
      let rows = unsafe first.rows
      unsafe (rows.r[i], rows.g[i], rows.b[i], rows.a[i]) = (pixel.r, pixel.g, pixel.b, pixel.a)
    }

    var upper: RowPointers { unsafe first.rows }
    var lower: RowPointers { unsafe second.rows }
  }
}
