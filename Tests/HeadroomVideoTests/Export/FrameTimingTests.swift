import Foundation
import HeadroomGraphics
import HeadroomTestSupport
import HeadroomVideo
import Testing

/// Frames whose times vary, through a composition: `sourceTrackIDForFrameTiming` keeps them.
@Suite("Times of exported frames", .enabled(if: Clip.areHere))
struct FrameTimingTests {
  private let folder: TestFilm.Folder
  init() throws { folder = try TestFilm.Folder() }

  /// A whole clip in a composition that turns nothing, of small frames, and the times of its frames.
  private func export(_ name: String, _ change: (AVMutableVideoComposition, CMPersistentTrackID) -> Void) async throws
    -> (source: [CMTime], written: [CMTime])
  {
    let asset = AVURLAsset(url: Clip.folder.appending(path: name))
    let source = try #require(try await asset.loadTracks(withMediaType: .video).first)
    let (shown, size) = try await source.load(.timeRange, .naturalSize)
    let length = CMTimeMinimum(shown.duration, time(3, 2))
    let movie = AVMutableComposition()
    let track = try #require(movie.addMutableTrack(withMediaType: .video, preferredTrackID: 7))
    try track.insertTimeRange(CMTimeRange(start: shown.start, duration: length), of: source, at: .zero)
    let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
    layer.setTransform(CGAffineTransform(scaleX: 96 / size.width, y: 64 / size.height), at: .zero)
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = CMTimeRange(start: .zero, duration: length)
    instruction.layerInstructions = [layer]
    let video = AVMutableVideoComposition()
    (video.instructions, video.frameDuration) = ([instruction], time(1, 30))
    video.renderSize = CGSize(width: 96, height: 64)
    change(video, 7)
    let session = try #require(
      AVAssetExportSession(asset: movie, presetName: AVAssetExportPresetHEVCHighestQuality))
    session.videoComposition = video
    try await session.export(to: folder.url.appending(path: "out.mp4"), as: .mp4)

    func times(_ path: String) throws -> [CMTime] {
      try #require(try MediaFile(path: path).firstVideo?.index).frames.map(\.time)
    }
    let all = try times(Clip.path(name)).filter { $0 - shown.start < length }.map { $0 - shown.start }
    return (all, try times(folder.path("out.mp4")))
  }

  @Test("are the source's", arguments: ["vfr-android-slowmo.mp4", "android-hdr10plus-vfr.mp4"])
  func kept(_ name: String) async throws {
    let (source, written) = try await export(name) { $0.sourceTrackIDForFrameTiming = $1 }
    #expect(source.count > 6 && Set(zip(source.dropFirst(), source).map { $0 - $1 }).count > 1)
    #expect(written == source)
    guard let probe = InstalledProgram.ffprobe else { return }
    let words = ["-v", "error", "-select_streams", "v:0", "-of", "csv=p=0"]
    let path = folder.path("out.mp4")
    let base = String(
      decoding: try #require(try probe.run(words + ["-show_entries", "stream=time_base", path])), as: UTF8.self)
    let scale = try #require(Int32(base.split(separator: "/")[1].prefix { $0.isNumber }))
    let ticks = try #require(try probe.run(words + ["-show_entries", "packet=pts", path]))
    let found = String(decoding: ticks, as: UTF8.self).split { !$0.isNumber }.compactMap { Int64($0) }.sorted()
    #expect(found.map { time($0, scale) } == source)
  }

  @Test("are the composition's without it", arguments: ["vfr-android-slowmo.mp4"])
  func regular(_ name: String) async throws {
    let (_, written) = try await export(name) { _, _ in }
    #expect(written == written.indices.map { time(Int64($0), 30) } && written.count == 16)
  }
}
