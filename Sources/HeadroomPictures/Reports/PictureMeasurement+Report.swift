internal import HeadroomColor
package import HeadroomContainers
package import HeadroomImage
internal import HeadroomPixels

extension PictureMeasurement {
  package var json: JSONValue {
    [
      "peak": .number(Double(peak)), "peak9999": .number(Double(peak9999)), "maxCLL": .number(maxCLL),
      "maxFALL": .number(maxFALL),
      "gamut": ["bt709": .number(insideBT709), "p3": .number(insideP3), "bt2020": .number(insideBT2020)],
    ]
  }

  package var text: String {
    let nits = "MaxCLL \(ShortNumber.text(maxCLL)), MaxFALL \(ShortNumber.text(maxFALL)) cd/m²"
    let level = "peak \(ShortNumber.text(Double(peak)))x (99.99 %: \(ShortNumber.text(Double(peak9999)))x), \(nits)"
    return level + ", \(percent(insideBT709)) in BT.709, \(percent(insideP3)) in P3"
  }

  private func percent(_ share: Double) -> String { "\(ShortNumber.text(share * 100)) %" }
}

extension PictureRenderer {
  /// Measures a picture without holding it in memory.
  package func measured(_ image: CIImage, file: String) throws(PictureError) -> PictureMeasurement {
    var meter: PictureMeter?
    try forEachBand(of: image, encoding: .extendedLinearITUR2020, alpha: .premultiplied, file: file) { size, band in
      if meter == nil { meter = PictureMeter(width: size.width, height: size.height) }
      meter?.add(band)
    }
    return meter?.measurement ?? PictureMeasurement()
  }
}
