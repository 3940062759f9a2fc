public import Foundation
internal import HeadroomEngine
internal import HeadroomPixels
internal import Synchronization

/// Times and counts of a finished render.
public final class CIRenderInfo: Sendable {
  /// Seconds of computing, including the decoding of sources.
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

/// A render that runs while its caller does something else.
///
/// It runs to its end unless it is cancelled, even if nothing waits for it or keeps this object.
public final class CIRenderTask: Sendable {
  private let task: RenderTask
  private let job: RenderJob<Result<CIRenderInfo, any Error>>
  private let shares: AsyncStream<Double>

  /// Starts the work on a thread of the engine, or passes it to a scheduler.
  init(
    isLowPriority: Bool, schedule: CIRenderDestination.Schedule? = nil,
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
      (isLowPriority ? BackgroundThreads.low : .shared).run { job.run() }
    }
  }

  /// Waits until the destination holds the picture.
  ///
  /// The calling thread runs a task that has not begun by then.
  /// - Throws: `RenderError`, `RenderError.cancelled` after ``cancel()``, and errors of image processors. The
  ///   destination is then undefined.
  @discardableResult
  public func waitUntilCompleted() throws -> CIRenderInfo { try job.wait().get() }

  /// As ``waitUntilCompleted()``, without blocking a thread. Cancelling the Swift task cancels the render.
  @discardableResult
  public func completion() async throws -> CIRenderInfo {
    try await withTaskCancellationHandler {
      try await job.value().get()
    } onCancel: {
      task.cancel()
    }
  }

  /// Stops the render, within 20 milliseconds where nothing else uses the processors; ``waitUntilCompleted()`` then
  /// throws `RenderError.cancelled`, unless the render had completed.
  ///
  /// Kernels stop at their next row, decoders and encoders at their next row, strip, tile or block. Some calls run to
  /// their end first: a client's ``CIImageProcessorKernel`` or `CIImageProvider`, unless it checks
  /// ``isCurrentCancelled``, and libde265, dav1d, x265, libaom and libjxl, which stop at the end of a coded picture of
  /// HEIC, AVIF (a grid has many) and JPEG XL.
  public func cancel() { task.cancel() }

  /// Whether ``cancel()`` was called, or a Swift task that waited for this one was cancelled.
  public var isCancelled: Bool { task.isCancelled }

  /// Whether the calling thread works for a cancelled render. A long ``CIImageProcessorKernel`` or ``CIImageProvider``
  /// should check this now and then, and return or throw: its result is not used.
  public static var isCurrentCancelled: Bool { TaskContext.isCancelled }

  /// The finished share, 0 ... 1; never decreases.
  public var fractionCompleted: Double { task.share }

  /// ``fractionCompleted`` each time it has grown, for one reader; ends with the task. A slow reader misses steps, but
  /// never the last one.
  public var progress: AsyncStream<Double> { shares }
}
