import Foundation
import HeadroomTestSupport
import Testing

/// Options of the verbs on films, as a user gives them.
@Suite struct VideoOptionTests {
  private let scratch: Scratch

  init() throws {
    scratch = try PrintedCommands.pictures()
    try PrintedCommands.films(scratch, project: Self.project)
  }

  private static let project = """
    {"schema": 1, "size": [128, 72], "frameRate": 30, "tracks": [
      {"type": "video", "clips": [{"source": "a.mov", "duration": 1},
        {"source": "b.mov", "duration": 1, "transition": {"type": "dissolve", "duration": 0.5}}]},
      {"type": "audio", "clips": [{"source": "a.mov", "duration": 1.5}]}]}
    """

  @Test(arguments: [
    (["video", "tonemap", "a.mov", "b.mp4"], "video tonemap: "), (["video", "trim", "a.mov", "b.mp4"], "video trim: "),
    (["video", "check", "a.mov"], "video check: "),
    (["video", "edit", "a.json", "b.mp4", "--segments", "9"], "--segments: "),
    (["video", "edit", "a.json", "b.mp4", "--resume"], "--resume: "),
    (["video", "convert", "a.mov", "b.mp4", "--segments=9"], "--segments: "),
    (["video", "convert", "a.mov", "b.mp4", "--resume"], "--resume: "),
    (["video", "convert", "a.mov", "b.mp4", "--light", "measure"], "--light measure: "),
    (["video", "edit", "cut.json", "b.mp4", "--also", "c.mp4 light=measure"], "--also: light=measure: "),
  ])
  func `What comes later is said`(_ arguments: [String], _ beginning: String) throws {
    let result = try Headroom.run(arguments, in: scratch.folder)
    #expect(result.status == 2 && result.errorLines.count == 1)
    #expect(result.errors.hasPrefix("headroom: " + beginning), "\(result.errors)")
    #expect(result.errors.contains("later version"), "\(result.errors)")
  }

  @Test func `Other verbs do not know these options`() throws {
    let result = try Headroom.run("info", "--segments", "9", "a.png")
    #expect(result.errors.contains("unknown option '--segments'"), "\(result.errors)")
  }

  /// The MD5s of the frames of a film, and the samples of its sound.
  private func content(_ name: String) throws -> (frames: [String], sound: Data) {
    let object = try Headroom.run("video", "info", "--json", "--hash", name, in: scratch.folder).object()
    let track = try #require((object["tracks"] as? [[String: Any]])?.first)
    let frames = try #require(track["frameList"] as? [[String: Any]]).compactMap { $0["md5"] as? String }
    let words = ["-v", "error", "-i", scratch.path(name), "-map", "0:a", "-f", "s16le", "-c:a", "pcm_s16le", "-"]
    return (frames, try InstalledProgram.ffmpeg?.run(words) ?? Data())
  }

  @Test(.enabled(if: InstalledProgram.ffmpeg != nil))
  func `A part of an edit has the frames and samples of the whole, in all its films`() throws {
    func edit(_ words: String...) throws {
      let all = ["video", "edit", "cut.json"] + words + ["--codec", "ffv1", "--audio", "pcm"]
      let result = try Headroom.run(all, in: scratch.folder)
      #expect(result.status == 0, "\(result.errors)")
    }
    try edit("whole.mkv")
    try edit("part.mkv", "--range", "0.4..1.1", "--also", "also.mkv codec=ffv1 audio=pcm")
    let (frames, sound) = try content("whole.mkv")
    let bytes = 2 * 19_200..<2 * 52_800
    for name in ["part.mkv", "also.mkv"] {
      let part = try content(name)
      #expect(frames.count == 45 && part.frames == Array(frames[12..<33]), "\(name)")
      #expect(sound.count == 2 * 72_000 && part.sound == sound[bytes], "\(name)")
    }
  }

  @Test func `A range behind the end, and one for a further film alone, are refused`() throws {
    let late = try Headroom.run("video", "edit", "cut.json", "a.mp4", "--range", "2..3", in: scratch.folder)
    #expect(late.status == 2 && late.errors == "headroom: cut.json: the range lies behind the end (1.500 s)\n")
    let also = try Headroom.run("video", "edit", "cut.json", "a.mp4", "--also", "b.mp4 range=0..1", in: scratch.folder)
    #expect(also.status == 2 && also.errors.contains("--also: "))
  }

  @Test func `convert names what is left out in one line`() throws {
    let result = try Headroom.run("video", "convert", "a.mov", "out.mxf", "--codec", "dnxhr", in: scratch.folder)
    // DNxHR needs larger frames: nothing is written.
    #expect(result.status != 0 && !FileManager.default.fileExists(atPath: scratch.path("out.mxf")))
    let done = try Headroom.run("video", "convert", "a.mov", "out.webm", "--quiet", in: scratch.folder)
    #expect(done.status == 0 && done.errors.isEmpty, "\(done.errors)")
  }
}
