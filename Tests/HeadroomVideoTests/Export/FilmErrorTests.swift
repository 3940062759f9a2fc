import Foundation
import HeadroomColor
import HeadroomPixels
import HeadroomVideo
import Testing

/// Errors and warnings of edits and exports name what is wrong, and where.
@Suite("Errors of exports")
struct FilmErrorTests {
  private let folder: TestFilm.Folder

  init() throws { folder = try TestFilm.Folder() }

  private func film(_ name: String, _ kind: TestFilm.Kind = .hlg, hdr: HDRMetadata = HDRMetadata()) throws {
    try TestFilm.write(folder.path(name), kind, frames: 3, chroma: .quarter, hdr: hdr) { _, _, _ in (500, 512, 512) }
  }

  private func script(_ json: String) throws -> ProjectScript {
    let media = ProjectMedia(folder: folder.url.path(percentEncoded: false))
    let project = try ProjectFile(parsing: Array(json.utf8), vocabulary: .filters(folder: folder.url))
    let timeline = try ProjectTimeline(project) { try media.facts($0) }
    return try ProjectScript(timeline, media, folder: folder.url)
  }

  private func clips(_ clips: String, kind: String = "video") -> String {
    #"{"schema":1,"tracks":[{"type":"\#(kind)","clips":[\#(clips)]}]}"#
  }

  private func problem(_ json: String) throws -> String {
    "\(try #require(#expect(throws: ProjectError.self) { try script(json) }))"
  }

  @Test func `A source that cannot be used is named with its place in the project`() throws {
    try film("a.mp4")
    try Data("no film".utf8).write(to: folder.url.appending(path: "b.mp4"))
    let a = #"{"source":"a.mp4"}"#
    #expect(try problem(clips(#"\#(a),{"source":"none.mov"}"#)) == "/tracks/0/clips/1/source: no file none.mov")
    #expect(
      try problem(clips(#"\#(a),{"source":"b.mp4"}"#))
        == "/tracks/0/clips/1/source: b.mp4: not a film of a known kind")
    #expect(
      try problem(clips(#"{"source":"a.mp4","track":9}"#))
        == "/tracks/0/clips/0/track: a.mp4: there is no video track 9")
    #expect(
      try problem(clips(a, kind: "audio")) == "/tracks/0/clips/0/source: a.mp4: there is no audio track")
    #expect(
      try problem(clips(#"\#(a),{"source":"a.mp4","in":9}"#))
        == "/tracks/0/clips/1/in: 9 s lies behind the end of a.mp4 (0.1 s)")
  }

  @Test("Interlaced video is not made into pictures, and its codes can be had", .enabled(if: Clip.areHere, "no clips"))
  func interlaced() throws {
    let path = Clip.path("prores422hq-untagged.mov")
    let source = try FilmSource(path: path)
    #expect(source.facts.fieldOrder != .progressive)
    let output = FilmOutput(try ClipScript(source), FilmSettings(.mp4), path: folder.path("a.mp4"))
    let error = try #require(#expect(throws: MediaError.self) { try FilmExporter([output]) })
    #expect(error.description.hasPrefix("track 1: interlaced video is not") && error.place == .source(path))
    let frames = try ClipFrames(source)
    #expect(throws: error) { try frames.image(0) }
    #expect(try frames.codes(0).width == 1920)
    let words = try problem(clips(#"{"source":"\#(path)"}"#))
    #expect(words.hasPrefix("/tracks/0/clips/0/source: \(path): track 1: interlaced video"))
  }

  @Test func `What an encoder refuses is an error of the film that is written`() throws {
    try film("a.mp4")
    let small = try script(clips(#"{"source":"a.mp4"}"#)).scaled(width: 8, height: 8)
    let path = folder.path("b.mp4")
    let exporter = try FilmExporter([FilmOutput(small, FilmSettings(.mp4), path: path)])
    let error = try #require(#expect(throws: MediaError.self) { try exporter.write { _ in } })
    #expect(error.place == .output(path))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("What decodes badly is an error of its own file", .enabled(if: Clip.areHere, "no clips"))
  func source() throws {
    var bytes = try Clip.bytes("h264-hlg-amve.mov")
    let index = try #require(try MediaFile(path: Clip.path("h264-hlg-amve.mov")).firstVideo?.index)
    for place in try #require(index.samples[8].range).dropFirst(20) { bytes[place] = 0xA5 }
    try Data(bytes).write(to: folder.url.appending(path: "b.mov"))
    let broken = try script(clips(#"{"source":"b.mov"}"#))
    let error = try #require(
      #expect(throws: MediaError.self) {
        try FilmExporter([FilmOutput(broken, FilmSettings(.mp4), path: folder.path("c.mp4"))]).write { _ in }
      })
    #expect(error.place?.path.hasSuffix("/b.mov") == true && error.track == 1 && error.time != nil)
  }

  private func warnings(_ json: String, _ container: MediaContainer = .mp4) throws -> [String] {
    let script = try script(json)
    let outputs = ["a", "b"].map { FilmOutput(script, FilmSettings(container), path: folder.path($0)) }
    return try FilmExporter(outputs).warnings
  }

  @Test func `Light that the sources do not agree on is left out with a word, once`() throws {
    let room = AmbientViewingEnvironment(illuminanceLux: 314)
    try film("room.mp4", hdr: HDRMetadata(ambient: room))
    try film("dark.mp4", hdr: HDRMetadata(ambient: AmbientViewingEnvironment(illuminanceLux: 5)))
    try film("none.mp4")
    let level = ContentLightLevel(maxCLL: 812, maxFALL: 203)
    let display = MasteringDisplayColorVolume(primaries: .p3D65, maximumNits: 1000, minimumNits: 0.005)
    try film("pq.mp4", .pq, hdr: HDRMetadata(mastering: display, lightLevel: level))
    try film("bare.mp4", .pq)
    func both(_ first: String, _ second: String) -> String {
      clips(#"{"source":"\#(first).mp4"},{"source":"\#(second).mp4"}"#)
    }
    #expect(try warnings(both("room", "room")) == [])
    #expect(try warnings(both("none", "none")) == [])
    #expect(
      try warnings(both("room", "dark"))
        == ["viewing environments (amve) are left out: those of the sources differ"])
    #expect(
      try warnings(both("room", "none"))
        == ["viewing environments (amve) are left out: not all sources state theirs"])
    #expect(try warnings(both("pq", "pq")) == [])
    #expect(
      try warnings(both("pq", "bare"))
        == ["mastering displays", "light levels"].map { "\($0) are left out: not all sources state theirs" })
    #expect(
      try warnings(both("room", "room"), .matroska)
        == ["matroska files have no place for the viewing environment (amve)"])
  }
}
