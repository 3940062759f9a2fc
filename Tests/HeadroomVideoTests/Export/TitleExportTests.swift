import Foundation
import HeadroomDisplay
import HeadroomGraphics
import HeadroomTestSupport
import HeadroomVideo
import Testing

/// Titles of exported films, as another program reads them.
@Suite("Titles of exported films", .enabled(if: Clip.canBeCompared))
struct TitleExportTests {
  /// The luma of a rectangle of a film's first frame in ten bits, by the ffmpeg program.
  private func luma(_ path: String, _ x: Int, _ y: Int, _ width: Int, _ height: Int) throws -> [Int] {
    let data = try InstalledProgram.ffmpeg?.run(
      [
        "-v", "error", "-i", path, "-frames:v", "1", "-vf", "extractplanes=y,crop=\(width):\(height):\(x):\(y):exact=1",
        "-f", "rawvideo", "-pix_fmt", "gray10le", "-",
      ])
    let bytes = try #require(data)
    return stride(from: 0, to: bytes.count - 1, by: 2).map { Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8 }
  }

  @Test func `White over an HLG clip is luma 721, the clip beside it keeps its codes`() async throws {
    let folder = try TemporaryFolder()
    let clip = AVURLAsset(url: Clip.folder.appending(path: "h264-hlg-amve.mov"))
    let composition = try await AVMutableVideoComposition.videoComposition(withPropertiesOf: clip)
    let (film, title, root) = (CALayer(), CALayer(), CALayer())
    film.frame = CGRect(origin: .zero, size: composition.renderSize)
    root.frame = film.frame
    title.frame = CGRect(x: 192, y: 96, width: 256, height: 128)
    title.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    root.addSublayer(film)
    root.addSublayer(title)
    composition.animationTool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: film, in: root)
    let session = try #require(AVAssetExportSession(asset: clip, presetName: AVAssetExportPresetAppleProRes422LPCM))
    session.videoComposition = composition
    session.timeRange = CMTimeRange(start: .zero, duration: time(1, 8))
    try await session.export(to: URL(filePath: folder.path("titled.mov")), as: .mov)
    // Away from the title's edges, by two of the codec's blocks.
    let white = try luma(folder.path("titled.mov"), 224, 128, 192, 64)
    #expect(white.count == 192 * 64)
    #expect(white.allSatisfy { abs($0 - 721) <= 1 }, "\(Set(white).sorted())")
    let (beside, source) = (
      try luma(folder.path("titled.mov"), 0, 240, 640, 96), try luma(Clip.path("h264-hlg-amve.mov"), 0, 240, 640, 96)
    )
    #expect(beside.count == source.count && beside.count == 640 * 96)
    let error = zip(beside, source).map { Double(abs($0 - $1)) }.reduce(0, +) / Double(beside.count)
    #expect(error < 2, "\(error)")
  }
}
