internal import Foundation
internal import HeadroomColor
internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomPixels

extension RAWRecipe {
  /// The fewest pixels of the longer side of the measured picture, where the sensor has as many.
  private static let measuredSide = 600

  /// The reduction of the pictures by which a file is measured, relative to the sensor: 4, less for small sensors.
  var measuredReduction: Int {
    let longest = max(picture.header.width, picture.header.height)
    return [4, 2].first { longest / $0 >= Self.measuredSide } ?? 1
  }

  /// The recipe of the small picture by which this one is measured, in the sensor's orientation.
  var measured: RAWRecipe {
    var small = settings
    small.scaleFactor = 1 / Double(measuredReduction)
    small.orientation = .up
    return RAWRecipe(picture, still, small)
  }

  /// The largest light of the result: the curve's end, or the picture's own maximum, which is measured in a small copy
  /// when it is first read. 1 for SDR, and 0, for unknown, where the curve has no end. With a client's filter, whose
  /// effect is unknown before it is rendered, it is the curve's end.
  func contentHeadroom(isFiltered: Bool) -> ContentHeadroom {
    guard let bound = settings.headroom(picture.header.profiles.first) else { return .known(0) }
    guard bound > 1, !isFiltered else { return .known(Float(bound)) }
    return .sought { [self] in picture.headroom(of: measured, below: Float(bound)) }
  }

  /// The largest component of the light, as BT.2020; nil where the pixels cannot be read.
  func measuredPeak() -> Float? {
    var meter = LightMeter()
    let isDone = (try? image().forEachBand(encoding: .extendedLinearITUR2020) { band, _ in meter.add(band) }) != nil
    return isDone && meter.peak.isFinite ? meter.peak : nil
  }
}

extension CIImage {
  /// Renders the image band by band from the top, as floats; as a whole where it cannot be rendered in bands.
  ///
  /// - Parameters:
  ///   - encoding: nil leaves the numbers as they are.
  ///   - body: receives the pixels and the image's row at their first row.
  func forEachBand(encoding: ColorEncoding?, _ body: (_ band: PixelBitmap, _ firstRow: Int) throws -> Void) throws {
    let (context, region) = (CIContext(), PixelRect(enclosing: extent))
    guard
      let render = try context.bandedRender(
        self, region: region, format: .rgbaFloat, encoding: encoding, alpha: .premultiplied, isForced: true)
    else {
      return try body(
        context.bitmap(self, region: region, format: .rgbaFloat, encoding: encoding, alpha: .premultiplied), 0)
    }
    var row = 0
    _ = try render.run { band in
      try body(band, row)
      row += band.height
    }
  }
}
