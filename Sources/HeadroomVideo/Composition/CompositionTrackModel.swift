internal import Foundation
package import HeadroomGraphics

/// A track of a composition as a value.
package struct CompositionTrackModel: Sendable {
  package let id: CMPersistentTrackID
  package let mediaType: AVMediaType
  package var timeline = SegmentTimeline<TrackSource>()
  package var preferredTransform = CGAffineTransform.identity
  package var preferredVolume: Float = 1
  package var isEnabled = true
  package var languageCode: String?
  package var extendedLanguageTag: String?
  /// 0 takes the first source's.
  package var givenTimeScale: CMTimeScale = 0
  package var replacements: [CMFormatDescription: CMFormatDescription] = [:]

  init(id: CMPersistentTrackID, mediaType: AVMediaType) { (self.id, self.mediaType) = (id, mediaType) }

  /// The sources in the order of their first pieces, as far as they can be read.
  private var sourceTracks: [FileTrack] {
    var seen: Set<TrackSource> = []
    return timeline.pieces.compactMap(\.source).filter { seen.insert($0).inserted }.compactMap { try? $0.track() }
  }

  package var values: TrackValues {
    let sources = sourceTracks
    let first = sources.first?.values
    var values = TrackValues(
      id: id, mediaType: mediaType,
      naturalTimeScale: givenTimeScale > 0 ? givenTimeScale : first?.naturalTimeScale ?? 600, timeRange: timeRange)
    (values.isEnabled, values.languageCode, values.extendedLanguageTag) = (isEnabled, languageCode, extendedLanguageTag)
    (values.preferredTransform, values.preferredVolume) = (preferredTransform, preferredVolume)
    values.segments = timeline.mappings
    values.naturalSize = first?.naturalSize ?? .zero
    values.describe(sources.map(\.values))
    values.formatDescriptions = descriptions(of: sources)
    return values
  }

  /// From the first media on.
  private var timeRange: CMTimeRange {
    guard let first = timeline.pieces.firstIndex(where: { !$0.isEmpty }) else { return .zero }
    return CMTimeRange(start: timeline.ranges[first].start, end: timeline.duration)
  }

  private func descriptions(of sources: [FileTrack]) -> [CMFormatDescription] {
    var found: [CMFormatDescription] = []
    for description in sources.flatMap(\.values.formatDescriptions).map({ replacements[$0] ?? $0 })
    where !found.contains(description) {
      found.append(description)
    }
    return found
  }
}

extension TrackValues {
  /// The fastest of several sources; what one of them is, all are.
  fileprivate mutating func describe(_ sources: [TrackValues]) {
    nominalFrameRate = sources.map(\.nominalFrameRate).max() ?? 0
    minFrameDuration = sources.map(\.minFrameDuration).filter(\.isNumeric).min() ?? .invalid
    requiresFrameReordering = sources.contains(where: \.requiresFrameReordering)
    isProtected = sources.contains(where: \.isProtected)
    isDecodable = sources.allSatisfy(\.isDecodable)
  }
}
