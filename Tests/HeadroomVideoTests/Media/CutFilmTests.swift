import Foundation
import HeadroomContainers
import HeadroomTestSupport
import HeadroomVideo
import Testing

/// Films that end before their content does: never shorter without a word.
@Suite("Films that were cut")
struct CutFilmTests {
  private func error(_ body: () throws -> Void) throws -> String {
    "\(try #require(#expect(throws: MediaError.self) { try body() }))"
  }

  private func compose(_ bytes: [UInt8]) throws {
    let file = try MediaFile(FileBytes(bytes))
    let source = try FilmSource(file, track: #require(file.firstVideo))
    try FilmExporter([FilmOutput(ClipScript(source), FilmSettings(.matroska), path: "null:")]).compose { _ in }
  }

  @Test("MXF counts its frames", .enabled(if: Clip.areHere, "no clips"), arguments: [0.5, 0.7, 0.85])
  func mxf(_ share: Double) throws {
    let bytes = try Clip.bytes("meridian-prores-hdr10.mxf")
    try compose(bytes)
    let cut = Array(bytes.prefix(Int(Double(bytes.count) * share)))
    let words = try #require(try MediaFile(FileBytes(cut)).facts.missing)
    #expect(words.hasPrefix("the file ends early: "), "\(words)")
    if share < 0.8 {
      #expect(words.hasSuffix("of 5 frames are there") || words.hasSuffix("inside a sample"), "\(words)")
    }
    _ = try error { try compose(cut) }
  }

  @Test(
    "Streams without a container are cut where another tail changes their last frame",
    .enabled(if: Clip.areHere, "no clips"))
  func stream() throws {
    let bytes = try Clip.bytes("tos-hdr10plus-s01.h265")
    try compose(bytes)
    let file = try MediaFile(FileBytes(bytes))
    let samples = try #require(file.firstVideo?.index).samples
    for sample in [2, 4, 5] {
      let range = try #require(samples[sample].range)
      for share in [0.3, 0.6, 0.9] {
        let cut = Array(bytes.prefix(range.lowerBound + Int(Double(range.count) * share)))
        #expect(throws: MediaError.self, "sample \(sample) at \(share)") { try compose(cut) }
      }
      // Behind a whole sample nothing is missing that the stream could tell of.
      try compose(Array(bytes.prefix(range.upperBound)))
    }
  }

  @Test("Fragments that are cut are no end", .enabled(if: Clip.canBeCompared, "no clips, or no ffmpeg"))
  func fragments() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.mp4")
    let made = ["-i", Clip.path("sdr-bt601-ntsc.mov"), "-map", "0:v:0", "-c", "copy"]
    _ = try InstalledProgram.ffmpeg?.run(
      ["-v", "error"] + made + ["-movflags", "frag_every_frame+empty_moov+default_base_moof", path])
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
    try compose(bytes)
    let boxes = ISOBoxList(of: FileBytes(bytes), limits: .standard).boxesBeforeDamage().boxes
    let fragment = try #require(boxes.last { $0.type == "moof" })
    for place in [fragment.start + 4, fragment.start + 40, fragment.start + fragment.byteCount + 20] {
      let cut = Array(bytes.prefix(place))
      #expect(try error { try compose(cut) }.contains("the file ends "))
    }
  }

  @Test("What cannot be read between two parts is missing", .enabled(if: Clip.canBeCompared, "no clips, or no ffmpeg"))
  func gap() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.mkv")
    let made = ["-i", Clip.path("sdr-bt601-ntsc.mov"), "-map", "0:v:0", "-c", "copy", "-cluster_time_limit", "200"]
    _ = try InstalledProgram.ffmpeg?.run(["-v", "error"] + made + [path])
    var bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
    try compose(bytes)
    // The length of the block in the second cluster that follows its time.
    let clusters = bytes.indices.dropLast(4).filter { Array(bytes[$0..<$0 + 4]) == [0x1F, 0x43, 0xB6, 0x75] }
    let cluster = try #require(clusters.dropFirst().first)
    for place in cluster + 12..<cluster + 40 { bytes[place] = 0 }
    #expect(throws: MediaError.self) { try compose(bytes) }
  }

  @Test("A film that ends before its boxes says where", .enabled(if: Clip.areHere, "no clips"))
  func boxes() throws {
    let bytes = try Clip.bytes("h264-hlg-amve.mov")
    #expect(
      try error { _ = try MediaFile(FileBytes(Array(bytes.prefix(12_000)))) }
        == "mdat: the file ends inside this box, before the box 'moov' (offset 0x1c)")
  }

  @Test("Sound that the file does not have is an error", .enabled(if: Clip.canBeCompared, "no clips, or no ffmpeg"))
  func sound() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.mp4")
    let tone = ["-f", "lavfi", "-i", "sine=d=2", "-c:a", "aac", "-movflags", "faststart", path]
    _ = try InstalledProgram.ffmpeg?.run(["-v", "error"] + tone)
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
    func read(_ bytes: [UInt8]) throws -> SoundBlock {
      let file = try MediaFile(FileBytes(bytes))
      return try SoundReader(file, #require(file.tracks.first)).read(at: 0, count: 90_000)
    }
    #expect(try read(bytes).count == 90_000)
    for place in [bytes.count - 3, bytes.count * 3 / 4] {
      let words = try error { _ = try read(Array(bytes.prefix(place))) }
      #expect(words.contains("the file ends"), "\(words)")
    }
  }
}
