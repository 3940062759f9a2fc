import Foundation
import HeadroomContainers
import HeadroomTestSupport
import HeadroomVideo
import Testing

@Suite("Reports of films")
struct VideoReportTests {
  private static let keys: Set = [
    "id", "index", "type", "codec", "codecTag", "isEnabled", "language", "timescale", "duration", "timeRange",
    "segments", "width", "height", "displayWidth", "displayHeight", "rotation", "transform", "pixelAspectRatio",
    "cleanAperture", "frames", "nominalFrameRate", "minFrameDuration", "isVariableFrameRate", "fieldOrder", "bitDepth",
    "chroma", "cicp", "cicpSource", "hdr", "mastering", "lightLevel", "ambient", "dolbyVision", "hdr10Plus",
  ]

  private func report(_ name: String, _ change: (inout VideoReport) throws -> Void = { _ in }) throws -> [String: Any] {
    var report = VideoReport(file: name, try MediaFile(path: Clip.path(name)))
    try change(&report)
    let object = try JSONSerialization.jsonObject(with: Data(report.json.description.utf8))
    return try #require(object as? [String: Any])
  }

  private func video(_ report: [String: Any]) throws -> [String: Any] {
    let tracks = try #require(report["tracks"] as? [[String: Any]])
    return try #require(tracks.first { $0["type"] as? String == "video" })
  }

  @Test("of a phone's clip have all keys", .enabled(if: Clip.areHere, "no clips"))
  func phone() throws {
    let whole = try report("iphone-dv84-hlg-rot90.mov")
    #expect(whole["schema"] as? Int == 1 && whole["container"] as? String == "mov")
    let track = try video(whole)
    #expect(Set(track.keys) == Self.keys)
    #expect(track["codec"] as? String == "hevc" && track["codecTag"] as? String == "hvc1")
    #expect(track["rotation"] as? Int == 90 && track["frames"] as? Int == 100 && track["width"] as? Int == 1920)
    #expect((track["hdr"] as? [String: Any])?["kind"] as? String == "hlg" && track["mastering"] is NSNull)
    let record = try #require(track["dolbyVision"] as? [String: Any])
    #expect(record["profile"] as? Int == 8 && record["compatibility"] as? Int == 4 && record["rpu"] as? Bool == true)
    #expect((whole["warnings"] as? [String])?.contains { $0.contains("Dolby Vision") } == true)
  }

  @Test("list frames and their hashes where asked", .enabled(if: Clip.canBeCompared, "no clips, or no ffmpeg"))
  func frames() throws {
    let name = "h264-hlg-amve.mov"
    let track = try video(try report(name) { try $0.measureHashes() })
    let list = try #require(track["frameList"] as? [[String: Any]])
    #expect(list.count == track["frames"] as? Int && Set(list[0].keys) == ["time", "duration", "isKey", "md5"])
    #expect(try list.map { $0["md5"] as? String } == Clip.hashesByFFmpeg(Clip.path(name)))
    #expect((track["ambient"] as? [String: Any])?["illuminance"] as? Int == 314)
    let plain = try video(try report(name) { $0.listsFrames = true })
    #expect(Set(try #require(plain["frameList"] as? [[String: Any]])[0].keys) == ["time", "duration", "isKey"])
  }

  @Test("name time and number of the first frame that does not decode", .enabled(if: Clip.areHere, "no clips"))
  func damage() throws {
    let bytes = try Clip.bytes("h264-colr-18byte-nclx.mp4")
    var report = VideoReport(file: "cut.mp4", try MediaFile(FileBytes(bytes.prefix(bytes.count / 2))))
    let frames = try #require(report.media.firstVideo?.index?.frames)
    let error = try #require(#expect(throws: MediaError.self) { try report.measureHashes() })
    let words = try #require(error.description.split(separator: ": ").first { $0.hasSuffix("frames decode") })
    let count = try #require(Int(words.split(separator: " ")[0]))
    #expect(count > 0 && count < frames.count && words.contains(" of \(frames.count) "))
    #expect(error.time == frames[count].time)
  }

  @Test(
    arguments: [
      ([1, 0, 0, 1, 0, 0], 0), ([0, 1, -1, 0, 64, 0], 90), ([-1, 0, 0, -1, 0, 0], 180), ([0, -1, 1, 0, 0, 0], 270),
      ([-1, 0, 0, 1, 64, 0], 0), ([0.7, 0.7, -0.7, 0.7, 0, 0], nil), ([0, 0, 0, 0, 0, 0], nil),
    ] as [([Double], Int?)])
  func `Quarter turns are told by their degrees`(_ transform: [Double], _ degrees: Int?) {
    let facts = Film.video { $0.transform = transform }
    #expect(facts.video?.rotation == degrees)
  }
}
