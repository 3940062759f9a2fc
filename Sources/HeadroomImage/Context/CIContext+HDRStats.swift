internal import Foundation
internal import HeadroomColor
public import HeadroomGraphics
internal import HeadroomPixels

/// What a picture's light amounts to; linear, 1.0 = reference white, in BT.2020.
package struct HDRStats: Sendable {
  /// The largest max(R, G, B).
  package var peak: Double
  /// The level that 99.99 % of the pixels do not exceed, to about a percent.
  package var percentile: Double
  /// The mean of max(R, G, B) over all pixels.
  package var average: Double
  /// The headroom that the picture is taken to have: `LightMeter.contentHeadroom`.
  package var contentHeadroom: Double
  /// The geometric mean of what is not black.
  package var logAverage: Double
}

extension CIContext {
  /// A copy of the image that carries its measured headroom (the largest max(R, G, B), at least 1) and average light
  /// level (the mean of max(R, G, B)); nil for an infinite extent.
  public func calculateHDRStats(for image: CIImage) -> CIImage? {
    guard let stats = try? hdrStats(of: image) else { return nil }
    return image.settingContentHeadroom(Float(max(stats.peak, 1)))
      .settingContentAverageLightLevel(Float(stats.average))
  }

  /// As for images.
  public func calculateHDRStats(for image: CGImage) -> CGImage? {
    guard let stats = try? hdrStats(of: CIImage(cgImage: image)) else { return nil }
    return CGImage(
      bitmap: image.bitmap, colorSpace: image.colorSpace, contentHeadroom: Float(max(stats.peak, 1)),
      contentAverageLightLevel: Float(stats.average))
  }

  /// Measures an image over its extent.
  package func hdrStats(of image: CIImage) throws(RenderError) -> HDRStats {
    let region = PixelRect(enclosing: image.extent)
    guard !region.isEmpty else { throw .emptyExtent }
    guard !region.isInfinite else { throw .infiniteExtent }
    let count = LightReduction.resultWidth
    let light = image.appending(
      reduction: LightReduction(region: region, toBT2020: lightMatrix),
      extent: CGRect(x: 0, y: 0, width: count, height: 1))
    let result = try bitmap(
      light, region: PixelRect(x: 0, y: 0, width: count, height: 1), format: .rgbaFloat, encoding: nil)
    let row = unsafe result.rowAddress(0).assumingMemoryBound(to: Float.self)
    let values = (0..<count).map { unsafe Double(row[4 * $0]) }
    return HDRStats(
      peak: values[0], percentile: values[1], average: values[2], contentHeadroom: values[3], logAverage: values[4])
  }

  private var lightMatrix: ColorMatrix {
    ColorMatrix((settings.workingSpace.primaries ?? .bt709).matrix(to: .bt2020))
  }
}
