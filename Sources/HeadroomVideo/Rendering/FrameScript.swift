package import HeadroomColor
package import HeadroomImage

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

  /// The same film with another meaning of the output's codes.
  func colored(_ color: CICP) -> Self

  /// The frames of sources that are seen at a time. Hidden ones are left out.
  func references(at time: CMTime) -> [FrameReference]

  /// The frame of a source that the output's frame is, code for code; nil where something is done to it.
  func untouched(at time: CMTime) -> FrameReference?

  /// The recipe of a frame, in the output's pixels, origin at the bottom left.
  ///
  /// - Parameter picture: the image of a frame as displayed, turned.
  func image(
    at time: CMTime, picture: (FrameReference, GridTurn) throws(MediaError) -> CIImage
  ) throws(MediaError) -> CIImage
}
