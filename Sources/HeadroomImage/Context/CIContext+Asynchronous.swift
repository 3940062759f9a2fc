internal import Foundation
internal import HeadroomEngine
internal import HeadroomPixels

extension CIContext {
  /// Runs renders of this context on a thread of the engine, as one piece of work that can be cancelled and observed.
  ///
  /// ```swift
  /// let data = try await context.perform { context in
  ///   try context.heif10Representation(of: edited, colorSpace: space)
  /// }
  /// ```
  ///
  /// Everything that the closure's context renders and encodes belongs to the work, including the decoding of sources.
  /// Cancelling the Swift task stops it, as ``CIRenderTask/cancel()`` does.
  ///
  /// - Parameters:
  ///   - renders: the number of rendering methods of the context that the closure calls; each is an equal part of the
  ///     progress.
  ///   - progress: called with the finished share, 0 ... 1, each time it has grown, from any thread, one call at a
  ///     time.
  ///   - body: what to do, with this context.
  /// - Throws: `RenderError.cancelled` when the Swift task is cancelled, and what the closure throws.
  public func perform<Result: Sendable>(
    renders: Int = 1, progress: (@Sendable (Double) -> Void)? = nil,
    _ body: @escaping @Sendable (CIContext) throws -> Result
  ) async throws -> Result {
    let task = RenderTask { progress?($0) }
    let context = CIContext(self, tasks: TaskParts(task, count: renders))
    let job = RenderJob { () -> Swift.Result<Result, any Error> in
      Swift.Result {
        try task.check()
        // Methods that return nil give no reason, and decoders throw their own errors.
        let result = Swift.Result { try task.bound { try throwingOwnErrors { try body(context) } } }
        try task.check()
        task.advance(to: 1)
        return try result.get()
      }
    }
    return try await withTaskCancellationHandler {
      (settings.isLowPriority ? BackgroundThreads.low : .shared).run { job.run() }
      return try await job.value().get()
    } onCancel: {
      task.cancel()
    }
  }
}
