internal import HeadroomColor
internal import HeadroomPixels

/// A film to be written.
package struct FilmOutput: Sendable {
  package var script: any FrameScript
  /// What the first pictures are called.
  package var labels = TrackLabels()
  /// The time code of the first frame; nil where there is none.
  package var timecode: String?
  /// What goes along with them.
  package var tracks: [FilmTrack]
  package var notes = FilmNotes()
  package var settings: FilmSettings
  package var path: String
  /// Whether a file of this name may be replaced.
  package var isReplacing: Bool

  /// - Parameter sound: what is heard; nil is silence.
  package init(
    _ script: any FrameScript, sound: SoundTimeline? = nil, _ settings: FilmSettings, path: String,
    isReplacing: Bool = false
  ) {
    (self.script, self.settings) = (script, settings)
    tracks = sound.map { [.sound($0, TrackLabels(of: $0))] } ?? []
    (self.path, self.isReplacing) = (path, isReplacing)
  }

  /// Of all pictures.
  fileprivate var sources: [FilmSource] { script.sources + tracks.flatMap { $0.script?.sources ?? [] } }
}

/// Renders a script once, and writes one film of it or several.
package struct FilmExporter {
  /// Frames that several films share.
  private struct Form: Hashable {
    var cicp: CICP
    var siting: YCbCrEncoding.Siting
    var format: EncodedFormat
    var width: Int
    var height: Int

    init(_ encoder: EncoderSettings) {
      (cicp, siting, format) = (encoder.cicp, encoder.siting, encoder.format)
      (width, height) = (encoder.width, encoder.height)
    }
  }

  private let outputs: [FilmOutput]
  private let plans: [FilmPlan]

  /// - Parameter outputs: of one film, in other colours, sizes and codecs; their frames have the same times.
  /// - Throws: ``MediaError`` for what cannot be written, before anything is.
  package init(_ outputs: [FilmOutput]) throws(MediaError) {
    let names = outputs.map(\.path)
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw MediaError(.invalidRequest("\(twice) is the name of two films"))
    }
    self.outputs = outputs
    var plans: [FilmPlan] = []
    for source in outputs.first?.script.sources ?? [] { try source.checkProgressive() }
    for output in outputs {
      do throws(MediaError) {
        plans.append(try FilmPlan(output.script, output.settings))
      } catch {
        throw error.of(.output(output.path))
      }
    }
    self.plans = plans
  }

  /// What the films will not say although a source does, each thing once.
  package var warnings: [String] {
    plans.flatMap(\.warnings).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Composes every frame, and writes nothing.
  ///
  /// - Parameter progress: is told the finished share.
  package func compose(_ progress: (Double) -> Void) throws(MediaError) {
    try render(progress) { _, _ in }
    try checkEnds()
    for output in outputs {
      for script in output.tracks.compactMap(\.script) {
        let renderer = try FilmRenderer(script, try FilmPlan(script, output.settings))
        for time in script.times {
          try MediaError.checkCancellation()
          _ = try renderer.frame(at: time)
        }
      }
    }
  }

  /// Writes the films. Each appears under its name when it is whole.
  package func write(_ progress: (Double) -> Void) throws(MediaError) {
    var files: [FilmFile] = []
    for (output, plan) in zip(outputs, plans) { files.append(try FilmFile(output, plan)) }
    try render(progress) { place, picture throws(MediaError) in try files[place].add(picture) }
    try checkEnds()
    for file in files { try file.finish() }
  }

  /// - Parameter body: takes each frame of each output.
  private func render(
    _ progress: (Double) -> Void, _ body: (Int, PlanarPicture) throws(MediaError) -> Void
  ) throws(MediaError) {
    guard let times = outputs.first?.script.times else { return }
    let forms = plans.map { Form($0.encoder) }
    let store = PlayedFrames(outputs[0].script)
    var renderers: [Form: FilmRenderer] = [:]
    for (place, form) in forms.enumerated() where renderers[form] == nil {
      renderers[form] = try FilmRenderer(outputs[place].script, format: form.format, siting: form.siting, store)
    }
    // Clients end their work however this ends.
    defer { for output in outputs { output.script.close() } }
    var pictures = PicturesInWork(outputs[0].script) { [renderers] time throws(MediaError) in
      var frames: [Form: FilmRenderer.BegunFrame] = [:]
      for (form, renderer) in renderers { frames[form] = try renderer.begin(at: time) }
      return frames
    }
    var number = 0
    while let frames = try pictures.take() {
      var made: [Form: PlanarPicture] = [:]
      for (place, form) in forms.enumerated() {
        if made[form] == nil, let frame = frames[form] { made[form] = try renderers[form]?.end(frame) }
        if let picture = made[form] { try body(place, picture) }
      }
      number += 1
      progress(Double(number) / Double(times.count))
    }
  }

  /// A film of a source that was cut, or that lost frames, would be shorter than meant, without a word.
  private func checkEnds() throws(MediaError) {
    for source in outputs[0].sources {
      if let loss = source.track.loss { throw loss.of(.source(source.file.path)) }
      try source.file.checkEnd()
    }
    for piece in outputs[0].tracks.compactMap(\.sound).flatMap(\.pieces) { try piece.source.file.checkEnd() }
  }
}

extension MediaFile {
  fileprivate func checkEnd() throws(MediaError) {
    do throws(MediaError) { try checkIntact() } catch { throw error.of(.source(path)) }
    guard let words = facts.missing else { return }
    throw MediaError(.malformed(words), in: .source(path))
  }
}
