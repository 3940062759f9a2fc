import Foundation
import HeadroomColor
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomPixels
import HeadroomTestSupport
import HeadroomVideo
import Synchronization
import Testing

@Suite("Image generators")
struct ImageGeneratorTests {
  private let folder: TestFilm.Folder
  private let asset: AVURLAsset

  /// Thirty frames a second; luma tells the frame.
  init() throws {
    folder = try TestFilm.Folder()
    try TestFilm.write(folder.path("a.mp4"), .hlg, frames: 30, width: 64, height: 32, chroma: .quarter) { frame, _, _ in
      (400 + 10 * frame, 512, 512)
    }
    asset = AVURLAsset(url: URL(filePath: folder.path("a.mp4")))
  }

  private func exact(_ asset: AVAsset? = nil) -> AVAssetImageGenerator {
    let generator = AVAssetImageGenerator(asset: asset ?? self.asset)
    (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
    return generator
  }

  /// The first component of a picture's middle, 0...1.
  private func level(_ image: CGImage) throws -> Double {
    let bytes = try #require(image.dataProvider?.data)
    let offset = image.height / 2 * image.bytesPerRow + image.width / 2 * image.bitsPerPixel / 8
    if image.bitsPerComponent == 8 { return Double(bytes[offset]) / 255 }
    return Double(UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8) / 65535
  }

  private func signal(_ frame: Int) -> Double { Double(400 + 10 * frame - 64) / 876 }

  @Test("give the frame that is shown at a time, as bright as it is")
  func exactFrames() async throws {
    let generator = exact()
    generator.dynamicRangePolicy = .matchSource
    for frame in [29, 3, 17, 0, 4] {
      let asked = CMTime(value: Int64(frame) * 20 + 7, timescale: 600)
      let (image, time) = try await generator.image(at: asked)
      #expect(time == CMTime(value: Int64(frame), timescale: 30))
      #expect((image.width, image.height) == (64, 32))
      #expect(image.bitsPerComponent == 16 && image.colorSpace?.name == CGColorSpace.itur_2100_HLG)
      #expect(abs(try level(image) - signal(frame)) < 0.0002, "frame \(frame)")
    }
  }

  @Test("give SDR at first: the curve of BT.709, and the primaries of the source")
  func standardRange() async throws {
    let (image, _) = try await exact().image(at: .zero)
    #expect(image.bitsPerComponent == 8)
    let space = try #require(image.colorSpace)
    #expect(space.encoding.primaries == .bt2020 && !space.isHDR())
    // 203 cd/m2 and what is darker stay as they are relative to white.
    let white = try await exact(try film("white.mp4", luma: 721)).image(at: .zero).image
    let (dark, bright) = (try level(image), try level(white))
    #expect(abs(bright - 1) < 0.15 && dark < bright)
  }

  private func film(_ name: String, luma: Int, width: Int = 64) throws -> AVURLAsset {
    try TestFilm.write(folder.path(name), .hlg, frames: 4, width: width, chroma: .quarter) { _, _, _ in
      (luma, 512, 512)
    }
    return AVURLAsset(url: URL(filePath: folder.path(name)))
  }

  @Test("take a frame that decodes alone where it is near enough")
  func tolerance() async throws {
    let generator = AVAssetImageGenerator(asset: asset)
    #expect(generator.requestedTimeToleranceBefore == .positiveInfinity)
    let late = CMTime(value: 20, timescale: 30)
    #expect(try await generator.image(at: late).actualTime == .zero)
    generator.requestedTimeToleranceBefore = CMTime(value: 1, timescale: 30)
    #expect(try await generator.image(at: late).actualTime == late)
  }

  @Test("have no picture behind the end, unless one is near enough")
  func ends() async throws {
    let generator = exact()
    let error = await #expect(throws: AVError.self) { try await generator.image(at: CMTime(value: 2, timescale: 1)) }
    #expect(error?.code == .noImageAtTime && error?.time == CMTime(value: 2, timescale: 1))
    generator.requestedTimeToleranceBefore = CMTime(value: 2, timescale: 1)
    generator.requestedTimeToleranceAfter = .zero
    // The nearest that decodes alone is 2 s before.
    #expect(try await generator.image(at: CMTime(value: 2, timescale: 1)).actualTime == .zero)
    generator.requestedTimeToleranceBefore = CMTime(value: 3, timescale: 2)
    #expect(
      try await generator.image(at: CMTime(value: 2, timescale: 1)).actualTime == CMTime(value: 29, timescale: 30))
    await #expect(throws: AVError.self) { try await exact().image(at: .invalid) }
  }

  @Test("keep the shape of pictures that are made smaller")
  func sizes() async throws {
    let generator = exact()
    generator.maximumSize = CGSize(width: 16, height: 16)
    let small = try await generator.image(at: .zero).image
    #expect((small.width, small.height) == (16, 8))
    generator.maximumSize = CGSize(width: 0, height: 4)
    let flat = try await generator.image(at: .zero).image
    #expect((flat.width, flat.height) == (8, 4))
    generator.maximumSize = CGSize(width: 640, height: 640)
    let whole = try await generator.image(at: .zero).image
    #expect((whole.width, whole.height) == (64, 32))
  }

  @Test("give sequences in order, each with its error")
  func sequences() async throws {
    let times = [5, 90, 2].map { CMTime(value: $0, timescale: 30) }
    var found: [CMTime?] = []
    for await element in exact().images(for: times) {
      #expect(element.requestedTime == times[found.count])
      found.append(try? element.actualTime)
      if case .failure(_, let error) = element { #expect((error as? AVError)?.code == .noImageAtTime) }
    }
    #expect(found == [times[0], nil, times[2]])
  }

  @Test("compose as a video composition says, and see clients' filters")
  func composition() async throws {
    let generator = exact()
    generator.dynamicRangePolicy = .matchSource
    generator.videoComposition = AVMutableVideoComposition(asset: asset) { request in
      request.finish(
        with: request.sourceImage.transformed(by: CGAffineTransform(scaleX: 1, y: 1)).applyingFilter(
          "CIExposureAdjust", parameters: ["inputEV": 1.0]), context: nil)
    }
    let brighter = try await generator.image(at: CMTime(value: 1, timescale: 30)).image
    #expect(try level(brighter) > signal(1) + 0.02)
  }

  @Test("answer each request once, also those that are cancelled")
  func cancelling() async throws {
    let generator = exact()
    let answers = Mutex<[AVAssetImageGenerator.Result]>([])
    let gate = DispatchSemaphore(value: 0)
    generator.videoComposition = AVMutableVideoComposition(asset: asset) { request in
      gate.wait()
      request.finish(with: request.sourceImage, context: nil)
    }
    let times = (0..<10).map { NSValue(time: CMTime(value: $0, timescale: 30)) }
    await withCheckedContinuation { continuation in
      generator.generateCGImagesAsynchronously(forTimes: times) { _, image, _, result, error in
        #expect((image != nil) == (result == .succeeded) && error == nil)
        let count = answers.withLock { answers in
          answers.append(result)
          return answers.count
        }
        if count == 1 { generator.cancelAllCGImageGeneration() }
        if count == 10 { continuation.resume() }
      }
      for _ in 0..<10 { gate.signal() }
    }
    #expect(answers.withLock { $0 } == [.succeeded] + Array(repeating: .cancelled, count: 9))
  }

  @Test("of no video say so")
  func noVideo() async throws {
    let error = await #expect(throws: AVError.self) { try await exact(AVMutableComposition()).image(at: .zero) }
    #expect(error?.code == .noImageAtTime)
  }

  @Test("equal the frames of a phone's clip, upright where that is wanted", .enabled(if: Clip.areHere, "no clips"))
  func phone() async throws {
    let generator = exact(AVURLAsset(url: URL(filePath: Clip.path("iphone-dv84-hlg-rot90.mov"))))
    generator.maximumSize = CGSize(width: 320, height: 320)
    let lying = try await generator.image(at: CMTime(value: 1, timescale: 2)).image
    #expect((lying.width, lying.height) == (320, 180))
    generator.appliesPreferredTrackTransform = true
    let standing = try await generator.image(at: CMTime(value: 1, timescale: 2)).image
    #expect((standing.width, standing.height) == (180, 320))
  }
}
