internal import HeadroomColor
internal import HeadroomRAW

extension RAWRecipe {
  /// The camera's colours under the white that is wanted; nil for a monochrome sensor. A white that the camera cannot see
  /// is not taken.
  var balance: CameraWhiteBalance? {
    guard let wanted = settings.white, let balance = try? picture.color?.balance(for: wanted) else {
      return picture.asShot
    }
    return balance
  }

  /// The white that becomes neutral; D50 for a monochrome sensor, to which it means nothing.
  var white: Chromaticity { balance?.white ?? settings.white ?? .d50 }

  /// The same as temperature and tint.
  var temperature: HeadroomRAW.CorrelatedTemperature {
    HeadroomRAW.CorrelatedTemperature(white)
      ?? HeadroomRAW.CorrelatedTemperature(temperature: 5000, tint: 0)
  }
}
