import Foundation
import HeadroomColor
import HeadroomGraphics
import HeadroomVideo
import Testing

@Suite("Assets")
struct AssetTests {
  @Test func `Properties come one by one and together, with their types`() async throws {
    let asset = Film.asset()
    let duration = try await asset.load(.duration)
    #expect(duration == time(10))
    let (tracks, playable) = try await asset.load(.tracks, .isPlayable)
    #expect(tracks.map(\.trackID) == [1, 2] && playable)
    let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
    let (size, rate, range, transform) = try await track.load(
      .naturalSize, .nominalFrameRate, .timeRange, .preferredTransform)
    #expect(size == CGSize(width: 1920, height: 1080) && rate == 30)
    #expect(range == CMTimeRange(start: .zero, end: time(10)) && transform == .identity)
    #expect(tracks.first === track && asset.tracks.first === track && track.asset === asset)
    #expect(try await asset.loadTrack(withTrackID: 2)?.mediaType == .audio)
    #expect(try await asset.loadTrack(withTrackID: 3) == nil)
  }

  @Test func `A file that cannot be read throws from load, and its properties are empty`() async throws {
    let asset = AVURLAsset(url: URL(fileURLWithPath: "/nowhere/nothing.mov"))
    guard case .notYetLoaded = asset.status(of: .duration) else { throw Unexpected() }
    await #expect(throws: AVError.self) { try await asset.load(.duration) }
    #expect(asset.tracks.isEmpty && !asset.duration.isValid)
    guard case .failed(let error) = asset.status(of: .tracks) else { throw Unexpected() }
    #expect(error.domain == AVFoundationErrorDomain)
  }

  @Test func `The status of what was read has the value`() throws {
    let asset = Film.asset()
    #expect(asset.status(of: .duration) == .loaded(time(10)))
  }

  @Test func `Characteristics follow from what the file says of colour`() async throws {
    let asset = Film.asset(
      "several.mov",
      [
        Film.video(id: 1, Film.hlg), Film.video(id: 2, Film.wide), Film.video(id: 3, Film.hd),
        Film.video(id: 4, Film.pq) { $0.colorSource = .assumed }, Film.audio(id: 5),
      ])
    func ids(_ characteristic: AVMediaCharacteristic) async throws -> [Int32] {
      try await asset.loadTracks(withMediaCharacteristic: characteristic).map(\.trackID)
    }
    #expect(try await ids(.containsHDRVideo) == [1])
    #expect(try await ids(.usesWideGamutColorSpace) == [1, 2])
    #expect(try await ids(.visual) == [1, 2, 3, 4])
    #expect(try await ids(.audible) == [5])
    #expect(AVMediaCharacteristic.containsHDRVideo.rawValue == "public.contains-hdr-video")
  }

  @Test func `A track that comes late maps its times to those of the samples`() {
    var late = Film.video()
    late.segments = [
      CMTimeMapping(source: .invalid, target: range(0, 1)),
      CMTimeMapping(source: range(time(1, 2), time(19, 2)), target: range(1, 10)),
    ]
    late.timeRange = range(1, 10)
    let track = Film.asset("late.mov", [late]).tracks[0]
    #expect(track.samplePresentationTime(forTrackTime: time(3)) == time(5, 2))
    #expect(!track.samplePresentationTime(forTrackTime: time(1, 2)).isValid)
    #expect(!track.samplePresentationTime(forTrackTime: time(10)).isValid)
    #expect(track.segments.map(\.isEmpty) == [true, false])
    #expect(track.segment(forTrackTime: time(2))?.timeMapping.target == range(1, 10))
  }

  @Test func `Encrypted tracks are protected and not decodable`() async throws {
    var track = Film.video()
    track.codecTag = "encv"
    let asset = Film.asset("secret.mp4", [track])
    let (protected, playable, composable) = try await asset.load(.hasProtectedContent, .isPlayable, .isComposable)
    #expect(protected && !playable && !composable)
    let target = AVMutableComposition().addMutableTrack(withMediaType: .video, preferredTrackID: 0)
    #expect(throws: AVError.self) { try target?.insertTimeRange(range(0, 1), of: asset.tracks[0], at: .zero) }
  }

  @Test func `Errors have Apple's codes and can be caught by them`() {
    let error: any Error = AVError(.fileFailedToParse, underlying: AssetError.noTrack(URL(fileURLWithPath: "/a"), 3))
    #expect((error as NSError).code == -11829)
    #expect(AVError.fileFailedToParse ~= error)
    #expect(!(AVError.unknown ~= error))
    #expect("\(error)".contains("track 3"))
  }
}

struct Unexpected: Error {}
