internal import HeadroomContainers
internal import HeadroomGraphics

extension PNGReader: ContainerProperties {
  var isIndexed: Bool { directory.header.colorType == .palette }

  var pixelsPerInch: (x: Double, y: Double)? {
    guard let density = directory.density, density.isPerMetre, density.x > 0, density.y > 0 else { return nil }
    return (Double(density.x) * 0.0254, Double(density.y) * 0.0254)
  }

  var ownProperties: (key: CFString, values: CFDictionary)? {
    var values: CFDictionary = [kCGImagePropertyPNGInterlaceType: directory.header.isInterlaced ? 1 : 0]
    if let gamma = directory.gamma { values[kCGImagePropertyPNGGamma] = Double(gamma) / 100_000 }
    if let chromaticities = directory.chromaticities {
      values[kCGImagePropertyPNGChromaticities] = chromaticities.map { Double($0) / 100_000 }
    }
    if let intent = directory.renderingIntent { values[kCGImagePropertyPNGsRGBIntent] = Int(intent) }
    if let density = directory.density, density.isPerMetre {
      values[kCGImagePropertyPNGXPixelsPerMeter] = Int(density.x)
      values[kCGImagePropertyPNGYPixelsPerMeter] = Int(density.y)
    }
    if let time = directory.modificationTime { values[kCGImagePropertyPNGModificationTime] = time }
    for item in directory.texts where PNG.describingKeywords.contains(item.keyword) && values[item.keyword] == nil {
      values[item.keyword] = item.text
    }
    return (kCGImagePropertyPNGDictionary, values)
  }
}
