internal import HeadroomContainers
internal import HeadroomGraphics

extension JPEGReader: ContainerProperties {
  var isIndexed: Bool { false }

  var pixelsPerInch: (x: Double, y: Double)? { info.metadata.density?.perInch }

  /// `u8 major | u8 minor | u8 unit | u16 x | u16 y`
  var ownProperties: (key: CFString, values: CFDictionary)? {
    guard var jfif = primary.payloads(JPEGMarker.app0, JPEGSignature.jfif).first, let major = try? jfif.u8(),
      let minor = try? jfif.u8(), let unit = try? jfif.u8(), let x = try? jfif.u16(), let y = try? jfif.u16()
    else { return nil }
    var values: CFDictionary = [
      kCGImagePropertyJFIFVersion: [Int(major), Int(minor / 16), Int(minor % 16)],
      kCGImagePropertyJFIFDensityUnit: Int(unit), kCGImagePropertyJFIFXDensity: Int(x),
      kCGImagePropertyJFIFYDensity: Int(y),
    ]
    if primary.frame?.isProgressive ?? false { values[kCGImagePropertyJFIFIsProgressive] = true }
    return (kCGImagePropertyJFIFDictionary, values)
  }
}
