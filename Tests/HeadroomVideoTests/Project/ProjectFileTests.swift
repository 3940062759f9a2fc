import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomVideo
import Testing

@Suite("Project files")
struct ProjectFileTests {
  @Test func `The example of the contract is read, word for word`() throws {
    let project = try ProjectSamples.project(ProjectSamples.contract)
    #expect(project.size == ProjectSize(width: 1920, height: 1080))
    #expect(project.frameRate?.numerator == 30000 && project.frameRate?.denominator == 1001)
    #expect(project.background == .black && project.blending == .linear)
    #expect(project.color == ProjectColorProperties(transfer: .hlg, primaries: .bt2020, matrix: .bt2020))
    #expect(project.color?.cicp.transfer == 18 && project.color?.cicp.primaries == 9)
    #expect(project.tracks.map(\.kind) == [.video, .audio])
    let first = project.tracks[0].clips[0]
    #expect(first.source == .file("a.mov") && first.inPoint == CMTime(value: 1, timescale: 2))
    #expect(first.duration == CMTime(value: 5, timescale: 2) && first.transition == nil && first.speed == .one)
    let second = project.tracks[0].clips[1]
    #expect(second.transition?.style == .dissolve && second.transition?.duration == CMTime(value: 1, timescale: 1))
    #expect(second.transform.value(at: .zero) == CGAffineTransform(a: 0.8, b: 0, c: 0, d: 0.8, tx: 192, ty: 108))
    #expect(second.crop?.value(at: .zero) == CGRect(x: 0, y: 0, width: 1920, height: 800))
    #expect(second.opacity.value(at: CMTime(value: 1, timescale: 4)) == 0.25 && second.fit == .none)
    #expect(second.filters.map(\.name) == ["CIExposureAdjust"])
    let volume = project.tracks[1].clips[0].volume
    #expect(volume.value(at: CMTime(value: 3, timescale: 2)) == 0.25)
  }

  @Test func `Forms of values beside those of the example`() throws {
    let project = try ProjectSamples.project(
      #"""
      {"schema":1.0,"blending":"code","background":[0.5,1,2],"frameRate":25,"color":{"transfer":"sdr","primaries":"p3"},
       "tracks":[{"type":"video","clips":[
        {"source":{"text":"Hi","font":"Sans","size":40,"color":"#ff000080"},"duration":2,"opacity":0.5,"fit":"fill"},
        {"source":"a.heic","duration":3,"start":5,
         "transform":[{"time":0,"value":[1,0,0,1,0,0],"curve":"ease"},{"time":"2/1","value":[1,0,0,1,8,0]}]},
        {"source":"c.mov","speed":"1/2","track":2,"filters":[],
         "transition":{"type":"CISwipeTransition","duration":1,"inputAngle":[{"time":0,"value":1}],"inputColor":"#fff000"}
        }]}]}
      """#)
    #expect(project.blending == .code && project.background.components == [0.5, 1, 2, 1])
    #expect(project.color?.matrix == .bt709 && project.color?.cicp.primaries == 12)
    let clips = project.tracks[0].clips
    let red = ProjectColor([1, 0, 0, 128.0 / 255], .sRGB)
    #expect(clips[0].source == .text(ProjectText(text: "Hi", font: "Sans", size: 40, color: red)))
    #expect(clips[1].start == CMTime(value: 5, timescale: 1))
    #expect(clips[1].transform.value(at: CMTime(value: 1, timescale: 2)).tx == 8 * 0.15625)
    #expect(clips[2].speed.denominator == 2 && clips[2].sourceTrack == 2)
    #expect(clips[2].transition?.style == .filter("CISwipeTransition") && clips[2].transition?.inputs.count == 2)
    #expect(clips[0].source.path(from: "x") == nil && clips[1].source.path(from: "x/y") == "x/y/a.heic")
    #expect(ProjectSource.file("/a.mov").path(from: "x") == "/a.mov")
  }

  /// A clip that is wrong, the path below the clip, and a part of the reason.
  private static let wrongClips: [(String, String, String)] = [
    (#"{"source":"a.mov","inn":1}"#, "/inn", "a clip of a video track has no such key; did you mean 'in'?"),
    (#"{"in":1}"#, "/source", "is missing"),
    (#"{"source":3}"#, "/source", "found a number"),
    (#"{"source":""}"#, "/source", "empty"),
    (#"{"source":"a\u0000.mov"}"#, "/source", "code 0"),
    (#"{"source":"other.json"}"#, "/source", "a project cannot be a source of a project"),
    (#"{"source":"other.OTIO"}"#, "/source", "a project cannot be a source of a project"),
    (#"{"source":{"text":"x"}}"#, "/duration", "how long the text is shown is missing"),
    (#"{"source":{"text":"x"},"duration":1,"in":1}"#, "/in", "a text has no times"),
    (#"{"source":{"text":""},"duration":1}"#, "/source/text", "a character at least"),
    (#"{"source":{"txt":"x"},"duration":1}"#, "/source/txt", "did you mean 'text'?"),
    (#"{"source":{"text":"x","size":0},"duration":1}"#, "/source/size", "above 0"),
    (#"{"source":{"text":"x","color":"red"},"duration":1}"#, "/source/color", "'red' is not a colour"),
    (#"{"source":"a.mov","in":"1/0"}"#, "/in", "'1/0' divides by 0"),
    (#"{"source":"a.mov","in":"x"}"#, "/in", #"expected a number of seconds or "a/b", found 'x'"#),
    (#"{"source":"a.mov","in":"5"}"#, "/in", "expected a number of seconds"),
    (#"{"source":"a.mov","in":true}"#, "/in", "found a truth value"),
    (#"{"source":"a.mov","in":null}"#, "/in", "found null"),
    (#"{"source":"a.mov","in":-0.5}"#, "/in", "'-0.5' lies before 0"),
    (#"{"source":"a.mov","in":1e12}"#, "/in", "not below 1000000000 s"),
    (#"{"source":"a.mov","in":1e300}"#, "/in", "too many digits"),
    (#"{"source":"a.mov","in":NaN}"#, "/in", "NaN is no number in JSON"),
    (#"{"source":"a.mov","in":-Infinity}"#, "/in", "-Infinity is no number in JSON"),
    (#"{"source":"a.mov","in":.5}"#, "/in", "'.' begins no value"),
    (#"{"source":"a.mov","in":1,"in":2}"#, "/in", "the key 'in' stands twice"),
    (#"{"source":"a.mov","duration":0}"#, "/duration", "a duration is above 0; found '0'"),
    (#"{"source":"a.mov","duration":"-1/2"}"#, "/duration", "a duration is above 0; found '-1/2'"),
    (#"{"source":"a.mov","start":-1}"#, "/start", "lies before 0"),
    (#"{"source":"a.mov","track":1.5}"#, "/track", "the number of a track"),
    (#"{"source":"a.mov","speed":-1}"#, "/speed", "backward"),
    (#"{"source":"a.mov","speed":1001}"#, "/speed", "a speed from 0"),
    (#"{"source":"a.mov","speed":0}"#, "/duration", "how long the frame is held"),
    (#"{"source":"a.mov","speed":[{"time":0,"value":1}]}"#, "/speed", "no key frames"),
    (#"{"source":"a.mov","fit":"fil"}"#, "/fit", "'fil' is not a way to fit; did you mean 'fit' or 'fill'?"),
    (#"{"source":"a.mov","opacity":1.5}"#, "/opacity", "an opacity from 0 to 1, found '1.5'"),
    (#"{"source":"a.mov","opacity":[]}"#, "/opacity", "the list is empty"),
    (#"{"source":"a.mov","opacity":[1,0]}"#, "/opacity", "found a list"),
    (#"{"source":"a.mov","opacity":[{"time":0,"value":2}]}"#, "/opacity/0/value", "from 0 to 1"),
    (#"{"source":"a.mov","opacity":[{"time":0}]}"#, "/opacity/0/value", "is missing"),
    (#"{"source":"a.mov","opacity":[{"value":0}]}"#, "/opacity/0/time", "is missing"),
    (#"{"source":"a.mov","opacity":[{"time":-1,"value":0}]}"#, "/opacity/0/time", "before 0"),
    (#"{"source":"a.mov","opacity":[{"time":0,"value":0,"x":1}]}"#, "/opacity/0/x", "no such key"),
    (
      #"{"source":"a.mov","opacity":[{"time":1,"value":0},{"time":1,"value":1}]}"#, "/opacity/1/time",
      "1 s does not lie behind the key frame before (1 s)"
    ),
    (
      #"{"source":"a.mov","opacity":[{"time":0,"value":0,"curve":"eas"}]}"#, "/opacity/0/curve",
      "'eas' is not a curve; did you mean 'ease'?"
    ),
    (#"{"source":"a.mov","transform":[1,0,0,1]}"#, "/transform", "expected six numbers"),
    (#"{"source":"a.mov","transform":[1,0,0,1,0,"x"]}"#, "/transform/5", "expected a number, found a text"),
    (#"{"source":"a.mov","crop":[0,0,-1,1]}"#, "/crop", "negative"),
    (#"{"source":"a.mov","volume":1}"#, "/volume", "a clip of an audio track"),
    (#"{"source":"a.mov","filters":{}}"#, "/filters", "expected a list of filters"),
    (#"{"source":"a.mov","filters":[{"inputEV":1}]}"#, "/filters/0/filter", "is missing"),
    (
      #"{"source":"a.mov","filters":[{"filter":"CIExposureAdjus"}]}"#, "/filters/0/filter",
      "did you mean 'CIExposureAdjust'?"
    ),
    (#"{"source":"a.mov","filters":[{"filter":"CIExposureAdjust","EV":1}]}"#, "/filters/0/EV", "no such input"),
    (
      #"{"source":"a.mov","filters":[{"filter":"CIExposureAdjust","inputEV":[{"time":0,"value":"x"}]}]}"#,
      "/filters/0/inputEV/0/value", "other values have no key frames"
    ),
    (
      #"{"source":"a.mov","filters":[{"filter":"CIExposureAdjust","inputEV":[{"time":0,"value":1},{"time":1,"value":[1]}]}]}"#,
      "/filters/0/inputEV/1/value", "not of the kind"
    ),
    (#"{"source":"a.mov","transition":{"type":"dissolve","duration":1}}"#, "/transition", "no clip lies before it"),
    (#"{"source":"a.mov","a/b~c":1}"#, "/a~1b~0c", "no such key"),
  ]

  @Test("of clips that are wrong fail with the place and the reason", arguments: wrongClips.indices)
  func wrongClip(_ index: Int) throws {
    let (clip, path, reason) = Self.wrongClips[index]
    let error = #expect(throws: ProjectError.self) { try ProjectSamples.project(ProjectSamples.clips(clip)) }
    #expect(error.map { "\($0.path)" } == "/tracks/0/clips/0" + path, "\(clip)")
    #expect(error?.reason.contains(reason) == true, "\(clip): \(error?.reason ?? "")")
  }

  /// Pairs of clips, the path below the second, a part of the reason.
  private static let wrongPairs: [(String, String, String)] = [
    (
      #"{"source":"a.mov","transition":{"type":"disolve","duration":1}}"#, "/transition/type",
      "did you mean 'dissolve'?"
    ),
    (#"{"source":"a.mov","transition":{"type":"wipe"}}"#, "/transition/duration", "is missing"),
    (#"{"source":"a.mov","transition":{"type":"wipe","duration":0}}"#, "/transition/duration", "above 0"),
    (#"{"source":"a.mov","transition":{"type":"wipe","duration":1,"angle":3}}"#, "/transition/angle", "no such key"),
    (#"{"source":"a.mov","transition":"dissolve"}"#, "/transition", "expected a transition, found a text"),
    (
      #"{"source":"a.mov","transition":{"type":"CISwipeTransition","duration":1,"inputTime":0}}"#,
      "/transition/inputTime", "sets itself"
    ),
    (
      #"{"source":"a.mov","transition":{"type":"CISwipeTransition","duration":1,"inputWidth":0}}"#,
      "/transition/inputWidth", "no such input"
    ),
    (
      #"{"source":"a.mov","duration":1,"transition":{"type":"wipe","duration":1.5}}"#, "/transition/duration",
      "1.5 s is longer than the clip (1 s)"
    ),
    (
      #"{"source":"a.mov","duration":3,"transition":{"type":"wipe","duration":2.5}}"#, "/transition/duration",
      "2.5 s is longer than the clip before (2 s)"
    ),
    (#"{"source":"a.mov","duration":1,"start":1.5}"#, "/start", "1.5 s lies before the end of the clip before (2 s)"),
    (
      #"{"source":"a.mov","duration":1,"start":1.5,"transition":{"type":"wipe","duration":1}}"#, "/start",
      "starts at 1 s"
    ),
  ]

  @Test("of clips that do not fit the one before fail with the place and the reason", arguments: wrongPairs.indices)
  func wrongPair(_ index: Int) throws {
    let (clip, path, reason) = Self.wrongPairs[index]
    let text = ProjectSamples.clips(#"{"source":"a.mov","duration":2},\#(clip)"#)
    let error = #expect(throws: ProjectError.self) { try ProjectSamples.project(text) }
    #expect(error.map { "\($0.path)" } == "/tracks/0/clips/1" + path, "\(clip)")
    #expect(error?.reason.contains(reason) == true, "\(clip): \(error?.reason ?? "")")
  }

  /// Documents that are wrong as a whole, the path, a part of the reason.
  private static let wrong: [(String, String, String)] = [
    ("", "", "the document ends"), ("[]", "", "found a list"), ("{}", "/schema", "is missing"),
    (#"{"schema":2,"new":1}"#, "/schema", "reads schema 1"), (#"{"schema":"1"}"#, "/schema", "found a text"),
    (#"{"OTIO_SCHEMA":"Timeline.1"}"#, "/OTIO_SCHEMA", ".otio"),
    (#"{"schema":1}"#, "/tracks", "is missing"), (#"{"schema":1,"tracks":[]}"#, "/tracks", "a track at least"),
    (#"{"schema":1,"trakcs":[]}"#, "/trakcs", "did you mean 'tracks'?"),
    (#"{"schema":1,"tracks":[{"type":"video","clips":[]}]}"#, "/tracks/0/clips", "a clip at least"),
    (#"{"schema":1,"tracks":[{"type":"vidoe","clips":[1]}]}"#, "/tracks/0/type", "did you mean 'video'?"),
    (#"{"schema":1,"tracks":[{"clips":[1]}]}"#, "/tracks/0/type", "is missing"),
    (
      #"{"schema":1,"tracks":[{"type":"audio","clips":[{"source":{"text":"x"}}]}]}"#, "/tracks/0/clips/0/source",
      "sound"
    ),
    (
      #"{"schema":1,"tracks":[{"type":"audio","clips":[{"source":"a","fit":"fit"}]}]}"#, "/tracks/0/clips/0/fit",
      "clips of a video track"
    ),
  ]

  @Test("that are wrong as a whole say where", arguments: wrong.indices)
  func wrongDocument(_ index: Int) throws {
    let (text, path, reason) = Self.wrong[index]
    let error = #expect(throws: ProjectError.self) { try ProjectSamples.project(text) }
    #expect(error.map { "\($0.path)" } == path && error?.reason.contains(reason) == true, "\(text): \(error!)")
  }

  @Test(
    "name the member of the project that is wrong",
    arguments: [
      (#""size":[0,1]"#, "/size/0", "from 1 to 16384"), (#""size":[1920]"#, "/size", "found 1 values"),
      (#""size":[1e9,1]"#, "/size/0", "from 1 to 16384"), (#""frameRate":0"#, "/frameRate", "above 0"),
      (#""frameRate":"30/0""#, "/frameRate", "divides by 0"), (#""frameRate":1e5"#, "/frameRate", "up to 1000"),
      (#""background":"black""#, "/background", "#rrggbb"), (##""background":"#12345g""##, "/background", "#rrggbb"),
      (#""background":{"space":"srbg","components":[0,0,0]}"#, "/background/space", "did you mean 'sRGB'?"),
      (#""blending":"liner""#, "/blending", "did you mean 'linear'?"),
      (#""color":{"transfer":"hgl"}"#, "/color/transfer", "did you mean 'hlg'?"),
      (#""color":{"transfer":"hlg","primaries":"bt.2020"}"#, "/color/primaries", "did you mean 'bt2020'?"),
      (#""color":{"transfer":"hlg","matrix":"x"}"#, "/color/matrix", "known are bt709, bt601, bt2020"),
      (#""color":{"primaries":"p3"}"#, "/color/transfer", "is missing"),
      (#""color":"hlg""#, "/color", "found a text"),
    ])
  func wrongMember(_ member: String, _ path: String, _ reason: String) throws {
    let text = #"{"schema":1,"tracks":[{"type":"video","clips":[{"source":"a.mov"}]}],\#(member)}"#
    let error = #expect(throws: ProjectError.self) { try ProjectSamples.project(text) }
    #expect(error.map { "\($0.path)" } == path && error?.reason.contains(reason) == true, "\(error!)")
  }

  @Test func `Bounds hold before anything of that size is made`() throws {
    let deep = String(repeating: "[", count: 1000)
    #expect("\(try #require(throws: ProjectError.self) { try ProjectSamples.project(deep) })".contains("levels"))
    let many = "[" + String(repeating: "0,", count: ProjectLimits.valueCount) + "0]"
    #expect("\(try #require(throws: ProjectError.self) { try ProjectSamples.project(many) })".contains("values"))
    let clips = String(repeating: #"{"source":"a"},"#, count: ProjectLimits.clipCount) + #"{"source":"a"}"#
    let error = #expect(throws: ProjectError.self) { try ProjectSamples.project(ProjectSamples.clips(clips)) }
    #expect(error.map { "\($0.path)" } == "/tracks/0/clips")
    let long = ProjectSamples.clips(#"{"source":"a","\#(String(repeating: "x", count: 100_000))":1}"#)
    let text = "\(try #require(throws: ProjectError.self) { try ProjectSamples.project(long) })"
    #expect(text.utf8.count < 400)
  }
}
