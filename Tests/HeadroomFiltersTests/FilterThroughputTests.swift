import Foundation
import HeadroomColor
import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomPixels
import HeadroomRAW
import HeadroomTestSupport
import Testing

/// Each filter's kernels as the engine runs them, over rows, against the same kernels called pixel by pixel, in turns: one that
/// stops vectorising is called pixel by pixel by the engine as well, and the two become equally fast.
///
/// `HEADROOM_PRINT_THROUGHPUT=1` prints the ratios.
@Suite(.serialized) struct FilterThroughputTests {
  private static let rowLength = SharedRows.length
  private static let isPrinting = ProcessInfo.processInfo.environment["HEADROOM_PRINT_THROUGHPUT"] != nil
  /// A power for each channel becomes vector code inside a call as well, over the channels of one pixel.
  private static let lowerRatios = [
    "CICircularScreen": 1.3, "CISpotLight": 1.3,
    // Its own loop, which takes a third of the time that the loop around its function took.
    "CIGammaAdjust": 3,
    // Entries of tables are fetched one by one, pieces of a spline are chosen.
    "CIColorCube": 1.7, "CIColorCubeWithColorSpace": 1.7, "color cube": 1.7, "CIColorCurves": 1.7, "CIToneCurve": 1.5,
    // Larger kernels, beside which the beginning of a loop is little: 5 to 8, and 1.3 where they are called.
    "CIHueBlendMode": 2.5, "CISaturationBlendMode": 2.5, "CIColorBlendMode": 2.5, "CILuminosityBlendMode": 2.5,
    "CISoftLightBlendMode": 2, "CIVividLightBlendMode": 2.5, "CIRandomGenerator": 2.5,
    // An angle and a hash for each pixel, which do not become vector code.
    "CIHueSaturationValueGradient": 1.2,
    // More is computed for each pixel, by functions that are vector code by themselves: 11 to 16.
    "noise smoothing": 4, "CINoiseReduction": 4, "thin edges": 4, "edge promotion": 4,
  ]

  @Test func `row kernels run at vector speed`() throws {
    var done: Set<String> = []
    for entry in FilterRegistry.builtIn {
      let filter = entry.makeFilter()
      for (key, value) in Self.changedInputs(of: entry) { filter.setValue(value, forKey: key) }
      for input in entry.inputs { if let example = input.example { filter.setValue(example, forKey: input.key) } }
      for key in entry.imageKeys { filter.setValue(CIImage(color: .gray), forKey: key) }
      if entry.inputs.contains(where: { $0.key == "inputExtent" }) {
        filter.setValue(CIVector(x: 0, y: 0, z: 64, w: 8), forKey: "inputExtent")
      }
      guard let output = filter.outputImage?.node else { continue }
      for node in RecipeOrder([output]).entries.map(\.node) {
        // What filters have in common is looked at once.
        let name = node === output ? entry.name : node.kind.label
        guard done.insert(name).inserted, let (kind, race) = Self.race(of: node) else { continue }
        let wanted = Self.lowerRatios[name] ?? kind.wanted
        let ratio = race.ratio(wanted: wanted)
        if Self.isPrinting { print("ratio", name, kind, ratio) }
        #expect(ratio > wanted, "\(name), \(kind): \(ratio)")
      }
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
    let race = KernelRace(
      rows: { unsafe WeightedSum.run(weights, taps: taps, source, step: 1, into: &sums, count: count) },
      calls: {
        for x in 0..<count {
          var sum: Float = 0
          for t in 0..<taps { sum = Self.add(weights[t], source[x + t], to: sum) }
          sums[x] = sum
        }
      })
    let ratio = race.ratio(wanted: 8)
    #expect(sums.allSatisfy { abs($0 - 0.5) < 1e-6 })
    if Self.isPrinting { print("ratio", "weighted sums", ratio) }
    #expect(ratio > 8, "\(ratio)")
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

  /// How a kernel is called pixel by pixel.
  private enum Kind {
    /// Its function, by the table of its protocol.
    case function
    /// Its loop, over rows of one pixel. To begin it takes longer than most kernels do, so that ratios are larger: 8 to 40, and 3 to 4
    /// for blends and 6 for a generator where the loop calls a kernel.
    case row
    case warp, reduction, sampler
    /// Its loops, over tiles that are one pixel wide: what an area does to pixels is no function that could be called. Such tiles
    /// share nothing along a row and are begun anew for each column, so that they take 25 to 120 times as long, and still
    /// several times as long as loops that no longer vectorise.
    case area

    var wanted: Double {
      switch self {
      case .function, .warp, .reduction: 1.7
      case .row: 5
      case .sampler: 2
      case .area: 10
      }
    }
  }

  /// A kernel over rows, and called for each pixel of them; nil for what is no kernel over rows or positions.
  private static func race(of node: RecipeNode) -> (Kind, KernelRace)? {
    switch node.kind {
    case .point(let operation): return (operation as? any TilePoint).map { pointRace($0) }
    case .warp(let operation, _): return (operation as? any TileWarp).map { (.warp, warpRace($0)) }
    case .reduction(let operation): return (operation as? any TileReduction).map { (.reduction, reductionRace($0)) }
    case .area(let operation):
      if let sampler = operation as? any TileSampler { return race(sampler.kernel).map { (.sampler, $0) } }
      return AreaWork(operation, inputCount: node.inputs.count).map { work in
        (.area, KernelRace(rows: work.run, calls: work.runForEachColumn))
      }
    default: return nil
    }
  }

  private static func race(_ kernel: some SamplerKernel) -> KernelRace? { AreaWork.race(sampling: kernel) }

  private static func pointRace(_ point: some TilePoint) -> (Kind, KernelRace) {
    let rows = SharedRows()
    let stage = point.makeStage(in: .default)
    if let calls = calls(of: point, rows) {
      return (.function, KernelRace(rows: { rows.run(stage) }, calls: calls))
    }
    // Kernels of blends and of what is made by hand are chosen where their loop is made, so that it is compiled for each of them,
    // and nothing gives them as values. The loop itself, begun anew for each pixel, is the nearest to a call.
    return (.row, SharedRows.race(stage))
  }

  private static func calls(of point: some TilePoint, _ buffer: SharedRows) -> (() -> Void)? {
    if let filter = point as? any PointFilter { return calls(filter, buffer) }
    if let filter = point as? any PlacedFilter { return calls(filter, buffer) }
    if let filter = point as? any GeneratorFilter { return calls(filter, buffer) }
    return nil
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

  private static func warpRace(_ warp: any TileWarp) -> KernelRace {
    let buffer = SharedRows()
    return KernelRace(
      rows: { unsafe warp.fillCoordinates(x: 3, y: 5, count: rowLength, buffer.upper.r, buffer.upper.g) },
      calls: {
        for i in 0..<rowLength {
          let position = warp.source(x: Float(3 + i) + 0.5, y: 5.5)
          unsafe (buffer.upper.r[i], buffer.upper.g[i]) = position
        }
      })
  }

  private static func reductionRace<Reduction: TileReduction>(_ reduction: Reduction) -> KernelRace {
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
    return KernelRace(
      rows: {
        _ = arena
        for y in lines { add(0, y, count: width) }
      }, calls: { for y in lines { for x in 0..<width { add(x, y, count: 1) } } })
  }
}
