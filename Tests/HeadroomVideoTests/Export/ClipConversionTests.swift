import Foundation
import HeadroomTestSupport
import HeadroomVideo
import Testing

/// What of a film with many tracks is in the next one, with ffprobe as the judge.
@Suite(
  "Films that are converted",
  .enabled(if: InstalledProgram.ffmpeg != nil && InstalledProgram.ffprobe != nil))
struct ClipConversionTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func source(_ name: String = "many.mov", subtitles: String = "mov_text") throws -> String {
    try #require(try ManyTracks.write(in: folder, name, subtitles: subtitles))
  }

  @Test("keep all tracks, their languages and names", arguments: ["a.mov", "a.mp4"])
  func tracks(_ name: String) throws {
    let (file, losses) = try ManyTracks.convert(source(), to: folder.path(name))
    #expect(losses.isEmpty)
    let kinds = file.tracks.map(\.facts.kind)
    #expect(kinds.count { $0 == .video } == 2 && kinds.count { $0 == .audio } == 3)
    let probe = try ManyTracks.probe(folder.path(name))
    let sounds = probe.streams("audio")
    #expect(sounds.map { $0.tags?["language"] } == ManyTracks.languages)
    // FFmpeg does not read the name that it writes.
    let bytes = try Data(contentsOf: folder.url.appending(path: name))
    #expect(bytes.ranges(of: Data("nameKommentar".utf8)).count == 1)
    #expect(probe.streams("subtitle").map { $0.tags?["language"] } == ["ita"])
    #expect(probe.streams("subtitle").first?.codec_name == "mov_text")
    // FFmpeg enables the first of each kind; so does the copy.
    #expect(sounds.map { $0.disposition["default"] } == [1, 0, 0])
    let videos = file.tracks.compactMap(\.facts.video)
    #expect(videos.map(\.width) == [128, 64] && videos.map(\.frameCount) == [50, 100])
  }

  @Test("keep their title, place, date, camera, chapters and time code", arguments: ["a.mov", "a.mp4", "a.mkv"])
  func notes(_ name: String) throws {
    let (file, _) = try ManyTracks.convert(source(), to: folder.path(name))
    let probe = try ManyTracks.probe(folder.path(name))
    let tags = Dictionary(
      (probe.format.tags ?? [:]).map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
    #expect(tags["title"] == "A film" && tags["comment"] == "of tests" && tags["artist"] == "Nobody")
    #expect(tags["location"]?.hasPrefix("+48.8584+002.2945") == true, "\(tags)")
    #expect(tags["creation_time"] == "2024-05-06T07:08:09.000000Z")
    #expect(tags["make"] == "Maker" && tags["model"] == "Camera")
    #expect(probe.chapters.map { $0.tags?["title"] } == ["one", "two"])
    #expect(file.facts.chapters.map(\.title) == ["one", "two"])
    let codes = probe.streams("video").map { stream in
      (stream.tags ?? [:]).first { $0.key.lowercased() == "timecode" }?.value
    }
    #expect(codes.first == "01:00:00:05")
  }

  @Test("begin with the range: chapters, time code, subtitles")
  func range() throws {
    let part = HeadroomVideoTests.range(time(3, 5), time(8, 5))
    let (file, _) = try ManyTracks.convert(source(), to: folder.path("part.mov"), range: part)
    let chapters = file.facts.chapters
    #expect(chapters.map(\.title) == ["one", "two"])
    #expect(chapters.map(\.timeRange.start.seconds) == [0, 0.4] && chapters.last?.timeRange.end.seconds == 1)
    let probe = try ManyTracks.probe(folder.path("part.mov"))
    #expect(probe.streams("video").first?.tags?["timecode"] == "01:00:00:20")
    let text = try #require(
      try InstalledProgram.ffmpeg?.run([
        "-v", "error", "-i", folder.path("part.mov"), "-map", "0:s:0", "-f", "srt", "-",
      ]))
    let lines = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline)
    #expect(lines.contains("00:00:00,000 --> 00:00:00,300") && lines.contains("first"), "\(lines)")
    #expect(lines.contains("00:00:00,400 --> 00:00:01,000") && lines.contains("second"), "\(lines)")
  }

  @Test(
    "keep every language in step with the pictures",
    arguments: [
      ("a.mov", SoundChoice.automatic), ("a.mov", .aac), ("a.mp4", .aac), ("a.mkv", .automatic), ("a.webm", .opus),
    ])
  func sync(_ name: String, _ choice: SoundChoice) throws {
    let start = 12_345
    let part = HeadroomVideoTests.range(time(Int64(start), 48_000), time(9, 5))
    let (_, losses) = try ManyTracks.convert(source(), to: folder.path(name), range: part, size: (96, 64)) {
      $0.sound = choice
    }
    #expect(losses.count { $0.contains("audio") } == 0)
    for (number, places) in ManyTracks.pulses.enumerated() {
      let words = ["-v", "error", "-i", folder.path(name), "-map", "0:a:\(number)", "-f", "f32le", "-"]
      let data = try #require(try InstalledProgram.ffmpeg?.run(words))
      let sound = unsafe data.withUnsafeBytes { unsafe Array($0.bindMemory(to: Float.self)) }
      for place in places {
        let near = place - start - 300..<place - start + 300
        #expect(near.max { sound[$0] < sound[$1] } == place - start, "track \(number)")
      }
    }
  }

  @Test("name what a container does not hold")
  func losses() throws {
    let (_, webm) = try ManyTracks.convert(source(), to: folder.path("a.webm"))
    // AV1 begins at 64 lines.
    #expect(webm.contains { $0.hasPrefix("track 2 (video, h264): ") })
    #expect(webm.contains { $0.contains("subtitle, mov_text") && $0.contains("not written into webm") })
    #expect(webm.contains { $0.contains("what the film says of itself") && $0.contains("location") })
    let (file, none) = try ManyTracks.convert(source(), to: folder.path("b.mp4")) { $0.sound = .none }
    #expect(none.isEmpty && !file.tracks.contains { $0.facts.kind == .audio })
  }

  @Test("take subtitles of Matroska into Matroska, and tags into boxes")
  func matroska() throws {
    let path = try source("many.mkv", subtitles: "ass")
    let (file, losses) = try ManyTracks.convert(path, to: folder.path("b.mkv"))
    #expect(losses.isEmpty && file.tracks.contains { $0.facts.codec == "ass" })
    let titles = try ManyTracks.probe(folder.path("b.mkv")).streams("audio").map { $0.tags?["title"] }
    #expect(titles == [nil, "Kommentar", nil])
    let (_, lost) = try ManyTracks.convert(path, to: folder.path("b.mp4"))
    #expect(lost.contains { $0.contains("subtitle, ass") })
    let tags = try ManyTracks.probe(folder.path("b.mp4")).format.tags ?? [:]
    #expect(tags["title"] == "A film" && tags.contains { $0.key.lowercased() == "make" && $0.value == "Maker" })
  }

  @Test("keep names and languages from one kind of file to the next and back")
  func around() throws {
    let path = try source("many.mkv", subtitles: "ass")
    try ManyTracks.convert(path, to: folder.path("b.mov"))
    try ManyTracks.convert(folder.path("b.mov"), to: folder.path("c.mp4")) { $0.crf = 40 }
    let (file, _) = try ManyTracks.convert(folder.path("c.mp4"), to: folder.path("d.mkv")) { $0.crf = 40 }
    let sounds = try ManyTracks.probe(folder.path("d.mkv")).streams("audio")
    #expect(sounds.map { $0.tags?["language"] } == ManyTracks.languages)
    #expect(sounds.map { $0.tags?["title"] } == [nil, "Kommentar", nil])
    #expect(sounds.map { $0.disposition["default"] } == [1, 0, 0])
    #expect(file.facts.chapters.map(\.title) == ["one", "two"])
    #expect(file.tracks.compactMap(\.facts.video).map(\.frameCount) == [50, 100])
  }

  @Test("of phones keep what their boxes say", .enabled(if: Clip.areHere))
  func phone() throws {
    let part = HeadroomVideoTests.range(time(0), time(1, 5))
    let (_, losses) = try ManyTracks.convert(
      Clip.path("iphone-dv84-hlg-rot90.mov"), to: folder.path("a.mov"), range: part, size: (192, 108))
    #expect(losses == ["tracks 3, 4, 5 (metadata, mebx): not written into mov"])
    let tags = try ManyTracks.probe(folder.path("a.mov")).format.tags ?? [:]
    #expect(tags["com.apple.quicktime.model"] == "iPhone 12 mini")
    #expect(tags["com.apple.quicktime.creationdate"] == "2021-05-29T15:14:19-0400")
    #expect(tags["creation_time"] == "2021-05-29T19:14:19.000000Z")
    try ManyTracks.convert(
      Clip.path("android-hlg-colorchecker.mp4"), to: folder.path("b.mp4"), range: part, size: (192, 108))
    #expect(try ManyTracks.probe(folder.path("b.mp4")).format.tags?["location"] == "+51.5335-000.1261/")
  }
}
