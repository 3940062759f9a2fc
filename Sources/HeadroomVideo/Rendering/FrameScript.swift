package import HeadroomColor

/// What a film shows, frame by frame: which frames of which sources it needs, and what becomes of them.
package protocol FrameScript: Sendable {
  var width: Int { get }
  var height: Int { get }
  /// What the codes of the output mean.
  var color: CICP { get }
  var sources: [FilmSource] { get }
  /// When the frames are shown, in order.
  var times: FrameTimes { get }
  /// When the film begins: not before its first frame, where nothing is shown so early.
  var start: CMTime { get }
  /// When the last frame ends.
  var end: CMTime { get }
  /// How players are to turn the frames, origin at the top left: a, b, c, d, tx, ty.
  var transform: [Double] { get }

  /// Pictures that are made at once: more than one where clients make them.
  var picturesInWork: Int { get }

  /// No more pictures are wanted: those that clients still make are cancelled.
  func close()

  /// The same film with another meaning of the output's codes.
  func colored(_ color: CICP) -> Self

  /// What is shown at a time.
  func frame(at time: CMTime) -> ScriptFrame
}

extension FrameScript {
  package var picturesInWork: Int { 1 }
  package func close() {}
}
