extension Float {
  /// Whether the number can be a content's headroom: 0 for unknown, or 1 and more.
  var isContentHeadroom: Bool { self == 0 || (self >= 1 && isFinite) }
}
