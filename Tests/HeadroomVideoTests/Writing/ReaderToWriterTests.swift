import Foundation
import HeadroomTestSupport
import HeadroomVideo
import Testing

/// Real clips that go through a reader and a writer as they are.
@Suite("Readers into writers")
struct ReaderToWriterTests {
  private let folder: TestFilm.Folder

  init() throws { folder = try TestFilm.Folder() }

  /// Times of packets in seconds and MD5s of their bytes.
  private static func packets(_ path: String) throws -> [String] {
    let output = try InstalledProgram.ffmpeg?.run([
      "-v", "error", "-i", path, "-map", "0:v:0", "-c", "copy", "-f", "framemd5", "-",
    ])
    let lines = String(decoding: output ?? Data(), as: UTF8.self).split(separator: "\n")
    return lines.filter { !$0.hasPrefix("#") }.map { line in
      // Stream, decoding time, time, length, size, hash; further columns are side data.
      line.split(separator: ",").prefix(6).joined()
    }
  }

  @Test(
    "keep every packet, its times and the colour",
    .enabled(if: Clip.canBeCompared && InstalledProgram.ffprobe != nil, "no clips, or no ffprobe"),
    arguments: [
      ("android-hlg-colorchecker.mp4", "a.mp4"), ("iphone-dv84-hlg-rot90.mov", "a.mov"),
      ("apple-hlg-4k-greysteps.mov", "a.mov"), ("av1-hdr10-mdcv-clli-60p.mp4", "a.mp4"),
    ])
  func clips(_ clip: String, _ name: String) async throws {
    let path = folder.path(name)
    try await Writing.copy(Clip.path(clip), to: path)
    let (old, new) = (try Self.packets(Clip.path(clip)), try Self.packets(path))
    #expect(!old.isEmpty && old == new)
    let facts =
      "stream=color_primaries,color_transfer,color_space,codec_tag_string:stream_side_data"
    let video = ["-select_streams", "v:0"]
    #expect(try Writing.probe(Clip.path(clip), facts, video) == Writing.probe(path, facts, video))
  }
}
