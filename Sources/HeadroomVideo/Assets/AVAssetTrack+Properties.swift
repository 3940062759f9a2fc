public import Foundation
public import HeadroomGraphics

extension AVAsyncProperty where Root: AVAssetTrack {
  /// A track is made when its file has been read.
  fileprivate convenience init(_ name: String, of values: @escaping @Sendable (TrackValues) -> Value) {
    self.init(name, state: { _ in .loaded }, value: { values($0.values) })
  }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
  public static var formatDescriptions: AVAsyncProperty<Root, [CMFormatDescription]> {
    AVAsyncProperty("formatDescriptions") { $0.formatDescriptions }
  }
  public static var isEnabled: AVAsyncProperty<Root, Bool> { AVAsyncProperty("isEnabled") { $0.isEnabled } }
  public static var isPlayable: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty("isPlayable") { $0.isDecodable && !$0.isProtected }
  }
  public static var isDecodable: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty("isDecodable") { $0.isDecodable && !$0.isProtected }
  }
  public static var mediaCharacteristics: AVAsyncProperty<Root, [AVMediaCharacteristic]> {
    AVAsyncProperty("mediaCharacteristics") { $0.characteristics }
  }
  public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { AVAsyncProperty("timeRange") { $0.timeRange } }
  public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> {
    AVAsyncProperty("naturalTimeScale") { $0.naturalTimeScale }
  }
  public static var languageCode: AVAsyncProperty<Root, String?> {
    AVAsyncProperty("languageCode") { $0.languageCode }
  }
  public static var extendedLanguageTag: AVAsyncProperty<Root, String?> {
    AVAsyncProperty("extendedLanguageTag") { $0.extendedLanguageTag }
  }
  public static var naturalSize: AVAsyncProperty<Root, CGSize> { AVAsyncProperty("naturalSize") { $0.naturalSize } }
  public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
    AVAsyncProperty("preferredTransform") { $0.preferredTransform }
  }
  public static var preferredVolume: AVAsyncProperty<Root, Float> {
    AVAsyncProperty("preferredVolume") { $0.preferredVolume }
  }
  public static var nominalFrameRate: AVAsyncProperty<Root, Float> {
    AVAsyncProperty("nominalFrameRate") { Float($0.nominalFrameRate) }
  }
  public static var minFrameDuration: AVAsyncProperty<Root, CMTime> {
    AVAsyncProperty("minFrameDuration") { $0.minFrameDuration }
  }
  public static var requiresFrameReordering: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty("requiresFrameReordering") { $0.requiresFrameReordering }
  }
  public static var segments: AVAsyncProperty<Root, [AVAssetTrackSegment]> {
    AVAsyncProperty("segments", state: { _ in .loaded }, value: { $0.segmentObjects })
  }
}
