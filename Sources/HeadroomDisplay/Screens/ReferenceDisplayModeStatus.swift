/// Whether a screen shows reference values: white, peak and curve as a standard says, whatever the room.
public enum ReferenceDisplayModeStatus: Int, Sendable, CaseIterable {
  /// The screen has no reference mode.
  case notSupported = 0
  /// It has one, which is off.
  case notEnabled = 1
  /// It is on, but something (heat, power) keeps the screen from what it promises.
  case limited = 2
  /// It is on, and what is shown can be measured against the standard.
  case enabled = 3
}
