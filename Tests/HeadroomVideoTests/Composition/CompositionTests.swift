import Foundation
import HeadroomColor
import HeadroomGraphics
import HeadroomVideo
import Testing

@Suite("Compositions")
struct CompositionTests {
  private func track(of composition: AVMutableComposition, _ type: AVMediaType = .video) throws
    -> AVMutableCompositionTrack
  {
    try #require(composition.addMutableTrack(withMediaType: type, preferredTrackID: kCMPersistentTrackID_Invalid))
  }

  /// The error below an `AVError`.
  private func reason(_ body: () throws -> Void) -> CompositionError? {
    do {
      try body()
      return nil
    } catch {
      return (error as? AVError)?.underlying as? CompositionError
    }
  }

  @Test func `Track numbers are as wished where they are free`() {
    let composition = AVMutableComposition()
    let ids = [7, 7, 0, -3, 2].map {
      composition.addMutableTrack(withMediaType: .video, preferredTrackID: $0)?.trackID
    }
    #expect(ids == [7, 8, 9, 10, 2])
    let last = composition.addMutableTrack(withMediaType: .video, preferredTrackID: .max)
    #expect(last?.trackID == .max)
    #expect(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0)?.trackID == 1)
    #expect(composition.track(withTrackID: 8)?.mediaType == .video)
  }

  @Test func `A range goes in at its place, and at the end without one`() throws {
    let (asset, composition) = (Film.asset(), AVMutableComposition())
    let (source, target) = (asset.tracks[0], try track(of: composition))
    try target.insertTimeRange(range(2, 5), of: source, at: .zero)
    try target.insertTimeRange(range(8, 9), of: source, at: .invalid)
    try target.insertTimeRange(range(0, 1), of: source, at: time(1))
    let segments = target.segments
    #expect(segments.map(\.timeMapping.source.start) == [time(2), time(0), time(3), time(8)])
    #expect(segments.map(\.timeMapping.target.start) == [time(0), time(1), time(2), time(4)])
    #expect(segments.allSatisfy { $0.sourceURL == asset.url && $0.sourceTrackID == 1 && !$0.isEmpty })
    #expect(composition.duration == time(5) && target.timeRange == range(0, 5))
  }

  @Test func `What lies behind a source's end becomes a gap, but not at the track's end`() throws {
    let (asset, composition) = (Film.asset(), AVMutableComposition())
    let target = try track(of: composition)
    try target.insertTimeRange(range(9, 12), of: asset.tracks[0], at: .zero)
    #expect(target.timeRange == range(0, 1))
    try target.insertTimeRange(range(9, 12), of: asset.tracks[0], at: .zero)
    #expect(target.segments.map(\.isEmpty) == [false, true, false])
    #expect(composition.duration == time(4))
    try target.insertTimeRange(CMTimeRange(start: time(9), duration: .positiveInfinity), of: asset.tracks[0], at: .zero)
    #expect(composition.duration == time(5))
  }

  @Test func `Edits that cannot be are refused with what is wrong, and change nothing`() throws {
    let (asset, composition) = (Film.asset(), AVMutableComposition())
    let (video, audio) = (asset.tracks[0], asset.tracks[1])
    let target = try track(of: composition)
    #expect(reason { try target.insertTimeRange(range(5, 5), of: video, at: .zero) } == .timeRange(range(5, 5)))
    #expect(reason { try target.insertTimeRange(.invalid, of: video, at: .zero) } == .timeRange(.invalid))
    #expect(
      reason { try target.insertTimeRange(range(10, 11), of: video, at: .zero) }
        == .outside(range(10, 11), of: range(0, 10)))
    #expect(reason { try target.insertTimeRange(range(0, 1), of: video, at: time(-1)) } == .startTime(time(-1)))
    #expect(
      reason { try target.insertTimeRange(range(0, 1), of: audio, at: .zero) } == .mediaType(.audio, expected: .video))
    #expect(
      reason { try target.insertTimeRanges([range(0, 1), range(11, 12)], of: [video, video], at: .zero) }
        == .outside(range(11, 12), of: range(0, 10)))
    #expect(reason { try target.insertTimeRanges([range(0, 1)], of: [], at: .zero) } == .count(ranges: 1, tracks: 0))
    #expect(
      reason { try target.insertTimeRange(range(0, 1), of: video, at: CMTime(value: .max, timescale: 1)) } == .tooLong)
    #expect(target.segments.isEmpty)
  }

  @Test func `Several ranges go in one after the other, with gaps between`() throws {
    let (asset, target) = (Film.asset(), try track(of: AVMutableComposition()))
    let gap = CMTimeRange(start: .invalid, duration: time(2))
    let source = asset.tracks[0]
    try target.insertTimeRanges([range(0, 1), gap, range(4, 5)], of: [source, nil, source], at: .zero)
    #expect(target.segments.map(\.isEmpty) == [false, true, false])
    #expect(target.segments.map(\.timeMapping.target.end) == [time(1), time(3), time(4)])
  }

  @Test func `A composition takes all tracks of an asset, and moves those that get nothing`() throws {
    let composition = AVMutableComposition()
    try composition.insertTimeRange(range(0, 4), of: Film.asset(), at: .zero)
    #expect(composition.tracks.map(\.mediaType) == [.video, .audio])
    try composition.insertTimeRange(range(0, 2), of: Film.asset("silent.mov", [Film.video(id: 9)]), at: time(1))
    #expect(composition.tracks.count == 2)
    #expect(composition.tracks[0].segments.map(\.isEmpty) == [false, false, false])
    #expect(composition.tracks[1].segments.map(\.isEmpty) == [false, true, false])
    #expect(composition.tracks.map(\.timeRange.end) == [time(6), time(6)])
    let second = Film.asset("two.mov", [Film.video(id: 1), Film.video(id: 2)])
    try composition.insertTimeRange(range(0, 1), of: second, at: .invalid)
    #expect(composition.tracks.map(\.mediaType) == [.video, .audio, .video])
    #expect(composition.duration == time(7))
    #expect(throws: AVError.self) { try composition.insertTimeRange(range(20, 21), of: second, at: .zero) }
    #expect(composition.duration == time(7))
  }

  @Test func `Gaps, removals and scales move all tracks`() throws {
    let composition = AVMutableComposition()
    try composition.insertTimeRange(range(0, 4), of: Film.asset(), at: .zero)
    composition.insertEmptyTimeRange(range(4, 6))
    #expect(composition.duration == time(4))
    composition.insertEmptyTimeRange(range(1, 3))
    #expect(composition.duration == time(6) && composition.tracks.allSatisfy { $0.segments.count == 3 })
    composition.removeTimeRange(range(0, 2))
    #expect(composition.tracks.allSatisfy { $0.timeRange == range(1, 4) })
    composition.scaleTimeRange(range(0, 4), toDuration: time(8))
    #expect(composition.duration == time(8))
    let mapping = try #require(composition.tracks[0].segments.last).timeMapping
    #expect(mapping.source == range(1, 4) && mapping.target == range(2, 8))
    composition.removeTimeRange(range(0, 100))
    #expect(composition.tracks.count == 2 && composition.duration == .zero)
    composition.removeTrack(composition.tracks[0])
    #expect(composition.tracks.map(\.mediaType) == [.audio])
  }

  @Test func `Edits without a return value leave the track where they cannot be`() throws {
    let composition = AVMutableComposition()
    try composition.insertTimeRange(range(0, 4), of: Film.asset(), at: .zero)
    let later = CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 1)
    for wrong in [CMTimeRange.invalid, range(-1, 1), range(2, 2), CMTimeRange(start: later, duration: time(1))] {
      composition.removeTimeRange(wrong)
      composition.insertEmptyTimeRange(wrong)
      composition.scaleTimeRange(wrong, toDuration: time(9))
    }
    for duration in [CMTime.zero, .invalid, .positiveInfinity, later, time(.max)] {
      composition.scaleTimeRange(range(1, 2), toDuration: duration)
    }
    #expect(composition.tracks.allSatisfy { $0.timeRange == range(0, 4) && $0.segments.count == 1 })
  }

  @Test func `Segments have to follow one another from 0 on`() throws {
    let (asset, target) = (Film.asset(), try track(of: AVMutableComposition()))
    func segment(_ source: CMTimeRange, _ place: CMTimeRange) -> AVCompositionTrackSegment {
      AVCompositionTrackSegment(url: asset.url, trackID: 1, sourceTimeRange: source, targetTimeRange: place)
    }
    let good = [
      segment(range(0, 2), range(0, 1)), AVCompositionTrackSegment(timeRange: range(1, 2)),
      segment(range(5, 6), range(2, 3)),
    ]
    #expect(reason { try target.validateSegments(good) } == nil)
    target.segments = good
    #expect(target.segments.map(\.sourceTrackID) == [1, kCMPersistentTrackID_Invalid, 1])
    #expect(target.segments[1].isEmpty && target.segments[1].sourceURL == nil)
    #expect(
      reason { try target.validateSegments(Array(good.dropFirst())) } == .notContiguous(end: .zero, start: time(1)))
    #expect(
      reason { try target.validateSegments([good[0], good[2]]) } == .notContiguous(end: time(1), start: time(2)))
    #expect(
      reason { try target.validateSegments([segment(range(-1, 2), range(0, 1))]) } == .segmentSourceStart(time(-1)))
    #expect(
      reason { try target.validateSegments([segment(range(1, 1), range(0, 1))]) } == .segmentSourceDuration(.zero))
    #expect(reason { try target.validateSegments([segment(range(0, 1), range(0, 0))]) } == .segmentTarget(range(0, 0)))
    target.segments = [good[2]]
    #expect(target.segments.count == 3)
  }

  @Test func `The timescale is the first source's, 600 without one, or as set`() throws {
    let target = try track(of: AVMutableComposition(), .audio)
    #expect(target.naturalTimeScale == 600)
    try target.insertTimeRange(range(0, 1), of: Film.asset().tracks[1], at: .zero)
    #expect(target.naturalTimeScale == 48_000)
    target.naturalTimeScale = 1000
    #expect(target.naturalTimeScale == 1000)
    target.naturalTimeScale = 0
    #expect(target.naturalTimeScale == 48_000)
  }

  @Test func `The turn is not copied from the source`() throws {
    let turned = Film.asset("turned.mov", [Film.video { $0.transform = [0, 1, -1, 0, 1080, 0] }])
    let composition = AVMutableComposition()
    try composition.insertTimeRange(range(0, 1), of: turned, at: .zero)
    #expect(composition.tracks[0].preferredTransform == .identity)
    composition.tracks[0].preferredTransform = turned.tracks[0].preferredTransform
    #expect(composition.tracks[0].preferredTransform == CGAffineTransform(0, 1, -1, 0, 1080, 0))
  }

  @Test func `The size is the largest of the video tracks, unless set`() throws {
    let composition = AVMutableComposition()
    try track(of: composition).insertTimeRange(range(0, 1), of: Film.asset().tracks[0], at: .zero)
    let tall = Film.asset("tall.mov", [Film.video(width: 1000, height: 3000)])
    try track(of: composition).insertTimeRange(range(0, 1), of: tall.tracks[0], at: .zero)
    #expect(composition.naturalSize == CGSize(width: 1920, height: 3000))
    composition.naturalSize = CGSize(width: 640, height: 360)
    #expect(composition.naturalSize == CGSize(width: 640, height: 360))
  }

  @Test func `A copy stays as it is while the composition goes on`() throws {
    let composition = AVMutableComposition()
    try composition.insertTimeRange(range(0, 4), of: Film.asset(), at: .zero)
    composition.tracks[0].isEnabled = false
    let frozen = try #require(composition.copy() as? AVComposition)
    let second = try #require(composition.mutableCopy() as? AVMutableComposition)
    composition.removeTimeRange(range(0, 2))
    second.insertEmptyTimeRange(range(0, 1))
    #expect([composition.duration, frozen.duration, second.duration] == [time(2), time(4), time(5)])
    #expect(frozen.tracks.map(\.trackID) == composition.tracks.map(\.trackID) && !frozen.tracks[0].isEnabled)
    #expect(!(frozen.tracks[0] is AVMutableCompositionTrack))
  }

  @Test func `Pieces of compositions are pieces of their files, at their speeds`() throws {
    let (asset, inner, outer) = (Film.asset(), AVMutableComposition(), AVMutableComposition())
    try inner.insertTimeRange(range(0, 4), of: asset, at: .zero)
    inner.scaleTimeRange(range(0, 4), toDuration: time(2))
    try outer.insertTimeRange(range(time(1, 2), time(3, 2)), of: inner, at: .zero)
    let mapping = try #require(outer.tracks[0].segments.first)
    #expect(mapping.sourceURL == asset.url && mapping.timeMapping.source == range(1, 3))
    #expect(mapping.timeMapping.target == range(0, 1))
  }

  @Test func `A replaced description changes the colour, and does not travel`() throws {
    let composition = AVMutableComposition()
    let target = try track(of: composition)
    try target.insertTimeRange(range(0, 1), of: Film.asset().tracks[0], at: .zero)
    let original = try #require(target.formatDescriptions.first as? CMFormatDescription)
    let other = try CMFormatDescription(
      videoCodecType: .hevc, width: 1920, height: 1080,
      extensions: [
        .colorPrimaries: .colorPrimaries(.itu_R_709_2), .transferFunction: .transferFunction(.itu_R_709_2),
        .yCbCrMatrix: .yCbCrMatrix(.itu_R_709_2),
      ])
    target.replaceFormatDescription(original, with: other)
    #expect(!target.hasMediaCharacteristic(.containsHDRVideo) && target.formatDescriptionReplacements.count == 1)
    #expect(try MovieTimeline(composition).video?.color == Film.hd)
    let outer = AVMutableComposition()
    try outer.insertTimeRange(range(0, 1), of: composition, at: .zero)
    #expect(outer.tracks[0].hasMediaCharacteristic(.containsHDRVideo))
    target.replaceFormatDescription(other, with: nil)
    #expect(target.hasMediaCharacteristic(.containsHDRVideo))
  }

  @Test func `Tracks are found by kind, number and what fits, with their own types`() async throws {
    let composition = AVMutableComposition()
    try composition.insertTimeRange(range(0, 1), of: Film.asset(), at: .zero)
    let tracks: [AVMutableCompositionTrack] = try await composition.load(.tracks)
    #expect(composition.mutableTrack(compatibleWith: Film.asset().tracks[1]) === tracks[1])
    let frozen = try #require(composition.copy() as? AVComposition)
    let frozenTracks: [AVCompositionTrack] = try await frozen.loadTracks(withMediaType: .audio)
    #expect(frozenTracks.map(\.trackID) == [2])
    let asset: AVAsset = composition
    let (plain, duration) = try await asset.load(.tracks, .duration)
    #expect(plain.first === tracks.first && duration == time(1))
    #expect(try await composition.loadTracks(withMediaCharacteristic: .containsHDRVideo).count == 1)
  }
}
