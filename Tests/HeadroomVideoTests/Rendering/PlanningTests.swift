import Foundation
import HeadroomVideo
import Testing

/// Numbers that change from frame to frame are bound to kept plans.
@Suite("Plannings of films")
struct PlanningTests {
  private let folder: TestFilm.Folder

  init() throws {
    folder = try TestFilm.Folder()
    for (name, luma) in [("under.mp4", 300), ("over.mp4", 700)] {
      try TestFilm.write(folder.path(name), .hlg, frames: 60) { _, x, y in (luma + (x ^ y), 512, 512) }
    }
  }

  /// Frames of a clip that changes over another one.
  private func frames(_ change: String) throws -> ScriptFrames {
    let json = """
      {"schema":1,"tracks":[{"type":"video","clips":[{"source":"under.mp4"}]},
      {"type":"video","clips":[{"source":"over.mp4",\(change)}]}]}
      """
    let media = ProjectMedia(folder: folder.url.path(percentEncoded: false))
    let project = try ProjectFile(parsing: Array(json.utf8), vocabulary: .filters(folder: folder.url))
    let timeline = try ProjectTimeline(project) { try media.facts($0) }
    return try ScriptFrames(try ProjectScript(timeline, media, folder: folder.url))
  }

  @Test(
    "A ramp of 60 frames is planned once for each shape: hidden, seen, and all that is seen",
    arguments: [
      #""opacity":[{"time":0,"value":0},{"time":2,"value":1}]"#,
      #""opacity":[{"time":0,"value":1},{"time":1,"value":0.25},{"time":2,"value":1}]"#,
      #""crop":[{"time":0,"value":[0,0,8,8]},{"time":2,"value":[20,10,40,50]}]"#,
      #""transform":[{"time":0,"value":[1,0,0,1,-60,-50]},{"time":2,"value":[1,0,0,1,60,50]}]"#,
      #""transform":[{"time":0,"value":[0.5,0,0,0.5,3,4]},{"time":2,"value":[0.9,0,0,0.9,1,2]}]"#,
      #""transform":[{"time":0,"value":[0.5,0.1,-0.1,0.5,9,4]},{"time":2,"value":[0.8,0.4,-0.4,0.8,30,2]}]"#,
    ])
  func ramps(_ change: String) throws {
    let frames = try frames(change)
    #expect(frames.count == 60)
    var seen: Set<Int> = []
    for number in 0..<60 { seen.insert(try frames.codes(number).code(0, 25, 23)) }
    #expect(seen.count > 1)
    #expect(frames.renderer.plannings <= 3, "\(frames.renderer.plannings)")
  }
}
