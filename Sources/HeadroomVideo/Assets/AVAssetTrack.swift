public import Foundation
public import HeadroomGraphics

/// A track of an asset: pictures, sound or else, all of one kind.
///
/// Sendable: subclasses are made here only, and what they store never changes or lies behind a lock; the asset is set once.
public class AVAssetTrack: AVAsynchronousKeyValueLoading, @unchecked Sendable {
  /// The asset that holds the track, while it lives.
  public private(set) weak var asset: AVAsset?
  /// Where the samples are; nil for tracks of compositions.
  package let source: TrackSource?
  private let fileValues: TrackValues?

  init(_ track: FileTrack, source: TrackSource, of asset: AVAsset) {
    (self.source, fileValues, self.asset) = (source, track.values, asset)
  }

  /// A track that has its ``values`` from elsewhere.
  package init(of asset: AVAsset?) { (source, fileValues, self.asset) = (nil, nil, asset) }

  package var values: TrackValues {
    fileValues ?? TrackValues(id: 0, mediaType: .video, naturalTimeScale: 0, timeRange: .zero)
  }

  /// The track's number in its asset.
  public var trackID: CMPersistentTrackID { values.id }
  /// What it holds.
  public var mediaType: AVMediaType { values.mediaType }
  /// Whether the file wants it shown.
  public var isEnabled: Bool { values.isEnabled }
  /// How pictures are to be turned: from pixels as displayed to the screen, origin at the top left.
  public var preferredTransform: CGAffineTransform { values.preferredTransform }
  /// How loud sound is meant to be; 1 leaves it as it is.
  public var preferredVolume: Float { values.preferredVolume }
  /// Units of a second in which the track's times are whole numbers.
  public var naturalTimeScale: CMTimeScale { values.naturalTimeScale }
  /// Three letters of ISO 639-2; nil where it is not stated.
  public var languageCode: String? { values.languageCode }
  /// The language by BCP 47; nil where it is not stated.
  public var extendedLanguageTag: String? { values.extendedLanguageTag }

  package var segmentObjects: [AVAssetTrackSegment] { values.segments.map(AVAssetTrackSegment.init) }
}

extension AVAssetTrack {
  /// Codec, size and colour of the samples; several where these change.
  public var formatDescriptions: [Any] { values.formatDescriptions }
  /// Whether the codec is known and nothing is encrypted.
  public var isDecodable: Bool { values.isDecodable && !values.isProtected }
  /// As ``isDecodable``.
  public var isPlayable: Bool { isDecodable }
  /// When it is shown; it starts above 0 where it comes late.
  public var timeRange: CMTimeRange { values.timeRange }
  /// Pixels of a picture as displayed: with square pixels, cut to the clean aperture, before the transform.
  public var naturalSize: CGSize { values.naturalSize }
  /// Pictures of a second; 0 where it is not known.
  public var nominalFrameRate: Float { Float(values.nominalFrameRate) }
  /// The shortest time from a picture to the next; invalid where it is not known.
  public var minFrameDuration: CMTime { values.minFrameDuration }
  /// Whether samples are stored in another order than they are shown.
  public var requiresFrameReordering: Bool { values.requiresFrameReordering }
  /// What the track is like.
  public var mediaCharacteristics: [AVMediaCharacteristic] { values.characteristics }

  /// Whether the track has a characteristic.
  public func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
    values.characteristics.contains(mediaCharacteristic)
  }

  /// The time in the samples of a time of the track, by its edits; invalid where nothing is shown.
  public func samplePresentationTime(forTrackTime trackTime: CMTime) -> CMTime {
    guard let mapping = values.segments.first(where: { $0.target.containsTime(trackTime) }),
      mapping.source.start.isValid
    else { return .invalid }
    return CMTimeMapTimeFromRangeToRange(trackTime, fromRange: mapping.target, toRange: mapping.source)
  }
}

// In an extension with a constraint, so that tracks of compositions have the same members with segments of their own.

extension AVAsynchronousKeyValueLoading where Self: AVAssetTrack {
  /// The edits: what of the samples is shown when.
  public var segments: [AVAssetTrackSegment] { segmentObjects }

  /// The edit that a time of the track is in; nil outside.
  public func segment(forTrackTime trackTime: CMTime) -> AVAssetTrackSegment? {
    segments.first { $0.timeMapping.target.containsTime(trackTime) }
  }
}

extension AVAssetTrack: Hashable {
  /// Whether both are the same object.
  public static func == (a: AVAssetTrack, b: AVAssetTrack) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
