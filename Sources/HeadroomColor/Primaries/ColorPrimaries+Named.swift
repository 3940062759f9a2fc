extension ColorPrimaries {
  private init(
    _ red: (Double, Double), _ green: (Double, Double), _ blue: (Double, Double), white: Chromaticity
  ) {
    self.init(
      red: Chromaticity(x: red.0, y: red.1), green: Chromaticity(x: green.0, y: green.1),
      blue: Chromaticity(x: blue.0, y: blue.1), white: white)
  }

  /// BT.709 and sRGB (IEC 61966-2-1); D65. H.273 code 1.
  public static let bt709 = ColorPrimaries((0.64, 0.33), (0.30, 0.60), (0.15, 0.06), white: .d65)
  /// Display P3 (SMPTE EG 432-1): the digital cinema primaries with D65. H.273 code 12.
  public static let p3D65 = ColorPrimaries((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), white: .d65)
  /// Digital cinema P3 (SMPTE RP 431-2) with the projector's white. H.273 code 11.
  public static let dciP3 = ColorPrimaries((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), white: .dci)
  /// BT.2020 and BT.2100; D65. H.273 code 9.
  public static let bt2020 = ColorPrimaries((0.708, 0.292), (0.170, 0.797), (0.131, 0.046), white: .d65)
  /// Adobe RGB (1998); D65.
  public static let adobeRGB = ColorPrimaries((0.64, 0.33), (0.21, 0.71), (0.15, 0.06), white: .d65)
  /// ROMM RGB / ProPhoto RGB (ISO 22028-2); D50.
  public static let romm = ColorPrimaries(
    (0.734699, 0.265301), (0.159597, 0.840403), (0.036598, 0.000105), white: .d50)
  /// ACES AP0 (SMPTE ST 2065-1); the ACES white. Encloses the spectral locus.
  public static let ap0 = ColorPrimaries((0.7347, 0.2653), (0.0, 1.0), (0.0001, -0.0770), white: .d60)
  /// ACES AP1, the primaries of ACEScg (AMPAS S-2014-004); the ACES white.
  public static let ap1 = ColorPrimaries((0.713, 0.293), (0.165, 0.830), (0.128, 0.044), white: .d60)
  /// SMPTE-C, BT.601 with 525 lines (SMPTE ST 170); D65. H.273 codes 6 and 7.
  public static let smpteC = ColorPrimaries((0.630, 0.340), (0.310, 0.595), (0.155, 0.070), white: .d65)
  /// BT.601 with 625 lines, BT.470 System B/G; D65. H.273 code 5.
  public static let ebu = ColorPrimaries((0.64, 0.33), (0.29, 0.60), (0.15, 0.06), white: .d65)
  /// EBU Tech. 3213-E phosphors; D65. H.273 code 22.
  public static let ebu3213 = ColorPrimaries((0.630, 0.340), (0.295, 0.605), (0.155, 0.077), white: .d65)
  /// BT.470 System M, the first NTSC standard; illuminant C. H.273 code 4.
  public static let bt470M = ColorPrimaries((0.67, 0.33), (0.21, 0.71), (0.14, 0.08), white: .illuminantC)
  /// Generic film with Wratten filters 25, 58, 47B; illuminant C. H.273 code 8.
  public static let film = ColorPrimaries((0.681, 0.319), (0.243, 0.692), (0.145, 0.049), white: .illuminantC)
  /// The XYZ axes with the equal-energy white (SMPTE ST 428-1). H.273 code 10.
  public static let xyzAxes = ColorPrimaries((1, 0), (0, 1), (0, 0), white: .illuminantE)
  /// The XYZ axes relative to D50, as the profile connection space uses them.
  public static let xyzD50 = ColorPrimaries((1, 0), (0, 1), (0, 0), white: .d50)
}
