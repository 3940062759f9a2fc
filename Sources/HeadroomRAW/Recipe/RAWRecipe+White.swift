internal import Foundation
internal import HeadroomColor
internal import HeadroomEngine
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPixels

extension RAWRecipe {
  /// The camera's colours under the requested white; nil for a monochrome sensor. A white that the camera cannot record
  /// is ignored.
  var balance: CameraWhiteBalance? {
    guard let wanted = settings.white, let balance = try? picture.color?.balance(for: wanted) else {
      return shotWhite.balance
    }
    return balance
  }

  /// The white of the shot.
  var shotWhite: ShotWhite { picture.shotWhite(estimateOptions) }

  var estimateOptions: RAWEstimateOptions { RAWEstimateOptions(settings, allowsPartial: still.request.allowPartial) }

  /// The white that becomes neutral; D50 for a monochrome sensor, for which it has no meaning.
  var white: Chromaticity { balance?.white ?? settings.white ?? .d50 }

  /// The same as temperature and tint.
  var temperature: CorrelatedTemperature {
    CorrelatedTemperature(white)
      ?? CorrelatedTemperature(temperature: 5000, tint: 0)
  }
}

extension RAWRecipe {
  /// The size, in sensor pixels across and down, of the area whose mean stands for a position: single pixels are
  /// dominated by noise.
  private static let patch = 9.0

  /// The light under which the colour at a position of the picture is neutral. Nil outside the picture, for a
  /// monochrome sensor, where there is no light, and where the sensor's pixels cannot be read.
  func white(at point: CGPoint) -> Chromaticity? {
    guard let balance, let model = picture.color, point.x.isFinite, point.y.isFinite else { return nil }
    let image = cameraLight(balance)
    guard image.extent.contains(point) else { return nil }
    let side = max((Self.patch * settings.scaleFactor).rounded(), 1)
    let region = PixelRect(
      x: Int((point.x - (side - 1) / 2).rounded(.down)), y: Int((point.y - (side - 1) / 2).rounded(.down)),
      width: Int(side), height: Int(side)
    ).intersection(PixelRect(enclosing: image.extent))
    guard let seen = Self.mean(of: image, region) else { return nil }
    let neutral = seen / balance.multipliers
    guard neutral.min() > 1e-5, let white = try? model.white(forNeutral: neutral),
      white.x > 0, white.y > 0, white.x + white.y < 1, (try? model.balance(for: white)) != nil
    else { return nil }
    return white
  }

  private static func mean(of image: CIImage, _ region: PixelRect) -> SIMD3<Double>? {
    guard !region.isEmpty,
      let bitmap = try? CIContext().bitmap(image, region: region, format: .rgbaFloat, encoding: nil)
    else { return nil }
    var sum = SIMD3<Double>.zero
    for y in 0..<bitmap.height {
      let row = unsafe bitmap.rowAddress(y).assumingMemoryBound(to: Float.self)
      for x in 0..<bitmap.width {
        let pixel = unsafe SIMD3(Double(row[4 * x]), Double(row[4 * x + 1]), Double(row[4 * x + 2]))
        sum += pixel
      }
    }
    let mean = sum / Double(region.area)
    return mean.sum().isFinite ? mean : nil
  }
}
