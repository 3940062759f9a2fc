import Foundation
import HeadroomColor
import HeadroomPixels
import HeadroomTestSupport
import HeadroomVideo
import Testing

/// Films whose planes are green, blue and red, made by the ffmpeg program.
@Suite("Planes of green, blue and red", .enabled(if: InstalledProgram.ffmpeg != nil))
struct ComponentPlanesTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// Frames of one colour: codes of green, blue, red.
  private func write(_ name: String, _ codes: (UInt16, UInt16, UInt16), _ format: String, _ codec: [String]) throws
    -> String
  {
    let depth = format.hasSuffix("12le") ? 12 : format.hasSuffix("10le") ? 10 : 8
    let plane = { (code: UInt16) in
      (0..<256 * 128).flatMap { _ in depth > 8 ? [UInt8(code & 255), UInt8(code >> 8)] : [UInt8(code)] }
    }
    let frame = plane(codes.0) + plane(codes.1) + plane(codes.2)
    let raw = folder.url.appending(path: "raw")
    try Data(frame + frame).write(to: raw)
    let input = ["-f", "rawvideo", "-pix_fmt", format, "-video_size", "256x128", "-framerate", "25", "-i", raw.path]
    let tags = ["-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "rgb"]
    let path = folder.path(name)
    _ = try #require(try InstalledProgram.ffmpeg?.run(["-v", "error", "-y"] + input + codec + tags + [path]))
    return path
  }

  /// The film as 4:4:4 of luma and chroma, and the codes of a pixel.
  private func codes(_ path: String, depth: Int) throws -> [Int] {
    let script = try ClipScript(FilmSource(path: path))
    #expect(script.color.matrix == 1 && !script.color.fullRange)
    var settings = FilmSettings(.matroska, codec: .ffv1)
    settings.isLossless = true
    let frames = try ScriptFrames(script, settings)
    let picture = try frames.codes(1)
    #expect(picture.subsampling == .full && picture.bitDepth == depth)
    return (0..<3).map { picture.code($0, 100, 50) }
  }

  /// BT.709's equations.
  private func wanted(_ red: Double, _ green: Double, _ blue: Double, depth: Int) -> [Double] {
    let y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    let step = Double(1 << (depth - 8))
    return [(16 + 219 * y) * step, (128 + 224 * (blue - y) / 1.8556) * step, (128 + 224 * (red - y) / 1.5748) * step]
  }

  @Test(
    "are read as colour",
    arguments: [
      ("a.mkv", "gbrp10le", ["-c:v", "ffv1"], 10), ("b.mkv", "gbrp12le", ["-c:v", "ffv1"], 12),
      (
        "c.mp4", "gbrp10le", ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "lossless=1:log-level=none"],
        10
      ),
      ("d.mp4", "gbrp", ["-c:v", "libx264rgb", "-qp", "0"], 8),
    ])
  func colours(_ name: String, _ format: String, _ codec: [String], _ depth: Int) throws {
    // libx264rgb's own formats are packed; its files decode to planes.
    let top = Double((1 << depth) - 1)
    let (red, green, blue) = (0.8, 0.4, 0.2)
    let stored = [green, blue, red].map { UInt16(($0 * top).rounded()) }
    let path = try write(name, (stored[0], stored[1], stored[2]), format, codec)
    let facts = try #require(try MediaFile(path: path).firstVideo?.facts.video)
    #expect(facts.cicp.matrix == 0 && facts.cicp.fullRange)
    let found = try codes(path, depth: depth)
    let wanted = wanted(red, green, blue, depth: depth)
    for (code, exact) in zip(found, wanted) { #expect(abs(Double(code) - exact) <= 1, "\(found) for \(wanted)") }
  }

  @Test("of DNxHR too")
  func dnxhr() throws {
    let path = try write("d.mov", (400, 200, 800), "gbrp10le", ["-c:v", "dnxhd", "-profile:v", "dnxhr_444"])
    let source = try FilmSource(path: path)
    #expect(source.facts.cicp.matrix == 0 && source.facts.chroma == .full)
    let top = source.facts.cicp.fullRange ? (0.0, 1023.0) : (64.0, 876.0)
    func share(_ code: Double) -> Double { (code - top.0) / top.1 }
    let found = try codes(path, depth: 10)
    let wanted = wanted(share(800), share(400), share(200), depth: 10)
    for (code, exact) in zip(found, wanted) { #expect(abs(Double(code) - exact) <= 3, "\(found) for \(wanted)") }
  }

  @Test("are refused by name with opacity")
  func alpha() throws {
    let words = ["-f", "lavfi", "-i", "color=red:size=64x64:duration=0.2", "-pix_fmt", "gbrap10le", "-c:v", "ffv1"]
    _ = try #require(try InstalledProgram.ffmpeg?.run(["-v", "error", "-y"] + words + [folder.path("a.mkv")]))
    #expect(throws: MediaError(.unsupported("planes of green, blue and red with alpha are not composed"), track: 1)) {
      try FilmSource(path: folder.path("a.mkv"))
    }
  }
}
