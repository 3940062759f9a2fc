public import Foundation
public import HeadroomImage

/// A picture that a client's filters are to change.
public final class AVAsynchronousCIImageFilteringRequest: NSObject, Sendable {
  /// Pixels of the composed picture.
  public let renderSize: CGSize
  /// The picture's time in the composition.
  public let compositionTime: CMTime
  /// The source's picture as it is shown: upright, in the composition's pixels, the origin at the bottom left. Light
  /// above reference white is above 1.
  public let sourceImage: CIImage
  private let finish: @Sendable (Result<AVCIImageFilteringResult, any Error>) -> Void

  package init(
    _ parameters: AVCIImageFilteringParameters,
    finish: @escaping @Sendable (Result<AVCIImageFilteringResult, any Error>) -> Void
  ) {
    (renderSize, compositionTime, sourceImage) = (
      parameters.renderSize, parameters.compositionTime, parameters.sourceImage
    )
    self.finish = finish
  }

  /// Ends the request with a picture. What lies outside of the composed picture is not seen, what it leaves free is black.
  ///
  /// `context`: renders it, with its own working space; nil is a context of the usual one.
  public func finish(with filteredImage: CIImage, context: CIContext?) {
    finish(.success(AVCIImageFilteringResult(resultImage: filteredImage, ciContext: context)))
  }

  /// Ends the request, and with it the work that wanted the picture.
  public func finish(with error: any Error) { finish(.failure(error)) }
}

/// A picture that a client's filters are to change, as a value.
public struct AVCIImageFilteringParameters: Sendable {
  /// See ``AVAsynchronousCIImageFilteringRequest/renderSize``.
  public let renderSize: CGSize
  /// See ``AVAsynchronousCIImageFilteringRequest/compositionTime``.
  public let compositionTime: CMTime
  /// See ``AVAsynchronousCIImageFilteringRequest/sourceImage``.
  public let sourceImage: CIImage

  package init(renderSize: CGSize, compositionTime: CMTime, sourceImage: CIImage) {
    (self.renderSize, self.compositionTime, self.sourceImage) = (renderSize, compositionTime, sourceImage)
  }
}

/// What a client's filters made of a picture.
// Sendable: a context is.
public struct AVCIImageFilteringResult: Sendable {
  public let resultImage: CIImage
  /// Renders it, with its own working space; nil is a context of the usual one.
  public let ciContext: CIContext?

  public init(resultImage: CIImage, ciContext: CIContext? = nil) {
    (self.resultImage, self.ciContext) = (resultImage, ciContext)
  }
}
