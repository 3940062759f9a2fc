internal import HeadroomColor
internal import HeadroomImageIO
internal import HeadroomPixels

/// A loss from picture to result, known before anything is written.
package struct PictureLoss: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// HDR of this headroom, 0 where it is not known, becomes SDR.
    case hdr(headroom: Double)
    /// The overlay's HDR becomes SDR.
    case overlayHDR
    /// Light of this content headroom is tone mapped into HLG.
    case mappedIntoHLG(headroom: Double)
    /// The brightest light is cut at HLG's peak, in this share of the pixels.
    case cutAtHLG(peak: Double, share: Double)
    /// The brightest light is cut at PQ's peak, in this share of the pixels.
    case cutAtPQ(peak: Double, share: Double)
  }

  package let kind: Kind

  /// Whether it is an error where no loss is allowed; losses of a few pixels are not.
  package var isSevere: Bool {
    switch kind {
    case .hdr, .overlayHDR, .mappedIntoHLG: true
    case .cutAtHLG(_, let share), .cutAtPQ(_, let share): share > LightMeter.pixelsAbove
    }
  }

  package var text: String {
    switch kind {
    case .hdr(let headroom):
      "HDR\(headroom > 1 ? " (headroom \(ShortNumber.text(headroom))x)" : "") is reduced to SDR"
    case .overlayHDR: "the overlay's HDR is reduced to SDR"
    case .mappedIntoHLG(let headroom):
      "its light (\(ShortNumber.text(headroom))x white) is tone mapped into HLG's 1000 cd/m² (4.93x)"
    case .cutAtHLG(let peak, let share):
      "its brightest light (\(ShortNumber.text(peak))x white) is cut at HLG's 1000 cd/m² (4.93x), in "
        + "\(ShortNumber.text(100 * share)) % of it"
    case .cutAtPQ(let peak, let share):
      "its brightest light (\(ShortNumber.text(peak))x white) is cut at 10000 cd/m² (49x), in "
        + "\(ShortNumber.text(100 * share)) % of it"
    }
  }
}
