import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomPixels
import HeadroomVideo
import Testing

/// Coded samples that go into a film as they are.
@Suite("Writers of coded samples")
struct CopyWritingTests {
  private let folder: TestFilm.Folder

  init() throws { folder = try TestFilm.Folder() }

  /// The samples of a film's first track, by its boxes.
  private static func samples(_ path: String, _ kind: CMFormatDescription) throws -> [CMSampleBuffer] {
    let movie = try MovieFile(FileBytes(path: path, mapsFrom: 0) { _ in })
    let track = movie.movie.tracks[0]
    let scale = CMTimeScale(track.timescale)
    let first = track.edits.first { $0.mediaTime != nil }?.mediaTime ?? 0
    return try movie.index(of: track).samples.map { sample in
      let timing = CMSampleTimingInfo(
        duration: time(Int64(sample.duration), scale), presentationTimeStamp: time(sample.time - first, scale),
        decodeTimeStamp: time(sample.decodeTime - first, scale))
      let bytes = movie.bytes.copy(sample.range(in: movie.bytes))
      let buffer = try CMSampleBuffer(
        dataBuffer: SampleBufferTests.data(bytes), formatDescription: kind, numSamples: 1, sampleTimings: [timing],
        sampleSizes: [bytes.count])
      if !sample.isKey { buffer.sampleAttachments[0][.notSync] = true }
      return buffer
    }
  }

  /// The description of a film's first track, with its parameter sets.
  private static func format(_ path: String) throws -> CMFormatDescription {
    let movie = try MovieFile(FileBytes(path: path, mapsFrom: 0) { _ in })
    let entry = movie.movie.tracks[0].entries[0]
    let box = try #require(entry.box("hvcC"))
    let known = CMFormatDescription(try #require(MediaFile(path: path).firstVideo).facts)
    var extensions = known.extensions
    var atoms: [String: CMFormatDescription.Extensions.Value] = [
      "hvcC": .data(Data(movie.bytes.copy(box.payload)))
    ]
    // 8.4, as phones write it.
    atoms["dvvC"] = .data(Data([1, 0, 0x10, 0x25, 0x40] + [UInt8](repeating: 0, count: 19)))
    extensions[.sampleDescriptionExtensionAtoms] = .dictionary(atoms)
    return try CMFormatDescription(
      videoCodecType: known.mediaSubType, width: Int(known.dimensions.width), height: Int(known.dimensions.height),
      extensions: extensions)
  }

  @Test("keep data, times and what is said of them", arguments: [AVFileType.mp4, .mov])
  func copying(_ type: AVFileType) async throws {
    let source = folder.path("source.mp4")
    let room = AmbientViewingEnvironment(illuminanceLux: 314)
    try TestFilm.write(source, .hlg, frames: 40, chroma: .quarter, hdr: HDRMetadata(ambient: room)) { frame, x, y in
      (100 + (frame * 17 + x * 3 + y) % 800, 512, 512)
    }
    let format = try Self.format(source)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil, sourceFormatHint: format)
    let path = folder.path("copy")
    let writer = try Writing.start(path, type, input)
    for sample in try Self.samples(source, format) {
      try await Writing.wait(input)
      #expect(input.append(sample))
    }
    await writer.finishWriting()
    if let error = writer.error { throw error }
    let (old, new) = (try MediaFile(path: source), try MediaFile(path: path))
    let (from, to) = (try #require(old.firstVideo), try #require(new.firstVideo))
    #expect(from.index?.frames.map(\.time) == to.index?.frames.map(\.time))
    #expect(to.facts.video?.cicp == TestFilm.Kind.hlg.cicp && to.facts.codecTag == "hvc1")
    #expect(to.facts.video?.hdr.ambient?.seiBytes == room.seiBytes && to.facts.video?.dolbyVision?.profile == 8)
    #expect(to.facts.timeRange == from.facts.timeRange)
    let readers = [
      try old.reader(of: from, threads: 1, isScrubbing: false), try new.reader(of: to, threads: 1, isScrubbing: false),
    ]
    for number in 0..<40 {
      let hashes = try readers.map { FrameCodes.md5(of: try $0.frame(number).picture) }
      #expect(hashes[0] == hashes[1])
    }
  }

  @Test("begin in the middle, and hide what comes before")
  func middle() async throws {
    let source = folder.path("source.mp4")
    try TestFilm.write(source, .hlg, frames: 30, chroma: .quarter) { frame, _, _ in (100 + frame * 10, 512, 512) }
    let format = try Self.format(source)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil, sourceFormatHint: format)
    let writer = try Writing.start(folder.path("copy"), .mp4, input, at: time(10, 30))
    for sample in try Self.samples(source, format) {
      try await Writing.wait(input)
      #expect(input.append(sample))
    }
    writer.endSession(atSourceTime: time(20, 30))
    await writer.finishWriting()
    let file = try MediaFile(path: folder.path("copy"))
    let track = try #require(file.firstVideo)
    #expect(track.index?.frames.map(\.time) == Writing.times(0..<10))
    let reader = try file.reader(of: track, threads: 1, isScrubbing: false)
    #expect(try reader.frame(0).picture.code(0, 3, 3) == 200)
    #expect(track.facts.timeRange.duration == time(10, 30))
  }

  @Test("refuse samples without parameters, and out of order")
  func refusals() async throws {
    let bare = try CMFormatDescription(videoCodecType: .hevc, width: 64, height: 64)
    for (times, isBare) in [([0], true), ([1, 0], false)] as [([Int64], Bool)] {
      let source = folder.path("source.mp4")
      try TestFilm.write(source, .hlg, frames: 1, chroma: .quarter) { _, _, _ in (500, 512, 512) }
      let format = isBare ? bare : try Self.format(source)
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil)
      let writer = try Writing.start(folder.path("copy"), .mp4, input)
      let first = try Self.samples(source, format)[0]
      for start in times {
        _ = input.append(
          try CMSampleBuffer(
            copying: first,
            withNewTiming: [
              CMSampleTimingInfo(
                duration: time(1, 30), presentationTimeStamp: time(start, 30), decodeTimeStamp: .invalid)
            ]))
      }
      await writer.finishWriting()
      #expect(writer.status == .failed && !FileManager.default.fileExists(atPath: folder.path("copy")))
      if !isBare { #expect(Writing.cause(writer) == .outOfOrder(time: time(0), previous: time(1, 30))) }
    }
  }
}
