public import Foundation
internal import HeadroomEngine
internal import HeadroomPixels
internal import Synchronization

/// What a finished render took.
public final class CIRenderInfo: Sendable {
  /// Seconds of computing, decoding of sources included.
  public let kernelExecutionTime: TimeInterval
  /// Seconds of planning; kernels are compiled ahead of time.
  public let kernelCompileTime: TimeInterval
  /// Passes over pixels: stored intermediates, reductions and the output.
  public let passCount: Int
  /// Pixels of all passes.
  public let pixelsProcessed: Int

  init(_ measures: RenderTask.Measures) {
    kernelExecutionTime = measures.computing
    kernelCompileTime = measures.planning
    passCount = measures.passes
    pixelsProcessed = measures.pixels
  }
}

/// A render that goes on while its caller does something else.
///
/// It runs to its end unless it is cancelled, whether or not anybody waits for it or keeps this object.
public final class CIRenderTask: Sendable {
  private let task: RenderTask
  private let job: RenderJob<Result<CIRenderInfo, any Error>>
  private let shares: AsyncStream<Double>

  /// Starts the work on a thread of the engine, or gives it to somebody who says when.
  init(
    isLow: Bool, schedule: CIRenderDestination.Schedule? = nil,
    _ work: @escaping @Sendable (RenderTask) throws -> Void
  ) {
    let (stream, continuation) = AsyncStream.makeStream(of: Double.self, bufferingPolicy: .bufferingNewest(1))
    let task = RenderTask { continuation.yield($0) }
    (self.task, shares) = (task, stream)
    let job = RenderJob { () -> Result<CIRenderInfo, any Error> in
      defer { continuation.finish() }
      return Result {
        try throwingOwnErrors { try work(task) }
        return CIRenderInfo(task.measures)
      }
    }
    self.job = job
    if let schedule {
      schedule { _ = job.wait() }
    } else {
      (isLow ? BackgroundThreads.low : .shared).run { job.run() }
    }
  }

  /// Waits until the destination holds the picture.
  ///
  /// A task that has not begun by then is done by the calling thread.
  /// - Throws: `RenderError`, `RenderError.cancelled` after ``cancel()``, and what an image processor threw. The
  ///   destination is then undefined.
  @discardableResult
  public func waitUntilCompleted() throws -> CIRenderInfo { try job.wait().get() }

  /// As ``waitUntilCompleted()``, without holding a thread. Cancelling the Swift task cancels the render.
  @discardableResult
  public func completion() async throws -> CIRenderInfo {
    try await withTaskCancellationHandler {
      try await job.value().get()
    } onCancel: {
      task.cancel()
    }
  }

  /// Stops the render, within 20 milliseconds where nothing else uses the processors; ``waitUntilCompleted()`` throws
  /// `RenderError.cancelled`, unless all was done before.
  ///
  /// Kernels stop at their next row, decoders and encoders at theirs, or at their next strip, tile or block. What is called as
  /// a whole ends first: a client's ``CIImageProcessorKernel`` or `CIImageProvider`, unless it looks at
  /// ``isCurrentCancelled``, and libde265, dav1d, x265, libaom and libjxl at the end of a coded picture of HEIC, AVIF (of which a
  /// grid has many) and JPEG XL.
  public func cancel() { task.cancel() }

  /// Whether ``cancel()`` was called, or the Swift task cancelled that waited for this one.
  public var isCancelled: Bool { task.isCancelled }

  /// Whether the calling thread works for a render that was cancelled. A long ``CIImageProcessorKernel`` or
  /// ``CIImageProvider`` looks now and then, and returns or throws: what it leaves is not used.
  public static var isCurrentCancelled: Bool { Work.isCancelled }

  /// The share that is done, 0 ... 1; never goes back.
  public var fractionCompleted: Double { task.share }

  /// ``fractionCompleted`` each time it has grown, for one reader; ends with the task. A reader who is slow misses steps,
  /// never the last.
  public var progress: AsyncStream<Double> { shares }
}
