public import Foundation
public import HeadroomContainers
package import HeadroomPixels

/// Why a render did not happen.
public enum RenderError: Error, Sendable {
  /// The image or the wanted rectangle has no pixels.
  case emptyExtent
  /// The image has no bounds and no finite rectangle was given.
  case infiniteExtent
  /// A bitmap or intermediate of this size is over the limits.
  case tooLarge(width: Int, height: Int)
  /// Memory for this many bytes could not be had.
  case outOfMemory(byteCount: Int)
  /// The process would take more memory than its `MemoryLedger` allows.
  case memoryLimit(needed: Int, limit: Int)
  /// Intermediates would take `needed` bytes where a context's `CIContextOption.memoryLimit` allows for `limit`, and
  /// computing them again for each of their readers would take more than five times as long.
  case intermediatesOverLimit(needed: Int, limit: Int)
  /// The executor does not know how to compute an operation.
  case notImplemented(operation: String)
  /// The colour space cannot be rendered to: neither RGB nor monochrome, or without a transfer function to write.
  case unsupportedColorSpace(String)
  /// The pixel format cannot hold the colour space's components.
  case unsupportedFormat(String)
  /// An image processor of the client threw this.
  case processor(name: String, error: any Error)
  /// A source's file could not be decoded; `file` is nil if it was given as bytes.
  case decoding(ImageIOError, file: URL?)
  /// A source could not be read for another reason.
  case source(String)
  /// The task was cancelled.
  case cancelled
}

extension RenderError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .emptyExtent: "the image has no pixels here"
    case .infiniteExtent: "the image is infinite: crop it first"
    case .tooLarge(let width, let height): "a picture of \(width) by \(height) pixels is over the limits"
    case .outOfMemory(let byteCount): "no memory for \(byteCount) bytes"
    case .memoryLimit(let needed, let limit):
      "needs \(ByteAmount.text(needed)) of memory, the limit is \(ByteAmount.text(limit))"
    case .intermediatesOverLimit(let needed, let limit):
      "needs \(ByteAmount.text(needed)) of memory for intermediates, the limit is \(ByteAmount.text(limit)); with less the render "
        + "would take more than five times as long"
    case .notImplemented(let operation): "there is no code for \(operation)"
    case .unsupportedColorSpace(let name): "cannot render to the colour space \(name)"
    case .unsupportedFormat(let text): text
    case .processor(let name, let error): "\(name): \(error)"
    case .decoding(let error, _): "\(error)"
    case .source(let text): text
    case .cancelled: "cancelled"
    }
  }
}

extension RenderError {
  /// Why pixel memory could not be had.
  package init(_ error: PixelError, width: Int, height: Int) {
    switch error {
    case .memoryLimit(let needed, let limit): self = .memoryLimit(needed: needed, limit: limit)
    case .outOfMemory(let byteCount): self = .outOfMemory(byteCount: byteCount)
    default: self = .tooLarge(width: width, height: height)
    }
  }
}

/// Runs a client's call that does not declare `RenderError`: errors of the client's own image processors are thrown
/// unchanged.
package func throwingOwnErrors<Result>(_ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch RenderError.processor(_, let error) {
    throw error
  }
}
