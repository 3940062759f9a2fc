/// The ways in which a ``ToneCurve`` brings content of one headroom to a display of another.
///
/// Raw values are the words that the command accepts.
public enum ToneMapOperator: String, CaseIterable, Hashable, Sendable {
  /// The Reference White Tone Mapping Operator of SMPTE ST 2094-50: keeps mid-tones linear and lowers the white level
  /// to make room for highlights. The default for rendering to a display.
  case rwtmo
  /// The electrical-electrical transfer function of ITU-R BT.2390: leaves everything below a knee untouched and presses
  /// the highlights together. The default for files written for SDR, because white stays bright.
  case bt2390
  /// Method A of ITU-R BT.2446: a full-range conversion that darkens mid-tones; it moves chroma as well as brightness.
  case bt2446a
  /// Extended Reinhard driven by two headrooms: bends the whole range.
  case reinhard
  /// No curve: each component is cut at the target.
  case clip
}
