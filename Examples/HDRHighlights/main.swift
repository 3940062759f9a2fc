#if Viewer
  // Shows a film in a browser with stripes over what is brighter than white, and writes the same film to a file.
  // usage: hdr-highlights CLIP OUT.mov
  import Foundation
  import Headroom
  import HeadroomViewerServer

  func say(_ words: String, to file: FileHandle = .standardOutput) { file.write(Data((words + "\n").utf8)) }

  guard CommandLine.arguments.count == 3 else {
    say("usage: hdr-highlights CLIP OUT.mov", to: .standardError)
    exit(2)
  }
  let asset = AVURLAsset(url: URL(fileURLWithPath: CommandLine.arguments[1]))
  let output = URL(fileURLWithPath: CommandLine.arguments[2])
  let composition = AVMutableVideoComposition(propertiesOf: asset)
  composition.customVideoCompositorClass = HighlightCompositor.self

  // The preview.
  let item = AVPlayerItem(asset: asset)
  item.videoComposition = composition
  let player = AVQueuePlayer()
  let looper = AVPlayerLooper(player: player, templateItem: item)
  let layer = AVPlayerLayer(player: player)
  layer.bounds = CGRect(x: 0, y: 0, width: 640, height: 360)
  let display = try BrowserDisplay()
  display.show(layer)
  player.play()
  say(display.address)

  // The film.
  Task {
    guard let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHEVCHighestQuality) else {
      return
    }
    session.videoComposition = composition
    do {
      try await session.export(to: output, as: .mov)
      say("wrote \(output.path)")
    } catch {
      say("no film: \(error)")
    }
  }
  RunLoop.main.run()
#else
  print("built without the trait Viewer: there is no page to show anything on")
#endif
