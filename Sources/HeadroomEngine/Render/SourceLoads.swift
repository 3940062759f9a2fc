internal import HeadroomContainers
internal import HeadroomPixels

/// Loads the sources of a plan into memory before its first pass.
///
/// Files are decoded in parallel unless memory is short: many decoders use a single thread.
package struct SourceLoads {
  private struct Load {
    let source: any SourceOperation
    let region: PixelRect
    /// Pixels to decode; 0 for sources in memory.
    let pixels: Int
  }

  /// Nil stands for pixels that nothing reads.
  private let loads: [Load?]

  /// By experience, decoding a pixel takes as long as two passes over it.
  private static let decodingWork = 2

  package init(_ plan: RenderPlan) {
    let keepsSome = plan.steps.contains(where: \.isAvailable)
    loads = zip(plan.sources, plan.sourceRegions()).map { source, region in
      guard !region.isEmpty || !keepsSome else { return nil }
      let isDecoded = source.decodedByteCount(of: region) > 0
      return Load(source: source, region: region, pixels: isDecoded ? source.width * source.height : 0)
    }
  }

  private func work(_ load: Load?) -> Int { (load?.pixels ?? 0) * Self.decodingWork }
  private var work: Int { loads.reduce(0) { $0 + work($1) } }

  /// Loading's share of all work, besides passes over `pixels` pixels.
  package func share(beside pixels: Int) -> Double { Double(work) / Double(max(work + pixels, 1)) }

  package func run(_ options: TileRenderer.Options, task: RenderTask) throws(RenderError) -> [LoadedSource] {
    let hasNoMemoryLimit = options.memoryLimit == nil && MemoryLedger.shared.limit == nil
    let isConcurrent = hasNoMemoryLimit && loads.count { work($0) > 0 } > 1
    let results = Results<Result<LoadedSource, RenderError>>(count: loads.count)
    let parts = parts(of: task)
    options.pool.concurrentPerform(loads.count, maxWorkers: isConcurrent ? options.workers : 1) { index in
      results[index] = Self.run(loads[index], parts[index])
    }
    try task.check()
    var loaded: [LoadedSource] = []
    for result in results.all { if let result { loaded.append(try result.get()) } }
    return loaded
  }

  /// A piece of the task for each load.
  private func parts(of task: RenderTask) -> [RenderTask] {
    var done = 0
    return loads.map { load in
      let start = Double(done) / Double(max(work, 1))
      done += work(load)
      return task.part(from: start, to: Double(done) / Double(max(work, 1)))
    }
  }

  private static func run(_ load: Load?, _ task: RenderTask) -> Result<LoadedSource, RenderError> {
    do {
      try task.check()
      guard let load else { return .success(try .nothing()) }
      let loaded = try task.bound { try load.source.load(load.region) }
      task.advance(to: 1)
      return .success(loaded)
    } catch {
      return .failure(RenderError(loading: error, from: load?.source))
    }
  }
}

extension RenderError {
  /// Why a source has no pixels.
  ///
  /// - Parameter source: nil where it is one of several.
  package init(loading error: any Error, from source: (any SourceOperation)? = nil) {
    switch error {
    case let error as RenderError: self = error
    case ImageIOError.cancelled: self = .cancelled
    case ImageIOError.overMemory(let needed, let limit):
      self = .memoryLimit(needed: Int(clamping: needed), limit: Int(clamping: limit))
    case ImageIOError.outOfMemory(let bytes): self = .outOfMemory(byteCount: Int(clamping: bytes))
    case PixelError.memoryLimit(let needed, let limit): self = .memoryLimit(needed: needed, limit: limit)
    case PixelError.outOfMemory(let byteCount): self = .outOfMemory(byteCount: byteCount)
    case let error as ImageIOError: self = .decoding(error, file: source?.url)
    default: self = .source("\(error)")
    }
  }
}
