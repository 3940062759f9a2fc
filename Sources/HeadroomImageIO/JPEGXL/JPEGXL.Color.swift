internal import CHeadroomCodecs
internal import HeadroomColor

extension JPEGXL {
  /// The format's enumerated colour encoding in its own numbers, as in headers and gain map boxes.
  ///
  /// Gray has a white and a curve, but no primaries.
  struct Color: Hashable, Sendable {
    enum Space: UInt8, Hashable, Sendable { case rgb, gray, xyb, unknown }

    /// White: 1 D65, 2 custom, 10 E, 11 DCI.
    enum White: Hashable, Sendable {
      case d65, equalEnergy, dci
      case custom(Chromaticity)
    }

    /// Primaries: 1 sRGB, 2 custom, 9 BT.2100, 11 P3.
    enum Primaries: Hashable, Sendable {
      case sRGB, bt2100, p3
      case custom(red: Chromaticity, green: Chromaticity, blue: Chromaticity)
    }

    /// Curve: 1 BT.709, 2 unknown, 8 linear, 13 sRGB, 16 PQ, 17 DCI, 18 HLG; gamma is the exponent from light to signal.
    enum Transfer: Hashable, Sendable {
      case bt709, unknown, linear, sRGB, pq, dci, hlg
      case gamma(Double)
    }

    var space = Space.rgb
    var white = White.d65
    var primaries = Primaries.sRGB
    var transfer = Transfer.sRGB
    /// 0 perceptual, 1 relative, 2 saturation, 3 absolute.
    var intent: UInt8 = 1
  }
}

// MARK: - To and from this package's encodings

extension JPEGXL.Color {
  /// The encoding of the numbers; nil for XYB, unknown spaces and curves, and primaries that span no space.
  ///
  /// The BT.709 curve is the inverse camera curve, as in the codec's own conversion from XYB.
  var encoding: ColorEncoding? {
    guard space == .rgb || space == .gray, let curve = transferFunction else { return nil }
    guard space == .rgb else { return ColorEncoding(model: .monochrome, primaries: .bt709, transfer: curve) }
    let (red, green, blue) = primaryChromaticities
    let found = ColorPrimaries(red: red, green: green, blue: blue, white: whiteChromaticity)
    guard !found.isDegenerate else { return nil }
    return ColorEncoding(primaries: Self.named(found), transfer: curve)
  }

  /// The equivalent code points, where there are any.
  var codePoints: CICP? {
    let code: UInt8? =
      switch (primaries, white) {
      case (.sRGB, .d65): 1
      case (.bt2100, .d65): 9
      case (.p3, .d65): 12
      case (.p3, .dci): 11
      default: nil
      }
    let curve: UInt8? =
      switch transfer {
      case .bt709: 1
      case .linear: 8
      case .sRGB: 13
      case .pq: 16
      case .dci: 17
      case .hlg: 18
      case .unknown, .gamma: nil
      }
    guard space == .rgb, let code, let curve else { return nil }
    return CICP(primaries: code, transfer: curve)
  }

  /// The description of an encoding; nil when the format has none for it: other colour models, parametric and sampled
  /// curves, a power below 1, chromaticities that are not numbers.
  init?(_ encoding: ColorEncoding) {
    guard let curve = Self.transfer(of: encoding.transfer) else { return nil }
    transfer = curve
    switch encoding.model {
    case .monochrome: space = .gray
    case .rgb:
      guard let white = Self.white(of: encoding.primaries), let primaries = Self.primaries(of: encoding.primaries)
      else { return nil }
      self.white = white
      self.primaries = primaries
    default: return nil
    }
  }

  private var transferFunction: TransferFunction? {
    switch transfer {
    case .bt709: .bt709
    case .linear: .linear
    case .sRGB: .sRGB
    case .pq: .pq
    case .dci: .gamma(2.6)
    case .hlg: .hlg
    case .gamma(let exponent): exponent > 0 && exponent <= 1 ? Self.power(forStored: exponent) : nil
    case .unknown: nil
    }
  }

  /// Exponents are stored with seven decimals. Encoders may get the last one wrong by one, and only five count where
  /// they come from PNG: the usual powers are restored as intended.
  private static func power(forStored exponent: Double) -> TransferFunction {
    let isFromPNG = (exponent * 1e7).rounded().remainder(dividingBy: 100) == 0
    let power = 1 / exponent
    for usual in [(power * 100).rounded() / 100, (power * 256).rounded() / 256]
    where usual >= 1 && (1 / usual - exponent).magnitude < (isFromPNG ? 5.1e-6 : 1.1e-7) {
      return usual == 1 ? .linear : .gamma(usual)
    }
    return .gamma(power)
  }

  private static func transfer(of curve: TransferFunction) -> Transfer? {
    switch curve {
    case .linear: .linear
    case .sRGB: .sRGB
    case .bt709: .bt709
    case .pq: .pq
    case .hlg: .hlg
    case .bt1886: .gamma(1 / 2.4)
    case .gamma(2.6): .dci
    // The smallest exponent that 18181-1 allows is 1 / 8192.
    case .gamma(let power): power.isFinite && power >= 1 && power <= 8192 ? .gamma(1 / power) : nil
    default: nil
    }
  }

  private var whiteChromaticity: Chromaticity {
    switch white {
    case .d65: .d65
    case .equalEnergy: .illuminantE
    case .dci: .dci
    case .custom(let point): point
    }
  }

  private var primaryChromaticities: (red: Chromaticity, green: Chromaticity, blue: Chromaticity) {
    switch primaries {
    case .sRGB: (ColorPrimaries.bt709.red, ColorPrimaries.bt709.green, ColorPrimaries.bt709.blue)
    case .bt2100: (ColorPrimaries.bt2020.red, ColorPrimaries.bt2020.green, ColorPrimaries.bt2020.blue)
    case .p3: (ColorPrimaries.p3D65.red, ColorPrimaries.p3D65.green, ColorPrimaries.p3D65.blue)
    case .custom(let red, let green, let blue): (red, green, blue)
    }
  }

  private static func white(of primaries: ColorPrimaries) -> White? {
    switch primaries.white {
    case .d65: .d65
    case .dci: .dci
    case .illuminantE: .equalEnergy
    default: isStorable(primaries.white) ? .custom(primaries.white) : nil
    }
  }

  private static func primaries(of primaries: ColorPrimaries) -> Primaries? {
    let (red, green, blue) = (primaries.red, primaries.green, primaries.blue)
    func matches(_ other: ColorPrimaries) -> Bool { red == other.red && green == other.green && blue == other.blue }
    if matches(.bt709) { return .sRGB }
    if matches(.bt2020) { return .bt2100 }
    if matches(.p3D65) { return .p3 }
    guard isStorable(red), isStorable(green), isStorable(blue) else { return nil }
    return .custom(red: red, green: green, blue: blue)
  }

  /// Chromaticities are stored in millionths, within ±4.
  private static func isStorable(_ point: Chromaticity) -> Bool {
    point.x.magnitude < 2 && point.y.magnitude < 2
  }

  private static let known: [ColorPrimaries] = [
    .bt709, .p3D65, .dciP3, .bt2020, .adobeRGB, .romm, .ap0, .ap1, .smpteC, .ebu, .bt470M, .film, .xyzAxes,
    .xyzD50,
  ]

  /// The well-known set within the rounding of the file's millionths, or the set itself.
  private static func named(_ found: ColorPrimaries) -> ColorPrimaries {
    func near(_ one: Chromaticity, _ other: Chromaticity) -> Bool {
      max((one.x - other.x).magnitude, (one.y - other.y).magnitude) < 2e-6
    }
    return known.first {
      near($0.red, found.red) && near($0.green, found.green) && near($0.blue, found.blue) && near($0.white, found.white)
    } ?? found
  }
}

// MARK: - To and from the library

extension JPEGXL.Color {
  init(_ raw: hr_jxl_color) {
    func point(_ pair: (Double, Double)) -> Chromaticity { Chromaticity(x: pair.0, y: pair.1) }
    space = Space(rawValue: raw.space) ?? .unknown
    white =
      switch raw.white {
      case 1: .d65
      case 10: .equalEnergy
      case 11: .dci
      default: .custom(point(raw.white_xy))
      }
    primaries =
      switch raw.primaries {
      case 1: .sRGB
      case 9: .bt2100
      case 11: .p3
      default: .custom(red: point(raw.red_xy), green: point(raw.green_xy), blue: point(raw.blue_xy))
      }
    transfer = Self.curve(code: raw.transfer, gamma: raw.gamma)
    intent = raw.intent
  }

  static func curve(code: UInt32, gamma: Double) -> Transfer {
    switch code {
    case 1: .bt709
    case 8: .linear
    case 13: .sRGB
    case 16: .pq
    case 17: .dci
    case 18: .hlg
    case 65535: .gamma(gamma)
    default: .unknown
    }
  }

  /// The number of the curve; 65535 for a power.
  var transferCode: UInt32 {
    switch transfer {
    case .bt709: 1
    case .unknown: 2
    case .linear: 8
    case .sRGB: 13
    case .pq: 16
    case .dci: 17
    case .hlg: 18
    case .gamma: 65535
    }
  }

  /// libjxl treats a coordinate of 0 as one that was never set and refuses it (ACES has one). A millionth, the step of
  /// the format's numbers, is stated instead; readers still recognise the set.
  private static let leastCoordinate = 1e-6

  var raw: hr_jxl_color {
    func coordinate(_ value: Double) -> Double { value.magnitude < Self.leastCoordinate ? Self.leastCoordinate : value }
    func pair(_ point: Chromaticity) -> (Double, Double) { (coordinate(point.x), coordinate(point.y)) }
    var raw = hr_jxl_color()
    raw.space = space.rawValue
    raw.intent = intent
    raw.transfer = transferCode
    if case .gamma(let exponent) = transfer { raw.gamma = exponent }
    raw.white_xy = pair(whiteChromaticity)
    raw.white =
      switch white {
      case .d65: 1
      case .custom: 2
      case .equalEnergy: 10
      case .dci: 11
      }
    let (red, green, blue) = primaryChromaticities
    (raw.red_xy, raw.green_xy, raw.blue_xy) = (pair(red), pair(green), pair(blue))
    raw.primaries =
      switch primaries {
      case .sRGB: 1
      case .custom: 2
      case .bt2100: 9
      case .p3: 11
      }
    return raw
  }
}
