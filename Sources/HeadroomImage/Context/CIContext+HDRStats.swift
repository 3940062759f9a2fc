internal import Foundation
internal import HeadroomColor
internal import HeadroomEngine
public import HeadroomGraphics
internal import HeadroomPixels

extension CIContext {
  /// A copy of the image that carries its measured headroom (the largest max(R, G, B), at least 1) and average light
  /// level (the mean of max(R, G, B)); nil for an infinite extent.
  public func calculateHDRStats(for image: CIImage) -> CIImage? {
    guard let stats = try? light(of: image) else { return nil }
    return image.settingContentHeadroom(Float(max(stats.peak, 1)))
      .settingContentAverageLightLevel(Float(stats.average))
  }

  /// As for images.
  public func calculateHDRStats(for image: CGImage) -> CGImage? {
    guard let stats = try? light(of: CIImage(cgImage: image)) else { return nil }
    return CGImage(
      bitmap: image.bitmap, colorSpace: image.colorSpace, contentHeadroom: Float(max(stats.peak, 1)),
      contentAverageLightLevel: Float(stats.average))
  }

  /// Measures an image over its extent: the largest and the mean of max(R, G, B); linear, 1.0 = reference white, in BT.2020.
  private func light(of image: CIImage) throws(RenderError) -> (peak: Double, average: Double) {
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
    return unsafe (Double(row[0]), Double(row[4]))
  }

  private var lightMatrix: ColorMatrix {
    ColorMatrix((settings.workingSpace.primaries ?? .bt709).matrix(to: .bt2020))
  }
}
