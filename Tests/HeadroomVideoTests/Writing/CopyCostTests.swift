import Foundation
import HeadroomTestSupport
import HeadroomVideo
import Testing

/// What a film costs that goes through a reader and a writer as it is; measured alone, on demand.
@Suite(
  "The cost of copies", .serialized,
  .enabled(
    if: Clip.canBeCompared && ProcessInfo.processInfo.environment["HEADROOM_MEASURE"] != nil,
    "measures, where HEADROOM_MEASURE is set"))
struct CopyCostTests {
  @Test("is a tenth of a second for a minute", arguments: [false, true])
  func minutes(_ hasSound: Bool) async throws {
    let folder = try TestFilm.Folder()
    let long = folder.path("long.mov")
    // Four minutes of a phone's HLG.
    let sound =
      hasSound ? ["-f", "lavfi", "-i", "sine=r=48000", "-map", "0:v:0", "-map", "1:a", "-c:a", "aac"] : ["-an"]
    _ = try InstalledProgram.ffmpeg?.run(
      ["-v", "error", "-stream_loop", "-1", "-i", Clip.path("iphone-dv84-hlg-rot90.mov")] + sound
        + ["-c:v", "copy", "-t", "240", long])
    let start = ProcessorTime.seconds
    try await Writing.copy(long, to: folder.path("copy.mov"))
    let cost = (ProcessorTime.seconds - start) / 4
    print("COST copy \(hasSound ? "with sound" : "of pictures"): \(cost) s a minute")
    #expect(cost <= 0.1)
  }
}
