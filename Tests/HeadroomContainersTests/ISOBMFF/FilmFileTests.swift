internal import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomTestSupport
import Testing

/// Real clips, against FFmpeg's packets.
@Suite("Films of cameras and programs")
struct FilmFileTests {
  private static let folder = TestData.root.appending(path: "video")
  private static let clips: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".mp4") || $0.hasSuffix(".mov") }.sorted()
  }()

  private static func file(_ name: String) throws -> MovieFile {
    try MovieFile(FileBytes(path: folder.appending(path: name).path) { _ in })
  }

  /// What FFmpeg says of a packet that it does not throw away.
  private struct Packet: Decodable {
    let pts: Int64?
    let pos: String?
    let flags: String
  }

  private struct Probe: Decodable {
    let packets: [Packet]
  }

  private static func packets(_ name: String, track: UInt32) throws -> [Packet] {
    let path = folder.appending(path: name).path
    let output = try InstalledProgram.ffprobe?.run(
      ["-v", "quiet", "-select_streams", "i:\(track)", "-show_packets", "-of", "json", path])
    return try JSONDecoder().decode(Probe.self, from: try #require(output)).packets.filter { !$0.flags.contains("D") }
  }

  @Test(
    "frames are the packets that FFmpeg shows, at their times",
    .enabled(if: !clips.isEmpty && InstalledProgram.ffprobe != nil, "no clips, or no ffprobe"), arguments: clips)
  func frames(_ name: String) throws {
    let file = try Self.file(name)
    for track in file.movie.tracks where track.handler == "vide" {
      let frames = try file.frames(of: track)
      let ours = frames.indices.map { number in
        (frames.start(of: number).ticks(of: track.timescale), frames.index.samples[frames[number].sample].offset)
      }
      let theirs = try Self.packets(name, track: track.id).sorted { ($0.pts ?? 0) < ($1.pts ?? 0) }
        .map { ($0.pts, UInt64($0.pos ?? "") ?? 0) }
      // FFmpeg drops the frame that began before the edit, and shows the next one too early.
      if name == "editlist-no-sync-before.mp4" {
        #expect(ours.count == 69 && ours.prefix(3).map(\.0) == [0, 1408, 4408] && theirs.count == 68)
        #expect(ours.dropFirst().map(\.1) == theirs.map(\.1))
        continue
      }
      #expect(ours.map(\.0) == theirs.map(\.0) && ours.map(\.1) == theirs.map(\.1), "track \(track.id)")
      #expect(frames.index.firstCut(in: file.bytes) == nil)
    }
  }

  @Test("entries say what the list of clips says", .enabled(if: !clips.isEmpty, "no clips"))
  func entries() throws {
    func description(_ name: String) throws -> PictureDescription {
      let track = try #require(try Self.file(name).movie.tracks.first { $0.handler == "vide" })
      return PictureDescription(track.entries[0])
    }
    let phone = try description("iphone-dv84-hlg-rot90.mov")
    #expect(phone.dolbyVision?.profile == 8 && phone.dolbyVision?.compatibility == 4 && phone.cicp?.transfer == 18)
    #expect(!phone.hasRange && phone.configuration == "hvcC" && phone.damage.isEmpty)
    #expect(try description("h264-hlg-amve.mov").hdr.ambient?.illuminanceLux == 314)
    #expect(try description("av1-hdr10-mdcv-clli-60p.mp4").hdr.lightLevel?.maxCLL == 1100)
    #expect(try description("h264-colr-18byte-nclx.mp4").cicp?.primaries == 1)
    #expect(try description("prores4444-alpha.mov").cleanAperture?.width == 1888)
    #expect(try description("dovi-p5-ipt.mp4").dolbyVision?.profile == 5)
  }
}
