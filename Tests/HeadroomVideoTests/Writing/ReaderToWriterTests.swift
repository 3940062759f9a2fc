import Foundation
import HeadroomTestSupport
import HeadroomVideo
import Testing

/// Real clips that go through a reader and a writer as they are.
@Suite("Readers into writers")
struct ReaderToWriterTests {
  private let folder: TestFilm.Folder

  init() throws { folder = try TestFilm.Folder() }

  /// Copies all tracks of pictures and sound, sound first.
  private func copy(_ clip: String, into path: String) async throws {
    let asset = AVURLAsset(url: URL(filePath: Clip.path(clip)))
    let writer = try AVAssetWriter(
      outputURL: URL(filePath: path), fileType: path.hasSuffix(".mov") ? .mov : .mp4)
    let reader = try AVAssetReader(asset: asset)
    var ends: [(output: AVAssetReaderTrackOutput, input: AVAssetWriterInput)] = []
    for type in [AVMediaType.audio, .video] {
      for track in try await asset.loadTracks(withMediaType: type) {
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        let input = AVAssetWriterInput(mediaType: type, outputSettings: nil)
        input.mediaTimeScale = try await track.load(.naturalTimeScale)
        input.transform = try await track.load(.preferredTransform)
        reader.add(output)
        writer.add(input)
        ends.append((output, input))
      }
    }
    #expect(reader.startReading() && writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    var open = Array(ends.indices)
    while !open.isEmpty {
      var isWaiting = true
      for index in open where ends[index].input.isReadyForMoreMediaData {
        isWaiting = false
        if let buffer = ends[index].output.copyNextSampleBuffer() {
          #expect(ends[index].input.append(buffer))
        } else {
          ends[index].input.markAsFinished()
          open.removeAll { $0 == index }
        }
      }
      if isWaiting { try await Task.sleep(for: .milliseconds(1)) }
    }
    await writer.finishWriting()
    if let error = writer.error { throw error }
    #expect(reader.status == .completed)
  }

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
    try await copy(clip, into: path)
    let (old, new) = (try Self.packets(Clip.path(clip)), try Self.packets(path))
    #expect(!old.isEmpty && old == new)
    let facts =
      "stream=color_primaries,color_transfer,color_space,codec_tag_string:stream_side_data"
    let video = ["-select_streams", "v:0"]
    #expect(try Writing.probe(Clip.path(clip), facts, video) == Writing.probe(path, facts, video))
  }
}
