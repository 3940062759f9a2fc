internal import HeadroomColor
internal import HeadroomEngine
internal import HeadroomGraphics
package import HeadroomImage
package import HeadroomPixels

/// Makes the frames of a film: decodes what a script needs, and renders its recipes into planes for encoders.
///
/// Everything that shows a composition asks this type. A frame that nothing touches is the source's own planes. One thread
/// at a time.
package final class FilmRenderer {
  /// A frame that is begun.
  package struct BegunFrame {
    package let time: CMTime
    fileprivate let content: Content
    /// Recipes of one shape share their plan.
    fileprivate let shape: [Int]

    fileprivate enum Content {
      case codes(PlanarPicture)
      case picture(ScriptFrame.End)
    }
  }

  /// A kind of recipe, and the context that renders it.
  private struct RenderKey: Hashable {
    var shape: [Int]
    var context: ObjectIdentifier
  }

  package let script: any FrameScript
  /// The form of the frames.
  package let format: EncodedFormat
  package let siting: YCbCrEncoding.Siting
  private let store: any FrameStore
  private let context: CIContext
  /// For clients that bring no context.
  private lazy var usualContext = CIContext(options: [.cacheIntermediates: false])
  private let frames: OutputFrames
  /// A render for each shape of recipe: with so many layers, and so on.
  private var renders: [RenderKey: PreparedRender] = [:]

  /// Most shapes whose renders are kept: each has memory of its own.
  private static let mostRenders = 4

  /// - Parameter store: decoded frames of the script's sources.
  init(
    _ script: any FrameScript, format: EncodedFormat, siting: YCbCrEncoding.Siting, _ store: any FrameStore
  ) throws(MediaError) {
    (self.script, self.format, self.siting, self.store) = (script, format, siting, store)
    frames = try OutputFrames(width: script.width, height: script.height, format, script.color, siting)
    let primaries = script.color.encoding?.primaries ?? .bt2020
    let space = CGColorSpace(encoding: ColorEncoding(primaries: primaries, transfer: .linear))
    context = CIContext(options: [.workingColorSpace: space, .cacheIntermediates: false])
  }

  /// How often a recipe had to be planned so far; kept plans serve recipes of the same structure.
  package var plannings: Int { context.plans.plannings }

  /// The planes that are shown at a time.
  ///
  /// - Throws: ``MediaError`` with the time where a source does not decode.
  package func frame(at time: CMTime) throws(MediaError) -> PlanarPicture { try end(try begin(at: time)) }

  /// Decodes what a frame needs, and has clients begin their work on it.
  package func begin(at time: CMTime) throws(MediaError) -> BegunFrame {
    let frame = script.frame(at: time)
    store.begin(Set(frame.references), at: time)
    let shape = frame.references.map(\.source)
    if let reference = frame.untouched, fits(script.sources[reference.source]) {
      let decoded = try store.frame(reference)
      if isOutput(decoded.picture) { return BegunFrame(time: time, content: .codes(decoded.picture), shape: shape) }
    }
    return BegunFrame(time: time, content: .picture(try frame.begin(store)), shape: shape)
  }

  /// The planes of a frame that was begun.
  package func end(_ begun: BegunFrame) throws(MediaError) -> PlanarPicture {
    let target: OutputFrames.Frame
    switch begun.content {
    case .codes(let picture): return picture
    case .picture(let end):
      let picture = try end()
      target = try frames.take()
      if case .buffer(let buffer) = picture, let codes = CodeUnpacker(buffer, color: script.color, siting),
        codes.write(to: target.picture)
      {
        return frames.lend(target)
      }
      do {
        try render(picture, shape: begun.shape, into: target)
      } catch {
        throw TaskContext.isCancelled ? MediaError(.cancelled) : MediaError(.malformed("\(error)"), time: begun.time)
      }
    }
    return frames.lend(target)
  }

  /// The light that is shown at a time, as a recipe.
  package func image(at time: CMTime) throws(MediaError) -> CIImage {
    let frame = script.frame(at: time)
    store.begin(Set(frame.references), at: time)
    return try frame.begin(store)().image
  }

  private func render(_ picture: ComposedPicture, shape: [Int], into target: OutputFrames.Frame) throws {
    let (image, context) = (picture.image, context(of: picture))
    let key = RenderKey(shape: shape, context: ObjectIdentifier(context))
    guard let known = renders[key] else {
      if renders.count == Self.mostRenders { renders.removeAll() }
      let made = try context.preparedRender(of: image, to: target.destination)
      renders[key] = made
      return try made.run(to: target.destination)
    }
    try known.bind(image)
    try known.run(to: target.destination)
  }

  private func context(of picture: ComposedPicture) -> CIContext {
    guard case .recipe(_, .working(let client)) = picture else { return context }
    return client ?? usualContext
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
