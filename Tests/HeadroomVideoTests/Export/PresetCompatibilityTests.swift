import Foundation
import HeadroomPixels
import HeadroomVideo
import Testing

@Suite("What presets fit")
struct PresetCompatibilityTests {
  @Test("Presets say which kinds of file they are written into, of assets with video")
  func compatibility() async throws {
    let folder = try TestFilm.Folder()
    try TestFilm.write(folder.path("a.mp4"), .hlg, frames: 2, chroma: .quarter) { _, _, _ in (400, 512, 512) }
    let film = AVURLAsset(url: URL(filePath: folder.path("a.mp4")))
    func fits(_ preset: String, _ asset: AVAsset, _ type: AVFileType?) async -> Bool {
      await AVAssetExportSession.compatibility(ofExportPreset: preset, with: asset, outputFileType: type)
    }
    #expect(await fits(AVAssetExportPresetHEVCHighestQuality, film, .mp4))
    #expect(await fits(AVAssetExportPresetAppleProRes422LPCM, film, nil))
    #expect(await !fits(AVAssetExportPresetAppleProRes422LPCM, film, .mp4))
    #expect(await !fits("AVAssetExportPresetOther", film, .mp4))
    #expect(await !fits(AVAssetExportPresetHEVCHighestQuality, AVMutableComposition(), .mp4))
    let session = try #require(
      AVAssetExportSession(asset: film, presetName: AVAssetExportPresetAppleProRes422LPCM))
    #expect(await session.compatibleFileTypes == [.mov])
    let empty = try #require(
      AVAssetExportSession(asset: AVMutableComposition(), presetName: AVAssetExportPresetHEVCHighestQuality))
    #expect(await empty.compatibleFileTypes.isEmpty)
  }

  @Test("An item can be sought where it has pictures, and not before it was read")
  func ranges() throws {
    let folder = try TestFilm.Folder()
    let item = AVPlayerItem(asset: try Playing.film(folder, frames: 6))
    #expect(item.seekableTimeRanges.isEmpty && item.loadedTimeRanges.isEmpty)
    let player = AVPlayer(playerItem: item)
    #expect(Playing.wait { item.status == .readyToPlay })
    #expect(item.seekableTimeRanges.map(\.timeRangeValue) == [CMTimeRange(start: .zero, duration: item.duration)])
    #expect(item.loadedTimeRanges.count == 1 && !item.canPlayFastReverse && !item.canPlaySlowReverse)
    player.replaceCurrentItem(with: nil)
  }
}
