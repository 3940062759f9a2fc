import Foundation
import HeadroomColor
import HeadroomGraphics
import HeadroomPixels
import HeadroomVideo
import Testing

/// What is in written files, as their own reader finds it; peers look at them elsewhere.
@Suite("Films that are written")
struct FilmExportTests {
  private let folder: TestFilm.Folder

  init() throws { folder = try TestFilm.Folder() }

  private func grey(_ name: String, _ kind: TestFilm.Kind, luma: Int, frames: Int = 10) throws -> String {
    let neutral = kind.bitDepth == 8 ? 128 : 512
    try TestFilm.write(folder.path(name), kind, frames: frames) { _, _, _ in (luma, neutral, neutral) }
    return folder.path(name)
  }

  private func write(_ path: String, _ name: String, _ change: (inout FilmSettings) -> Void = { _ in }) throws
    -> MediaFile
  {
    var settings = FilmSettings(try #require(MediaContainer(writing: name)))
    change(&settings)
    let script = try ClipScript(FilmSource(path: path))
    try FilmExporter([FilmOutput(script, settings, path: folder.path(name))]).write { _ in }
    return try MediaFile(path: folder.path(name))
  }

  @Test("HEVC of HLG is tagged for phones, and keeps every frame")
  func hlg() throws {
    let file = try write(try grey("source.mp4", .hlg, luma: 721), "a.mp4")
    let track = try #require(file.firstVideo)
    let video = try #require(track.facts.video)
    #expect(track.facts.codec == "hevc" && track.facts.codecTag == "hvc1")
    #expect(video.cicp == TestFilm.Kind.hlg.cicp && video.bitDepth == 10 && video.chroma == .quarter)
    #expect(video.hdr.mastering == nil && video.hdr.lightLevel == nil && video.dolbyVision == nil)
    let frames = try #require(track.index).frames
    #expect(frames.count == 10)
    #expect(frames.enumerated().allSatisfy { $1.time == CMTime(value: CMTimeValue($0), timescale: 30) })
    #expect(track.facts.timeRange.duration == CMTime(value: 10, timescale: 30))
  }

  @Test(
    "Codecs and containers hold what they say",
    arguments: [
      ("a.mov", VideoCodec.prores, 10, PlanarPicture.Subsampling.half), ("a.mov", .dnxhr, 10, .half),
      ("a.mkv", .ffv1, 10, .full), ("a.webm", .av1, 10, .quarter), ("a.mp4", .av1, 10, .quarter),
      ("a.mp4", .h264, 10, .quarter), ("a.webm", .vp9, 10, .quarter), ("a.mkv", .hevc, 10, .quarter),
    ])
  func codecs(_ name: String, _ codec: VideoCodec, _ depth: Int, _ chroma: PlanarPicture.Subsampling) throws {
    let source = folder.path("source.mp4")
    try TestFilm.write(source, .hlg, frames: 5, width: 256, height: 128) { _, _, _ in (721, 512, 512) }
    let file = try write(source, "written-" + name) { $0.codec = codec }
    let track = try #require(file.firstVideo)
    let video = try #require(track.facts.video)
    #expect(video.cicp.hasColor(of: TestFilm.Kind.hlg.cicp) && video.bitDepth == depth && video.chroma == chroma)
    #expect(video.frameCount == 5)
    let picture = try file.reader(of: track, threads: 1, isScrubbing: false).frame(3).picture
    #expect(abs(picture.code(0, 20, 10) - 721) <= 2)
  }

  @Test("Films of one frame and of two are films", arguments: [1, 2])
  func short(_ count: Int) throws {
    let file = try write(try grey("source.mp4", .hlg, luma: 721, frames: count), "short.mp4")
    let track = try #require(file.firstVideo)
    #expect(track.index?.frames.map(\.time) == (0..<count).map { CMTime(value: CMTimeValue($0), timescale: 30) })
    _ = try file.reader(of: track, threads: 1, isScrubbing: true).frame(count - 1)
  }

  @Test("HDR10 keeps what it says of its light")
  func hdr10() throws {
    let display = MasteringDisplayColorVolume(primaries: .p3D65, maximumNits: 1000, minimumNits: 0.005)
    let level = ContentLightLevel(maxCLL: 812, maxFALL: 203)
    let source = folder.path("pq.mp4")
    try TestFilm.write(
      source, .pq, frames: 4, chroma: .quarter, hdr: HDRMetadata(mastering: display, lightLevel: level)
    ) {
      _, _, _ in
      (573, 512, 512)
    }
    for name in ["b.mp4", "b.mov", "b.mkv"] {
      let file = try write(source, name)
      let hdr = try #require(file.firstVideo?.facts.video).hdr
      #expect(hdr.lightLevel == level, "\(name)")
      #expect(hdr.mastering?.seiBytes == display.seiBytes, "\(name)")
    }
    let bare = try write(source, "c.mp4") { $0.light = .none }
    #expect(bare.firstVideo?.facts.video?.hdr.lightLevel == nil)
  }

  @Test("The room that HLG is meant for goes along")
  func ambient() throws {
    let room = AmbientViewingEnvironment(illuminanceLux: 314)
    let source = folder.path("hlg.mp4")
    try TestFilm.write(source, .hlg, frames: 4, chroma: .quarter, hdr: HDRMetadata(ambient: room)) { _, _, _ in
      (721, 512, 512)
    }
    let file = try write(source, "d.mov")
    #expect(file.firstVideo?.facts.video?.hdr.ambient?.seiBytes == room.seiBytes)
    let picture = try file.reader(of: try #require(file.firstVideo), threads: 1, isScrubbing: true).frame(3)
    #expect(abs(picture.picture.code(0, 5, 5) - 721) <= 2)
  }

  @Test("What cannot be written is refused before anything is")
  func refusals() throws {
    let source = try grey("a.mp4", .hlg, luma: 721, frames: 2)
    #expect(throws: MediaError.self) { try write(source, "x.webm") { $0.codec = .hevc } }
    #expect(throws: MediaError.self) { try write(source, "x.mp4") { $0.crf = 99 } }
    #expect(throws: MediaError.self) { try write(source, "x.mp4") { $0.preset = "warp" } }
    #expect(throws: MediaError.self) { try write(source, "x.mov") { ($0.codec, $0.crf) = (.prores, 20) } }
    #expect(!FileManager.default.fileExists(atPath: folder.path("x.mp4")))
  }

  @Test(
    "An encoder of every codec closes before its first picture", .timeLimit(.minutes(1)), arguments: VideoCodec.allCases
  )
  func unused(_ codec: VideoCodec) throws {
    let settings = EncoderSettings(
      codec: codec, width: 256, height: 128, format: codec.formats[0], cicp: TestFilm.Kind.hlg.cicp, siting: .left,
      frameRate: (30, 1), timescale: 600)
    _ = try VideoEncoder(settings)
  }

  @Test("A cancelled export leaves no file")
  func cancelling() throws {
    let source = try grey("a.mp4", .hlg, luma: 721, frames: 60)
    let output = FilmOutput(try ClipScript(FilmSource(path: source)), FilmSettings(.mp4), path: folder.path("e.mp4"))
    let context = TaskContext()
    #expect(throws: MediaError(.cancelled)) {
      try context.bound {
        try FilmExporter([output]).write { if $0 > 0.2 { context.cancel() } }
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path()) == ["a.mp4"])
  }

  @Test("One rendering makes several films")
  func several() throws {
    let script = try ClipScript(FilmSource(path: grey("a.mp4", .hlg, luma: 721, frames: 6)))
    let sdr = FilmOutput(script.colored(.bt709Video), FilmSettings(.mp4, codec: .h264), path: folder.path("sdr.mp4"))
    let hlg = FilmOutput(script, FilmSettings(.mp4), path: folder.path("hlg.mp4"))
    try FilmExporter([hlg, sdr]).write { _ in }
    #expect(try MediaFile(path: hlg.path).firstVideo?.facts.video?.dynamicRange == .hlg)
    let small = try MediaFile(path: sdr.path)
    let track = try #require(small.firstVideo)
    #expect(track.facts.video?.dynamicRange == .sdr && track.facts.video?.bitDepth == 8)
    // Reference white is near SDR's white under BT.2390.
    let luma = try small.reader(of: track, threads: 1, isScrubbing: true).frame(0).picture.code(0, 9, 9)
    #expect((200...235).contains(luma), "\(luma)")
  }
}

/// The seed's first program: two clips, a dissolve, an export.
@Suite("Export sessions")
struct AVAssetExportSessionTests {
  @Test("A dissolve of two clips of HLG is exported as HLG")
  func dissolve() async throws {
    let folder = try TestFilm.Folder()
    for (name, luma) in [("a.mp4", 721), ("b.mp4", 721)] {
      try TestFilm.write(folder.path(name), .hlg, frames: 30) { _, _, _ in (luma, 512, 512) }
    }
    let composition = AVMutableComposition()
    let second = CMTime(value: 1, timescale: 1)
    var tracks: [AVMutableCompositionTrack] = []
    for (name, start) in [("a.mp4", CMTime.zero), ("b.mp4", CMTime(value: 1, timescale: 2))] {
      let asset = AVURLAsset(url: folder.url.appending(path: name))
      let source = try #require(try await asset.loadTracks(withMediaType: .video).first)
      let track = try #require(
        composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid))
      try track.insertTimeRange(CMTimeRange(start: .zero, duration: second), of: source, at: start)
      tracks.append(track)
    }
    let whole = CMTimeRange(start: .zero, duration: CMTime(value: 3, timescale: 2))
    let over = AVMutableVideoCompositionLayerInstruction(assetTrack: tracks[0])
    over.setOpacityRamp(
      fromStartOpacity: 1, toEndOpacity: 0,
      timeRange: CMTimeRange(start: CMTime(value: 1, timescale: 2), duration: CMTime(value: 1, timescale: 2)))
    let under = AVMutableVideoCompositionLayerInstruction(assetTrack: tracks[1])
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = whole
    instruction.layerInstructions = [over, under]
    let video = AVMutableVideoComposition()
    video.instructions = [instruction]
    video.frameDuration = CMTime(value: 1, timescale: 30)
    video.renderSize = CGSize(width: 64, height: 64)

    let session = try #require(
      AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetHEVCHighestQuality))
    session.videoComposition = video
    let output = folder.url.appending(path: "out.mov")
    try await session.export(to: output, as: .mov)
    #expect(session.status == .completed && session.progress == 1)

    let file = try MediaFile(path: output.path(percentEncoded: false))
    let track = try #require(file.firstVideo)
    #expect(track.facts.video?.dynamicRange == .hlg && track.facts.video?.frameCount == 45)
    let reader = try file.reader(of: track, threads: 1, isScrubbing: false)
    for number in 0..<45 {
      let luma = try reader.frame(number).picture.code(0, 30, 16)
      #expect(abs(luma - 721) <= 2, "frame \(number): \(luma)")
    }
  }

  @Test("Presets that do not exist make no session, and a session exports once")
  func presets() async throws {
    let folder = try TestFilm.Folder()
    try TestFilm.write(folder.path("a.mp4"), .hlg, frames: 3) { _, _, _ in (721, 512, 512) }
    let asset = AVURLAsset(url: folder.url.appending(path: "a.mp4"))
    #expect(AVAssetExportSession(asset: asset, presetName: "none") == nil)
    let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPreset640x480))
    try await session.export(to: folder.url.appending(path: "b.mp4"), as: .mp4)
    // H.264 presets make SDR, and never enlarge.
    let video = try MediaFile(path: folder.path("b.mp4")).firstVideo?.facts.video
    #expect(video?.dynamicRange == .sdr && video?.width == 64)
    await #expect(throws: AVError.self) { try await session.export(to: folder.url.appending(path: "c.mp4"), as: .mp4) }
  }
}
