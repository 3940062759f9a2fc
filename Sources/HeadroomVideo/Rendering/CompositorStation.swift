internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels
internal import Synchronization

/// Gives a client's compositor its requests, in order and from one thread, and takes its pictures.
// Sendable: requests begin on one thread at a time; what clients touch is guarded.
final class CompositorStation: @unchecked Sendable {
  /// Pictures that a client makes at once.
  static let mostInWork = 3

  private let compositor: ClientCompositor
  private let size: (width: Int, height: Int)
  private let color: CICP
  private let siting: YCbCrEncoding.Siting
  private let isClosed = Atomic(false)
  /// How many pictures are being taken back from the client.
  private let recalls = Atomic(0)
  private let pending = Mutex<[ObjectIdentifier: PendingPicture<CVPixelBuffer>]>([:])
  private var context: AVVideoCompositionRenderContext?
  private let composition: AVVideoComposition
  private let range: CMTimeRange
  private let isPlayer: Bool

  /// - Parameters:
  ///   - color: what untagged pictures mean.
  ///   - range: the times of the pictures.
  ///   - isPlayer: whether they are made in time to be shown.
  init(
    _ compositor: ClientCompositor, _ composition: AVVideoComposition, width: Int, height: Int, color: CICP,
    in range: CMTimeRange, isPlayer: Bool
  ) {
    (self.compositor, self.composition, size, self.color, self.range, self.isPlayer) = (
      compositor, composition, (width, height), color, range, isPlayer
    )
    siting = VideoDynamicRange(transfer: color.transfer) == .sdr ? .left : .topLeft
  }

  /// Begins a picture.
  ///
  /// - Parameter sources: the pictures of tracks that have one.
  func begin(
    _ instruction: any AVVideoCompositionInstructionProtocol, at time: CMTime,
    _ sources: [(track: CMPersistentTrackID, sample: CMSampleBuffer)]
  ) throws(MediaError) -> ScriptFrame.End {
    let context = try renderContext()
    let picture = PendingPicture<CVPixelBuffer>()
    let key = ObjectIdentifier(picture)
    pending.withLock { $0[key] = picture }
    let request = AVAsynchronousVideoCompositionRequest(context, at: time, instruction, sources: sources) { outcome in
      switch outcome {
      case .composed(let buffer): picture.set(.success(buffer))
      case .failed(let error): picture.set(.failure(error))
      case .cancelled: picture.set(.failure(MediaError(.client(ClientFailure("the compositor cancelled the picture")))))
      }
    }
    let given = sources.compactMap { $0.sample.imageBuffer.map(CVPixelBufferGetPixelFormatType) }
    compositor.object.anticipateRendering(using: AVVideoCompositionRenderHint(from: time, to: time))
    compositor.object.startRequest(request)
    return { [self] () throws(MediaError) in
      defer { pending.withLock { $0[key] = nil } }
      let buffer = try wait(for: picture, at: time)
      if picture.isTwice {
        throw MediaError(.client(ClientFailure("the compositor finished the picture twice")), time: time)
      }
      return .buffer(try checked(buffer, given: given, at: time))
    }
  }

  /// What is cancelled meanwhile is taken back from the client.
  private func wait(for picture: PendingPicture<CVPixelBuffer>, at time: CMTime) throws(MediaError) -> CVPixelBuffer {
    do throws(MediaError) {
      return try picture.wait(limit: compositor.timeLimit, time: time)
    } catch {
      if error.reason == .cancelled, !picture.isSet {
        // A client that waits for its threads would else wait for one that waits for a buffer.
        recalls.add(1, ordering: .sequentiallyConsistent)
        defer { recalls.subtract(1, ordering: .sequentiallyConsistent) }
        compositor.object.cancelAllPendingVideoCompositionRequests()
      }
      throw error
    }
  }

  /// The first request is preceded by what pictures are, and when.
  private func renderContext() throws(MediaError) -> AVVideoCompositionRenderContext {
    if let context { return context }
    let attributes: CFDictionary = [
      kCVPixelBufferWidthKey: size.width, kCVPixelBufferHeightKey: size.height,
      kCVPixelBufferPixelFormatTypeKey: compositor.outputFormats[0],
    ]
    let made = AVVideoCompositionRenderContext(
      composition, size: CGSize(width: size.width, height: size.height), attributes: attributes, isPlayer: isPlayer,
      timeLimit: compositor.timeLimit
    ) { [weak self] in self?.isEnding ?? true }
    guard let made else { throw MediaError(.outOfMemory) }
    context = made
    compositor.object.renderContextChanged(made)
    compositor.object.prerollForRendering(using: AVVideoCompositionRenderHint(from: range.start, to: range.end))
    return made
  }

  /// Whether the calling thread, a client's or that of the requests, has no picture to make.
  private var isEnding: Bool {
    isClosed.load(ordering: .relaxed) || recalls.load(ordering: .relaxed) > 0 || TaskContext.isCancelled
  }

  /// A picture of the client's that can be used; untagged ones are in the composition's colour.
  ///
  /// - Parameter given: the formats of the sources' pictures, which may be handed back.
  private func checked(_ buffer: CVPixelBuffer, given: [OSType], at time: CMTime) throws(MediaError) -> CVPixelBuffer {
    let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
    guard (width, height) == size else {
      throw MediaError(
        .client(
          ClientFailure("the compositor's picture has \(width)x\(height) pixels, not \(size.width)x\(size.height)")),
        time: time)
    }
    let format = CVPixelBufferGetPixelFormatType(buffer)
    guard (compositor.outputFormats + (compositor.sourceFormats ?? given)).contains(format) else {
      throw MediaError(
        .client(
          ClientFailure("the compositor's picture has the pixel format '\(format.letters)', which it did not name")),
        time: time)
    }
    if buffer.taggedEncoding == nil {
      var extensions = CMFormatDescription.Extensions(color: color)
      extensions[.chromaLocationTopField] = ImageBufferColor.location(of: siting).map { .string($0) }
      CVBufferSetAttachments(buffer, extensions.propertyListRepresentation, .shouldPropagate)
    }
    return buffer
  }

  /// Nobody wants pictures any more.
  func close() {
    guard !isClosed.exchange(true, ordering: .relaxed) else { return }
    let isBusy = pending.withLock { $0.values.contains { !$0.isSet } }
    if isBusy { compositor.object.cancelAllPendingVideoCompositionRequests() }
  }
}
