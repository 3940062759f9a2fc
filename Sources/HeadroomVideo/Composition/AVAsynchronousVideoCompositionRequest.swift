public import Foundation
public import HeadroomGraphics
internal import Synchronization

/// One picture that a compositor is to make.
// Sendable: buffers are only read, the rest does not change.
public final class AVAsynchronousVideoCompositionRequest: NSObject, @unchecked Sendable {
  /// What came of a request.
  package enum Outcome: Sendable {
    case composed(CVPixelBuffer)
    case failed(any Error)
    case cancelled
  }

  /// What is composed into.
  public let renderContext: AVVideoCompositionRenderContext
  /// The picture's time in the composition.
  public let compositionTime: CMTime
  /// What the picture shows.
  public let videoCompositionInstruction: any AVVideoCompositionInstructionProtocol
  /// Numbers of the tracks that have a picture at this time, as the instruction wants them.
  public let sourceTrackIDs: [NSNumber]
  private let sources: [CMPersistentTrackID: CMSampleBuffer]
  private let finish: @Sendable (Outcome) -> Void

  /// - Parameters:
  ///   - sources: source pictures, in the order of ``sourceTrackIDs``.
  ///   - finish: takes each outcome; more than one is the receiver's to report.
  package init(
    _ context: AVVideoCompositionRenderContext, at time: CMTime,
    _ instruction: any AVVideoCompositionInstructionProtocol,
    sources: [(track: CMPersistentTrackID, sample: CMSampleBuffer)], finish: @escaping @Sendable (Outcome) -> Void
  ) {
    (renderContext, compositionTime, videoCompositionInstruction) = (context, time, instruction)
    sourceTrackIDs = sources.map { NSNumber(value: $0.track) }
    self.sources = Dictionary(sources.map { ($0.track, $0.sample) }) { first, _ in first }
    self.finish = finish
  }

  /// Numbers of the metadata tracks that have samples at this time: none, samples of such tracks are not read.
  public var sourceSampleDataTrackIDs: [NSNumber] { [] }

  /// The picture of a track, not turned; nil where it has none at this time. It is only read.
  public func sourceFrame(byTrackID trackID: CMPersistentTrackID) -> CVPixelBuffer? {
    sources[trackID]?.imageBuffer
  }

  /// The picture of a track with its times; nil where it has none at this time.
  public func sourceSampleBuffer(byTrackID trackID: CMPersistentTrackID) -> CMSampleBuffer? { sources[trackID] }

  /// Ends the request with a picture of the render context's size, in one of the formats that the compositor named. What
  /// its numbers mean is attached to it; without, they are in the composition's colour.
  public func finish(withComposedVideoFrame composedVideoFrame: CVPixelBuffer) {
    finish(.composed(composedVideoFrame))
  }

  /// Ends the request, and with it the work that wanted the picture.
  public func finish(with error: any Error) { finish(.failed(error)) }

  /// Ends the request without a picture, after it was cancelled.
  public func finishCancelledRequest() { finish(.cancelled) }
}
