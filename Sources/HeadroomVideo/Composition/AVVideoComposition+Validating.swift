internal import Foundation
internal import HeadroomContainers

extension AVVideoComposition.Configuration {
  /// Refuses what no film can be made of.
  ///
  /// - Parameters:
  ///   - tracks: numbers of the asset's video tracks.
  ///   - range: the part of the composition that is used; instructions beside it do not count.
  package func validate(tracks: Set<CMPersistentTrackID>, in range: CMTimeRange) throws(VideoCompositionError) {
    if let first = problems(in: VideoCompositionUse(tracks: tracks, range: range, isFilm: true)).first {
      throw first.error
    }
  }
}

extension AVVideoCompositionInstructionProtocol {
  /// Numbers of the tracks that it needs; nil are all.
  var sourceTracks: [CMPersistentTrackID]? {
    requiredSourceTrackIDs?.compactMap { ($0 as? NSNumber)?.int32Value }
  }
}

extension CGSize {
  /// Whether a picture can be this large, in whole pixels.
  var isPicture: Bool {
    guard width.isFinite, height.isFinite, width >= 0.5, height >= 0.5 else { return false }
    let limits = DecodeLimits.standard
    let longest = CGFloat(limits.maxDimension)
    return width < longest && height < longest && width * height <= CGFloat(limits.maxPixels)
  }
}
