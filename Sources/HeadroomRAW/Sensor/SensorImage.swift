package import HeadroomPixels

/// The unpacked content of a raw file, not yet interpreted, with all the data needed to interpret it.
package struct SensorImage: Sendable {
  /// Stored numbers, top row first: `PixelFormat.gray16` or `PixelFormat.grayFloat` for a mosaic or a monochrome sensor,
  /// `PixelFormat.rgb16` or `PixelFormat.rgbFloat` where every pixel has three colours. Integers are codes, as stored.
  package var samples: PixelBitmap
  /// The mosaic's colours, from the corner of ``activeArea``; nil where every pixel has all colours, or there is only
  /// one.
  package var pattern: ColorFilterArray?
  /// The levels from stored numbers to linear light.
  package var levels: SensorLevels
  /// The exposed pixels, in pixels of ``samples``.
  package var activeArea: PixelRect
  /// The visible part of the picture, in pixels of ``samples``; inside ``activeArea``.
  package var crop: PixelRect
  /// The corrections of stored numbers (OpcodeList1), after linearisation (2), and after demosaicing (3).
  package var opcodes: (stored: [DNGOpcode], linear: [DNGOpcode], color: [DNGOpcode])
  /// For each plane (or one for all): `variance = scale * x + offset` of linear values `x` in 0 ... 1; empty where unknown.
  package var noise: [NoiseModel]
  /// The model for noise reduction where the file does not state ``noise``. Demosaicing does not rely on an estimate.
  package var usualNoise = NoiseModel.usual(iso: 100)
  /// Warnings about the pixels' data.
  package var warnings: [String]

  package init(
    samples: PixelBitmap, pattern: ColorFilterArray?, levels: SensorLevels, activeArea: PixelRect, crop: PixelRect,
    opcodes: (stored: [DNGOpcode], linear: [DNGOpcode], color: [DNGOpcode]) = ([], [], []), noise: [NoiseModel] = [],
    warnings: [String] = []
  ) {
    self.samples = samples
    self.pattern = pattern
    self.levels = levels
    self.activeArea = activeArea
    self.crop = crop
    self.opcodes = opcodes
    self.noise = noise
    self.warnings = warnings
  }
}

/// Noise of a sensor (DNG's NoiseProfile).
package struct NoiseModel: Hashable, Sendable {
  /// Variance that grows with the light: `S`.
  package var scale: Double
  /// Variance in the dark: `O`.
  package var offset: Double

  package init(scale: Double, offset: Double) {
    self.scale = scale
    self.offset = offset
  }
}

/// The mapping from stored numbers to linear reference values, 0 for black and 1 for white (DNG 1.7.1, chapter 5).
package struct SensorLevels: Hashable, Sendable {
  /// The value of each stored code; the last entry also stands for all codes above. Empty where codes stand for
  /// themselves.
  package var linearization: [UInt16]
  /// Black in linearised codes, repeated from the active area's corner: `[row][column][plane]`.
  package var black: [Double]
  package var blackRows: Int
  package var blackColumns: Int
  /// Offsets to black, by column and by row of the active area; empty for none.
  package var blackDeltaH: [Double]
  package var blackDeltaV: [Double]
  /// White in linearised codes, one for all planes or one for each.
  package var white: [Double]

  package init(
    linearization: [UInt16] = [], black: [Double] = [0], blackRows: Int = 1, blackColumns: Int = 1,
    blackDeltaH: [Double] = [], blackDeltaV: [Double] = [], white: [Double]
  ) {
    self.linearization = linearization
    self.black = black
    self.blackRows = blackRows
    self.blackColumns = blackColumns
    self.blackDeltaH = blackDeltaH
    self.blackDeltaV = blackDeltaV
    self.white = white
  }

  /// The linear level of a stored code where nothing depends on the position, 1 for white.
  func level(_ code: Int) -> Double {
    let number = Double(linearized(code))
    let (low, high) = (black.max() ?? 0, white.min() ?? 0)
    return high > low ? (number - low) / (high - low) : 0
  }

  /// The value of a stored code.
  func linearized(_ code: Int) -> Int {
    linearization.isEmpty ? code : Int(linearization[min(code, linearization.count - 1)])
  }
}
