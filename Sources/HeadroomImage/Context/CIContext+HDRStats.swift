internal import Foundation
internal import HeadroomColor
public import HeadroomGraphics
internal import HeadroomPixels

/// What a picture's light amounts to; linear, 1.0 = reference white, in BT.2020.
package struct HDRStats: Sendable {
  /// The largest max(R, G, B).
  package var peak: Double
  /// The level that 99.99 % of the pixels do not exceed, by a PQ histogram of 4096 bins.
  package var percentile: Double
  /// The mean of max(R, G, B) over all pixels.
  package var average: Double
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
    let node = RecipeNode(
      .reduction(LightReduction(region: region, toBT2020: lightMatrix)), inputs: [image.node],
      extent: CGRect(x: 0, y: 0, width: 3, height: 1))
    let result = try bitmap(
      CIImage(node: node), region: PixelRect(x: 0, y: 0, width: 3, height: 1), format: .rgbaFloat, encoding: nil)
    let values = unsafe UnsafeBufferPointer(
      start: result.rowAddress(0).assumingMemoryBound(to: Float.self), count: 12)
    return unsafe HDRStats(peak: Double(values[0]), percentile: Double(values[4]), average: Double(values[8]))
  }

  private var lightMatrix: ColorMatrix {
    ColorMatrix((settings.workingSpace.primaries ?? .bt709).matrix(to: .bt2020))
  }
}
