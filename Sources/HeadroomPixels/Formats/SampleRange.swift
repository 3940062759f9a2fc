/// The numbers that a file or its codec takes as samples.
package struct SampleRange: Hashable, Sendable {
  /// The largest magnitude. Samples beyond it are clamped to it, with their sign.
  package let limit: Float
  /// Whether NaN and infinities are stored like other numbers. Otherwise NaN becomes 0, and infinities ``infiniteLight``.
  package let holdsNonFinite: Bool

  private init(limit: Float, holdsNonFinite: Bool) {
    self.limit = limit
    self.holdsNonFinite = holdsNonFinite
  }

  /// Every bit pattern: formats that store floats as they are.
  package static let everything = SampleRange(limit: .infinity, holdsNonFinite: true)
  /// Finite numbers only: for formats that clamp to their own range, without NaN and infinities.
  package static let finite = SampleRange(limit: .greatestFiniteMagnitude, holdsNonFinite: false)
  /// The range of a half float.
  package static let half = SampleRange(limit: 65504, holdsNonFinite: false)

  /// The value of infinite light where infinities are not stored, as in rendering (`Float.infiniteLight`).
  package var infiniteLight: Float { min(limit, .infiniteLight) }

  /// Numbers up to a magnitude.
  package static func magnitude(_ limit: Float) -> SampleRange {
    SampleRange(limit: min(limit, .greatestFiniteMagnitude), holdsNonFinite: false)
  }

  /// The part of this range that a half float can store.
  package var inHalves: SampleRange { limit < Self.half.limit ? self : .half }

  /// The range of a format that stores floats of either size: all of them, except that halves have to fit.
  ///
  /// - Parameters:
  ///   - source: the bitmap's format.
  ///   - bitDepth: bits of a stored sample, nil for the bitmap's.
  package static func stored(_ source: PixelFormat, bitDepth: Int?) -> SampleRange {
    source.component == .float && bitDepth == 16 ? .half : .everything
  }

  /// The bits of the largest half that is not above the limit.
  package var halfBits: UInt16 {
    guard limit < 65504 else { return 0x7BFF }
    let nearest = Float16(limit)
    return Float(nearest) > limit ? nearest.nextDown.bitPattern : nearest.bitPattern
  }
}
