internal import CHeadroomMath
package import HeadroomColor
package import HeadroomPixels

/// A ``RAWToneCurve`` prepared for rows of linear light.
///
/// Without a profile's curve, the curve is applied to the largest channel and the others are scaled by the same factor,
/// so that hue and saturation stay. Where the curve loses contrast, chroma is reduced at constant hue
/// (``HuePreservingTone``): bright colours go towards white instead of ending as flat areas of one colour.
///
/// A profile's curve acts on the largest and the smallest channel, as DNG specifies (``ProfileToneRows``); the rows
/// must then be in ProPhoto.
package struct RAWToneRows: Sendable {
  private enum Look: Sendable {
    case linear
    case profile(BaselineRGBTone)
    /// An HDR profile's curve, on its own axis.
    case encoded(BaselineRGBTone)
    case huePreserving(HuePreservingTone)
  }

  private let look: Look
  private let bias: ShadowBias
  private let boost: Float
  private let peak: Float

  /// - Parameter primaries: the primaries of the rows.
  package init(_ curve: RAWToneCurve, primaries: ColorPrimaries) {
    bias = curve.bias
    boost = Float(curve.settings.boost)
    // The curve alone is limited by its table, except for rounding.
    peak = curve.isBounded || curve.settings.boost == 1 ? Float(curve.peak) : .greatestFiniteMagnitude
    look =
      if curve.settings.boost == 0 {
        .linear
      } else if curve.isHDRProfile {
        .encoded(BaselineRGBTone { HDRProfileEncoding.encode(curve.look(HDRProfileEncoding.decode($0))) })
      } else if curve.isOfProfile {
        .profile(BaselineRGBTone { curve.look($0) })
      } else {
        .huePreserving(HuePreservingTone(curve, primaries: primaries))
      }
  }

  /// Applies it to a span, in place.
  package func apply(_ rows: RowPointers, _ count: Int) { unsafe apply(rows, look: nil, count) }

  /// Applies it to a span, in place.
  ///
  /// - Parameter look: the same span with the profile's look table applied: the curve acts on it, and `boost` mixes the
  ///   result with the span itself. Its contents change. Nil for no look table.
  package func apply(_ rows: RowPointers, look other: RowPointers?, _ count: Int) {
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 7 * lookChunk) { scratch in
      guard let base = scratch.baseAddress else { return }
      let looked = unsafe RowPointers(base: base, stride: lookChunk)
      let space = unsafe base + 3 * lookChunk
      forEachChunk(of: count) { start, length in
        let part = unsafe rows.advanced(by: start)
        for plane in 0..<3 { unsafe bias.apply(part.plane(plane), length) }
        var seen = unsafe part
        if let other = unsafe other {
          unsafe seen = unsafe other.advanced(by: start)
          for plane in 0..<3 { unsafe bias.apply(seen.plane(plane), length) }
        }
        unsafe render(seen, to: looked, space, length)
        unsafe mix(part, looked, length)
      }
    }
  }

  private func render(_ rows: RowPointers, to looked: RowPointers, _ space: UnsafeMutablePointer<Float>, _ count: Int) {
    switch look {
    case .linear: break
    case .profile(let ends):
      unsafe rows.copyColors(to: looked, count)
      unsafe ends.apply(looked, space, count)
    case .encoded(let ends):
      unsafe rows.copyColors(to: looked, count)
      unsafe HDRProfileEncoding.encode(looked, count)
      unsafe ends.apply(looked, space, count)
      unsafe HDRProfileEncoding.decode(looked, count)
    case .huePreserving(let tone): unsafe tone.apply(rows, to: looked, space, count)
    }
  }

  private func mix(_ rows: RowPointers, _ looked: RowPointers, _ count: Int) {
    for plane in 0..<3 {
      let row = unsafe rows.plane(plane)
      let other = unsafe looked.plane(plane)
      if boost == 1 {
        for i in 0..<count { unsafe row[i] = headroom_min(unsafe other[i], peak) }
      } else if boost == 0 {
        for i in 0..<count { unsafe row[i] = headroom_min(unsafe row[i], peak) }
      } else {
        for i in 0..<count {
          let x = unsafe row[i]
          unsafe row[i] = headroom_min(x + (unsafe other[i] - x) * boost, peak)
        }
      }
    }
  }
}
