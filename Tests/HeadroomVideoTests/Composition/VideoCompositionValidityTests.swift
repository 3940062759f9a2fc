import Foundation
import HeadroomGraphics
import HeadroomVideo
import Testing

@Suite("Validity of video compositions")
struct VideoCompositionValidityTests {
  /// What a delegate was told, in words.
  private final class Listener: AVVideoCompositionValidationHandling {
    private(set) var told: [String] = []
    private let most: Int

    /// - Parameter most: after so many problems it says to stop.
    init(most: Int = .max) { self.most = most }

    private func hear(_ words: String) -> Bool {
      told.append(words)
      return told.count < most
    }

    func videoComposition(
      _ videoComposition: AVVideoComposition, shouldContinueValidatingAfterFindingInvalidValueForKey key: String
    ) -> Bool { hear("value \(key)") }

    func videoComposition(
      _ videoComposition: AVVideoComposition, shouldContinueValidatingAfterFindingEmptyTimeRange timeRange: CMTimeRange
    ) -> Bool { hear("empty \(timeRange.start.seconds) \(timeRange.end.seconds)") }

    func videoComposition(
      _ videoComposition: AVVideoComposition,
      shouldContinueValidatingAfterFindingInvalidTimeRangeIn videoCompositionInstruction:
        any AVVideoCompositionInstructionProtocol
    ) -> Bool { hear("time \(videoCompositionInstruction.timeRange.start.seconds)") }

    func videoComposition(
      _ videoComposition: AVVideoComposition,
      shouldContinueValidatingAfterFindingInvalidTrackIDIn videoCompositionInstruction:
        any AVVideoCompositionInstructionProtocol,
      layerInstruction: AVVideoCompositionLayerInstruction, asset: AVAsset
    ) -> Bool {
      let name = (asset as? AVURLAsset)?.url.lastPathComponent ?? "no file"
      return hear("track \(layerInstruction.trackID) of \(name) \(videoCompositionInstruction.timeRange.start.seconds)")
    }
  }

  /// Hears of empty times alone.
  private final class HalfListener: AVVideoCompositionValidationHandling {
    private(set) var empty: [CMTimeRange] = []

    func videoComposition(
      _ videoComposition: AVVideoComposition, shouldContinueValidatingAfterFindingEmptyTimeRange timeRange: CMTimeRange
    ) -> Bool {
      empty.append(timeRange)
      return true
    }
  }

  private let all = CMTimeRange(start: .zero, duration: .positiveInfinity)

  private func composition(
    _ ranges: [CMTimeRange], track: CMPersistentTrackID = 1,
    _ change: (inout AVVideoComposition.Configuration) -> Void = { _ in }
  ) -> AVVideoComposition {
    var configuration = AVVideoComposition.Configuration(
      frameDuration: time(1, 30),
      instructions: ranges.map {
        AVVideoCompositionInstruction(configuration: .init(layerInstructions: [.of(track)], timeRange: $0))
      }, renderSize: CGSize(width: 1920, height: 1080))
    change(&configuration)
    return AVVideoComposition(configuration: configuration)
  }

  /// What is told of a film of 10 s.
  private func told(_ composition: AVVideoComposition, _ range: CMTimeRange? = nil) -> [String] {
    let (asset, listener) = (Film.asset(), Listener())
    // Tracks do not keep their asset.
    let isValid = withExtendedLifetime(asset) {
      composition.isValid(
        for: asset.tracks, assetDuration: asset.duration, timeRange: range ?? all, validationDelegate: listener)
    }
    #expect(isValid == listener.told.isEmpty)
    return listener.told
  }

  @Test func `A composition that fits its asset is valid, and nothing is told`() async throws {
    #expect(told(composition([range(0, 4), range(4, 10)])) == [])
    #expect(told(composition([all])) == [])
    let good = composition([range(0, 10)])
    #expect(try await good.isValid(for: Film.asset(), timeRange: all, validationDelegate: nil))
  }

  @Test(arguments: [
    ([range(0, 4), range(5, 10)], ["empty 4.0 5.0"]), ([range(0, 4), range(3, 10)], ["time 3.0"]),
    ([range(1, 10)], ["empty 0.0 1.0"]), ([range(0, 9)], ["empty 9.0 10.0"]), ([], ["empty 0.0 10.0"]),
    ([range(0, 0), range(0, 10)], ["time 0.0"]), ([range(12, 14)], ["empty 0.0 10.0"]),
    ([range(1, 4), range(3, 5), range(6, 9)], ["empty 0.0 1.0", "time 3.0", "empty 5.0 6.0", "empty 9.0 10.0"]),
  ])
  func `Gaps and overlaps are told with their times`(_ ranges: [CMTimeRange], _ wanted: [String]) {
    #expect(told(composition(ranges)) == wanted)
  }

  @Test func `Only instructions that overlap the time range are looked at`() {
    let gaps = composition([range(0, 2), range(3, 6), range(5, 8)])
    #expect(told(gaps, range(3, 5)) == [])
    #expect(told(gaps, range(1, 5)) == ["empty 2.0 3.0"])
    #expect(told(gaps, range(4, 6)) == ["time 5.0"])
    #expect(told(gaps, range(7, 9)) == ["empty 8.0 9.0"])
  }

  @Test func `What is valid for a range is composed there, whatever lies beside it`() throws {
    let gaps = composition([range(0, 2), range(3, 6), range(5, 8)])
    let video = try #require(try MovieTimeline(Film.asset(), gaps, range: range(3, 5)).video)
    #expect(video.frame(at: time(4)) != nil && video.frame(at: time(1)) == nil)
    #expect(throws: AVError.self) { try MovieTimeline(Film.asset(), gaps, range: range(1, 5)) }
  }

  @Test func `Properties that cannot be used are told by their names`() {
    let wrong = composition([range(0, 10)]) {
      ($0.frameDuration, $0.renderSize, $0.renderScale) = (.zero, .zero, -1)
      ($0.sourceTrackIDForFrameTiming, $0.colorPrimaries) = (9, "Ultraviolet")
    }
    #expect(
      told(wrong) == [
        "value frameDuration", "value renderSize", "value renderScale", "value sourceTrackIDForFrameTiming",
        "value colorPrimaries",
      ])
    // A player's scale is no error, though a file needs 1.
    #expect(told(composition([range(0, 10)]) { $0.renderScale = 0.5 }) == [])
  }

  @Test func `Layers of tracks that are not there are told with instruction, layer and asset`() {
    #expect(
      told(composition([range(0, 4), range(4, 10)], track: 7)) == ["track 7 of a.mov 0.0", "track 7 of a.mov 4.0"])
    // Track 2 has sound.
    #expect(told(composition([range(0, 10)], track: 2)) == ["track 2 of a.mov 0.0"])
  }

  /// What a client's own compositor understands.
  private final class Foreign: AVVideoCompositionInstructionProtocol {
    let timeRange = range(0, 10)
    let enablePostProcessing = true
    let containsTweening = true
    let requiredSourceTrackIDs: [NSValue]? = [NSNumber(value: 1), NSNumber(value: 8)]
    let passthroughTrackID = kCMPersistentTrackID_Invalid
  }

  @Test func `Of a client's instructions the tracks that they need are looked at`() throws {
    let alone = composition([]) { $0.instructions = [Foreign()] }
    #expect(told(alone) == [])
    let error = #expect(throws: AVError.self) { try MovieTimeline(Film.asset(), alone) }
    #expect(error?.underlying as? VideoCompositionError == .foreignInstruction(range(0, 10)))
    let own = composition([]) {
      ($0.instructions, $0.customVideoCompositorClass) = ([Foreign()], ClientCompositorTests.Copying.self)
    }
    #expect(told(own) == ["track 8 of a.mov 0.0"])
    let missing = #expect(throws: AVError.self) { try MovieTimeline(Film.asset(), own) }
    #expect(missing?.underlying as? VideoCompositionError == .noTrack(8, range(0, 10)))
  }

  @Test func `A delegate that returns false ends the search`() {
    let listener = Listener(most: 2)
    let wrong = composition([range(1, 2), range(3, 4)], track: 7)
    let asset = Film.asset()
    #expect(
      !wrong.isValid(for: asset.tracks, assetDuration: asset.duration, timeRange: all, validationDelegate: listener))
    #expect(listener.told == ["empty 0.0 1.0", "empty 2.0 3.0"])
  }

  @Test func `What a delegate does not implement goes on`() {
    let (asset, listener) = (Film.asset(), HalfListener())
    let wrong = composition([range(1, 10)], track: 7) { $0.frameDuration = .invalid }
    #expect(
      !wrong.isValid(for: asset.tracks, assetDuration: asset.duration, timeRange: all, validationDelegate: listener))
    #expect(listener.empty == [range(0, 1)])
  }

  @Test func `Without tracks no numbers are checked, without a duration no end`() async throws {
    let wrong = composition([range(0, 4)], track: 7)
    #expect(wrong.isValid(for: nil, assetDuration: .invalid, timeRange: all, validationDelegate: nil))
    #expect(!wrong.isValid(for: nil, assetDuration: time(10), timeRange: all, validationDelegate: nil))
    #expect(!wrong.isValid(for: Film.asset().tracks, assetDuration: .invalid, timeRange: all, validationDelegate: nil))
    #expect(try await wrong.isValid(for: nil, timeRange: all, validationDelegate: nil))
  }

  @Test func `A film that cannot be read is an error`() async {
    let missing = AVURLAsset(url: URL(filePath: "/films/missing.mov"))
    await #expect(throws: AVError.self) {
      try await composition([range(0, 10)]).isValid(for: missing, timeRange: all, validationDelegate: nil)
    }
  }

  @Test func `Tracks of two assets end the program, as AVFoundation's exception does`() async {
    await #expect(processExitsWith: .failure) {
      let assets = [Film.asset("a.mov"), Film.asset("b.mov")]
      withExtendedLifetime(assets) {
        _ = AVVideoComposition(configuration: .init()).isValid(
          for: assets.flatMap { $0.tracks }, assetDuration: time(10), timeRange: .zero, validationDelegate: nil)
      }
    }
  }
}
