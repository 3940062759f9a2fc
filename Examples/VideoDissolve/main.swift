// Joins clips with dissolves in linear light: HLG, PQ and SDR in one film.
// usage: VideoDissolve SECONDS CLIP CLIP... OUTPUT.mov
import Foundation
import Headroom

struct Film {
  let composition = AVMutableComposition()
  let pictures = AVMutableVideoComposition()
  private var layers: [(layer: AVMutableVideoCompositionLayerInstruction, range: CMTimeRange)] = []

  mutating func append(_ clip: URL, dissolve: CMTime) async throws {
    let asset = AVURLAsset(url: clip)
    guard let video = try await asset.loadTracks(withMediaType: .video).first else {
      throw AVError(.fileFormatNotRecognized)
    }
    let (range, size, turn) = try await video.load(.timeRange, .naturalSize, .preferredTransform)
    let start = layers.last.map { $0.range.end - dissolve } ?? .zero
    let place = CMTimeRange(start: start, duration: range.duration)
    guard
      let track = composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)
    else { throw AVError(.unknown) }
    try track.insertTimeRange(range, of: video, at: start)
    if let sound = try await asset.loadTracks(withMediaType: .audio).first,
      let own = composition.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
    {
      try own.insertTimeRange(range, of: sound, at: start)
    }
    let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
    layer.setTransform(turn, at: .zero)
    if layers.isEmpty { pictures.renderSize = CGRect(origin: .zero, size: size).applying(turn).size }
    // The clip before lies on top, and fades out over this one.
    layers.last?.layer.setOpacityRamp(
      fromStartOpacity: 1, toEndOpacity: 0, timeRange: CMTimeRange(start: start, duration: dissolve))
    layers.append((layer, place))
  }

  func export(to file: URL) async throws {
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = CMTimeRange(start: .zero, end: layers.last?.range.end ?? .zero)
    instruction.layerInstructions = layers.map(\.layer)
    pictures.instructions = [instruction]
    pictures.frameDuration = CMTime(value: 1, timescale: 30)
    guard let session = AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetHEVCHighestQuality)
    else { throw AVError(.unknown) }
    session.videoComposition = pictures
    try await session.export(to: file, as: .mov)
  }
}

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count >= 4, let seconds = arguments.first.flatMap(Double.init), let output = arguments.last else {
  print("usage: VideoDissolve SECONDS CLIP CLIP... OUTPUT.mov")
  exit(2)
}
do {
  var film = Film()
  for clip in arguments.dropFirst().dropLast() {
    try await film.append(URL(filePath: clip), dissolve: CMTime(seconds: seconds, preferredTimescale: 600))
  }
  try await film.export(to: URL(filePath: output))
  let track = try await AVURLAsset(url: URL(filePath: output)).loadTracks(withMediaType: .video)[0]
  let (range, kinds) = try await track.load(.timeRange, .mediaCharacteristics)
  print("\(range.duration.seconds) s, \(kinds.contains(.containsHDRVideo) ? "HDR" : "SDR")")
} catch {
  print("no film: \(error)")
  exit(1)
}
