import Foundation
import HeadroomColor
import HeadroomDisplay
import HeadroomGraphics
import HeadroomPixels
import HeadroomVideo
import Testing

/// Films on screens.
@Suite("Layers of films", .serialized)
struct PlayerLayerTests {
  /// All pixels of a code of HLG, at its peak 4.926 times reference white.
  private static func bright(_ folder: TestFilm.Folder, _ kind: TestFilm.Kind = .hlg, luma: Int = 940) throws
    -> AVPlayerItem
  {
    let path = folder.path("bright.mp4")
    let grey = kind.bitDepth == 8 ? 128 : 512
    try TestFilm.write(path, kind, frames: 4, width: 64, height: 32, chroma: .quarter) { _, _, _ in (luma, grey, grey) }
    return AVPlayerItem(url: URL(filePath: path))
  }

  private static func light(_ layer: CALayer, headroom: Double) throws -> Float {
    let display = SimulatedDisplay(potentialHeadroom: headroom, currentHeadroom: headroom)
    let image = try #require(display.emitted(by: layer))
    let data = try #require(image.dataProvider?.data)
    return unsafe data.withUnsafeBytes { unsafe $0.load(as: Float.self) }
  }

  @Test("show HLG above white where the screen has room, and not above it where it has none")
  func headroom() throws {
    let folder = try TestFilm.Folder()
    let layer = AVPlayerLayer(player: AVPlayer(playerItem: try Self.bright(folder)))
    #expect(Playing.wait { layer.isReadyForDisplay })
    #expect(abs(try Self.light(layer, headroom: 8) - 4.926) < 0.05)
    let middle = try Self.light(layer, headroom: 2)
    #expect(middle > 1.5 && middle <= 2.0001)
    #expect(try Self.light(layer, headroom: 1) <= 1.0001)
    layer.preferredDynamicRange = .standard
    #expect(try Self.light(layer, headroom: 8) <= 1.0001)
  }

  @Test("show PQ by its stated peak")
  func pq() throws {
    let folder = try TestFilm.Folder()
    let layer = AVPlayerLayer(player: AVPlayer(playerItem: try Self.bright(folder, .pq, luma: 723)))
    #expect(Playing.wait { layer.isReadyForDisplay })
    #expect(abs(try Self.light(layer, headroom: 40) - 4.926) < 0.2)
    #expect(try Self.light(layer, headroom: 1) <= 1.0001)
  }

  @Test("leave SDR as it is")
  func sdr() throws {
    let folder = try TestFilm.Folder()
    let layer = AVPlayerLayer(player: AVPlayer(playerItem: try Self.bright(folder, .sdr, luma: 235)))
    #expect(Playing.wait { layer.isReadyForDisplay })
    #expect(abs(try Self.light(layer, headroom: 8) - 1) < 0.01)
  }

  @Test("change by themselves, and go with the player's time")
  func contents() async throws {
    let folder = try TestFilm.Folder()
    let player = AVPlayer(playerItem: AVPlayerItem(asset: try Playing.film(folder, frames: 60)))
    let layer = AVPlayerLayer(player: player)
    #expect(Playing.wait { layer.isReadyForDisplay })
    let first = try #require(layer.contents as? CVPixelBuffer)
    player.play()
    #expect(Playing.wait { (layer.contents as? CVPixelBuffer) !== first })
    player.pause()
    #expect(await player.seek(to: .zero))
    let again = try #require(layer.contents as? CVPixelBuffer)
    #expect(Reading.md5(again, isDeep: true) == Reading.md5(first, isDeep: true))
    layer.player = nil
    #expect(layer.contents == nil)
  }

  @Test("fit pictures into their bounds")
  func gravity() throws {
    let folder = try TestFilm.Folder()
    let layer = AVPlayerLayer(player: AVPlayer(playerItem: try Self.bright(folder)))
    layer.frame = CGRect(x: 5, y: 5, width: 200, height: 200)
    #expect(Playing.wait { layer.videoRect != .zero })
    #expect(layer.videoRect == CGRect(x: 0, y: 50, width: 200, height: 100))
    layer.videoGravity = .resizeAspectFill
    #expect(layer.videoRect == CGRect(x: -100, y: 0, width: 400, height: 200))
    layer.videoGravity = .resize
    #expect(layer.videoRect == layer.bounds)
    #expect(layer.contentsGravity == .resize)
  }

  @Test("of samples show each from its time on")
  func samples() throws {
    let folder = try TestFilm.Folder()
    let asset = try Playing.film(folder, frames: 12)
    let composition = AVMutableVideoComposition(propertiesOf: asset)
    let output = AVAssetReaderVideoCompositionOutput(
      videoTracks: asset.contentsOrNone.tracks(of: .video), videoSettings: nil)
    output.videoComposition = composition
    let samples = try Reading.samples(asset, output)
    let layer = AVSampleBufferDisplayLayer()
    let timebase = CMTimebase(sourceClock: .hostTimeClock)
    layer.controlTimebase = timebase
    #expect(layer.timebase === timebase)
    #expect(layer.isReadyForMoreMediaData && layer.status == .unknown)
    for sample in samples { layer.enqueue(sample) }
    #expect(!layer.isReadyForMoreMediaData && layer.status == .rendering)
    #expect(layer.displayedPixelBuffer() === samples[0].imageBuffer)
    try timebase.setTime(CMTime(value: 11, timescale: 60))
    #expect(layer.displayedPixelBuffer() === samples[5].imageBuffer)
    #expect(try Self.light(layer, headroom: 8) > 0)
    layer.flush()
    try timebase.setTime(Playing.time(9))
    #expect(layer.displayedPixelBuffer() === samples[5].imageBuffer)
    layer.flushAndRemoveImage()
    #expect(!layer.isReadyForDisplay)
  }

  @Test("of samples ask for more while few wait, and refuse coded ones")
  func requests() throws {
    let folder = try TestFilm.Folder()
    let asset = try Playing.film(folder, frames: 3)
    let samples = try Reading.samples(
      asset, AVAssetReaderTrackOutput(track: try Reading.video(asset), outputSettings: nil))
    let layer = AVSampleBufferDisplayLayer()
    let asked = Counter()
    layer.requestMediaDataWhenReady(on: DispatchQueue(label: "samples")) { asked.add() }
    #expect(Playing.wait { asked.count > 2 })
    layer.stopRequestingMediaData()
    layer.enqueue(samples[0])
    #expect(layer.status == .failed)
    #expect(layer.error is AVError && layer.requiresFlushToResumeDecoding)
    #expect(layer.timebase.rate == 1 && layer.timebase.time <= CMClock.hostTimeClock.time)
    layer.flush()
    #expect(!layer.requiresFlushToResumeDecoding)
    #expect(layer.status == .unknown)
  }

  @Test("HDR can be played where a screen has room")
  func eligible() throws {
    let notices = Counter()
    let token = NotificationCenter.default.addObserver(
      forName: AVPlayer.eligibleForHDRPlaybackDidChangeNotification, object: nil, queue: nil
    ) { _ in notices.add() }
    defer { NotificationCenter.default.removeObserver(token) }
    let before = AVPlayer.eligibleForHDRPlayback
    let display = SimulatedDisplay(potentialHeadroom: 4, currentHeadroom: 1)
    display.connect()
    #expect(AVPlayer.eligibleForHDRPlayback)
    #expect(before || notices.count >= 1)
    display.disconnect()
    // Other tests may have screens of their own meanwhile.
    #expect(AVPlayer.eligibleForHDRPlayback || before || notices.count >= 2)
  }
}
