/// A camera's rendering of colours: calibration and look (a DNG has one or more).
package struct CameraProfile: Hashable, Sendable {
  package var name: String
  /// Nil for a monochrome sensor.
  package var calibration: CameraCalibration?
  /// One for each light of the calibration, or none.
  package var hueSatMaps: [HueSatMap]
  package var lookTable: HueSatMap?
  /// Points of the tone curve, x rising; empty where the profile has none.
  package var toneCurve: [SIMD2<Double>]
  /// Stops.
  package var baselineExposureOffset: Double
  /// DefaultBlackRender: whether black is subtracted by rule (false: none).
  package var subtractsBlack: Bool
  package var gainTableMap: GainTableMap?
  /// The tables that finish the look, after the tone curve.
  package var colorTables: ColorTables?
  /// ProfileDynamicRange: whether tables and curve work on HDR's encoded values.
  package var isHDR: Bool
  /// The largest output that the profile hints at, linear; 0 for no hint.
  package var hintMaxOutput: Double
  /// ProfileGroupName, which pairs SDR and HDR profiles.
  package var groupName: String

  package init(name: String, calibration: CameraCalibration?) {
    self.name = name
    self.calibration = calibration
    hueSatMaps = []
    lookTable = nil
    toneCurve = []
    baselineExposureOffset = 0
    subtractsBlack = true
    gainTableMap = nil
    isHDR = false
    hintMaxOutput = 0
    groupName = ""
  }
}

/// A table over hue, saturation and value of linear ProPhoto (DNG 1.7.1, chapter 6).
package struct HueSatMap: Hashable, Sendable {
  package var hues: Int
  package var saturations: Int
  package var values: Int
  /// Whether the value axis runs over sRGB's curve.
  package var isValueEncoded: Bool
  /// Hue shift in degrees, saturation scale, value scale of each entry: `[value][hue][saturation][3]`.
  package var entries: [Float]

  package init(hues: Int, saturations: Int, values: Int, isValueEncoded: Bool, entries: [Float]) {
    self.hues = hues
    self.saturations = saturations
    self.values = values
    self.isValueEncoded = isValueEncoded
    self.entries = entries
  }
}

/// Gains over position and brightness: a camera's local tone map (ProfileGainTableMap and ProfileGainTableMap2).
package struct GainTableMap: Hashable, Sendable {
  package var rows: Int
  package var columns: Int
  package var spacingV: Double
  package var spacingH: Double
  package var originV: Double
  package var originH: Double
  /// The number of entries over brightness at each point.
  package var entries: Int
  /// The weights of red, green, blue, minimum and maximum in the input of the table.
  package var weights: [Float]
  /// The exponent of the weighted sum, 1 in the first version.
  package var gamma: Float
  /// `[row][column][entry]`.
  package var gains: [Float]

  package init(
    rows: Int, columns: Int, spacingV: Double, spacingH: Double, originV: Double, originH: Double, entries: Int,
    weights: [Float], gamma: Float, gains: [Float]
  ) {
    self.rows = rows
    self.columns = columns
    self.spacingV = spacingV
    self.spacingH = spacingH
    self.originV = originV
    self.originH = originH
    self.entries = entries
    self.weights = weights
    self.gamma = gamma
    self.gains = gains
  }
}
