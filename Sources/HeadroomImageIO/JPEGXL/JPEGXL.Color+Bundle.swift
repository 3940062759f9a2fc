internal import HeadroomColor
internal import HeadroomContainers

/// The ColorEncoding bundle of codestream headers (18181-1 annex E), which the gain map box repeats:
///
///     all_default u(1); the rest only when it is 0:
///     want_icc u(1) | colour_space Enum | white_point Enum [x y] | primaries Enum [x y x y x y, not for gray]
///     | have_gamma u(1), then gamma u(24) in 1e-7 or transfer_function Enum | rendering_intent Enum
extension JPEGXL.Color {
  /// sRGB with relative intent, of which one bit is written.
  static let standard = JPEGXL.Color()

  /// The bundle, filled up to whole bytes.
  var bundle: [UInt8] {
    var out = JPEGXL.BitWriter()
    guard self != .standard else {
      out.bool(true)
      return out.bytes
    }
    out.bool(false)
    out.bool(false)
    out.enumerated(UInt32(space.rawValue))
    writeWhite(to: &out)
    if space == .rgb { writePrimaries(to: &out) }
    if case .gamma(let exponent) = transfer {
      out.bool(true)
      // In single precision, as libjxl rounds, so that both write the same.
      out.bits(UInt32((Float(max(0, min(exponent, 1))) * 1e7).rounded()), 24)
    } else {
      out.bool(false)
      out.enumerated(transferCode)
    }
    out.enumerated(UInt32(intent))
    return out.bytes
  }

  private func writeWhite(to out: inout JPEGXL.BitWriter) {
    switch white {
    case .d65: out.enumerated(1)
    case .equalEnergy: out.enumerated(10)
    case .dci: out.enumerated(11)
    case .custom(let point):
      out.enumerated(2)
      Self.write(point, to: &out)
    }
  }

  private func writePrimaries(to out: inout JPEGXL.BitWriter) {
    switch primaries {
    case .sRGB: out.enumerated(1)
    case .bt2100: out.enumerated(9)
    case .p3: out.enumerated(11)
    case .custom(let red, let green, let blue):
      out.enumerated(2)
      for point in [red, green, blue] { Self.write(point, to: &out) }
    }
  }

  private static func write(_ point: Chromaticity, to out: inout JPEGXL.BitWriter) {
    out.coordinate(point.x)
    out.coordinate(point.y)
  }

  /// Reads a bundle; nil when it is cut, holds a number without a meaning, or refers to a profile.
  init?(bundle bytes: [UInt8]) {
    var reader = JPEGXL.BitReader(bytes)
    self.init()
    if reader.bool() {
      guard !reader.isOverrun else { return nil }
      return
    }
    guard !reader.bool(), let space = Space(rawValue: UInt8(truncatingIfNeeded: reader.enumerated())),
      space == .rgb || space == .gray, let white = Self.readWhite(&reader)
    else { return nil }
    self.space = space
    self.white = white
    if space == .rgb {
      guard let primaries = Self.readPrimaries(&reader) else { return nil }
      self.primaries = primaries
    }
    if reader.bool() {
      transfer = .gamma(Double(reader.bits(24)) / 1e7)
    } else {
      transfer = Self.curve(code: reader.enumerated(), gamma: 0)
    }
    intent = UInt8(truncatingIfNeeded: reader.enumerated())
    guard !reader.isOverrun, intent <= 3 else { return nil }
  }

  private static func readWhite(_ reader: inout JPEGXL.BitReader) -> White? {
    switch reader.enumerated() {
    case 1: .d65
    case 2: .custom(point(&reader))
    case 10: .equalEnergy
    case 11: .dci
    default: nil
    }
  }

  private static func readPrimaries(_ reader: inout JPEGXL.BitReader) -> Primaries? {
    switch reader.enumerated() {
    case 1: .sRGB
    case 2: .custom(red: point(&reader), green: point(&reader), blue: point(&reader))
    case 9: .bt2100
    case 11: .p3
    default: nil
    }
  }

  private static func point(_ reader: inout JPEGXL.BitReader) -> Chromaticity {
    let x = reader.coordinate()
    return Chromaticity(x: x, y: reader.coordinate())
  }
}
