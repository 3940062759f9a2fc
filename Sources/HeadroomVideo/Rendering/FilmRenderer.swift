internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
package import HeadroomImage
package import HeadroomPixels

/// Makes the frames of a film: decodes what a script needs, and renders its recipes into planes for encoders.
///
/// Everything that shows a composition asks this type. A frame that nothing touches is the source's own planes. One thread
/// at a time.
package final class FilmRenderer {
  /// A frame that is begun: its codes, where it is a source's, or a picture that comes.
  package enum BegunFrame {
    case codes(PlanarPicture)
    case picture(BegunPicture)
  }

  /// A picture that is begun.
  package struct BegunPicture {
    let time: CMTime
    /// Pictures of one shape share their plan.
    let shape: [Int]
    /// Waits where a client makes the picture.
    let end: ScriptFrame.End
  }

  package let script: any FrameScript
  /// The form of the frames.
  package let format: EncodedFormat
  package let siting: YCbCrEncoding.Siting
  private let store: any FrameStore
  private let pictures: PictureRenderer
  private let frames: OutputFrames

  /// - Parameter store: decoded frames of the script's sources.
  init(
    _ script: any FrameScript, format: EncodedFormat, siting: YCbCrEncoding.Siting, _ store: any FrameStore
  ) throws(MediaError) {
    (self.script, self.format, self.siting, self.store) = (script, format, siting, store)
    frames = try OutputFrames(width: script.width, height: script.height, format, script.color, siting)
    pictures = PictureRenderer(script.color.encoding?.primaries ?? .bt2020)
  }

  /// How often a recipe had to be planned so far; kept plans serve recipes of the same structure.
  package var plannings: Int { pictures.plannings }

  /// The planes that are shown at a time.
  ///
  /// - Throws: ``MediaError`` with the time where a source does not decode.
  package func frame(at time: CMTime) throws(MediaError) -> PlanarPicture { try end(try begin(at: time)) }

  /// Decodes what a frame needs, and has clients begin their work on it.
  package func begin(at time: CMTime) throws(MediaError) -> BegunFrame {
    let frame = script.frame(at: time)
    store.begin(Set(frame.references), at: time)
    if let reference = frame.untouched, fits(script.sources[reference.source]) {
      let decoded = try store.frame(reference)
      if isOutput(decoded.picture) { return .codes(decoded.picture) }
    }
    return .picture(try begin(frame, at: time))
  }

  /// The same for a picture that nobody wants as planes.
  func beginPicture(at time: CMTime) throws(MediaError) -> BegunPicture {
    let frame = script.frame(at: time)
    store.begin(Set(frame.references), at: time)
    return try begin(frame, at: time)
  }

  private func begin(_ frame: ScriptFrame, at time: CMTime) throws(MediaError) -> BegunPicture {
    BegunPicture(time: time, shape: frame.references.map(\.source), end: try frame.begin(store))
  }

  /// The planes of a frame that was begun.
  package func end(_ begun: BegunFrame) throws(MediaError) -> PlanarPicture {
    switch begun {
    case .codes(let picture): return picture
    case .picture(let begun):
      let picture = try begun.end()
      let target = try frames.take()
      try write(picture, of: begun, to: target)
      return frames.lend(target)
    }
  }

  private func write(
    _ picture: ComposedPicture, of begun: BegunPicture, to target: OutputFrames.Frame
  ) throws(MediaError) {
    if case .buffer(let buffer) = picture, let codes = CodeUnpacker(buffer, color: script.color, siting),
      codes.write(to: target.picture)
    {
      return
    }
    do {
      try pictures.render(picture, shape: begun.shape, to: target.destination)
    } catch {
      throw TaskContext.isCancelled ? MediaError(.cancelled) : MediaError(.malformed("\(error)"), time: begun.time)
    }
  }

  /// The light that is shown at a time, as a recipe.
  package func image(at time: CMTime) throws(MediaError) -> CIImage { try beginPicture(at: time).end().image }

  /// The picture that is shown at a time, rendered.
  func image(at time: CMTime, format: CIFormat, colorSpace: CGColorSpace) throws -> CGImage {
    let bounds = CGRect(x: 0, y: 0, width: script.width, height: script.height)
    return try pictures.image(
      try beginPicture(at: time).end(), in: bounds, format: format, colorSpace: colorSpace)
  }

  /// Whether a source's codes are the output's.
  private func fits(_ source: FilmSource) -> Bool {
    source.cicp == script.color && source.facts.siting == siting && source.facts.bitDepth == format.bitDepth
      && source.facts.chroma == format.chroma && source.facts.hasAlpha == format.hasAlpha
      && (source.facts.width, source.facts.height) == (script.width, script.height)
  }

  /// Whether a frame is as its track promises.
  private func isOutput(_ picture: PlanarPicture) -> Bool {
    picture.width == script.width && picture.height == script.height && picture.bitDepth == format.bitDepth
      && picture.subsampling == format.chroma && picture.bytesPerSample == (format.bitDepth > 8 ? 2 : 1)
  }
}
