public import Foundation

/// What a finished render took.
public final class CIRenderInfo: Sendable {
  /// Seconds of computing.
  public let kernelExecutionTime: TimeInterval
  /// Seconds of planning; kernels are compiled ahead of time.
  public let kernelCompileTime: TimeInterval
  /// Passes over pixels: stored intermediates, reductions and the output.
  public let passCount: Int
  /// Pixels written to the destination.
  public let pixelsProcessed: Int

  init(execution: TimeInterval, planning: TimeInterval, passes: Int, pixels: Int) {
    kernelExecutionTime = execution
    kernelCompileTime = planning
    passCount = passes
    pixelsProcessed = pixels
  }
}

/// A started render.
public final class CIRenderTask: Sendable {
  private let info: CIRenderInfo

  init(info: CIRenderInfo) { self.info = info }

  /// Waits until the destination holds the picture.
  @discardableResult
  public func waitUntilCompleted() throws -> CIRenderInfo { info }
}
