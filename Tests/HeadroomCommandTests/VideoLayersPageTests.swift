import Foundation
import Headroom
import HeadroomTestSupport
import Testing

/// The page's layers, as they stand there.
private enum Example {
  static let begin = #line
  static func layers(photo: URL, over track: AVAssetTrack) -> [AVVideoCompositionLayerInstruction] {
    let image = CIImage(contentsOf: photo, options: [.expandToHDR: true])!
    let picture = AVMutableVideoCompositionLayerInstruction(image: image)
    picture.setTransform(CGAffineTransform(scaleX: 0.25, y: 0.25), at: .zero)
    picture.setOpacityRamp(
      fromStartOpacity: 0, toEndOpacity: 1,
      timeRange: CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 2)))
    return [picture, AVMutableVideoCompositionLayerInstruction(assetTrack: track)]
  }
  static let end = #line
}

/// Pictures, titles and mixes by what applications see alone.
@Suite struct VideoLayersPageTests {
  @Test func `The page shows these very layers`() throws {
    #expect(try PrintedCode.isShown(Example.begin + 2...Example.end - 1, of: #filePath, by: "Documentation/Video.md"))
  }

  @Test func `A photo, a title and a fade of the sound become a film`() async throws {
    let scratch = try PrintedCommands.pictures()
    try PrintedCommands.films(scratch, project: "{}")
    let clip = AVURLAsset(url: scratch.file("a.mov"))
    let video = try #require(try await clip.loadTracks(withMediaType: .video).first)
    let sound = try #require(try await clip.loadTracks(withMediaType: .audio).first)
    let videoComposition = try await AVMutableVideoComposition.videoComposition(withPropertiesOf: clip)
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = CMTimeRange(start: .zero, duration: clip.duration)
    instruction.layerInstructions = Example.layers(photo: scratch.file("photo.jpg"), over: video)
    videoComposition.instructions = [instruction]
    videoComposition.animationTool = Self.title(videoComposition.renderSize)
    let end = CMTime(value: 1, timescale: 1)
    let used = CMTimeRange(start: .zero, end: end)
    #expect(try await videoComposition.isValid(for: clip, timeRange: used, validationDelegate: nil))
    let fade = AVMutableAudioMixInputParameters(track: sound)
    fade.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: used)
    let mix = AVMutableAudioMix()
    mix.inputParameters = [fade]
    let session = try #require(
      AVAssetExportSession(asset: clip, presetName: AVAssetExportPresetHEVCHighestQuality))
    (session.videoComposition, session.audioMix, session.timeRange) = (videoComposition, mix, used)
    try await session.export(to: scratch.file("titled.mov"), as: .mov)
    let object = try Headroom.run("video", "info", "--json", "titled.mov", in: scratch.folder).object()
    let tracks = try #require(object["tracks"] as? [[String: Any]])
    #expect(tracks.count == 2 && tracks.first?["frames"] as? Int == 30)
  }

  private static func title(_ size: CGSize) -> AVVideoCompositionCoreAnimationTool {
    let (film, title, root) = (CALayer(), CALayer(), CALayer())
    film.frame = CGRect(origin: .zero, size: size)
    root.frame = film.frame
    title.frame = CGRect(x: 8, y: 8, width: 40, height: 10)
    title.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    root.addSublayer(film)
    root.addSublayer(title)
    return AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: film, in: root)
  }
}
