import Foundation
import HeadroomGraphics
import HeadroomVideo
import Testing

/// When films begin and end, by the edits of their sessions.
@Suite("Sessions of writers")
struct SessionTests {
  private let folder: TestFilm.Folder

  init() throws { folder = try TestFilm.Folder() }

  /// Frame n has the luma 100 + 10 n.
  private func write(
    as type: AVFileType = .mp4, _ numbers: Range<Int>, from start: CMTime, to end: CMTime? = nil,
    _ change: (AVAssetWriter, AVAssetWriterInput) -> Void = { _, _ in }
  ) async throws -> MediaFile {
    let settings = Writing.settings(.hevc, Writing.lossless)
    return try await Writing.write(
      folder.path("a"), as: type, settings, times: Writing.times(numbers), from: start, to: end, change
    ) { number in
      try Writing.picture(kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, 64, 64, Writing.hlg) { plane, _, _ in
        plane == 0 ? 100 + 10 * (numbers.lowerBound + number) : 512
      }
    }
  }

  /// Times and lumas of what is shown.
  private func shown(_ file: MediaFile) throws -> [(time: CMTime, luma: Int)] {
    let track = try #require(file.firstVideo)
    let reader = try file.reader(of: track, threads: 1, isScrubbing: false)
    return try #require(track.index).frames.enumerated().map { number, frame in
      (frame.time, try reader.frame(number).picture.code(0, 9, 9))
    }
  }

  private func probedTimes() throws -> [Double]? {
    try Writing.probe(folder.path("a"), "frame=pts_time", ["-select_streams", "v:0"])?.split(separator: "\n")
      .compactMap { Double($0.filter { $0 != "," }) }
  }

  @Test("A sample of the start's time is shown first", arguments: [AVFileType.mp4, .mov])
  func plain(_ type: AVFileType) async throws {
    let file = try await write(as: type, 30..<40, from: time(1))
    let frames = try shown(file)
    #expect(frames.map(\.time) == Writing.times(0..<10) && frames.map(\.luma) == (30..<40).map { 100 + 10 * $0 })
    #expect(file.firstVideo?.facts.timeRange == CMTimeRange(start: .zero, duration: time(10, 30)))
    if let times = try probedTimes() { #expect(times.count == 10 && times[0] == 0) }
  }

  @Test("Earlier samples are stored and hidden")
  func head() async throws {
    let file = try await write(5..<20, from: time(10, 30))
    let frames = try shown(file)
    #expect(frames.map(\.time) == Writing.times(0..<10) && frames.map(\.luma) == (10..<20).map { 100 + 10 * $0 })
    if let times = try probedTimes() { #expect(times.count == 10 && times[0] == 0) }
  }

  @Test("A late first sample makes the track begin late")
  func late() async throws {
    let file = try await write(15..<25, from: .zero)
    let frames = try shown(file)
    #expect(frames.map(\.time) == Writing.times(15..<25) && frames[0].luma == 250)
    #expect(file.firstVideo?.facts.timeRange == CMTimeRange(start: time(1, 2), end: time(25, 30)))
    if let times = try probedTimes() { #expect(times.count == 10 && times[0] == 0.5) }
  }

  @Test("An end hides later samples", arguments: [CMTime.invalid, CMTime(value: 1, timescale: 10)])
  func tail(_ interval: CMTime) async throws {
    let file = try await write(0..<20, from: .zero, to: time(12, 30)) { writer, _ in
      writer.movieFragmentInterval = interval
    }
    #expect(try shown(file).map(\.time) == Writing.times(0..<12))
    #expect(file.firstVideo?.facts.timeRange.end == time(12, 30) && file.facts.duration == time(12, 30))
    // FFmpeg reads no ends of edits where films are in fragments.
    if !interval.isValid, let times = try probedTimes() { #expect(times.count == 12) }
  }

  @Test("An end behind the last picture is when it ends")
  func longLast() async throws {
    let file = try await write(0..<3, from: .zero, to: time(1))
    #expect(try shown(file).map(\.time) == Writing.times(0..<3))
    #expect(file.firstVideo?.facts.timeRange.end == time(1))
  }

  @Test("Timescales are the client's, and times exact")
  func timescales() async throws {
    let file = try await write(0..<4, from: .zero) { writer, input in
      (writer.movieTimeScale, input.mediaTimeScale) = (90_000, 60_000)
      input.transform = CGAffineTransform(0, 1, -1, 0, 64, 0)
      input.languageCode = "fra"
      writer.shouldOptimizeForNetworkUse = true
    }
    let facts = try #require(file.firstVideo).facts
    #expect(facts.timescale == 60_000 && facts.language == "fra")
    #expect(facts.video?.transform == [0, 1, -1, 0, 64, 0])
    #expect(try shown(file).map(\.luma) == [100, 110, 120, 130])
    let bytes = try Data(contentsOf: URL(filePath: folder.path("a")))
    let (tables, samples) = (bytes.range(of: Data("moov".utf8)), bytes.range(of: Data("mdat".utf8)))
    #expect(try #require(tables).lowerBound < #require(samples).lowerBound)
  }

  @Test("A film says what its metadata say", arguments: [AVFileType.mp4, .mov])
  func metadata(_ type: AVFileType) async throws {
    func item(_ identifier: AVMetadataIdentifier, _ value: Any) -> AVMetadataItem {
      let item = AVMutableMetadataItem()
      (item.identifier, item.value) = (identifier, value)
      return item
    }
    let moment = Date(timeIntervalSince1970: 1_700_000_000)
    let file = try await write(as: type, 0..<3, from: .zero) { writer, _ in
      writer.metadata = [
        item(.commonIdentifierTitle, "Höhenrausch"), item(.quickTimeMetadataCreationDate, moment),
        item(AVMetadataIdentifier("mdta/org.example.take"), 7),
      ]
      writer.shouldOptimizeForNetworkUse = type == .mp4
    }
    #expect(try shown(file).map(\.luma) == [100, 110, 120])
    guard let words = try Writing.probe(folder.path("a"), "format_tags") else { return }
    for text in ["Höhenrausch", "2023-11-14T22:13:20Z", "7"] { #expect(words.contains(text), "\(words)") }
  }

  @Test("Metadata that are not written are named")
  func refusedMetadata() throws {
    for (identifier, value, isFragmented) in [
      ("itsk/name", "a", false), ("mdta/a", [1], false), ("mdta/a", "a", true),
    ] as [(String, Any, Bool)] {
      let writer = try AVAssetWriter(outputURL: URL(filePath: folder.path("a.mp4")), fileType: .mp4)
      let item = AVMutableMetadataItem()
      (item.identifier, item.value) = (AVMetadataIdentifier(identifier), value)
      writer.metadata = [item]
      if isFragmented { writer.movieFragmentInterval = time(1) }
      writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: Writing.settings()))
      #expect(!writer.startWriting())
      guard case .setting("metadata", _)? = Writing.cause(writer) else {
        Issue.record("\(String(describing: writer.error))")
        continue
      }
    }
  }

  @Test("Languages are stated in fragments too")
  func languageInFragments() async throws {
    let file = try await write(as: .mov, 0..<6, from: .zero) { writer, input in
      writer.movieFragmentInterval = time(1, 10)
      input.languageCode = "fra"
    }
    #expect(file.firstVideo?.facts.language == "fra")
    #expect(try shown(file).count == 6)
  }
}
