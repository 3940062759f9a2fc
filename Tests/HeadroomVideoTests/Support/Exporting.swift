import Foundation
import HeadroomVideo
import Testing

/// Exports that are to end, whatever clients do.
enum Exporting {
  /// What came of an export.
  struct Outcome {
    var error: (any Error)?
    /// Whether there is a file under the name.
    var isThere: Bool
    /// Whether the folder holds the source alone, or that and the film: nothing half-written.
    var isClean: Bool
    var status: AVAssetExportSession.Status

    var known: AVError? { error as? AVError }
    var client: ClientFailure? {
      guard case .client(let failure)? = (known?.underlying as? MediaError)?.reason else { return nil }
      return failure
    }
  }

  static func session(_ asset: AVAsset, _ composition: AVVideoComposition) throws -> AVAssetExportSession {
    let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHEVCHighestQuality))
    session.videoComposition = composition
    return session
  }

  /// Exports to `out.mov` in the folder of `source.mp4`.
  ///
  /// - Parameter meanwhile: is called once the export runs.
  static func run(
    _ asset: AVAsset, _ composition: AVVideoComposition, _ folder: TestFilm.Folder,
    _ meanwhile: @Sendable @escaping (AVAssetExportSession) async -> Void = { _ in }
  ) async throws -> Outcome {
    let session = try session(asset, composition)
    let url = URL(filePath: folder.path("out.mov"))
    let helper = Task { await meanwhile(session) }
    var found: (any Error)?
    do { try await session.export(to: url, as: .mov) } catch { found = error }
    await helper.value
    let names = Set(try FileManager.default.contentsOfDirectory(atPath: folder.url.path()))
    return Outcome(
      error: found, isThere: names.contains("out.mov"), isClean: names.isSubset(of: ["source.mp4", "out.mov"]),
      status: session.status)
  }

  /// Waits for something that happens on other threads.
  static func wait(_ isSo: @Sendable () -> Bool) async {
    for _ in 0..<3000 where !isSo() { try? await Task.sleep(for: .milliseconds(10)) }
    #expect(isSo())
  }
}
