/// Whether a screen shows reference values: white, peak and curve of a standard, independent of the room.
public enum ReferenceDisplayModeStatus: Int, Sendable, CaseIterable {
  /// The screen has no reference mode.
  case notSupported = 0
  /// It has one, which is off.
  case notEnabled = 1
  /// It is on, but something (heat, power) keeps the screen from meeting the guarantee.
  case limited = 2
  /// It is on, and the picture can be measured against the standard.
  case enabled = 3
}
