import Foundation
import HeadroomTestSupport
import HeadroomVideo
import Testing

/// The sound of written files, with the ffmpeg program as the judge.
@Suite("Sound of exported films", .enabled(if: InstalledProgram.ffmpeg != nil))
struct SoundExportTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test(
    "starts at time 0, to the sample",
    arguments: [
      (SoundChoice.aac, MediaContainer.mp4), (.aac, .mov), (.opus, .mp4), (.opus, .matroska), (.opus, .webm),
      (.pcm, .mov), (.pcm, .matroska),
    ])
  func start(_ choice: SoundChoice, _ container: MediaContainer) throws {
    let places = [1000, 20_011, 47_777, 70_001]
    let source = try SoundFile.write([SoundFile.pulses(96_000, at: places)], .pcm24, .mov, in: folder, "a.mov")
    let timeline = try SoundTimeline([SoundFile.piece(source, range(0, 2))], range: range(0, 2))
    try SoundFile.export(timeline, choice, container, to: folder.path("out"))
    let sound = try #require(try SoundFile.decoded(folder.path("out")))
    #expect((96_000..<97_024).contains(sound.count))
    for place in places {
      let near = place - 200..<place + 200
      #expect(near.max { sound[$0] < sound[$1] } == place)
    }
  }

  @Test("is copied to the sample, also from inside packets", arguments: [SoundCodec.aac, .pcm24, .pcm16])
  func copy(_ codec: SoundCodec) throws {
    let source = try SoundFile.write(
      [SoundFile.pulses(96_000, at: [30_000, 60_000])], codec, codec == .aac ? .mp4 : .mov, in: folder, "a")
    let track = source.tracks[0].facts
    let edit = try #require(track.segments.first { $0.source.start.isValid })
    let start = edit.source.start + time(12_345, 48_000)
    let piece = try SoundFile.piece(source, CMTimeRange(start: start, duration: time(1)))
    let timeline = try SoundTimeline([piece], range: range(0, 1))
    let decision = try SoundFile.export(timeline, .automatic, .mov, to: folder.path("out"))
    #expect(decision.way == .copy)
    let sound = try #require(try SoundFile.decoded(folder.path("out")))
    #expect((48_000..<49_024).contains(sound.count))
    let expected = try SoundMixer(timeline, .mono(48_000)).next(48_000).planes[0]
    #expect(zip(sound, expected).allSatisfy { abs($0 - $1) < 1e-3 })
    #expect((0..<48_000).max { sound[$0] < sound[$1] } == (sound[17_655] >= sound[47_655] ? 17_655 : 47_655))
  }

  @Test("is encoded where it cannot be copied, and the reason is told")
  func decisions() throws {
    let source = try SoundFile.write([SoundFile.noise(96_000)], .aac, .mp4, in: folder, "a")
    let whole = try SoundFile.piece(source, CMTimeRange(start: time(1024, 48_000), duration: time(1)))
    let one = try SoundTimeline([whole], range: range(0, 1))
    #expect(try SoundDecision(one, .automatic, .mp4).way == .copy)
    #expect(try SoundDecision(one, .none, .mp4).way == .nothing)
    let webm = try SoundDecision(one, .automatic, .webm)
    #expect(webm.way == .encode(.opus, .mono(48_000)))
    #expect(webm.reason == "aac is not written into webm")
    let later = try SoundTimeline([whole], range: range(time(0), time(1)))
    #expect(try SoundDecision(later, .automatic, .matroska).reason.contains("1024 samples"))
    let cut = try SoundTimeline([whole, SoundFile.piece(source, range(0, 1), at: time(1))], range: range(0, 2))
    #expect(try SoundDecision(cut, .automatic, .mov).way == .encode(.aac, .mono(48_000)))
    #expect(throws: MediaError.self) { try SoundDecision(cut, .copy, .mov) }
    #expect(throws: MediaError.self) { try SoundDecision(one, .pcm, .mp4) }
    #expect(throws: MediaError.self) { try SoundDecision(one, .aac, .matroska) }
  }

  @Test("of real clips is whole after a cut", .enabled(if: TestData.isAvailable))
  func realCut() async throws {
    let composition = AVMutableComposition()
    let track = try #require(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 1))
    for name in ["iphone-dv84-hlg-rot90.mov", "nasa-multi-stream.mp4"] {
      let asset = AVURLAsset(url: TestData.root.appending(path: "video").appending(path: name))
      let sound = try #require(try await asset.loadTracks(withMediaType: .audio).first)
      let end = track.timeRange.duration.isValid ? track.timeRange.end : .zero
      try track.insertTimeRange(CMTimeRange(start: time(1), duration: time(1001, 4000)), of: sound, at: end)
    }
    let movie = try MovieTimeline(composition)
    let timeline = try SoundTimeline(movie) { url throws(MediaError) in try MediaFile(path: url.path) }
    #expect(timeline.naturalFormat == .stereo(48_000))
    try SoundFile.export(timeline, .automatic, .mp4, to: folder.path("out"))
    let sound = try #require(try SoundFile.decoded(folder.path("out"), channels: 2))
    #expect((24_024..<25_048).contains(sound.count))
    let mixed = try SoundMixer(timeline, .stereo(48_000)).next(.max).planes[0]
    let energy = mixed.reduce(0) { $0 + $1 * $1 }
    let lags = (-2...2).map { lag in
      (100..<24_000).reduce(Float(0)) { $0 + mixed[$1] * sound[$1 + lag] }
    }
    #expect(lags[2] == lags.max())
    #expect(lags[2] > 0.9 * energy)
  }
}
