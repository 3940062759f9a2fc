import Foundation
import Glibc
import HeadroomVideo
import Testing

/// Encoders that would take the machine for themselves.
@Suite("Encoders and the machine")
struct EncoderSchedulingTests {
  /// As root, SVT-AV1 asks for the highest real-time priority, beside which nothing else of a machine runs.
  @Test("No thread has another priority than before", arguments: [VideoCodec.hevc, .av1, .h264])
  func priorities(_ codec: VideoCodec) async throws {
    await #expect(processExitsWith: .success) { [name = codec.rawValue as String] in
      let folder = try TestFilm.Folder()
      let codec = try #require(VideoCodec(rawValue: name))
      try TestFilm.write(folder.path("a.mp4"), .hlg, frames: 40, width: 256, height: 128) { frame, x, _ in
        (300 + 4 * frame + x, 512, 512)
      }
      let script = try ClipScript(FilmSource(path: folder.path("a.mp4")))
      let output = FilmOutput(script, FilmSettings(.mp4, codec: codec), path: folder.path("b.mp4"))
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
