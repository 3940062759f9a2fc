package import HeadroomColor

extension CICP {
  /// The encoding of a *still* picture with these code points; nil when they mean nothing here.
  ///
  /// Differs from ``CICP/encoding`` for the codes of the BT.709 family (1, 6, 11, 14, 15). H.273 defines them by the
  /// camera curve, whose inverse is scene light; a still is shown by what a BT.1886 display makes of the signal, the
  /// power 2.4. Measured: Chromium 156 decodes 16-bit PNG files with cICP transfer 1, 6, 11, 14 and 15 as signal^2.4
  /// (signal 0.5 gives 0.1895, the inverse camera curve would give 0.2597), transfer 4 as signal^2.2, 7 as the inverse
  /// of ST 240, 17 as ST 428. It does not know 9, 10 and 12 and shows such files as sRGB; here they are what H.273 says.
  package var stillEncoding: ColorEncoding? {
    guard var encoding else { return nil }
    if encoding.transfer == .bt709 { encoding.transfer = .bt1886 }
    return encoding
  }

  /// The code points under which a *still* picture in `encoding` is shown as it is meant; nil when there are none.
  ///
  /// The power 2.4 is what the BT.709 codes stand for (``stillEncoding``). Scene light of the BT.709 camera curve has no
  /// code of its own: such a picture needs a profile with the curve.
  package init?(stillEncoding encoding: ColorEncoding) {
    switch encoding.transfer {
    case .bt709: return nil
    case .bt1886, .gamma(2.4):
      guard encoding.model == .rgb || encoding.model == .monochrome, let primaries = encoding.primaries.cicpCode else {
        return nil
      }
      self.init(primaries: primaries, transfer: encoding.primaries == .bt2020 ? 14 : 1)
    default: self.init(encoding: encoding)
    }
  }
}
