/// A frame of one of a film's sources.
package struct FrameReference: Hashable, Sendable {
  /// Index of the source.
  package var source: Int
  /// Number of the frame in the order of presentation.
  package var frame: Int

  package init(source: Int, frame: Int) { (self.source, self.frame) = (source, frame) }
}
