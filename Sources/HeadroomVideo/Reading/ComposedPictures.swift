internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomPixels

/// The frames of a video composition, composed as an export composes them, each as a pixel buffer.
final class ComposedPictures: SampleSource {
  private let timeline: VideoTimeline
  private let output: PictureOutput
  private let siting: YCbCrEncoding.Siting
  private var script: (any FrameScript)?
  private var renderer: FilmRenderer?
  private var pictures: PicturesInWork<FilmRenderer.BegunFrame>?
  private var number = 0

  /// - Parameter range: all that may be read.
  /// - Throws: where the composition cannot be composed, or its pictures not be given as wanted.
  init(_ timeline: VideoTimeline, in range: CMTimeRange, _ settings: PictureSettings) throws {
    self.timeline = timeline
    let script = try CompositionScript(timeline, in: range)
    let isHDR = VideoDynamicRange(transfer: timeline.color.transfer) != .sdr
    let depth = isHDR || script.sources.contains { $0.facts.bitDepth > 8 } ? 10 : 8
    let format = settings.pixelFormat ?? BiplanarForm.code(depth: depth, .quarter, isFullRange: false)
    let color = settings.color(natural: timeline.color, format)
    let size = settings.size ?? (timeline.width, timeline.height)
    siting = FilmPlan.siting(script.colored(color))
    output = try PictureOutput(
      format, width: size.width, height: size.height, color, extensions: Self.extensions(script, color, siting),
      statesColor: true)
  }

  /// What an export says of the frames: where chroma lies, and how bright they are.
  private static func extensions(
    _ script: CompositionScript, _ color: CICP, _ siting: YCbCrEncoding.Siting
  ) -> CMFormatDescription.Extensions {
    var extensions = CMFormatDescription.Extensions()
    extensions[.chromaLocationTopField] = ImageBufferColor.location(of: siting).map { .string($0) }
    guard script.timeline.metadataPolicy == .propagate, color.hasColor(of: script.color) else { return extensions }
    let light = FilmLight(script)
    extensions[.masteringDisplayColorVolume] = (light.metadata.mastering?.seiBytes).map { .data(Data($0)) }
    extensions[.contentLightLevelInfo] = (light.metadata.lightLevel?.seiBytes).map { .data(Data($0)) }
    extensions[.ambientViewingEnvironment] = (light.ambient?.seiBytes).map { .data(Data($0)) }
    return extensions
  }

  func begin(_ range: CMTimeRange) throws {
    var script: any FrameScript = try CompositionScript(timeline, in: range)
    script = script.colored(scriptColor).scaled(width: output.width, height: output.height)
    let planes = output.planes
    let renderer = try FilmRenderer(
      script, format: EncodedFormat(planes?.depth ?? 10, planes?.chroma ?? .quarter), siting: siting,
      PlayedFrames(script))
    (self.script, self.renderer, number) = (script, renderer, 0)
    pictures = PicturesInWork(script) { [takesCodes] time throws(MediaError) in
      takesCodes ? try renderer.begin(at: time) : .picture(try renderer.beginPicture(at: time))
    }
  }

  /// Whether pictures are given as an encoder gets them.
  private var takesCodes: Bool { output.planes != nil && !output.isLinear }

  /// What light is made for. Linear light is kept as bright as it is, as PQ has it.
  private var scriptColor: CICP {
    var color = output.color
    if output.isLinear { color.transfer = 16 }
    return color
  }

  deinit { script?.close() }

  func next() throws -> CMSampleBuffer? {
    guard let script, let renderer, let begun = try pictures?.take() else { return nil }
    let start = script.times[number]
    number += 1
    let end = number < script.times.count ? script.times[number] : script.end
    return try output.sample(try picture(begun, renderer), CMTimeRange(start: start, end: end))
  }

  private func picture(
    _ begun: FilmRenderer.BegunFrame, _ renderer: FilmRenderer
  ) throws(MediaError) -> CVPixelBuffer {
    if case .picture(let begun) = begun, !takesCodes {
      return try output.rendered(try begun.end(), shape: begun.shape, isDithered: true)
    }
    guard let packed = try output.packed(try renderer.end(begun)) else {
      throw MediaError(.unsupported("frames in this pixel format"))
    }
    return packed
  }
}
