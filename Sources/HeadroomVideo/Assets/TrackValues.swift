package import Foundation
internal import HeadroomColor
package import HeadroomGraphics

/// What a track is, whether a file holds it or a composition.
package struct TrackValues: Sendable {
  package var id: CMPersistentTrackID
  package var mediaType: AVMediaType
  package var isEnabled = true
  package var languageCode: String?
  package var extendedLanguageTag: String?
  package var naturalTimeScale: CMTimeScale
  package var timeRange: CMTimeRange
  /// From the track's own time to the time of what holds it, in order and without gaps.
  package var segments: [CMTimeMapping] = []
  package var naturalSize = CGSize.zero
  package var preferredTransform = CGAffineTransform.identity
  package var preferredVolume: Float = 1
  package var nominalFrameRate: Double = 0
  package var minFrameDuration = CMTime.invalid
  package var requiresFrameReordering = false
  package var formatDescriptions: [CMFormatDescription] = []
  package var isProtected = false
  /// Whether the codec is known.
  package var isDecodable = true

  package init(
    id: CMPersistentTrackID, mediaType: AVMediaType, naturalTimeScale: CMTimeScale, timeRange: CMTimeRange
  ) {
    (self.id, self.mediaType) = (id, mediaType)
    (self.naturalTimeScale, self.timeRange) = (naturalTimeScale, timeRange)
  }

  package init(_ facts: TrackFacts, descriptions: [CMFormatDescription]) {
    self.init(
      id: facts.id, mediaType: facts.kind.mediaType, naturalTimeScale: facts.timescale, timeRange: facts.timeRange)
    (isEnabled, languageCode, segments) = (facts.isEnabled, facts.language, facts.segments)
    formatDescriptions = descriptions
    isProtected = CodecTag.isProtected(facts.codecTag)
    isDecodable = !facts.codec.isEmpty
    if let video = facts.video { describe(video) }
  }

  private mutating func describe(_ video: VideoFacts) {
    naturalSize = video.naturalSize
    preferredTransform = video.preferredTransform
    nominalFrameRate = video.nominalFrameRate
    minFrameDuration = video.minFrameDuration
    requiresFrameReordering = video.reordersFrames
  }

  package var characteristics: [AVMediaCharacteristic] {
    switch mediaType {
    case .video: [.visual, .frameBased] + colorCharacteristics
    case .audio: [.audible]
    case .subtitle: [.visual, .legible]
    default: []
    }
  }

  private var colorCharacteristics: [AVMediaCharacteristic] {
    let colors = formatDescriptions.compactMap(\.cicp)
    let isWide = colors.contains { [9, 11, 12].contains($0.primaries) }
    let isHDR = colors.contains { VideoDynamicRange(transfer: $0.transfer) != .sdr }
    return (isWide ? [.usesWideGamutColorSpace] : []) + (isHDR ? [.containsHDRVideo] : [])
  }
}

extension VideoFacts {
  /// As displayed, not turned.
  package var naturalSize: CGSize { CGSize(width: displayWidth, height: displayHeight) }

  /// Identity where the file's six numbers are not six.
  package var preferredTransform: CGAffineTransform {
    guard transform.count == 6 else { return .identity }
    return CGAffineTransform(
      transform[0], transform[1], transform[2], transform[3], transform[4], transform[5])
  }
}
