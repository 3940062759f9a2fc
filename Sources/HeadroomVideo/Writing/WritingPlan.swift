/// What a writer is told before it starts.
struct WritingPlan: Sendable {
  var path: String
  var container: MediaContainer
  /// Ticks of a second of the film; 0 leaves the choice.
  var movieTimescale: CMTimeScale = 0
  /// Invalid for a film that is not written in fragments.
  var fragmentInterval = CMTime.invalid
  /// What the film says of itself.
  var notes: [FilmNotes.Tag] = []
  /// Whether the tables lie before the samples.
  var isForNetwork = false

  /// Whether what has been written can be read at any time.
  var isFragmented: Bool { fragmentInterval.isNumeric && fragmentInterval > .zero }
}
