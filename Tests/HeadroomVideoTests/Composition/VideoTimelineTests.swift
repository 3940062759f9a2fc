import Foundation
import HeadroomColor
import HeadroomGraphics
import HeadroomVideo
import Testing

@Suite("Timelines of files")
struct VideoTimelineTests {
  private typealias Layer = AVVideoCompositionLayerInstruction.Configuration

  /// Track 1 shows a.mov for 4 s, track 2 b.mov from 3 s on.
  private func dissolve(_ second: TrackFacts = Film.video(id: 5)) throws -> AVMutableComposition {
    let movie = AVMutableComposition()
    let first = try #require(movie.addMutableTrack(withMediaType: .video, preferredTrackID: 1))
    let other = try #require(movie.addMutableTrack(withMediaType: .video, preferredTrackID: 2))
    try first.insertTimeRange(range(2, 6), of: Film.asset("a.mov").tracks[0], at: .zero)
    try other.insertTimeRange(range(1, 5), of: Film.asset("b.mov", [second]).tracks[0], at: time(3))
    return movie
  }

  private func timeline(
    _ movie: AVAsset, _ layers: [Layer], size: CGSize = CGSize(width: 1920, height: 1080),
    timing: CMPersistentTrackID = kCMPersistentTrackID_Invalid
  ) throws -> VideoTimeline {
    let instruction = AVVideoCompositionInstruction(
      configuration: .init(
        layerInstructions: layers.map { AVVideoCompositionLayerInstruction(configuration: $0) },
        timeRange: CMTimeRange(start: .zero, duration: movie.duration)))
    let composition = AVVideoComposition(
      configuration: .init(
        frameDuration: time(1, 30), instructions: [instruction], renderSize: size, sourceTrackIDForFrameTiming: timing))
    return try #require(try MovieTimeline(movie, composition).video)
  }

  private func layer(_ id: CMPersistentTrackID, _ change: (inout Layer) -> Void = { _ in }) -> Layer {
    var layer = Layer(trackID: id)
    change(&layer)
    return layer
  }

  @Test func `A dissolve has both pictures from bottom to top, with the weights of the ramp`() throws {
    let outgoing = layer(1) { $0.addOpacityRamp(.init(timeRange: range(3, 4), start: 1, end: 0)) }
    let video = try timeline(dissolve(), [outgoing, layer(2)])
    let middle = try #require(video.frame(at: time(7, 2)))
    #expect(middle.layers.map(\.source?.url.lastPathComponent) == ["b.mov", "a.mov"])
    #expect(middle.layers.map(\.sourceTime) == [time(3, 2), time(11, 2)])
    #expect(middle.layers.map(\.opacity) == [1, 0.5] && middle.layers.map(\.source?.trackID) == [5, 1])
    #expect(!middle.isPassthrough && middle.background == nil)
  }

  @Test func `What is hidden is not there`() throws {
    let outgoing = layer(1) { $0.addOpacityRamp(.init(timeRange: range(3, 4), start: 1, end: 0)) }
    let video = try timeline(dissolve(), [outgoing, layer(2)])
    // At the ramp's start the upper picture is opaque, behind its end it is gone.
    for (now, name) in [(time(3), "a.mov"), (time(1), "a.mov"), (time(4), "b.mov"), (time(6), "b.mov")] {
      let frame = try #require(video.frame(at: now))
      #expect(frame.layers.map(\.source?.url.lastPathComponent) == [name] && frame.isPassthrough)
    }
    #expect(video.frame(at: time(7)) == nil)
  }

  @Test(arguments: [
    (CGAffineTransform(scaleX: 0.8, y: 0.8), 2), (CGAffineTransform(scaleX: 1.5, y: 1.5), 1),
    (CGAffineTransform(translationX: 1, y: 0), 2), (CGAffineTransform(-1, 0, 0, 1, 1920, 0), 1),
    (CGAffineTransform(rotationAngle: 0.1), 2), (CGAffineTransform(translationX: 3000, y: 0), 1),
    (CGAffineTransform(0, 0, 0, 0, 0, 0), 1),
  ])
  func `A picture hides those below where it covers all, and itself where it lies outside`(
    _ transform: CGAffineTransform, _ count: Int
  ) throws {
    let video = try timeline(dissolve(), [layer(2) { $0.setTransform(transform, at: .zero) }, layer(1)])
    let frame = try #require(video.frame(at: time(7, 2)))
    #expect(frame.layers.count == count)
  }

  @Test func `Cuts are limited to the picture, and hide nothing beside them`() throws {
    let cut = CGRect(x: -100, y: 0, width: 600, height: 5000)
    let video = try timeline(dissolve(), [layer(2) { $0.setCropRectangle(cut, at: .zero) }, layer(1)])
    let frame = try #require(video.frame(at: time(7, 2)))
    #expect(frame.layers.map(\.crop) == [nil, CGRect(x: 0, y: 0, width: 500, height: 1080)])
    let gone = try timeline(
      dissolve(), [layer(2) { $0.setCropRectangle(CGRect(x: 5000, y: 0, width: 1, height: 1), at: .zero) }, layer(1)])
    #expect(gone.frame(at: time(7, 2))?.layers.count == 1)
    let whole = try timeline(
      dissolve(), [layer(1) { $0.setCropRectangle(CGRect(x: 0, y: 0, width: 1920, height: 1080), at: .zero) }])
    #expect(whole.frame(at: time(1))?.isPassthrough == true)
  }

  @Test func `Only an untouched picture of the output's size and colour is passed on`() throws {
    let mixed = try timeline(dissolve(Film.video(id: 5, Film.hd)), [layer(1), layer(2)])
    #expect(mixed.color == Film.hlg)
    #expect(mixed.frame(at: time(1))?.isPassthrough == true && mixed.frame(at: time(5))?.isPassthrough == false)
    let larger = try timeline(dissolve(), [layer(1)], size: CGSize(width: 1280, height: 720))
    #expect(larger.frame(at: time(1))?.isPassthrough == false)
    let empty = try timeline(dissolve(), [layer(1)])
    #expect(empty.frame(at: time(5))?.layers.isEmpty == true && empty.frame(at: time(5))?.isPassthrough == false)
  }

  @Test func `Colour follows from the sources that instructions use, not from all`() throws {
    let movie = try dissolve(Film.video(id: 5, Film.pq))
    #expect(try timeline(movie, [layer(2)]).color == Film.pq)
    #expect(try timeline(movie, [layer(2), layer(1)]).color == Film.hlg)
  }

  @Test func `Frame times of an hour of 24000/1001 are exact`() throws {
    let hour = CMTimeRange(start: time(1, 7), duration: time(3600))
    let times = try FrameTimes(every: time(1001, 24_000), in: hour)
    #expect(times.count == 86_314)
    #expect(times[86_313] == time(1, 7) + time(1001 * 86_313, 24_000) && !times[86_313].hasBeenRounded)
    #expect(times.last.map { $0 < hour.end } == true)
    #expect(try FrameTimes(every: time(1, 30), in: range(0, 1)).count == 30)
    #expect(try FrameTimes(every: time(1, 30), in: CMTimeRange(start: .zero, duration: time(1001, 30_000))).count == 2)
  }

  @Test func `Irregular times of a track stay, with regular ones in its gaps`() throws {
    let video = try timeline(dissolve(), [layer(1), layer(2)], timing: 1)
    var asked: [CMTimeRange] = []
    let times = try video.frameTimes(in: range(time(1, 2), time(41, 10))) { source, wanted in
      #expect(source.url.lastPathComponent == "a.mov")
      asked.append(wanted)
      // The first one is from before.
      return [time(2), time(3), time(31, 10), time(5), time(6)]
    }
    #expect(asked == [range(time(5, 2), time(6))])
    #expect(Array(times.prefix(4)) == [time(1, 2), time(1), time(11, 10), time(3)])
    #expect(Array(times.dropFirst(4)) == [time(4), time(4) + time(1, 30), time(4) + time(2, 30)])
  }

  @Test func `Times of a scaled piece are scaled`() throws {
    let movie = AVMutableComposition()
    try movie.insertTimeRange(range(2, 4), of: Film.asset(), at: .zero)
    movie.scaleTimeRange(range(0, 2), toDuration: time(3))
    let video = try #require(try MovieTimeline(movie).video)
    let times = try video.frameTimes(in: range(0, 3)) { _, _ in [time(2), time(7, 3), time(3)] }
    #expect(Array(times) == [time(0), time(1, 2), time(3, 2)])
    #expect(video.frame(at: time(3, 2))?.layers.first?.sourceTime == time(3))
  }

  @Test func `Without a video composition the first enabled track is shown, and not turned`() throws {
    let turned = Film.asset("t.mov", [Film.video { $0.transform = [0, 1, -1, 0, 1080, 0] }, Film.audio()])
    let movie = try MovieTimeline(turned)
    let video = try #require(movie.video)
    #expect(video.width == 1920 && video.height == 1080 && video.color == Film.hlg)
    #expect(video.preferredTransform == CGAffineTransform(0, 1, -1, 0, 1080, 0))
    #expect(video.frame(at: time(3))?.isPassthrough == true)
    #expect(movie.audio.map(\.trackID) == [2] && movie.duration == time(10))
    let both = try dissolve()
    both.tracks[0].isEnabled = false
    let second = try #require(try MovieTimeline(both).video)
    #expect(second.frame(at: time(1))?.layers.isEmpty == true)
    #expect(second.frame(at: time(4))?.layers.first?.source?.url.lastPathComponent == "b.mov")
    #expect(try MovieTimeline(Film.asset("sound.m4a", [Film.audio()])).video == nil)
  }

  @Test func `Without a video composition a piece of another size is fitted into the frame`() throws {
    let movie = try dissolve()
    let small = Film.asset("small.mov", [Film.video(width: 720, height: 1080)])
    try movie.tracks[0].insertTimeRange(range(0, 1), of: small.tracks[0], at: .invalid)
    let frame = try #require(try MovieTimeline(movie).video?.frame(at: time(9, 2)))
    #expect(frame.layers.map(\.transform) == [CGAffineTransform(1, 0, 0, 1, 600, 0)] && !frame.isPassthrough)
  }

  @Test func `Sound is a list of pieces for each enabled track`() throws {
    let movie = AVMutableComposition()
    try movie.insertTimeRange(range(1, 3), of: Film.asset("a.mov"), at: .zero)
    try movie.insertTimeRange(range(5, 6), of: Film.asset("b.mov"), at: time(4))
    let audio = try MovieTimeline(movie).audio
    let stretches = try #require(audio.first).stretches
    #expect(audio.count == 1 && stretches.map(\.target) == [range(0, 2), range(4, 5)])
    #expect(stretches.map(\.sourceRange) == [range(1, 3), range(5, 6)])
    #expect(stretches.map(\.source.url.lastPathComponent) == ["a.mov", "b.mov"])
    for track in movie.tracks(withMediaType: .audio) { track.isEnabled = false }
    #expect(try MovieTimeline(movie).audio.isEmpty)
  }

  @Test func `A timeline does not change with its composition`() throws {
    let movie = try dissolve()
    let video = try timeline(movie, [layer(1)])
    movie.removeTimeRange(range(0, 4))
    #expect(video.frame(at: time(1))?.layers.count == 1 && video.duration == time(7))
  }

  @Test func `A file that is missing is an error of its own`() throws {
    let movie = AVMutableComposition()
    let track = try #require(movie.addMutableTrack(withMediaType: .video, preferredTrackID: 0))
    let gone = URL(fileURLWithPath: "/nowhere/gone.mov")
    track.segments = [
      AVCompositionTrackSegment(url: gone, trackID: 1, sourceTimeRange: range(0, 1), targetTimeRange: range(0, 1))
    ]
    let error = #expect(throws: AVError.self) { try MovieTimeline(movie) }
    #expect(error?.code == .fileFailedToParse)
  }
}
