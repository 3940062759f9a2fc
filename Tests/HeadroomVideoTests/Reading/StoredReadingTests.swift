import Foundation
import HeadroomGraphics
import HeadroomTestSupport
import HeadroomVideo
import Testing

@Suite("Stored samples of readers")
struct StoredReadingTests {
  /// What ffprobe says of a packet.
  struct Packet: Equatable {
    var time: CMTime
    var decoded: CMTime
    var size: Int
    var isKey: Bool
  }

  static let clips = [
    "iphone-dv84-hlg-rot90.mov", "android-hlg-colorchecker.mp4", "sdr-bt601-ntsc.mov", "prores422hq-untagged.mov",
    "av1-hdr10-mdcv-clli-60p.mp4", "h264-10bit-untagged.mp4", "vfr-android-slowmo.mp4",
  ]

  private static func packets(_ clip: String, _ stream: String, base: CMTimeScale) throws -> [Packet] {
    let output = try InstalledProgram.ffprobe?.run([
      "-v", "error", "-select_streams", stream, "-show_entries", "packet=pts,dts,size,flags", "-of", "csv=p=0",
      Clip.path(clip),
    ])
    return String(decoding: output ?? Data(), as: UTF8.self).split(separator: "\n").compactMap { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard fields.count >= 4, let pts = Int64(fields[0]), let dts = Int64(fields[1]), let size = Int(fields[2]) else {
        return nil
      }
      return Packet(
        time: CMTime(value: pts, timescale: base), decoded: CMTime(value: dts, timescale: base), size: size,
        isKey: fields[3].contains("K"))
    }
  }

  @Test(
    "are the packets that ffprobe finds, and their bytes those of FFmpeg",
    .enabled(if: Clip.canBeCompared && InstalledProgram.ffprobe != nil, "no clips, or no ffprobe"), arguments: clips)
  func video(_ clip: String) throws {
    let asset = Reading.clip(clip)
    let track = try Reading.video(asset)
    let buffers = try Reading.samples(asset, AVAssetReaderTrackOutput(track: track, outputSettings: nil))
    let ours = buffers.map { buffer in
      Packet(
        time: buffer.presentationTimeStamp, decoded: buffer.decodeTimeStamp, size: buffer.totalSampleSize,
        isKey: buffer.sampleAttachments[0][.notSync] as? Bool != true)
    }
    let theirs = try Self.packets(clip, "v:0", base: track.naturalTimeScale)
    #expect(ours.count == theirs.count)
    for (number, (own, other)) in zip(ours, theirs).enumerated() { #expect(own == other, "packet \(number)") }
    #expect(buffers.allSatisfy { $0.formatDescription == track.formatDescriptions.first as? CMFormatDescription })
    let bytes = try InstalledProgram.ffmpeg?.run(
      ["-v", "error", "-i", Clip.path(clip), "-map", "0:v:0", "-c", "copy", "-f", "data", "-"])
    var joined = Data()
    for buffer in buffers { joined += try #require(buffer.dataBuffer).dataBytes() }
    #expect(joined == bytes)
  }

  @Test(
    "of sound are the packets that ffprobe finds",
    .enabled(if: Clip.canBeCompared && InstalledProgram.ffprobe != nil, "no clips, or no ffprobe"),
    arguments: ["iphone-dv84-hlg-rot90.mov", "nasa-multi-stream.mp4"])
  func sound(_ clip: String) throws {
    let asset = Reading.clip(clip)
    let track = try Reading.audio(asset)
    let buffers = try Reading.samples(asset, AVAssetReaderTrackOutput(track: track, outputSettings: nil))
    let theirs = try Self.packets(clip, "a:0", base: track.naturalTimeScale)
    #expect(!theirs.isEmpty)
    let isPCM = buffers.contains { $0.numSamples > 1 }
    if !isPCM {
      #expect(buffers.map(\.totalSampleSize) == theirs.map(\.size))
      #expect(buffers.map(\.presentationTimeStamp) == theirs.map(\.time))
    }
    let heard = buffers.filter { $0.outputDuration > .zero }
    #expect(heard.first?.outputPresentationTimeStamp == track.timeRange.start)
  }

  @Test(
    "of a part start with a sample that stands alone, and say what is not shown", .enabled(if: Clip.areHere, "no clips")
  )
  func part() throws {
    let asset = Reading.clip("sdr-bt601-ntsc.mov")
    let track = try Reading.video(asset)
    let all = try Reading.samples(asset, AVAssetReaderTrackOutput(track: track, outputSettings: nil))
    let shown = all.sorted { $0.presentationTimeStamp < $1.presentationTimeStamp }
    let (first, last) = (shown[shown.count / 2], shown[shown.count / 2 + 5])
    let start = first.presentationTimeStamp + CMTime(value: 1, timescale: 600)
    let part = CMTimeRange(start: start, end: last.presentationTimeStamp)
    let buffers = try Reading.samples(asset, AVAssetReaderTrackOutput(track: track, outputSettings: nil), in: part)
    #expect(buffers.first?.sampleAttachments[0][.notSync] == nil)
    let seen = buffers.filter { $0.sampleAttachments[0][.doNotDisplay] == nil }
      .sorted { $0.presentationTimeStamp < $1.presentationTimeStamp }
    #expect(
      seen.map(\.presentationTimeStamp) == shown[shown.count / 2..<shown.count / 2 + 5].map(\.presentationTimeStamp))
    #expect(seen.first?.outputPresentationTimeStamp == start)
    #expect(seen.last.map { $0.outputPresentationTimeStamp + $0.outputDuration } == part.end)
  }

  @Test("share the file's memory, or say where it lies", .enabled(if: Clip.areHere, "no clips"))
  func references() throws {
    let asset = Reading.clip("h264-10bit-untagged.mp4")
    let track = try Reading.video(asset)
    let file = try Clip.bytes("h264-10bit-untagged.mp4")
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    output.alwaysCopiesSampleData = false
    let shared = try Reading.samples(asset, output)
    let referred = try Reading.samples(asset, AVAssetReaderSampleReferenceOutput(track: track))
    #expect(shared.count == referred.count && !shared.isEmpty)
    for (data, place) in zip(shared, referred) {
      let offset = try #require(place.attachments[.sampleReferenceByteOffset]?.value as? Int)
      #expect(place.attachments[.sampleReferenceURL]?.value as? URL == asset.url && place.dataBuffer == nil)
      let bytes = try #require(data.dataBuffer).dataBytes()
      #expect(bytes == Data(file[offset..<offset + place.totalSampleSize]))
      #expect(data.presentationTimeStamp == place.presentationTimeStamp)
    }
  }

  @Test(
    "of containers without boxes are FFmpeg's packets",
    .enabled(if: Clip.canBeCompared && InstalledProgram.ffprobe != nil, "no clips, or no ffprobe"),
    arguments: ["vp9-10bit.webm", "meridian-prores-hdr10.mxf"])
  func otherContainers(_ clip: String) throws {
    let asset = Reading.clip(clip)
    let buffers = try Reading.samples(
      asset, AVAssetReaderTrackOutput(track: try Reading.video(asset), outputSettings: nil))
    var joined = Data()
    for buffer in buffers { joined += try #require(buffer.dataBuffer).dataBytes() }
    let theirs = try InstalledProgram.ffmpeg?.run(
      ["-v", "error", "-i", Clip.path(clip), "-map", "0:v:0", "-c", "copy", "-f", "data", "-"])
    #expect(!joined.isEmpty && joined == theirs)
  }
}
