public import Foundation
public import HeadroomGraphics
internal import HeadroomPixels
internal import Synchronization

extension AVAssetImageGenerator {
  /// The picture of a time, and when it is shown.
  ///
  /// - Throws: ``AVError``: ``AVError/noImageAtTime`` where none is near enough; `CancellationError` where the task or the
  ///   request was cancelled.
  public func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
    let request = request(time)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<_, any Error>) in
        let answer: @Sendable (ImageLine.Outcome) -> Void = { outcome in
          continuation.resume(with: outcome.map { (image: $0.image, actualTime: $0.time) })
        }
        line.add([(request, answer)])
      }
    } onCancel: {
      line.cancel(request)
    }
  }

  /// The pictures of several times, in this order, each made when it is asked for.
  public func images(for times: [CMTime]) -> Images { Images(self, times) }

  /// As ``image(at:)``, for code without concurrency.
  ///
  /// - Parameters:
  ///   - requestedTime: of the picture.
  ///   - handler: is called once, on another thread: with the picture and its time, or with an error.
  public func generateCGImageAsynchronously(
    for requestedTime: CMTime, completionHandler handler: @escaping @Sendable (CGImage?, CMTime, (any Error)?) -> Void
  ) {
    let answer: @Sendable (ImageLine.Outcome) -> Void = { outcome in
      switch outcome {
      case .success(let made): handler(made.image, made.time, nil)
      case .failure(let error): handler(nil, .invalid, error)
      }
    }
    line.add([(request(requestedTime), answer)])
  }

  /// The pictures of several times.
  ///
  /// - Parameters:
  ///   - requestedTimes: of `CMTime` values.
  ///   - handler: is called once for each time, in their order, on another thread: with the time that was asked for, the
  ///     picture, its own time, and what came of it.
  public func generateCGImagesAsynchronously(
    forTimes requestedTimes: [NSValue],
    completionHandler handler: @escaping @Sendable (CMTime, CGImage?, CMTime, Result, (any Error)?) -> Void
  ) {
    let settings = settings.withLock { $0 }
    let entries = requestedTimes.map { value -> ImageLine.Entry in
      let time = value.timeValue
      return (
        ImageRequest(time, settings),
        { outcome in
          switch outcome {
          case .success(let made): handler(time, made.image, made.time, .succeeded, nil)
          case .failure(let error):
            let isCancelled = error is CancellationError
            handler(time, nil, .invalid, isCancelled ? .cancelled : .failed, isCancelled ? nil : error)
          }
        }
      )
    }
    line.add(entries)
  }

  /// The picture of a time, on the calling thread.
  ///
  /// - Parameters:
  ///   - requestedTime: of the picture.
  ///   - actualTime: takes when the picture is shown.
  /// - Throws: as ``image(at:)``.
  public func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
    let made = try line.make(request(requestedTime))
    unsafe actualTime?.pointee = made.time
    return made.image
  }

  private func request(_ time: CMTime) -> ImageRequest { ImageRequest(time, settings.withLock { $0 }) }
}

extension AVAssetImageGenerator {
  /// Pictures of several times, one after the other. A loop that ends early makes no more.
  public struct Images: AsyncSequence, Sendable {
    /// A picture, or why there is none.
    public enum Element: Sendable {
      case success(requestedTime: CMTime, image: CGImage, actualTime: CMTime)
      case failure(requestedTime: CMTime, error: any Error)

      /// The time that was asked for.
      public var requestedTime: CMTime {
        switch self {
        case .success(let time, _, _), .failure(let time, _): time
        }
      }

      public var image: CGImage {
        get throws {
          switch self {
          case .success(_, let image, _): image
          case .failure(_, let error): throw error
          }
        }
      }

      /// When the picture is shown.
      public var actualTime: CMTime {
        get throws {
          switch self {
          case .success(_, _, let time): time
          case .failure(_, let error): throw error
          }
        }
      }
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate let generator: AVAssetImageGenerator
      fileprivate var times: ArraySlice<CMTime>

      public mutating func next() async -> Element? {
        guard let time = times.popFirst() else { return nil }
        do {
          let (image, actualTime) = try await generator.image(at: time)
          return .success(requestedTime: time, image: image, actualTime: actualTime)
        } catch {
          return .failure(requestedTime: time, error: error)
        }
      }
    }

    private let generator: AVAssetImageGenerator
    private let times: [CMTime]

    fileprivate init(_ generator: AVAssetImageGenerator, _ times: [CMTime]) {
      (self.generator, self.times) = (generator, times)
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(generator: generator, times: times[...]) }
  }
}
