internal import HeadroomColor
internal import HeadroomGraphics
package import HeadroomImage
package import HeadroomPixels

/// Makes the frames of a film: decodes what a script needs, and renders its recipes into planes for encoders.
///
/// A frame that nothing touches is the source's own planes. One thread at a time.
package final class FilmRenderer {
  package let script: any FrameScript
  /// The form of the frames.
  package let format: EncodedFormat
  package let siting: YCbCrEncoding.Siting
  private let store: FrameStore
  private let context: CIContext
  private let frames: OutputFrames
  /// A render for each shape of recipe: with so many layers, and so on.
  private var renders: [[Int]: PreparedRender] = [:]

  /// Most shapes whose renders are kept: each has memory of its own.
  private static let mostRenders = 4

  /// - Parameter store: decoded frames of the script's sources.
  init(
    _ script: any FrameScript, format: EncodedFormat, siting: YCbCrEncoding.Siting, _ store: FrameStore
  ) throws(MediaError) {
    (self.script, self.format, self.siting, self.store) = (script, format, siting, store)
    frames = try OutputFrames(width: script.width, height: script.height, format, script.color, siting)
    let primaries = script.color.encoding?.primaries ?? .bt2020
    let space = CGColorSpace(encoding: ColorEncoding(primaries: primaries, transfer: .linear))
    context = CIContext(options: [.workingColorSpace: space, .cacheIntermediates: false])
  }

  /// The planes that are shown at a time.
  ///
  /// - Throws: ``MediaError`` with the time where a source does not decode.
  package func frame(at time: CMTime) throws(MediaError) -> PlanarPicture {
    let references = script.references(at: time)
    store.begin(Set(references))
    if let reference = script.untouched(at: time), fits(script.sources[reference.source]) {
      let decoded = try store.frame(reference)
      if isOutput(decoded.picture) { return decoded.picture }
    }
    let image = try script.image(at: time) { reference, turn throws(MediaError) in try store.image(reference, turn) }
    let target = try frames.take()
    do {
      try render(image, shape: references.map(\.source), into: target)
    } catch {
      throw TaskContext.isCancelled ? MediaError(.cancelled) : MediaError(.malformed("\(error)"), time: time)
    }
    return frames.lend(target)
  }

  /// The light that is shown at a time, as a recipe.
  package func image(at time: CMTime) throws(MediaError) -> CIImage {
    store.begin(Set(script.references(at: time)))
    return try script.image(at: time) { reference, turn throws(MediaError) in try store.image(reference, turn) }
  }

  private func render(_ image: CIImage, shape: [Int], into target: OutputFrames.Frame) throws {
    guard let known = renders[shape] else {
      if renders.count == Self.mostRenders { renders.removeAll() }
      let made = try context.preparedRender(of: image, to: target.destination)
      renders[shape] = made
      return try made.run(to: target.destination)
    }
    try known.bind(image)
    try known.run(to: target.destination)
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
