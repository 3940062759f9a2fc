package import Foundation
internal import HeadroomGraphics

/// A client's filters, in the one form to which all spellings come.
package struct PictureFilter: Sendable {
  /// Starts the work on a picture; the request takes its end.
  package let start: @Sendable (AVAsynchronousCIImageFilteringRequest) -> Void
  /// Seconds after which a picture that is not there is an error; nil waits.
  package var timeLimit: TimeInterval?

  package init(start: @escaping @Sendable (AVAsynchronousCIImageFilteringRequest) -> Void) { self.start = start }

  /// - Parameter applier: throws where the work is to end.
  init(applier: @escaping @Sendable (AVCIImageFilteringParameters) async throws -> AVCIImageFilteringResult) {
    start = { request in
      let parameters = AVCIImageFilteringParameters(
        renderSize: request.renderSize, compositionTime: request.compositionTime, sourceImage: request.sourceImage)
      Task {
        do {
          let result = try await applier(parameters)
          request.finish(with: result.resultImage, context: result.ciContext)
        } catch {
          request.finish(with: error)
        }
      }
    }
  }
}

extension AVVideoComposition.Configuration {
  /// The first enabled video track of an asset, upright, through filters.
  ///
  /// - Throws: ``AVError`` where the asset cannot be read.
  init(filtering asset: AVAsset, by filter: PictureFilter) throws(AVError) {
    let contents = try asset.contents()
    self.init(frameDuration: .frameDuration(of: contents.tracks(of: .video).map(\.values)))
    pictureFilter = filter
    guard let track = contents.tracks(of: .video).first(where: \.isEnabled) else { return }
    let box = CGRect(origin: .zero, size: track.naturalSize).applying(track.preferredTransform)
    renderSize = CGSize(width: abs(box.width), height: abs(box.height))
    var layer = AVVideoCompositionLayerInstruction.Configuration(assetTrack: track)
    let upright = track.preferredTransform.concatenating(CGAffineTransform(translationX: -box.minX, y: -box.minY))
    if !upright.isIdentity { layer.setTransform(upright, at: .zero) }
    instructions = [
      AVVideoCompositionInstruction(
        configuration: AVVideoCompositionInstruction.Configuration(
          layerInstructions: [AVVideoCompositionLayerInstruction(configuration: layer)],
          timeRange: CMTimeRange(start: .zero, duration: contents.duration)))
    ]
  }
}

extension AVVideoComposition {
  /// As ``videoComposition(with:applyingCIFiltersWithHandler:)``, with a function that returns the changed picture. An error
  /// that it throws ends the work.
  public convenience init(
    applyingFiltersTo asset: AVAsset,
    applier: @escaping @Sendable (AVCIImageFilteringParameters) async throws -> AVCIImageFilteringResult
  ) async throws {
    self.init(configuration: try Configuration(filtering: asset, by: PictureFilter(applier: applier)))
  }
}

extension AVVideoComposition.Configuration {
  static func filtering(_ asset: AVAsset, _ filter: PictureFilter) -> Self {
    if let known = try? Self(filtering: asset, by: filter) { return known }
    var empty = Self(frameDuration: .standardFrame)
    empty.pictureFilter = filter
    return empty
  }
}
