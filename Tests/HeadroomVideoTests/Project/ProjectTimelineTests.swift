import Foundation
import HeadroomContainers
import HeadroomVideo
import Testing

@Suite("Timelines of projects")
struct ProjectTimelineTests {
  private func time(_ value: Int64, _ timescale: Int32 = 1) -> CMTime { CMTime(value: value, timescale: timescale) }

  @Test func `The example of the contract lies where it says`() throws {
    let timeline = try ProjectSamples.timeline(ProjectSamples.contract)
    let clips = timeline.tracks[0].clips
    #expect(clips[0].timeRange == CMTimeRange(start: .zero, duration: time(5, 2)))
    #expect(clips[0].sourceRange == CMTimeRange(start: time(1, 2), duration: time(5, 2)))
    #expect(clips[1].timeRange == CMTimeRange(start: time(3, 2), duration: time(10, 3)))
    #expect(timeline.duration == time(29, 6) && timeline.tracks[1].duration == time(10, 3))
    #expect(timeline.frameCount == 145 && timeline.time(ofFrame: 30) == time(1001, 1000))
    #expect(timeline.time(ofFrame: 144) < timeline.duration && timeline.time(ofFrame: 145) >= timeline.duration)
  }

  @Test func `Two clips of a second with a dissolve of a half last a second and a half`() throws {
    let timeline = try ProjectSamples.timeline(
      ProjectSamples.clips(
        #"{"source":"1s.mov"},{"source":"b1s.mov","transition":{"type":"dissolve","duration":0.5}}"#))
    #expect(timeline.duration == time(3, 2) && timeline.frameCount == 45)
    #expect(timeline.size == ProjectSize(width: 1080, height: 1920) && timeline.frameRate == ExactRatio(30))
    for frame in 0..<45 {
      let layers = timeline.layers(at: timeline.time(ofFrame: frame))
      #expect(layers.count == 1)
      switch layers[0] {
      case .clip(let moment):
        #expect(!(15..<30).contains(frame) && moment.clip == (frame < 15 ? 0 : 1))
        #expect(moment.sourceTime == time(Int64(frame < 15 ? frame : frame - 15), 30))
      case .transition(let moment):
        #expect((15..<30).contains(frame) && moment.weight == Double(frame - 15) / 15)
        #expect(moment.earlier.sourceTime == time(Int64(frame), 30))
        #expect(moment.later.clipTime == time(Int64(frame - 15), 30) && moment.transition.style == .dissolve)
      }
    }
    #expect(timeline.layers(at: time(3, 2)).isEmpty)
  }

  @Test func `Gaps show nothing, and later tracks come last`() throws {
    let timeline = try ProjectSamples.timeline(
      #"""
      {"schema":1,"tracks":[{"type":"video","clips":[{"source":"1s.mov"},{"source":"1s.mov","start":2}]},
       {"type":"audio","clips":[{"source":"a.mov"}]},
       {"type":"video","clips":[{"source":{"text":"x"},"start":0.5,"duration":1,
        "filters":[{"filter":"CIExposureAdjust","inputEV":[{"time":0,"value":0},{"time":1,"value":-1}]}]}]}]}
      """#)
    #expect(timeline.duration == time(10, 3))
    func tracks(_ at: CMTime) -> [Int] {
      timeline.layers(at: at).map { if case .clip(let moment) = $0 { moment.track } else { -1 } }
    }
    #expect(tracks(.zero) == [0] && tracks(time(3, 4)) == [0, 2] && tracks(time(5, 4)) == [2])
    #expect(tracks(time(7, 4)) == [] && tracks(time(2)) == [0] && tracks(time(-1)) == [])
    guard case .clip(let moment)? = timeline.layers(at: time(3, 4)).last else {
      Issue.record("no text")
      return
    }
    #expect(moment.filters[0].inputs[0].value.description == "-0.25")
  }

  @Test func `Speed is a ratio of source to timeline, and 0 holds a frame`() throws {
    let timeline = try ProjectSamples.timeline(
      ProjectSamples.clips(
        #"{"source":"a.mov","in":"1/3","speed":"3/2"},{"source":"a.mov","speed":0,"in":3,"duration":60}"#))
    let clips = timeline.tracks[0].clips
    #expect(clips[0].timeRange.duration == time(2) && clips[0].sourceTime(at: time(1)) == time(11, 6))
    #expect(clips[1].sourceTime(at: time(40)) == time(3) && timeline.duration == time(62))
    let slow = try ProjectSamples.timeline(
      ProjectSamples.clips(#"{"source":"1s.mov","speed":"1001/30000"}"#))
    #expect(slow.duration == time(30000, 1001))
  }

  /// Clips, the path below the tracks' first clip list, and the reason.
  private static let wrong: [(String, String, String)] = [
    (#"{"source":"a.mov"},{"source":"a.mov","in":9}"#, "1/in", "9 s lies behind the end of a.mov (3.333 s)"),
    (#"{"source":"a.mov","in":"10/3"}"#, "0/in", "3.333 s lies behind the end of a.mov (3.333 s)"),
    (
      #"{"source":"a.mov","in":1,"duration":2.5}"#, "0/duration",
      "2.5 s from 1 s on: 3.5 s lies behind the end of a.mov (3.333 s)"
    ),
    (
      #"{"source":"1s.mov","duration":0.75,"speed":2}"#, "0/duration",
      "0.75 s from 0 s on: 1.5 s lies behind the end of 1s.mov (1 s)"
    ),
    (#"{"source":"a.heic"}"#, "0/duration", "how long a.heic is shown is missing"),
    (#"{"source":"a.heic","in":1,"duration":1}"#, "0/in", "a.heic is a picture, which has no times"),
    (#"{"source":"a.heic","speed":2,"duration":1}"#, "0/speed", "a.heic is a picture, which has no speed"),
    (
      #"{"source":"1s.mov"},{"source":"a.mov","transition":{"type":"wipe","duration":2}}"#, "1/transition/duration",
      "2 s is longer than the clip before (1 s)"
    ),
    (
      #"{"source":"a.mov"},{"source":"1s.mov","transition":{"type":"wipe","duration":0.6}},{"source":"a.mov","transition":{"type":"wipe","duration":0.5}}"#,
      "2/transition/duration", "0.5 s and the 0.6 s of the transition before overlap in a clip of 1 s"
    ),
    (
      #"{"source":"1s.mov"},{"source":"a.mov","start":0.5}"#, "1/start",
      "0.5 s lies before the end of the clip before (1 s), without a transition"
    ),
    (#"{"source":"a.heic","duration":9e8},{"source":"a.heic","duration":9e8}"#, "1", "ends behind 1000000000 s"),
  ]

  @Test("that sources do not allow say where", arguments: wrong.indices)
  func wrongTimeline(_ index: Int) throws {
    let (clips, path, reason) = Self.wrong[index]
    let error = #expect(throws: ProjectError.self) { try ProjectSamples.timeline(ProjectSamples.clips(clips)) }
    #expect(error.map { "\($0)" } == "/tracks/0/clips/\(path): \(reason)")
  }

  @Test func `Size and rate are asked of the first film, else of a picture, else of the user`() throws {
    let film = try ProjectSamples.timeline(
      ProjectSamples.clips(#"{"source":"a.heic","duration":1},{"source":"a.mov"}"#))
    #expect(film.size == ProjectSize(width: 1080, height: 1920))
    func path(_ members: String, _ source: String) -> String? {
      let clip = #"{"schema":1,\#(members)"tracks":[{"type":"video","clips":[{"source":\#(source),"duration":1}]}]}"#
      let error = #expect(throws: ProjectError.self) { try ProjectSamples.timeline(clip) }
      return error.map { "\($0.path)" }
    }
    #expect(path("", #""a.heic""#) == "/frameRate")
    #expect(path(#""frameRate":25,"#, #"{"text":"x"}"#) == "/size")
    let sound = try ProjectSamples.timeline(
      #"{"schema":1,"tracks":[{"type":"audio","clips":[{"source":"a.mov"}]}]}"#)
    #expect(sound.size == nil && sound.frameRate == nil && sound.frameCount == nil && sound.duration == time(10, 3))
  }

  @Test func `A source is asked about once, and its error is passed on`() throws {
    let project = try ProjectSamples.project(ProjectSamples.clips(#"{"source":"a.mov"},{"source":"a.mov","in":1}"#))
    var count = 0
    _ = try ProjectTimeline(project) {
      count += 1
      return ProjectSamples.facts($0)
    }
    #expect(count == 1)
    #expect(throws: CancellationError.self) { try ProjectTimeline(project) { _ in throw CancellationError() } }
  }

  @Test func `A thousand cuts at 24000/1001 do not drift`() throws {
    let clip = #"{"source":"a.mov","in":"1001/24000","duration":"3003/24000"}"#
    let clips = Array(repeating: clip, count: 1000).joined(separator: ",")
    let timeline = try ProjectSamples.timeline(ProjectSamples.clips(clips))
    #expect(timeline.duration == time(3_003_000, 24000) && !timeline.duration.hasBeenRounded)
    #expect(timeline.tracks[0].clips[999].timeRange.start == time(999 * 3003, 24000))
  }
}
