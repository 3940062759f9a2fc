internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomPixels

/// Corrects the distortion of a lens as described by its camera's data.
///
/// ## Formula
/// Points move along rays from the camera's `AVCameraCalibrationData.lensDistortionCenter`: one at the distance r
/// moves to `r * (1 + T(r))`, where T is `lensDistortionLookupTable`, interpolated linearly. Its numbers stand for
/// distances from 0 to that of the farthest corner; beyond that the last one counts. With `inputUseInverseLookUpTable`
/// T is the inverse table, which distorts a corrected picture again. A pixel shows the point that moves to it,
/// bilinear; where the table folds, the one nearest to the centre. The camera's picture, with the size
/// `intrinsicMatrixReferenceDimensions`, is stretched over the image's extent. Core Image documents the data, but not
/// its filter.
///
/// ## Extended range
/// Linear light, not clamped.
///
/// ## Alpha
/// Premultiplied colour and alpha alike. Where no point moves to, the result is transparent.
///
/// ## Extent
/// That of the image; infinite images stay as they are. Colour space and content headroom are kept.
///
/// ## Keys
/// - `inputAVCameraCalibrationData`: without it there is no result; the image stays as it is where the data have no such table.
/// - `inputUseInverseLookUpTable`: default false.
struct CameraCalibrationLensCorrection: FilterDefinition {
  static let name = "CICameraCalibrationLensCorrection"
  static let displayName = "Lens Correction for AVC"
  static let introduced = FilterAvailability(iOS: "12.0", macOS: "10.14")
  static let categories: [FilterCategory] = [.distortionEffect, .highDynamicRange, .stillImage, .video]

  /// The camera's data.
  @Input("inputAVCameraCalibrationData") var avCameraCalibrationData: CameraCalibration? = nil
  /// Whether the distortion is applied again, by the inverse table.
  @Input("inputUseInverseLookUpTable") var useInverseLookUpTable = false

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main, let data = avCameraCalibrationData?.data else { return nil }
    let extent = image.extent
    let size = data.intrinsicMatrixReferenceDimensions
    if extent.isNull || extent.isEmpty || extent.isUnbounded || PixelRect(enclosing: extent).isInfinite { return image }
    guard size.width >= 1, size.height >= 1, size.width < 1e6, size.height < 1e6,
      let table = useInverseLookUpTable ? data.inverseLensDistortionLookupTable : data.lensDistortionLookupTable
    else { return image }
    // The centre may lie outside the picture, but not so far that floats cannot tell its pixels apart.
    let x = min(max(Double(data.lensDistortionCenter.x), -1e5), 1e6)
    let y = min(max(Double(data.lensDistortionCenter.y), -1e5), 1e6)
    let (width, height) = (Double(size.width), Double(size.height))
    let (across, along) = (max(abs(x), abs(width - x)), max(abs(y), abs(height - y)))
    let farthest = (across * across + along * along).squareRoot()
    guard farthest.isFinite, farthest > 0 else { return image }
    let curve = RadialTable(table.floats, farthest: farthest)
    guard curve.isUsable else { return image }
    let (perX, perY) = (width / Double(extent.width), height / Double(extent.height))
    let kernel = RadialCorrection(
      x: Float(Double(extent.minX) + x / perX), y: Float(Double(extent.maxY) - y / perY), perX: Float(perX),
      perY: Float(perY), perPlace: Float(Double(RadialTable.places) / farthest), ratios: curve.sourceRatios)
    let numbers = [kernel.x, kernel.y, kernel.perX, kernel.perY, kernel.perPlace] + kernel.ratios
    let reads = PixelRect(enclosing: extent).expanded(dx: 1, dy: 1)
    return image.appending(
      warp: ComputedWarp("radial table", numbers.map(Double.init), kernel) { $0.isEmpty ? .empty : reads },
      extent: extent)
  }
}

/// How far points move from a centre, from a table over their distance.
struct RadialTable {
  /// The number of distances at which the inverse is computed, evenly spaced up to that of the farthest corner.
  static let places = 4096

  private let table: [Double]
  private let farthest: Double

  init(_ table: [Float], farthest: Double) {
    // Numbers that are not finite move nothing, and the limits keep the picture from turning inside out.
    self.table = table.map { $0.isFinite ? min(max(Double($0), -0.95), 20) : 0 }
    self.farthest = farthest
  }

  var isUsable: Bool { !table.isEmpty }

  /// The distance to which a point at a distance moves.
  func distance(of source: Double) -> Double {
    let place = source / farthest * Double(table.count - 1)
    let below = min(Int(min(place, Double(table.count))), table.count - 1)
    let above = min(below + 1, table.count - 1)
    let share = min(place - Double(below), 1)
    return source * (1 + table[below] + (table[above] - table[below]) * share)
  }

  /// For distances in the result, the source distance divided by the distance.
  var sourceRatios: [Float] {
    var source = 0.0
    let step = farthest / Double(Self.places)
    return (0...Self.places).map { place in
      if place == 0 { return Float(1 / (1 + table[0])) }
      let wanted = Double(place) * step
      // The search begins where the one before it ended, for the first source that reaches the distance.
      var low = source
      var high = source
      while distance(of: high) < wanted, high < farthest * 32 { (low, high) = (high, high + step) }
      for _ in 0..<40 {
        let middle = (low + high) / 2
        if distance(of: middle) < wanted { low = middle } else { high = middle }
      }
      source = low
      return Float(high / wanted)
    }
  }
}

/// A pixel's source on the ray from the centre.
private struct RadialCorrection: WarpKernel {
  let x, y, perX, perY, perPlace: Float
  let ratios: [Float]

  @inline(__always) func source(x px: Float, y py: Float) -> (x: Float, y: Float) {
    let (dx, dy) = (px - x, py - y)
    let (u, v) = (dx * perX, dy * perY)
    let place = smaller(root(u * u + v * v) * perPlace, Float(ratios.count - 1))
    let below = min(Int(place), ratios.count - 2)
    let ratio = ratios[below] + (ratios[below + 1] - ratios[below]) * (place - Float(below))
    return (x + dx * ratio, y + dy * ratio)
  }
}
