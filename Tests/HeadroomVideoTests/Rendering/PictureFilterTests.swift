import Foundation
import HeadroomColor
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomPixels
import HeadroomVideo
import Synchronization
import Testing

/// A client's filters on each picture.
@Suite("A handler of pictures")
struct PictureFilterTests {
  private struct OwnError: Error, Equatable {}

  private static func film(_ folder: TestFilm.Folder, luma: Int, frames: Int = 8) throws -> AVURLAsset {
    let path = folder.path("source.mp4")
    try TestFilm.write(path, .hlg, frames: frames, chroma: .quarter) { _, _, _ in (luma, 512, 512) }
    return AVURLAsset(url: URL(filePath: path))
  }

  private static func frames(_ asset: AVAsset, _ composition: AVVideoComposition) throws -> ScriptFrames {
    let timeline = try MovieTimeline(asset, composition)
    let video = try #require(timeline.video)
    return try ScriptFrames(try CompositionScript(video, in: CMTimeRange(start: .zero, duration: timeline.duration)))
  }

  private static func code(_ picture: PlanarPicture) -> Int { picture.code(0, 8, 8) }

  @Test("leaves a flat picture as it was", arguments: [64, 300, 502, 721, 940])
  func flat(_ luma: Int) throws {
    let folder = try TestFilm.Folder()
    let asset = try Self.film(folder, luma: luma)
    let composition = AVMutableVideoComposition(asset: asset) { request in
      let blurred = request.sourceImage.clampedToExtent().applyingFilter(
        "CIZoomBlur", parameters: ["inputAmount": 8, kCIInputCenterKey: CIVector(x: 32, y: 32)])
      request.finish(with: blurred.cropped(to: request.sourceImage.extent), context: nil)
    }
    let frames = try Self.frames(asset, composition)
    #expect(frames.count == 8)
    #expect(abs(Self.code(try frames.codes(3)) - luma) <= 1)
  }

  @Test("sees light above white, in the working space of Core Image")
  func light() throws {
    let folder = try TestFilm.Folder()
    let asset = try Self.film(folder, luma: 940)
    let seen = Mutex<[Float]>([])
    let composition = AVMutableVideoComposition(asset: asset) { request in
      let context = CIContext()
      var pixel = [Float](repeating: 0, count: 4)
      unsafe context.render(
        request.sourceImage, toBitmap: &pixel, rowBytes: 16, bounds: CGRect(x: 10, y: 10, width: 1, height: 1),
        format: .RGBAf,
        colorSpace: CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
      seen.withLock { $0 = pixel }
      request.finish(with: request.sourceImage, context: nil)
    }
    let frames = try Self.frames(asset, composition)
    _ = try frames.codes(0)
    let pixel = seen.withLock { $0 }
    for value in pixel.prefix(3) { #expect(abs(value - 4.926) < 0.01, "\(pixel)") }
  }

  /// Red of (2, 0, 0) in extended linear sRGB is 473 in HLG's luma; in BT.2020's primaries it would be 272 or another.
  @Test("gives colours in the working space, not in the composition's primaries")
  func primaries() throws {
    let folder = try TestFilm.Folder()
    let asset = try Self.film(folder, luma: 721)
    let composition = AVMutableVideoComposition(asset: asset) { request in
      let space = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)
      let red = space.flatMap { CIColor(red: 2, green: 0, blue: 0, colorSpace: $0) } ?? .red
      request.finish(with: CIImage(color: red), context: nil)
    }
    let frames = try Self.frames(asset, composition)
    #expect(abs(Self.code(try frames.codes(0)) - 473) <= 1)
  }

  @Test("may go below zero and infinite")
  func negative() throws {
    let folder = try TestFilm.Folder()
    let asset = try Self.film(folder, luma: 940)
    let composition = AVMutableVideoComposition(asset: asset) { request in
      request.finish(with: request.sourceImage.applyingFilter("CIColorInvert").clampedToExtent(), context: nil)
    }
    let frames = try Self.frames(asset, composition)
    #expect(Self.code(try frames.codes(0)) <= 64)
  }

  @Test("plans once while the recipe keeps its shape")
  func plannings() throws {
    let folder = try TestFilm.Folder()
    let asset = try Self.film(folder, luma: 500)
    let composition = AVMutableVideoComposition(asset: asset) { request in
      let lit = request.sourceImage.applyingFilter(
        "CIExposureAdjust", parameters: ["inputEV": request.compositionTime.seconds])
      request.finish(with: lit.applyingFilter("CIVibrance", parameters: ["inputAmount": 0.3]), context: nil)
    }
    let frames = try Self.frames(asset, composition)
    let codes = try (0..<frames.count).map { Self.code(try frames.codes($0)) }
    #expect(codes == codes.sorted())
    #expect(codes[0] < codes[7])
    #expect(frames.renderer.plannings <= 2)
  }

  @Test("that throws ends the export with its error and the time")
  func failing() async throws {
    let folder = try TestFilm.Folder()
    let asset = try Self.film(folder, luma: 500)
    let composition = try await AVVideoComposition(applyingFiltersTo: asset) { parameters in
      if parameters.compositionTime.seconds > 0.15 { throw OwnError() }
      return AVCIImageFilteringResult(resultImage: parameters.sourceImage)
    }
    let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHEVCHighestQuality))
    session.videoComposition = composition
    let url = URL(filePath: folder.path("out.mov"))
    let error = await #expect(throws: AVError.self) { try await session.export(to: url, as: .mov) }
    #expect(error?.underlying is OwnError)
    #expect(error?.time == CMTime(value: 5, timescale: 30))
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test("sees the first enabled track upright", .enabled(if: Clip.areHere, "no clips"))
  func upright() async throws {
    let asset = AVURLAsset(url: URL(filePath: Clip.path("iphone-dv84-hlg-rot90.mov")))
    let composition = try await AVMutableVideoComposition.videoComposition(with: asset) { request in
      request.finish(with: request.sourceImage, context: nil)
    }
    #expect(composition.renderSize == CGSize(width: 1080, height: 1920))
    let frames = try Self.frames(asset, composition)
    let image = try frames.image(3)
    #expect(image.extent == CGRect(x: 0, y: 0, width: 1080, height: 1920))
  }
}
