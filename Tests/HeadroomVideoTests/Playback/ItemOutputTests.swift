import Foundation
import HeadroomDisplay
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomPixels
import HeadroomVideo
import Synchronization
import Testing

/// Pictures of items, of any time.
@Suite("An output of an item")
struct ItemOutputTests {
  private struct OwnError: Error, Equatable {}

  @Test("gives the frames of an export, bit for bit, at any time")
  func exact() throws {
    let folder = try TestFilm.Folder()
    let asset = try Playing.film(folder, frames: 45)
    let composition = Playing.filtered(asset)
    let frames = try Playing.exported(asset, composition)
    #expect(Set(frames).count == 45)
    let item = AVPlayerItem(asset: asset)
    item.videoComposition = composition
    let output = AVPlayerItemVideoOutput(pixelBufferAttributes: [kCVPixelBufferPixelFormatTypeKey: Playing.x420])
    item.add(output)
    var numbers = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      let time = CMTime(value: .random(in: 0..<1500, using: &numbers), timescale: 1000)
      let (buffer, start) = try #require(Playing.picture(output, at: time))
      let number = Int(time.value * 30 / 1000)
      #expect(Reading.md5(buffer, isDeep: true) == frames[number], "\(time)")
      #expect(start == Playing.time(CMTimeValue(number)))
    }
    #expect(item.status == .readyToPlay)
  }

  @Test("shows the last frame behind the end, and nothing before the start")
  func ends() throws {
    let folder = try TestFilm.Folder()
    let item = AVPlayerItem(asset: try Playing.film(folder, frames: 4))
    let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
    item.add(output)
    #expect(try #require(Playing.picture(output, at: Playing.time(99))).start == Playing.time(3))
    #expect(Playing.picture(output, at: Playing.time(-1)) == nil)
    #expect(Playing.picture(output, at: .invalid) == nil)
  }

  @Test("says which frames are new")
  func new() throws {
    let folder = try TestFilm.Folder()
    let item = AVPlayerItem(asset: try Playing.film(folder, frames: 4))
    let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
    #expect(!output.hasNewPixelBuffer(forItemTime: .zero))
    item.add(output)
    #expect(output.hasNewPixelBuffer(forItemTime: .zero))
    _ = Playing.picture(output, at: .zero)
    #expect(!output.hasNewPixelBuffer(forItemTime: CMTime(value: 1, timescale: 60)))
    #expect(output.hasNewPixelBuffer(forItemTime: Playing.time(1)))
    item.remove(output)
    #expect(Playing.picture(output, at: .zero) == nil)
  }

  @Test("converts to linear light of Display P3 in half floats")
  func linear() throws {
    let folder = try TestFilm.Folder()
    let path = folder.path("flat.mp4")
    try TestFilm.write(path, .hlg, frames: 2, chroma: .quarter) { _, _, _ in (940, 512, 512) }
    let item = AVPlayerItem(url: URL(filePath: path))
    let output = AVPlayerItemVideoOutput(outputSettings: [
      AVVideoColorPropertiesKey: [
        AVVideoColorPrimariesKey: AVVideoColorPrimaries_P3_D65,
        AVVideoTransferFunctionKey: AVVideoTransferFunction_Linear,
        AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_709_2,
      ] as [String: any Sendable],
      kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_64RGBAHalf,
    ])
    item.add(output)
    let (buffer, _) = try #require(Playing.picture(output, at: .zero))
    #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_64RGBAHalf)
    #expect(abs(Float(try Reading.load(buffer, as: Float16.self)) - 4.926) < 0.03)
    #expect(
      CVBufferCopyAttachment(buffer, kCVImageBufferColorPrimariesKey, nil) as? String == AVVideoColorPrimaries_P3_D65)
  }

  @Test("takes colour from its settings, not from attributes")
  func attributes() throws {
    let folder = try TestFilm.Folder()
    let color: [String: any Sendable] = [
      AVVideoColorPropertiesKey: [
        AVVideoColorPrimariesKey: AVVideoColorPrimaries_ITU_R_709_2,
        AVVideoTransferFunctionKey: AVVideoTransferFunction_ITU_R_709_2,
        AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_709_2,
      ] as [String: any Sendable]
    ]
    let item = AVPlayerItem(asset: try Playing.film(folder, frames: 2))
    let outputs = [
      AVPlayerItemVideoOutput(pixelBufferAttributes: color), AVPlayerItemVideoOutput(outputSettings: color),
    ]
    let transfers = try outputs.map { output in
      item.add(output)
      let (buffer, _) = try #require(Playing.picture(output, at: .zero))
      return CVBufferCopyAttachment(buffer, kCVImageBufferTransferFunctionKey, nil) as? String
    }
    #expect(transfers == [kCVImageBufferTransferFunction_ITU_R_2100_HLG, kCVImageBufferTransferFunction_ITU_R_709_2])
  }

  @Test("whose settings mean nothing makes the item fail")
  func settings() throws {
    let folder = try TestFilm.Folder()
    let item = AVPlayerItem(asset: try Playing.film(folder, frames: 2))
    let output = AVPlayerItemVideoOutput(outputSettings: [kCVPixelBufferPixelFormatTypeKey: 7])
    item.add(output)
    #expect(Playing.picture(output, at: .zero) == nil)
    #expect(item.status == .failed)
    #expect((item.error as? AVError)?.underlying is ReaderError)
  }

  @Test("of a handler that fails makes the item fail, with the time, and says so once")
  func failing() throws {
    let folder = try TestFilm.Folder()
    let asset = try Playing.film(folder, frames: 10)
    let item = AVPlayerItem(asset: asset)
    item.videoComposition = AVMutableVideoComposition(asset: asset) { request in
      if request.compositionTime >= Playing.time(5) { return request.finish(with: OwnError()) }
      request.finish(with: request.sourceImage, context: nil)
    }
    let notices = Mutex(0)
    let token = NotificationCenter.default.addObserver(
      forName: AVPlayerItem.failedToPlayToEndTimeNotification, object: item, queue: nil
    ) { notice in
      let error = notice.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? AVError
      if error?.underlying is OwnError { notices.withLock { $0 += 1 } }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
    item.add(output)
    #expect(Playing.picture(output, at: Playing.time(4)) != nil)
    #expect(item.status == .readyToPlay)
    #expect(Playing.picture(output, at: Playing.time(6)) == nil)
    #expect(Playing.picture(output, at: Playing.time(7)) == nil)
    #expect(item.status == .failed)
    #expect((item.error as? AVError)?.time == Playing.time(6))
    #expect(notices.withLock { $0 } == 1)
  }

  @Test("of a file that is none makes the item fail")
  func missing() throws {
    let item = AVPlayerItem(url: URL(filePath: "/nowhere/none.mp4"))
    let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
    item.add(output)
    #expect(item.status == .unknown)
    #expect(Playing.picture(output, at: .zero) == nil)
    #expect(item.status == .failed)
    #expect(item.error is AVError)
  }

  @Test("follows another video composition")
  func recomposed() throws {
    let folder = try TestFilm.Folder()
    let asset = try Playing.film(folder, frames: 3)
    let item = AVPlayerItem(asset: asset)
    let output = AVPlayerItemVideoOutput(pixelBufferAttributes: [kCVPixelBufferPixelFormatTypeKey: Playing.x420])
    item.add(output)
    var hashes: [String] = []
    for amount in [0, 1, 2.0] {
      item.videoComposition = Playing.filtered(asset, amount)
      hashes.append(Reading.md5(try #require(Playing.picture(output, at: .zero)).buffer, isDeep: true))
    }
    #expect(Set(hashes).count == 3)
  }

  @Test("takes no titles: exports draw them")
  func titles() throws {
    let folder = try TestFilm.Folder()
    let asset = try Playing.film(folder, frames: 2)
    let composition = AVMutableVideoComposition(propertiesOf: asset)
    let (film, tree) = (CALayer(), CALayer())
    tree.addSublayer(film)
    composition.animationTool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: film, in: tree)
    let item = AVPlayerItem(asset: asset)
    item.videoComposition = composition
    let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
    item.add(output)
    #expect(Playing.picture(output, at: .zero) == nil)
    #expect((item.error as? AVError)?.underlying as? PlayerError == .animationTool)
  }
}
