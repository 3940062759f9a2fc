import Foundation
import HeadroomColor
import HeadroomGraphics
import HeadroomImage
import HeadroomPixels
import HeadroomVideo
import Testing

/// Films of one grey, composed with other layers, and what their frames hold.
struct LayerFilms {
  private let folder: TestFilm.Folder

  init() throws { folder = try TestFilm.Folder() }

  /// A film of 64 x 64 pixels and 10 frames.
  func film(_ kind: TestFilm.Kind = .hlg, luma: Int) throws -> AVURLAsset {
    let neutral = kind.bitDepth == 8 ? 128 : 512
    let name = "\(kind.cicp.transfer)-\(luma).mp4"
    try TestFilm.write(folder.path(name), kind, frames: 10) { _, _, _ in (luma, neutral, neutral) }
    return AVURLAsset(url: URL(filePath: folder.path(name)))
  }

  func instruction(_ layers: [AVVideoCompositionLayerInstruction], titles: Bool = true) -> AVVideoCompositionInstruction
  {
    AVVideoCompositionInstruction(
      configuration: .init(
        enablePostProcessing: titles, layerInstructions: layers, timeRange: range(time(0), time(1, 3))))
  }

  func composition(
    _ instruction: AVVideoCompositionInstruction, tool: AVVideoCompositionCoreAnimationTool? = nil,
    _ change: (inout AVVideoComposition.Configuration) -> Void = { _ in }
  ) -> AVVideoComposition {
    var configuration = AVVideoComposition.Configuration(
      animationTool: tool, frameDuration: time(1, 30), instructions: [instruction],
      renderSize: CGSize(width: 64, height: 64))
    change(&configuration)
    return AVVideoComposition(configuration: configuration)
  }

  func script(_ asset: AVAsset, _ composition: AVVideoComposition) throws -> CompositionScript {
    let used = range(time(0), time(1, 3))
    return try CompositionScript(try #require(try MovieTimeline(asset, composition, range: used).video), in: used)
  }

  /// The codes of a frame as an export gives them to its encoder.
  func codes(_ asset: AVAsset, _ composition: AVVideoComposition, frame: Int = 0) throws -> PlanarPicture {
    try ScriptFrames(try script(asset, composition)).codes(frame)
  }

  /// The HLG code of a grey on a display of 1000 cd/m², above 1/12 of its range (ITU-R BT.2100 table 5).
  static func luma(nits: Double) -> Int {
    let scene = Foundation.pow(nits / 1000, 1 / 1.2)
    let signal = 0.17883277 * Foundation.log(12 * scene - 0.28466892) + 0.55991073
    return Int((64 + 876 * signal).rounded())
  }

  /// Why a composition is refused.
  func refusal(_ asset: AVAsset, _ composition: AVVideoComposition) -> VideoCompositionError? {
    do {
      _ = try MovieTimeline(asset, composition, range: range(time(0), time(1, 3)))
      return nil
    } catch {
      return error.underlying as? VideoCompositionError
    }
  }
}

extension CIImage {
  /// A rectangle of one grey of light, 1.0 being reference white.
  static func grey(_ light: Double, _ width: Double = 64, _ height: Double = 64) throws -> CIImage {
    let space = try #require(CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
    let color = try #require(CIColor(red: light, green: light, blue: light, colorSpace: space))
    return CIImage(color: color).cropped(to: CGRect(x: 0, y: 0, width: width, height: height))
      .settingContentHeadroom(Float(max(light, 1)))
  }
}
