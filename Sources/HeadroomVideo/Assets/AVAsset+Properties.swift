public import HeadroomGraphics

extension AVAsyncProperty where Root: AVAsset {
  fileprivate convenience init(_ name: String, of contents: @escaping @Sendable (AssetContents) -> Value) {
    self.init(name, state: { $0.loadingState }, value: { contents(try $0.contents()) })
  }
}

extension AVPartialAsyncProperty where Root: AVAsset {
  /// The end of the longest track.
  public static var duration: AVAsyncProperty<Root, CMTime> { AVAsyncProperty("duration") { $0.duration } }
  /// All tracks, in the order of the file.
  public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { AVAsyncProperty("tracks") { $0.tracks } }
  /// How pictures are to be turned: the first video track's ``AVAssetTrack/preferredTransform``.
  public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
    AVAsyncProperty("preferredTransform") { $0.tracks(of: .video).first?.preferredTransform ?? .identity }
  }
  /// 1: nothing is meant to be shown faster or slower.
  public static var preferredRate: AVAsyncProperty<Root, Float> { AVAsyncProperty("preferredRate") { _ in 1 } }
  /// Always true: times are those of the file's tables.
  public static var providesPreciseDurationAndTiming: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty("providesPreciseDurationAndTiming") { _ in true }
  }
  /// Whether a track is encrypted.
  public static var hasProtectedContent: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty("hasProtectedContent") { $0.isProtected }
  }
  /// Whether pictures or sound can be decoded.
  public static var isPlayable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("isPlayable") { $0.isDecodable } }
  /// As `isPlayable`.
  public static var isReadable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("isReadable") { $0.isDecodable } }
  /// As `isPlayable`.
  public static var isExportable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("isExportable") { $0.isDecodable } }
  /// Whether a composition can take its tracks.
  public static var isComposable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("isComposable") { !$0.isProtected } }
}

extension AssetContents {
  fileprivate var isProtected: Bool { tracks.contains { $0.values.isProtected } }
  fileprivate var isDecodable: Bool {
    tracks.contains { $0.isDecodable && ($0.mediaType == .video || $0.mediaType == .audio) }
  }
}
