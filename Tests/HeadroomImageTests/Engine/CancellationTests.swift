import Foundation
import HeadroomColor
import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import HeadroomTestSupport
import Synchronization
import Testing

/// Renders that are stopped on the way.
@Suite(.serialized) struct CancellationTests {
  /// The smallest and the largest pictures that renders are stopped on.
  private static let edges = Stopper.edge(1200)...max(Stopper.edge(1200), 3000)
  /// What a render takes that is long enough to tell when it stops.
  private static let wantedSeconds = 0.15
  /// How soon a render stops, where nothing else keeps the machine busy.
  private static let promptly = 0.02

  private static func region(_ edge: Int = edges.lowerBound) -> PixelRect {
    PixelRect(x: 0, y: 0, width: edge, height: edge)
  }

  /// A picture that takes a while, for each kind of node.
  static let kinds: [(name: String, make: @Sendable (CIImage) throws -> CIImage)] = [
    (
      "point",
      { image in
        (0..<40).reduce(image) { picture, _ in
          picture.applyingFilter("CIVibrance", parameters: ["inputAmount": 0.2])
        }
      }
    ),
    (
      "client's point",
      { image in
        let kernel = CIColorKernel { point, _ in Pixel(r: sin(point[0].r), g: cos(point.x), b: 0, a: 1) }
        return kernel.apply(extent: image.extent, arguments: [image]) ?? image
      }
    ),
    ("warp", { $0.applyingFilter("CITwirlDistortion", parameters: ["inputRadius": 300]) }),
    ("affine", { $0.transformed(by: .init(rotationAngle: 0.3)) }),
    (
      "client's warp",
      { image in
        RandomKernels.shear.apply(
          extent: image.extent, roiCallback: { _, _ in .infinite }, image: image, arguments: [0.5]) ?? image
      }
    ),
    (
      "client's sampler",
      { image in
        RandomKernels.echo.apply(
          extent: image.extent, roiCallback: { _, _ in .infinite }, arguments: [image, image, 100]) ?? image
      }
    ),
    ("blur", { $0.applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 3]) }),
    ("wide blur", { $0.applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 300]) }),
    ("box blur", { $0.applyingFilter("CIBoxBlur", parameters: ["inputRadius": 60]) }),
    ("median", { $0.applyingFilter("CIMedianFilter") }),
    ("morphology", { $0.applyingFilter("CIMorphologyMaximum", parameters: ["inputRadius": 40]) }),
    ("displacement", { $0.applyingFilter("CIDisplacementDistortion", parameters: ["inputDisplacementImage": $0]) }),
    ("processor", { $0.applyingFilter("CIDistanceGradientFromRedMask").cropped(to: $0.extent) }),
    (
      "reduction",
      { image in
        let mean = image.applyingFilter(
          "CIAreaAverage", parameters: ["inputExtent": CIVector(cgRect: image.extent)])
        return image.applyingFilter(
          "CIColorAbsoluteDifference", parameters: ["inputImage2": mean.clampedToExtent()])
      }
    ),
    ("measured tone map", { $0.applyingFilter("CIUnsharpMask").toneMapped(to: 1) }),
    ("threshold", { $0.applyingFilter("CIColorThresholdOtsu") }),
  ]

  /// In memory, so that it costs nothing to look at it from far away.
  private static let board: CIImage = {
    let squares = CIFilter(name: "CICheckerboardGenerator")?.outputImage ?? CIImage.empty()
    return CIContext().createCGImage(squares, from: region(edges.upperBound).cgRect).map { CIImage(cgImage: $0) }
      ?? .empty()
  }()

  /// A kind of node over as much of the board as takes a while.
  private struct Job {
    private(set) var image: CIImage
    /// Each render from the start: one whose reductions are kept has little left to stop.
    let context = CIContext(options: [.cacheIntermediates: false])
    private(set) var edge = CancellationTests.edges.lowerBound
    private(set) var seconds = 0.0

    init(_ make: (CIImage) throws -> CIImage) throws {
      image = try make(CancellationTests.board.cropped(to: CancellationTests.region().cgRect))
      seconds = try measured()
      let factor = (CancellationTests.wantedSeconds / seconds).squareRoot()
      let wanted = min(Int(Double(edge) * factor), CancellationTests.edges.upperBound)
      if wanted <= edge { return }
      edge = wanted
      image = try make(CancellationTests.board.cropped(to: CancellationTests.region(edge).cgRect))
      seconds = try measured()
    }

    private func measured() throws -> Double {
      try Stopper.seconds { try render(RenderTask()) }
    }

    func render(_ task: RenderTask) throws {
      _ = try CancellationTests.render(image, context, task, edge: edge)
    }

    /// How long it goes on after it was cancelled at a share of the time that it takes; nil where it was done before.
    func secondsToStop(at share: Double) throws -> Double? {
      let task = RenderTask()
      let stopper = Stopper(after: seconds * share) { task.cancel() }
      return try CancellationTests.isStopped { try render(task) } ? stopper.secondsSince ?? 0 : nil
    }
  }

  /// At each of several points on the way the best of some attempts counts: other suites run beside this one, and a thread that
  /// waits for a processor is none that does not stop. All attempts have to end within a time that no render would need.
  @Test(arguments: kinds.indices)
  func `every kind of node stops within twenty milliseconds, and the context goes on`(_ index: Int) throws {
    let (name, make) = Self.kinds[index]
    let job = try Job(make)
    var (bests, worst) = ([Double](), 0.0)
    for share in [0.1, 0.35, 0.6, 0.85] {
      var best: Double?
      for _ in 0..<12 where best ?? 1 > Self.promptly {
        guard let seconds = try job.secondsToStop(at: share) else { continue }
        (best, worst) = (min(best ?? seconds, seconds), max(worst, seconds))
      }
      // None: it was faster each time than when it was measured.
      if let best { bests.append(best) }
    }
    let slowest = bests.max() ?? 0
    print(
      "\(name): \(Int(job.seconds * 1000)) ms of \(job.edge) pixels, stopped within",
      "\(Int((slowest * 1000).rounded(.up))) ms, at worst \(Int((worst * 1000).rounded(.up)))")
    #expect(!bests.isEmpty, "\(name)")
    #expect(slowest <= Self.promptly, "\(name)")
    #expect(worst < 0.4, "\(name)")
    let small = PixelRect(x: 200, y: 300, width: 20, height: 20)
    let again = try job.context.bitmap(job.image, region: small, format: .rgbaFloat, encoding: nil)
    let fresh = try CIContext().bitmap(job.image, region: small, format: .rgbaFloat, encoding: nil)
    #expect(pixels(of: again) == pixels(of: fresh), "\(name)")
  }

  @discardableResult
  private static func render(
    _ image: CIImage, _ context: CIContext, _ task: RenderTask, edge: Int = edges.lowerBound
  ) throws -> PixelBitmap {
    try context.bitmap(image, region: region(edge), format: .rgba8, encoding: .sRGB, task: task)
  }

  /// Whether something ends because it was cancelled.
  private static func isStopped(_ body: () throws -> Void) throws -> Bool {
    do {
      try body()
      return false
    } catch {
      guard let failure = error as? RenderError, case .cancelled = failure else { throw error }
      return true
    }
  }

  /// Recipes over all kinds, each stopped at some share of its work; afterwards the same context gives the same bits.
  @Test func `random recipes stop at any share, progress never goes back, and nothing is kept`() throws {
    let context = CIContext()
    var stopped = 0
    for seed in UInt64(0)..<120 {
      let image = RandomRecipe(seed: seed).image
      let bounds = PixelRect(enclosing: image.extent)
      let region = bounds.isInfinite ? PixelRect(x: -7, y: -5, width: 50, height: 40) : bounds
      if region.isEmpty { continue }
      var generator = SeededGenerator(seed: seed)
      let limit = Double.random(in: 0...1, using: &generator)
      let shares = Mutex<[Double]>([])
      let box = Mutex<RenderTask?>(nil)
      let task = RenderTask { share in
        shares.withLock { $0.append(share) }
        if share >= limit { box.withLock { $0 }?.cancel() }
      }
      box.withLock { $0 = task }
      if try Self.isStopped({
        _ = try context.bitmap(image, region: region, format: .rgbaFloat, encoding: nil, task: task)
      }) {
        stopped += 1
      }
      box.withLock { $0 = nil }
      let reported = shares.withLock { $0 }
      #expect(zip(reported, reported.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed)")
      let again = try context.bitmap(image, region: region, format: .rgbaFloat, encoding: nil)
      let fresh = try CIContext().bitmap(image, region: region, format: .rgbaFloat, encoding: nil)
      #expect(pixels(of: again) == pixels(of: fresh), "seed \(seed)")
    }
    #expect(stopped > 60)
  }

  @Test func `a cancelled render gives its memory back`() throws {
    let image = try Self.kinds[6].make(Self.board.cropped(to: Self.region().cgRect)).applyingFilter("CIUnsharpMask")
    let context = CIContext()
    func stop(after share: Double) {
      let box = Mutex<RenderTask?>(nil)
      let task = RenderTask { if $0 >= share { box.withLock { $0 }?.cancel() } }
      box.withLock { $0 = task }
      _ = try? Self.render(image, context, task)
      box.withLock { $0 = nil }
    }
    stop(after: 0.5)
    let before = StoragePool.shared.statistics.outstanding
    for step in 1..<10 { stop(after: Double(step) / 10) }
    // What stays would be ten times as much. Other suites take memory too, but not for long.
    let picture = Self.region().area * 16
    for _ in 0..<200 where StoragePool.shared.statistics.outstanding > before + picture {
      Thread.sleep(forTimeInterval: 0.05)
    }
    #expect(StoragePool.shared.statistics.outstanding <= before + picture)
  }
}
