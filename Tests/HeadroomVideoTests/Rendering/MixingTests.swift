import Foundation
import HeadroomColor
import HeadroomPixels
import HeadroomVideo
import Testing

/// Films of several ranges of light in one frame. The wanted codes are those of ITU-R BT.2408 and BT.2100.
@Suite("Mixing of light")
struct MixingTests {
  private let folder: TestFilm.Folder

  init() throws { folder = try TestFilm.Folder() }

  private func film(_ name: String, _ kind: TestFilm.Kind, luma: Int, frames: Int = 30) throws {
    let neutral = kind.bitDepth == 8 ? 128 : 512
    try TestFilm.write(folder.path(name), kind, frames: frames) { _, _, _ in (luma, neutral, neutral) }
  }

  private func script(_ json: String) throws -> ProjectScript {
    let media = ProjectMedia(folder: folder.url.path(percentEncoded: false))
    let project = try ProjectFile(parsing: Array(json.utf8), vocabulary: .filters(folder: folder.url))
    let timeline = try ProjectTimeline(project) { try media.facts($0) }
    return try ProjectScript(timeline, media, folder: folder.url)
  }

  private func dissolve(_ first: String, _ second: String, _ more: String = "") -> String {
    """
    {"schema":1\(more),"tracks":[{"type":"video","clips":[{"source":"\(first)"},
    {"source":"\(second)","transition":{"type":"dissolve","duration":"1/2"}}]}]}
    """
  }

  /// Luma in the middle of each frame.
  private func luma(_ script: any FrameScript) throws -> [Int] {
    let frames = try ScriptFrames(script)
    return try (0..<frames.count).map { try frames.codes($0).code(0, 30, 15) }
  }

  @Test(
    "Reference white stays where it is in every dissolve",
    arguments: [
      ("hlg", "pq", 721), ("pq", "hlg", 721), ("hlg", "sdr", 721), ("sdr", "hlg", 721), ("pq", "sdr", 573),
      ("sdr", "pq", 573),
    ])
  func white(_ first: String, _ second: String, _ wanted: Int) throws {
    let kinds: [String: (TestFilm.Kind, Int)] = ["hlg": (.hlg, 721), "pq": (.pq, 573), "sdr": (.sdr, 235)]
    for name in [first, second] {
      let (kind, code) = try #require(kinds[name])
      try film(name + ".mp4", kind, luma: code)
    }
    let script = try script(dissolve(first + ".mp4", second + ".mp4"))
    #expect(script.times.count == 45)
    let found = try luma(script)
    #expect(found.allSatisfy { abs($0 - wanted) <= 1 }, "\(found)")
  }

  @Test("The weights are those of the frames' times")
  func weights() throws {
    // Light of 0 and of 203 cd/m²: the mix of frame k of 15 is k/15 of white.
    try film("black.mp4", .pq, luma: 64)
    try film("white.mp4", .pq, luma: 573)
    let found = try luma(try script(dissolve("black.mp4", "white.mp4")))
    for k in 0..<15 {
      let light = 203.0 * Double(k) / 15
      let signal = TransferFunction.pq.encode(light / 203)
      let wanted = 64 + 876 * signal
      #expect(abs(Double(found[15 + k]) - wanted) <= 1.5, "frame \(k): \(found[15 + k]) for \(wanted)")
    }
  }

  @Test("A dissolve of 203 and 20 cd/m² mixes light; old projects may mix codes")
  func middle() throws {
    // 20 cd/m² in HLG of 1000 cd/m²: the OOTF's inverse, then the OETF.
    let dark = 64 + 876 * TransferFunction.hlg.encodeGray(nits: 20)
    try film("bright.mp4", .hlg, luma: 721)
    try film("dark.mp4", .hlg, luma: Int(dark.rounded()))
    // The eighth frame of 15: 8/15 of the first and 7/15 of the second.
    let light = try luma(try script(dissolve("bright.mp4", "dark.mp4")))
    #expect(abs(light[15 + 7] - 640) <= 1, "\(light[15 + 7])")
    let codes = try luma(try script(dissolve("bright.mp4", "dark.mp4", ",\"blending\":\"code\"")))
    #expect(abs(codes[15 + 7] - 553) <= 1, "\(codes[15 + 7])")
  }

  @Test("A cut keeps every code")
  func cut() throws {
    try TestFilm.write(folder.path("ramp.mp4"), .hlg, frames: 4, width: 880) { _, x, _ in
      (min(64 + x, 940), 512, 512)
    }
    let frames = try ScriptFrames(
      ClipScript(FilmSource(path: folder.path("ramp.mp4"))), FilmSettings(.mp4).lossless)
    let picture = try frames.codes(2)
    #expect((0..<877).allSatisfy { picture.code(0, $0, 3) == 64 + $0 })
  }

  @Test("A composition through light keeps nearly every code of a ramp")
  func ramp() throws {
    try TestFilm.write(folder.path("ramp.mp4"), .hlg, frames: 4, width: 880) { _, x, _ in
      (min(64 + x, 940), 512, 512)
    }
    try film("white.mp4", .hlg, luma: 721, frames: 4)
    let project = """
      {"schema":1,"size":[880,64],"tracks":[{"type":"video","clips":[{"source":"ramp.mp4"}]},
      {"type":"video","clips":[{"source":"white.mp4","transform":[0.1,0,0,0.1,0,56]}]}]}
      """
    let picture = try ScriptFrames(try script(project)).codes(0)
    let found = (0..<877).map { picture.code(0, $0, 3) }
    #expect(Set(found).count >= 870, "\(Set(found).count)")
    #expect(zip(found, 64...940).allSatisfy { abs($0 - $1) <= 1 })
  }
}

extension FilmSettings {
  /// Frames are given to the encoder with the sources' own chroma.
  fileprivate var lossless: FilmSettings {
    var settings = self
    settings.isLossless = true
    return settings
  }
}

extension TransferFunction {
  /// The HLG signal of a grey on a display of 1000 cd/m² (ITU-R BT.2100 table 5).
  fileprivate func encodeGray(nits: Double) -> Double {
    let scene = Foundation.pow(nits / 1000, 1 / 1.2)
    return scene <= 1.0 / 12
      ? (3 * scene).squareRoot() : 0.17883277 * Foundation.log(12 * scene - 0.28466892) + 0.55991073
  }
}
