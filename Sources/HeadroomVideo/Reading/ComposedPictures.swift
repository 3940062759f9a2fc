/// The frames of a video composition, composed as an export composes them, each as a pixel buffer.
final class ComposedPictures: SampleSource {
  private let timeline: VideoTimeline
  private let form: ComposedForm
  private var script: (any FrameScript)?
  private var renderer: FilmRenderer?
  private var pictures: PicturesInWork<FilmRenderer.BegunFrame>?
  private var number = 0

  /// - Parameter range: all that may be read.
  /// - Throws: where the composition cannot be composed, or its pictures not be given as wanted.
  init(_ timeline: VideoTimeline, in range: CMTimeRange, _ settings: PictureSettings) throws {
    self.timeline = timeline
    form = try ComposedForm(try CompositionScript(timeline, in: range), timeline.metadataPolicy, settings)
  }

  func begin(_ range: CMTimeRange) throws {
    let script = form.script(try CompositionScript(timeline, in: range))
    let renderer = try form.renderer(script, PlayedFrames(script))
    (self.script, self.renderer, number) = (script, renderer, 0)
    pictures = PicturesInWork(script) { [form] time throws(MediaError) in try form.begin(at: time, renderer) }
  }

  deinit { script?.close() }

  func next() throws -> CMSampleBuffer? {
    guard let script, let renderer, let begun = try pictures?.take() else { return nil }
    let start = script.times[number]
    number += 1
    let end = number < script.times.count ? script.times[number] : script.end
    return try form.sample(try form.end(begun, renderer), CMTimeRange(start: start, end: end))
  }
}
