import Foundation
import HeadroomContainers
import HeadroomTestSupport
import HeadroomVideo
import Testing

/// Files without boxes: times and order are theirs, and every frame is found in any order.
@Suite("Frames of containers without boxes")
struct ContainerFrameTests {
  /// What FFmpeg makes, and of what.
  struct Making: CustomTestStringConvertible, Sendable {
    var file: String
    var arguments: [String]
    var testDescription: String { file }

    init(_ file: String, copying clip: String, _ more: String...) {
      (self.file, arguments) = (file, ["-i", Clip.path(clip), "-map", "0:v:0", "-c", "copy"] + more)
    }

    init(_ file: String, rate: String = "24", encoding words: String) {
      self.file = file
      let source = "testsrc=size=96x64:rate=\(rate):duration=3"
      arguments = ["-f", "lavfi", "-i", source] + words.split(separator: " ").map(String.init)
    }
  }

  static let makings = [
    Making("b-frames.mkv", copying: "sdr-bt601-ntsc.mov"), Making("ten-bit.mkv", copying: "h265-10bit-untagged.mp4"),
    Making("prores.mkv", copying: "prores422hq-untagged.mov"),
    Making("frames.mxf", copying: "dnxhr-hqx-12bit.mov"), Making("varying.mkv", copying: "vfr-android-slowmo.mp4"),
    Making("hidden.mp4", copying: "vp9-10bit.webm"), Making("hidden.ivf", copying: "vp9-10bit.webm"),
    Making("raw.h265", copying: "h265-10bit-untagged.mp4", "-bsf:v", "hevc_mp4toannexb"),
    Making("open.h265", encoding: "-c:v libx265 -preset ultrafast -x265-params log-level=none:bframes=3:keyint=24"),
    Making("open.mkv", encoding: "-c:v libx264 -g 24 -bf 3 -x264-params open-gop=1"),
    Making("long.mxf", rate: "25", encoding: "-c:v libx264 -g 24 -bf 3 -x264-params open-gop=1"),
    Making("older.mxf", rate: "25", encoding: "-c:v mpeg2video -g 12 -bf 2"),
    Making("intra.mkv", encoding: "-c:v prores_ks -pix_fmt yuv422p10le"),
    Making("units.obu", encoding: "-c:v libaom-av1 -cpu-used 8 -lag-in-frames 10"),
    Making("fraction.ivf", rate: "24000/1001", encoding: "-c:v libsvtav1 -preset 12"),
    Making("web.webm", encoding: "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -auto-alt-ref 1 -lag-in-frames 16"),
  ]

  private static let scratch = try? TemporaryFolder()

  private static func make(_ making: Making) throws -> String {
    let path = try #require(scratch).path(making.file)
    if !FileManager.default.fileExists(atPath: path) {
      _ = try InstalledProgram.ffmpeg?.run(["-v", "error", "-y"] + making.arguments + [path])
    }
    return path
  }

  @Test(
    "are those of FFmpeg, in order and in any order", .enabled(if: Clip.canBeCompared, "no clips, or no ffmpeg"),
    arguments: makings)
  func frames(_ making: Making) throws {
    let path = try Self.make(making)
    let file = try MediaFile(path: path)
    let track = try #require(file.firstVideo)
    let hashes = try Clip.hashes(file)
    #expect(!hashes.isEmpty)
    #expect(try hashes == Clip.hashesByFFmpeg(path))
    var random = SeededGenerator(seed: 1)
    let reader = try file.reader(of: track, threads: 1, isScrubbing: true)
    for _ in 0..<40 {
      let number = hashes.indices.randomElement(using: &random) ?? 0
      #expect(try FrameCodes.md5(of: reader.frame(number).picture) == hashes[number], "frame \(number)")
    }
  }

  @Test(
    "without times are one frame's length apart, exactly", .enabled(if: Clip.canBeCompared, "no clips, or no ffmpeg"))
  func rates() throws {
    let making = Making(
      "rate.h265", rate: "24000/1001",
      encoding: "-c:v libx265 -preset ultrafast -x265-params log-level=none:bframes=3:keyint=24")
    let file = try MediaFile(path: try Self.make(making))
    let track = try #require(file.firstVideo)
    let frames = try #require(track.index).frames
    #expect(frames.count == 72 && track.facts.timescale == 24_000)
    for (number, frame) in frames.enumerated() {
      #expect(frame.time == CMTime(value: Int64(number) * 1001, timescale: 24_000))
      #expect(frame.duration == CMTime(value: 1001, timescale: 24_000))
    }
    #expect(track.facts.video?.reordersFrames == true && track.facts.video?.isVariableFrameRate == false)
  }

  @Test("of VP9 that are not shown are no frames", .enabled(if: Clip.areHere, "no clips"))
  func hidden() throws {
    let file = try MediaFile(path: Clip.path("vp9-10bit.webm"))
    let index = try #require(file.firstVideo?.index)
    #expect(index.samples.count == 80 && index.frames.count == 72)
    #expect(zip(index.frames, index.frames.dropFirst()).allSatisfy { $0.time < $1.time })
  }
}
