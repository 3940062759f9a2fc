import Foundation
import HeadroomGraphics
import HeadroomVideo
import Synchronization

/// Compositors that do what they should not.
enum BadCompositors {
  typealias Request = AVAsynchronousVideoCompositionRequest
  static let x420 = kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange

  /// What they saw.
  final class Journal: Sendable {
    let begun = Counter()
    let cancels = Counter()
    /// Calls of `newPixelBuffer()` that gave none.
    let empty = Counter()
    /// Requests that were answered.
    let ended = Counter()
  }

  /// Makes a picture of its own in a format, and answers.
  class Making: NSObject, AVVideoCompositing, @unchecked Sendable {
    class var format: OSType { kCVPixelFormatType_64RGBAHalf }
    var sourcePixelBufferAttributes: [String: any Sendable]? { nil }
    var requiredPixelBufferAttributesForRenderContext: [String: any Sendable] {
      [kCVPixelBufferPixelFormatTypeKey: Self.format]
    }
    var supportsHDRSourceFrames: Bool { true }
    func renderContextChanged(_ context: AVVideoCompositionRenderContext) {}
    func cancelAllPendingVideoCompositionRequests() {}
    func startRequest(_ request: Request) {
      guard let buffer = request.renderContext.newPixelBuffer() else {
        return request.finish(with: CocoaError(.fileNoSuchFile))
      }
      make(buffer, request)
      request.finish(withComposedVideoFrame: buffer)
    }
    func make(_ buffer: CVPixelBuffer, _ request: Request) {}
  }

  /// Fills half floats with one bit pattern.
  class Light: Making, @unchecked Sendable {
    class var bits: UInt16 { 0 }
    override func make(_ buffer: CVPixelBuffer, _ request: Request) {
      for y in 0..<CVPixelBufferGetHeight(buffer) {
        guard let base = unsafe CVPixelBufferGetBaseAddress(buffer) else { return }
        let row = unsafe base + y * CVPixelBufferGetBytesPerRow(buffer)
        for x in 0..<CVPixelBufferGetWidth(buffer) * 4 {
          unsafe row.storeBytes(of: (x + y) % 7 == 0 ? 0x3C00 : Self.bits, toByteOffset: 2 * x, as: UInt16.self)
        }
      }
    }
  }
  final class NotANumber: Light, @unchecked Sendable { override class var bits: UInt16 { 0x7E00 } }
  final class Infinite: Light, @unchecked Sendable { override class var bits: UInt16 { 0x7C00 } }
  final class NegativeInfinite: Light, @unchecked Sendable { override class var bits: UInt16 { 0xFC00 } }

  /// Hands back what is from another pool, or in a form that it did not name.
  class Foreign: Making, @unchecked Sendable {
    class var made: OSType { kCVPixelFormatType_64RGBAHalf }
    override func startRequest(_ request: Request) {
      let (width, height) = (Int(request.renderContext.size.width), Int(request.renderContext.size.height))
      var buffer: CVPixelBuffer?
      unsafe CVPixelBufferCreate(nil, width, height, Self.made, nil, &buffer)
      if let buffer { request.finish(withComposedVideoFrame: buffer) }
    }
  }
  final class OtherPool: Foreign, @unchecked Sendable {}
  final class OtherFormat: Foreign, @unchecked Sendable {
    override class var made: OSType { kCVPixelFormatType_32BGRA }
  }

  /// Keeps every buffer of the pool, on the thread of the requests or on one of its own.
  class Keeping: Making, @unchecked Sendable {
    class var journal: Journal { keeping }
    private let kept = Mutex<[CVPixelBuffer]>([])
    private let requests = Mutex<[Request]>([])
    override func startRequest(_ request: Request) {
      Self.journal.begun.add()
      requests.withLock { $0.append(request) }
      take(request)
    }
    func take(_ request: Request) {
      while let buffer = request.renderContext.newPixelBuffer() { kept.withLock { $0.append(buffer) } }
      Self.journal.empty.add()
    }
    override func cancelAllPendingVideoCompositionRequests() { Self.journal.cancels.add() }
  }
  static let keeping = Journal()

  /// Never answers.
  final class Waiting: Keeping, @unchecked Sendable {
    override class var journal: Journal { waiting }
    override func take(_ request: Request) {}
  }
  static let waiting = Journal()

  /// Waits for its own thread when it is cancelled.
  final class KeepingElsewhere: Keeping, @unchecked Sendable {
    override class var journal: Journal { keepingElsewhere }
    private let queue = DispatchQueue(label: "compositor")
    override func take(_ request: Request) { queue.async { super.take(request) } }
    override func cancelAllPendingVideoCompositionRequests() {
      queue.sync {}
      super.cancelAllPendingVideoCompositionRequests()
    }
  }
  static let keepingElsewhere = Journal()

  /// Answers inside of the cancellation, each request three times.
  final class Recalling: Making, @unchecked Sendable {
    static let journal = Journal()
    private let requests = Mutex<[Request]>([])
    override func startRequest(_ request: Request) {
      requests.withLock { $0.append(request) }
      Self.journal.begun.add()
    }
    override func cancelAllPendingVideoCompositionRequests() {
      Self.journal.cancels.add()
      for request in requests.withLock({ $0 }) {
        request.finishCancelledRequest()
        request.finish(with: CocoaError(.fileNoSuchFile))
        if let buffer = request.renderContext.newPixelBuffer() { request.finish(withComposedVideoFrame: buffer) }
      }
    }
  }

  /// Answers on another thread, long after it was cancelled.
  final class Lingering: Making, @unchecked Sendable {
    static let journal = Journal()
    override func startRequest(_ request: Request) {
      Self.journal.begun.add()
      Thread.detachNewThread {
        while Self.journal.cancels.count == 0 { usleep(2000) }
        usleep(50_000)
        super.startRequest(request)
        Self.journal.ended.add()
      }
    }
    override func cancelAllPendingVideoCompositionRequests() { Self.journal.cancels.add() }
  }
}
