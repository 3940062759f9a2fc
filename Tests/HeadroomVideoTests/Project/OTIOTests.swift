import Foundation
import HeadroomContainers
import HeadroomVideo
import Testing

@Suite("Timelines of OpenTimelineIO")
struct OTIOTests {
  private func time(_ value: Int64, _ timescale: Int32 = 24) -> CMTime { CMTime(value: value, timescale: timescale) }

  // MARK: Documents

  private static func rational(_ value: Int, _ rate: String = "24.0") -> String {
    #"{"OTIO_SCHEMA":"RationalTime.1","rate":\#(rate),"value":\#(value).0}"#
  }

  private static func range(_ start: Int, _ duration: Int, _ rate: String = "24.0") -> String {
    #"{"OTIO_SCHEMA":"TimeRange.1","start_time":\#(rational(start, rate)),"duration":\#(rational(duration, rate))}"#
  }

  /// As version 2 of the schema writes clips.
  private static func clip(
    _ url: String, _ start: Int, _ duration: Int, rate: String = "24.0", available: String = "null", _ more: String = ""
  ) -> String {
    #"""
    {"OTIO_SCHEMA":"Clip.2","name":"\#(url)","source_range":\#(range(start, duration, rate)),\#(more)
     "media_references":{"DEFAULT_MEDIA":{"OTIO_SCHEMA":"ExternalReference.1","target_url":"\#(url)",
     "available_range":\#(available),"metadata":{}}},"active_media_reference_key":"DEFAULT_MEDIA","metadata":{}}
    """#
  }

  private static func gap(_ duration: Int) -> String {
    #"{"OTIO_SCHEMA":"Gap.1","source_range":\#(range(0, duration))}"#
  }

  private static func transition(_ before: Int, _ behind: Int) -> String {
    #"""
    {"OTIO_SCHEMA":"Transition.1","transition_type":"SMPTE_Dissolve","in_offset":\#(rational(before)),
     "out_offset":\#(rational(behind))}
    """#
  }

  private static func track(_ children: [String], kind: String = "Video", range: String = "null") -> String {
    #"""
    {"OTIO_SCHEMA":"Track.1","kind":"\#(kind)","source_range":\#(range),"children":[\#(children.joined(separator: ","))]}
    """#
  }

  private static func stack(_ children: [String], range: String = "null") -> String {
    #"{"OTIO_SCHEMA":"Stack.1","source_range":\#(range),"children":[\#(children.joined(separator: ","))]}"#
  }

  private static func timeline(_ tracks: [String]) -> String {
    #"{"OTIO_SCHEMA":"Timeline.1","global_start_time":null,"tracks":\#(stack(tracks))}"#
  }

  private func project(_ text: String) throws -> ProjectFile {
    try ProjectFile(parsing: Array(text.utf8), name: "cut.otio", vocabulary: ProjectSamples.vocabulary)
  }

  /// A track of these children.
  private func clips(_ children: String...) throws -> [ProjectClip] {
    try project(Self.timeline([Self.track(children)])).tracks[0].clips
  }

  private func placed(_ project: ProjectFile) throws -> [TimelineTrack] {
    try ProjectTimeline(project) { _ in
      ProjectSourceFacts(
        duration: time(2400), size: .init(width: 64, height: 64), frameRate: ExactRatio(24))
    }.tracks
  }

  // MARK: What is read

  @Test func `Clips follow each other, and gaps are empty`() throws {
    let available = Self.range(86400, 240)
    let clips = try clips(
      Self.clip("file:///media/a%20b.mov", 86424, 48, available: available), Self.clip("media/b.mov", 24, 24),
      Self.gap(12), Self.clip("c.mov", 0, 24))
    #expect(clips.map(\.source) == [.file("/media/a b.mov"), .file("media/b.mov"), .file("c.mov")])
    #expect(clips.map(\.inPoint) == [time(24), time(24), .zero])
    #expect(clips.map(\.start) == [.zero, time(48), time(84)])
    #expect(clips.map(\.duration) == [time(48), time(24), time(24)])
  }

  @Test func `A dissolve reaches over the cut to both sides`() throws {
    let project = try project(
      Self.timeline([
        Self.track([Self.clip("a.mov", 24, 48), Self.transition(4, 8), Self.clip("b.mov", 24, 24)])
      ]))
    let track = try placed(project)[0]
    #expect(track.clips.map(\.timeRange.start) == [.zero, time(44)])
    #expect(track.clips.map(\.timeRange.end) == [time(56), time(72)])
    #expect(track.clips[1].clip.inPoint == time(20))
    #expect(track.transitions.map(\.timeRange) == [CMTimeRange(start: time(44), end: time(56))])
    #expect(track.transitions[0].weight(at: time(47)) == 0.25)
    // What is shown outside the transition is what the cut says.
    #expect(track.clips[1].sourceTime(at: time(60)) == time(36))
  }

  @Test func `A dissolve beside a gap or an end is a fade`() throws {
    let clips = try clips(
      Self.transition(0, 12), Self.clip("a.mov", 24, 48), Self.transition(6, 6), Self.gap(24), Self.transition(6, 6),
      Self.clip("b.mov", 24, 24), Self.transition(12, 0))
    #expect(clips.map(\.start) == [.zero, time(66)] && clips.map(\.duration) == [time(54), time(30)])
    #expect(clips.map(\.transition?.duration) == [nil, nil] && clips[1].inPoint == time(18))
    #expect([0, 6, 12, 42, 48, 54].map { clips[0].opacity.value(at: time($0)) } == [0, 0.5, 1, 1, 0.5, 0])
    #expect([0, 6, 12, 18, 24, 30].map { clips[1].opacity.value(at: time($0)) } == [0, 0.5, 1, 1, 0.5, 0])
  }

  @Test func `A dissolve is as long as the media allow`() throws {
    let project = try project(
      Self.timeline([
        Self.track([
          Self.clip("a.mov", 0, 9, available: Self.range(0, 12)), Self.transition(4, 4), Self.clip("b.mov", 2, 9),
          Self.transition(4, 0), Self.clip("c.mov", 0, 9),
        ])
      ]))
    #expect(project.tracks[0].clips.map(\.transition?.duration) == [nil, time(5), nil])
    #expect(project.tracks[0].clips.map(\.start) == [.zero, time(7), time(18)])
    #expect(project.tracks[0].clips.map(\.duration) == [time(12), time(11), time(9)])
    #expect(
      project.warnings == [
        "transitions are shortened to what the media have: '/tracks/children/0/children/1'",
        "transitions without room for them are left out: '/tracks/children/0/children/3'",
      ])
  }

  @Test func `Time effects change the speed`() throws {
    let warp =
      #""effects":[{"OTIO_SCHEMA":"LinearTimeWarp.1","time_scalar":1.5},"#
      + #"{"OTIO_SCHEMA":"LinearTimeWarp.1","time_scalar":2.0},"#
      + #"{"OTIO_SCHEMA":"LinearTimeWarp.1","time_scalar":9.0,"enabled":false}],"#
    let freeze = #""effects":[{"OTIO_SCHEMA":"FreezeFrame.1","time_scalar":0.0}],"#
    let project = try project(
      Self.timeline([
        Self.track([
          Self.clip("a.mov", 0, 24, warp), Self.transition(4, 0), Self.clip("b.mov", 24, 24, warp),
          Self.clip("c.mov", 48, 24, freeze),
        ])
      ]))
    let clips = try placed(project)[0].clips
    #expect(clips.map(\.clip.speed) == [ExactRatio(3), ExactRatio(3), ExactRatio(0)])
    #expect(clips[0].sourceTime(at: time(10)) == time(30))
    #expect(clips[1].clip.inPoint == time(12) && clips[1].sourceTime(at: time(24)) == time(24))
    #expect(clips[2].sourceTime(at: time(70)) == time(48) && clips[2].timeRange.end == time(72))
  }

  @Test func `Stacks in tracks become clips of the tracks beside`() throws {
    let nested = Self.stack(
      [
        Self.track([Self.clip("d.mov", 0, 48)]),
        Self.track([Self.gap(12), Self.clip("e.mov", 24, 24)]),
        Self.track([Self.clip("x.wav", 0, 48)], kind: "Audio"),
      ], range: Self.range(6, 24))
    let inner = Self.track([Self.clip("f.mov", 0, 10), Self.clip("g.mov", 0, 10)], range: Self.range(5, 10))
    let project = try project(
      Self.timeline([
        Self.track([Self.clip("a.mov", 0, 24), nested, inner]),
        Self.track([Self.clip("s.wav", 0, 96)], kind: "Audio"),
      ]))
    #expect(project.tracks.map(\.kind) == [.video, .video, .audio] && project.warnings.isEmpty)
    let below = project.tracks[0].clips
    #expect(below.map(\.source) == ["a.mov", "d.mov", "f.mov", "g.mov"].map { .file($0) })
    #expect(below.map(\.start) == [.zero, time(24), time(48), time(53)])
    #expect(below.map(\.inPoint) == [.zero, time(6), time(5), .zero])
    #expect(below.map(\.duration) == [time(24), time(24), time(5), time(5)])
    let above = project.tracks[1].clips[0]
    #expect(above.start == time(30) && above.inPoint == time(24) && above.duration == time(18))
  }

  @Test(
    "Rates as floating-point numbers write them are those of video",
    arguments: [
      ("23.976023976023978", 24), ("23.976", 24), ("23.98", 24), ("29.97002997002997", 30), ("29.97", 30),
      ("29.970029830932617", 30), ("59.94005994005994", 60), ("119.88", 120),
    ])
  func rates(_ rate: String, _ frames: Int32) throws {
    let clip = try clips(Self.clip("a.mov", 10, 100, rate: rate))[0]
    #expect(clip.inPoint == time(10010, frames * 1000) && clip.duration == time(100_100, frames * 1000))
  }

  @Test func `Other rates stay what they are`() throws {
    for (rate, duration) in [
      ("24", time(1, 24)), ("12.5", time(2, 25)), ("48000.0", time(1, 48000)), ("14.97", time(100, 1497)),
    ] {
      #expect(try clips(Self.clip("a.mov", 0, 1, rate: rate))[0].duration == duration, "\(rate)")
    }
  }

  @Test(
    "URLs become paths",
    arguments: [
      ("file:///a/b.mov", "/a/b.mov"), ("FILE://localhost/a/%C3%A4.mov", "/a/ä.mov"), ("file:/a.mov", "/a.mov"),
      ("file:a%23b.mov#t=1", "a#b.mov"), ("../x/100%.mov", "../x/100%.mov"), ("a%20b.mov", "a b.mov"),
      ("/a#1.mov", "/a#1.mov"),
      ("file:///%ff.mov", "/\u{10FEFF}.mov"),
    ])
  func urls(_ url: String, _ path: String) throws {
    #expect(try clips(Self.clip(url, 0, 1))[0].source == .file(path))
  }

  @Test func `What is left out is named`() throws {
    let more =
      #""markers":[{"OTIO_SCHEMA":"Marker.2","name":"look"}],"effects":[{"OTIO_SCHEMA":"Effect.1","effect_name":"Blur"},{"OTIO_SCHEMA":"LinearTimeWarp.1","name":"back","time_scalar":-1.0}],"novelty":1,"#
    let missing =
      #"{"OTIO_SCHEMA":"Clip.1","name":"lost","source_range":\#(Self.range(0, 9)),"media_reference":{"OTIO_SCHEMA":"MissingReference.1"},"metadata":{"cmx_3600":{"reel":"X"}}}"#
    let bars =
      #"{"OTIO_SCHEMA":"Clip.1","source_range":\#(Self.range(0, 9)),"media_reference":{"OTIO_SCHEMA":"GeneratorReference.1","generator_kind":"SMPTEBars"}}"#
    let off = Self.clip("off.mov", 0, 9, #""enabled":false,"#)
    let wipe = Self.transition(1, 1).replacing("SMPTE_Dissolve", with: "Custom_Transition")
    let alone = Self.transition(900, 1)
    let project = try project(
      Self.timeline([
        Self.track([
          Self.clip("a.mov", 9, 9, more), wipe, Self.clip("b.mov", 9, 9), missing, bars, off, alone,
          Self.clip("c.mov", 1000, 9),
        ]),
        Self.track([Self.clip("t.srt", 0, 9)], kind: "Subtitle"),
      ]))
    #expect(project.tracks.count == 1 && project.tracks[0].clips.map(\.start) == [.zero, time(8), time(45)])
    let warnings = project.warnings.joined(separator: "\n")
    for words in [
      "markers are left out: 'look'", "effects are left out: 'Blur'", "backward are left out: 'back'",
      "members are left out: 'novelty'", "without media are left out: 'lost'", "metadata are left out: 'cmx_3600'",
      "media of unknown kinds are left out: 'GeneratorReference'", "become dissolves: 'Custom_Transition'",
      "without room for them are left out: '/tracks/children/0/children/6'",
      "tracks of unknown kinds are left out: 'Subtitle'",
    ] {
      #expect(warnings.contains(words), "\(words)")
    }
  }

  // MARK: What is wrong

  @Test func `Mistakes have the path of the document`() throws {
    func path(_ text: String) -> String? {
      #expect(throws: ProjectError.self) { try project(text) }.map { "\($0.path)" }
    }
    func track(_ children: String...) -> String { Self.timeline([Self.track(children)]) }
    let first = "/tracks/children/0/children/0"
    #expect(path("{}") == "/OTIO_SCHEMA")
    #expect(path(#"{"OTIO_SCHEMA":"SerializableCollection.1"}"#) == "")
    #expect(path(#"{"OTIO_SCHEMA":"Timeline.1","tracks":{"OTIO_SCHEMA":"Stack.1","children":[]}}"#) == "")
    #expect(path(track(Self.clip("http://x/a.mov", 0, 1))) == "\(first)/media_references/DEFAULT_MEDIA/target_url")
    #expect(path(track(Self.clip("file://host/a.mov", 0, 1))) == "\(first)/media_references/DEFAULT_MEDIA/target_url")
    #expect(path(track(Self.clip("file:///%4.mov", 0, 1))) == "\(first)/media_references/DEFAULT_MEDIA/target_url")
    #expect(path(track(Self.clip("file:///%00.mov", 0, 1))) == "\(first)/media_references/DEFAULT_MEDIA/target_url")
    #expect(path(track(Self.clip("b.otio", 0, 1))) == "\(first)/media_references/DEFAULT_MEDIA/target_url")
    #expect(path(track(Self.clip("a.mov", 0, 1, rate: "0"))) == "\(first)/source_range/start_time/rate")
    #expect(path(track(Self.clip("a.mov", 0, -1))) == "\(first)/source_range/duration")
    #expect(path(track(Self.clip("a.mov", -1, 1))) == "\(first)/source_range/start_time")
    let late = try project(track(Self.clip("a.mov", 2400, 9)))
    let error = #expect(throws: ProjectError.self) { try placed(late) }
    #expect(error.map { "\($0)" } == "\(first)/source_range/start_time: 100 s lies behind the end of a.mov (100 s)")
  }
}
