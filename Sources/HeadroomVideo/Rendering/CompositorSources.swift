internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomPixels

/// The pictures of sources as a client's compositor gets them: pixel buffers in a format and a colour that it takes.
// Sendable: used by the thread that begins pictures.
final class CompositorSources: @unchecked Sendable {
  private let compositor: ClientCompositor
  private let sources: [FilmSource]
  private let composed: CICP
  private var outputs: [Int: PictureOutput] = [:]

  /// - Parameter composed: the colour of the composition.
  init(_ compositor: ClientCompositor, _ sources: [FilmSource], composed: CICP) {
    (self.compositor, self.sources, self.composed) = (compositor, sources, composed)
  }

  /// A picture of a source, not turned, as large as it is displayed.
  func sample(
    _ reference: FrameReference, at time: CMTime, _ pictures: any FramePictures
  ) throws(MediaError) -> CMSampleBuffer {
    let source = sources[reference.source]
    let output = try output(of: reference.source)
    let frame = try pictures.frame(reference)
    let buffer: CVPixelBuffer
    if source.cicp.hasColor(of: output.color), let packed = try output.packed(frame.picture.meaning(source.cicp)) {
      buffer = packed
    } else {
      let stack = LayerStack(width: output.width, height: output.height, color: output.color, background: nil)
      let image = stack.fitted(try pictures.image(reference, turned: .none), source.headroom)
      buffer = try output.rendered(
        .recipe(image, .composition), shape: [reference.source], isDithered: frame.picture.bitDepth > 8)
    }
    do {
      let shown = source.index.frames[reference.frame]
      return try output.sample(buffer, CMTimeRange(start: time, duration: shown.duration))
    } catch {
      throw MediaError(.malformed("\(error)"), track: source.track.facts.id, time: time)
    }
  }

  private func output(of place: Int) throws(MediaError) -> PictureOutput {
    if let known = outputs[place] { return known }
    let (source, facts) = (sources[place], sources[place].facts)
    let color = compositor.sourceColor(source.cicp, composed: composed)
    let natural = BiplanarForm.code(depth: facts.bitDepth, facts.chroma, isFullRange: source.cicp.fullRange)
    let formats = compositor.sourceFormats ?? [natural]
    // The source's own form goes before the client's first.
    let format = formats.contains(natural) ? natural : formats[0]
    var extensions = CMFormatDescription.Extensions(facts)
    // What a display was mastered with says nothing of other light.
    if !color.hasColor(of: source.cicp) { extensions.removeLight() }
    extensions.removeShape()
    let size = source.naturalSize
    let made = try PictureOutput(
      format, width: Int(size.width.rounded()), height: Int(size.height.rounded()), color, extensions: extensions,
      statesColor: true)
    outputs[place] = made
    return made
  }
}
