internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomPixels

/// The pictures of a script in the form that a client wants: composed as an export composes them, each as a pixel buffer.
/// One thread at a time.
final class ComposedForm {
  private let output: PictureOutput
  private let siting: YCbCrEncoding.Siting

  /// - Parameters:
  ///   - script: in its own colour and size.
  ///   - policy: what becomes of metadata of light.
  /// - Throws: where pictures cannot be given as wanted.
  init(
    _ script: any FrameScript, _ policy: AVVideoComposition.PerFrameHDRDisplayMetadataPolicy,
    _ settings: PictureSettings
  ) throws(MediaError) {
    let isHDR = VideoDynamicRange(transfer: script.color.transfer) != .sdr
    let depth = isHDR || script.sources.contains { $0.facts.bitDepth > 8 } ? 10 : 8
    let format = settings.pixelFormat ?? BiplanarForm.code(depth: depth, .quarter, isFullRange: false)
    let color = settings.color(natural: script.color, format)
    let size = settings.size ?? (script.width, script.height)
    siting = FilmPlan.siting(script.colored(color))
    output = try PictureOutput(
      format, width: size.width, height: size.height, color,
      extensions: Self.extensions(script, policy, color, siting), statesColor: true)
  }

  /// What an export says of the frames: where chroma lies, and how bright they are.
  private static func extensions(
    _ script: any FrameScript, _ policy: AVVideoComposition.PerFrameHDRDisplayMetadataPolicy, _ color: CICP,
    _ siting: YCbCrEncoding.Siting
  ) -> CMFormatDescription.Extensions {
    var extensions = CMFormatDescription.Extensions()
    extensions[.chromaLocationTopField] = ImageBufferColor.location(of: siting).map { .string($0) }
    guard policy == .propagate, color.hasColor(of: script.color) else { return extensions }
    let light = FilmLight(script)
    extensions[.masteringDisplayColorVolume] = (light.metadata.mastering?.seiBytes).map { .data(Data($0)) }
    extensions[.contentLightLevelInfo] = (light.metadata.lightLevel?.seiBytes).map { .data(Data($0)) }
    extensions[.ambientViewingEnvironment] = (light.ambient?.seiBytes).map { .data(Data($0)) }
    return extensions
  }

  /// A script whose frames have the colour and the size of the form.
  func script(_ script: any FrameScript) -> any FrameScript {
    script.colored(scriptColor).scaled(width: output.width, height: output.height)
  }

  /// What light is made for. Linear light is kept as bright as it is, as PQ has it.
  private var scriptColor: CICP {
    var color = output.color
    if output.isLinear { color.transfer = 16 }
    return color
  }

  /// What renders such a script.
  func renderer(_ script: any FrameScript, _ store: any FrameStore) throws(MediaError) -> FilmRenderer {
    let planes = output.planes
    return try FilmRenderer(
      script, format: EncodedFormat(planes?.depth ?? 10, planes?.chroma ?? .quarter), siting: siting, store)
  }

  /// Whether pictures are given as an encoder gets them.
  private var takesCodes: Bool { output.planes != nil && !output.isLinear }

  /// Begins the picture of a time.
  func begin(at time: CMTime, _ renderer: FilmRenderer) throws(MediaError) -> FilmRenderer.BegunFrame {
    takesCodes ? try renderer.begin(at: time) : .picture(try renderer.beginPicture(at: time))
  }

  /// A picture that was begun.
  func end(_ begun: FilmRenderer.BegunFrame, _ renderer: FilmRenderer) throws(MediaError) -> CVPixelBuffer {
    if case .picture(let begun) = begun, !takesCodes {
      return try output.rendered(try begun.end(), shape: begun.shape, isDithered: true)
    }
    guard let packed = try output.packed(try renderer.end(begun)) else {
      throw MediaError(.unsupported("frames in this pixel format"))
    }
    return packed
  }

  /// A picture as samples.
  func sample(_ buffer: CVPixelBuffer, _ range: CMTimeRange) throws -> CMSampleBuffer {
    try output.sample(buffer, range)
  }
}
