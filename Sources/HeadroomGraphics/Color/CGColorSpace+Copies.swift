internal import HeadroomColor

extension CGColorSpace {
  /// The same primaries and curve with components that may lie outside 0...1.
  ///
  /// PQ and HLG spaces are returned as they are, because their curves set their range. Nil for spaces other
  /// than RGB and monochrome.
  public func extended() -> CGColorSpace? {
    guard supportsOutput else { return nil }
    return usesITUR_2100TF ? self : CGColorSpace(encoding: encoding.extended)
  }

  /// The same primaries and range in linear light. Nil for spaces other than RGB and monochrome.
  public func linearized() -> CGColorSpace? {
    supportsOutput ? CGColorSpace(encoding: encoding.linearized) : nil
  }

  /// The same primaries in linear light without bounds. Nil for spaces other than RGB and monochrome.
  public func extendedLinearized() -> CGColorSpace? {
    supportsOutput ? CGColorSpace(encoding: encoding.linearized.extended) : nil
  }

  /// The same space with components inside 0...1; the space itself where they are already.
  public func copyWithStandardRange() -> CGColorSpace {
    usesExtendedRange ? CGColorSpace(encoding: encoding.standardRange) : self
  }
}

/// The space with components that may lie outside 0...1; see ``CGColorSpace/extended()``.
public func CGColorSpaceCreateExtended(_ space: CGColorSpace) -> CGColorSpace? { space.extended() }

/// The space in linear light; see ``CGColorSpace/linearized()``.
public func CGColorSpaceCreateLinearized(_ space: CGColorSpace) -> CGColorSpace? { space.linearized() }

/// The space in linear light without bounds; see ``CGColorSpace/extendedLinearized()``.
public func CGColorSpaceCreateExtendedLinearized(_ space: CGColorSpace) -> CGColorSpace? { space.extendedLinearized() }

/// The space with components inside 0...1; see ``CGColorSpace/copyWithStandardRange()``.
public func CGColorSpaceCreateCopyWithStandardRange(_ space: CGColorSpace) -> CGColorSpace {
  space.copyWithStandardRange()
}
