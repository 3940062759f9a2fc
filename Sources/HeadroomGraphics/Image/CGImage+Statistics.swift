internal import HeadroomColor
internal import HeadroomPixels

extension CGImage {
  /// The headroom measured in the pixels: the largest component of linear light, at least 1.
  public var calculatedContentHeadroom: Float { max(measuredLight().peak, 1) }

  /// The average light level measured in the pixels: the mean of the largest component of each, 1.0 = reference white.
  ///
  /// Components below 0 count as 0; pixels that are not finite are left out.
  public var calculatedContentAverageLightLevel: Float { measuredLight().mean }

  /// A copy with the headroom and average light level that are measured in the pixels.
  public func copyWithCalculatedHDRStats() -> CGImage? {
    let light = measuredLight()
    return copy(colorSpace: colorSpace, headroom: max(light.peak, 1), averageLightLevel: light.mean)
  }

  /// The largest and the mean of the pixels' largest components in linear light of the image's primaries.
  ///
  /// Parts are merged in a fixed order, so the result does not depend on the number of threads.
  private func measuredLight() -> (peak: Float, mean: Float) {
    guard bitmap.format.layout != .alpha else { return (0, 0) }
    let converter = LightConverter(bitmap, encoding: colorSpace?.encoding ?? .sRGB)
    let columns = width
    let meter = unsafe LightMeter.measuring(rows: height, width: columns) { row, light in
      unsafe converter.read(row: row, x: 0, count: columns, into: light)
    }
    return (meter.peak, Float(meter.mean))
  }
}

/// The headroom measured in an image's pixels; see ``CGImage/calculatedContentHeadroom``.
public func CGImageCalculateContentHeadroom(_ image: CGImage) -> Float { image.calculatedContentHeadroom }

/// The average light level measured in an image's pixels; see ``CGImage/calculatedContentAverageLightLevel``.
public func CGImageCalculateContentAverageLightLevel(_ image: CGImage) -> Float {
  image.calculatedContentAverageLightLevel
}

/// The average light level of an image, 0 when unknown.
public func CGImageGetContentAverageLightLevel(_ image: CGImage) -> Float { image.contentAverageLightLevel }

/// A copy of an image with another average light level.
public func CGImageCreateCopyWithContentAverageLightLevel(_ image: CGImage, _ level: Float) -> CGImage? {
  image.copy(contentAverageLightLevel: level)
}

/// A copy of an image with the headroom and average light level that are measured in its pixels.
public func CGImageCreateCopyWithCalculatedHDRStats(_ image: CGImage) -> CGImage? { image.copyWithCalculatedHDRStats() }
