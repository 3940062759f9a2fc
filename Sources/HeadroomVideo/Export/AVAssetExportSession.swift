public import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels
internal import Synchronization

/// Writes an asset, or a composition of it, as a film.
///
/// HEVC and ProRes presets keep HDR: HLG stays HLG, PQ stays PQ, with their metadata. H.264 presets make SDR. Frames are
/// never made larger. A film appears under its name when it is whole.
///
/// ```swift
/// let session = AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetHEVCHighestQuality)!
/// session.videoComposition = videoComposition
/// try await session.export(to: url, as: .mov)
/// ```
///
/// Settings are read when an export begins. Source: AVFoundation's documentation.
// Sendable: everything is guarded.
public final class AVAssetExportSession: Sendable {
  /// How far an export is.
  public enum Status: Int, Sendable {
    case unknown = 0
    case waiting = 1
    case exporting = 2
    case completed = 3
    case failed = 4
    case cancelled = 5
  }

  /// How far an export is, with its share.
  public enum State: Sendable {
    case pending
    case waiting
    case exporting(progress: Progress)
  }

  struct Settings: Sendable {
    var outputURL: URL?
    var outputFileType: AVFileType?
    var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    var videoComposition: AVVideoComposition?
    var audioMix: AVAudioMix?
    var audioTimePitchAlgorithm = AVAudioTimePitchAlgorithm.varispeed
  }

  struct Course: Sendable {
    var status = Status.unknown
    var progress: Float = 0
    var error: AVError?
    var context: TaskContext?
    var isCancelled = false
    var compositor: ClientCompositor?
  }

  /// What is exported.
  public let asset: AVAsset
  /// The preset's name.
  public let presetName: String
  let preset: ExportPreset
  let settings = Mutex(Settings())
  let course = Mutex(Course())

  /// Nil where there is no preset of this name.
  public init?(asset: AVAsset, presetName: String) {
    guard let preset = ExportPreset.all[presetName] else { return nil }
    // A mutable composition may change while it is exported.
    self.asset = asset.snapshot
    (self.presetName, self.preset) = (presetName, preset)
  }

  /// The names of all presets.
  public static func allExportPresets() -> [String] { ExportPreset.all.keys.sorted() }

  /// The presets that an asset can be exported with: all where it has video that is read, none otherwise.
  public static func exportPresets(compatibleWith asset: AVAsset) -> [String] {
    (try? asset.contents())?.tracks(of: .video).isEmpty == false ? allExportPresets() : []
  }

  /// Whether an asset can be exported with a preset into a kind of file.
  ///
  /// - Parameters:
  ///   - presetName: of ``allExportPresets()``; others are not compatible with anything.
  ///   - asset: what would be exported.
  ///   - outputFileType: nil asks for any kind.
  public static func compatibility(
    ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?
  ) async -> Bool {
    guard let preset = ExportPreset.all[presetName], exportPresets(compatibleWith: asset).contains(presetName) else {
      return false
    }
    return outputFileType.map { preset.fileTypes.contains($0) } ?? true
  }

  /// The kinds of file that the asset can be exported into with the preset.
  public var compatibleFileTypes: [AVFileType] {
    get async { Self.exportPresets(compatibleWith: asset).contains(presetName) ? preset.fileTypes : [] }
  }

  /// The kinds of file that the preset is written into.
  public var supportedFileTypes: [AVFileType] { preset.fileTypes }

  /// Where to; ``export(to:as:)`` sets it.
  public var outputURL: URL? {
    get { settings.withLock { $0.outputURL } }
    set { settings.withLock { $0.outputURL = newValue } }
  }

  /// The kind of file; ``export(to:as:)`` sets it.
  public var outputFileType: AVFileType? {
    get { settings.withLock { $0.outputFileType } }
    set { settings.withLock { $0.outputFileType = newValue } }
  }

  /// The part of the asset. Default: from 0 to an infinite end, which means all.
  public var timeRange: CMTimeRange {
    get { settings.withLock { $0.timeRange } }
    set { settings.withLock { $0.timeRange = newValue } }
  }

  /// How video tracks become one picture; nil shows the first enabled one.
  public var videoComposition: AVVideoComposition? {
    get { settings.withLock { $0.videoComposition } }
    set { settings.withLock { $0.videoComposition = newValue?.snapshot } }
  }

  /// The client's compositor that makes the pictures; nil before the export, and where there is none.
  public var customVideoCompositor: (any AVVideoCompositing)? { course.withLock { $0.compositor }?.object }

  /// How audio tracks are mixed; nil sums them as they are.
  public var audioMix: AVAudioMix? {
    get { settings.withLock { $0.audioMix } }
    set { settings.withLock { $0.audioMix = newValue?.snapshot } }
  }

  /// How audio tracks are played where their speed is not 1, unless the mix says it.
  ///
  /// ``AVAudioTimePitchAlgorithm/varispeed``, as at first, is the only one that there is; others are refused by name where
  /// there is such a speed.
  public var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { settings.withLock { $0.audioTimePitchAlgorithm } }
    set { settings.withLock { $0.audioTimePitchAlgorithm = newValue } }
  }

  /// How far the export is.
  public var status: Status { course.withLock { $0.status } }
  /// The finished share, 0 to 1.
  public var progress: Float { course.withLock { $0.progress } }
  /// Why the export failed.
  public var error: (any Error)? { course.withLock { $0.error } }

  /// Stops the export. Its file does not appear.
  public func cancelExport() {
    course.withLock { course in
      course.isCancelled = true
      course.context?.cancel()
    }
  }
}
