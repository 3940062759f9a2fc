import Foundation
import HeadroomPixels
import HeadroomVideo
import Testing

/// A part of an edit has the frames of the whole.
@Suite("Parts of films")
struct PartialScriptTests {
  private let folder: TestFilm.Folder

  init() throws {
    folder = try TestFilm.Folder()
    for (name, kind) in [("a.mp4", TestFilm.Kind.hlg), ("b.mp4", .pq)] {
      try TestFilm.write(folder.path(name), kind, frames: 30) { frame, x, y in (200 + 9 * frame + x + y, 500, 520) }
    }
  }

  private func script() throws -> ProjectScript {
    let json = """
      {"schema":1,"tracks":[{"type":"video","clips":[{"source":"a.mp4"},
      {"source":"b.mp4","transition":{"type":"dissolve","duration":"1/2"},
       "opacity":[{"time":0,"value":1},{"time":1,"value":0.5}]}]}]}
      """
    let media = ProjectMedia(folder: folder.url.path(percentEncoded: false))
    let project = try ProjectFile(parsing: Array(json.utf8), vocabulary: .filters(folder: folder.url))
    return try ProjectScript(try ProjectTimeline(project) { try media.facts($0) }, media, folder: folder.url)
  }

  private func hashes(_ script: any FrameScript) throws -> [String] {
    let frames = try ScriptFrames(script)
    return try (0..<frames.count).map { FrameCodes.md5(of: try frames.codes($0)) }
  }

  @Test("have its frames at these times", arguments: [(0, 5), (13, 22), (40, 45), (0, 45)])
  func frames(_ first: Int, _ end: Int) throws {
    let whole = try script()
    let part = try whole.part(range(time(Int64(first), 30), time(Int64(end), 30)))
    #expect(Array(part.times) == (first..<end).map { time(Int64($0), 30) })
    #expect(part.start == time(Int64(first), 30) && part.end == time(Int64(end), 30))
    let all = try hashes(whole)
    #expect(Set(all).count > 30)
    #expect(try hashes(part) == Array(all[first..<end]))
  }

  @Test("begin with the frame that lasts into them")
  func between() throws {
    let whole = try script()
    let part = try whole.part(range(time(2, 3) + time(1, 100), time(4, 5)))
    #expect(part.times.first == time(2, 3) + time(1, 100))
    #expect(part.times.dropFirst().map { $0 } == (21..<24).map { time(Int64($0), 30) })
    #expect(try hashes(part) == Array(try hashes(whole)[20..<24]))
  }

  @Test("end where the whole ends, and are refused behind it")
  func ends() throws {
    let whole = try script()
    #expect(try whole.part(range(time(1), .positiveInfinity)).end == time(3, 2))
    #expect(throws: MediaError.self) { try whole.part(range(time(3, 2), time(2))) }
  }

  @Test("are the same in a written file, lossless")
  func written() throws {
    let whole = try script()
    var settings = FilmSettings(.matroska, codec: .ffv1)
    settings.sound = .none
    for (name, script) in [
      ("whole.mkv", whole as any FrameScript), ("part.mkv", try whole.part(range(time(1, 3), time(1)))),
    ] {
      try FilmExporter([FilmOutput(script, settings, path: folder.path(name))]).write { _ in }
    }
    let all = try Clip.hashes(try MediaFile(path: folder.path("whole.mkv")))
    #expect(try Clip.hashes(try MediaFile(path: folder.path("part.mkv"))) == Array(all[10..<30]))
  }
}
