import Foundation
import Glibc
import HeadroomVideo
import Testing

/// Encoders that would take the machine for themselves.
@Suite("Encoders and the machine")
struct EncoderSchedulingTests {
  private let folder: TestFilm.Folder

  init() throws { folder = try TestFilm.Folder() }

  /// As root, SVT-AV1 asks for the highest real-time priority, beside which nothing else of a machine runs.
  @Test("No thread has another priority than before", arguments: [VideoCodec.hevc, .av1, .h264])
  func priorities(_ codec: VideoCodec) async throws {
    let (source, path) = (folder.path("a.mp4"), folder.path("b.mp4"))
    try TestFilm.write(source, .hlg, frames: 40, width: 256, height: 128) { frame, x, _ in
      (300 + 4 * frame + x, 512, 512)
    }
    await #expect(processExitsWith: .success) {
      [name = codec.rawValue as String, source = source as String, path = path as String] in
      let codec = try #require(VideoCodec(rawValue: name))
      let script = try ClipScript(FilmSource(path: source))
      let output = FilmOutput(script, FilmSettings(.mp4, codec: codec), path: path)
      let before = sched_getscheduler(0)
      var (most, others) = (0, 0)
      try FilmExporter([output]).write { _ in
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        most = max(most, threads.count)
        others += threads.compactMap { pid_t($0) }.count { ![before, -1].contains(sched_getscheduler($0)) }
      }
      exit(most > 1 && others == 0 && sched_getscheduler(0) == before ? 0 : 1)
    }
  }
}
