import HeadroomColor
import HeadroomPixels
import HeadroomRAW

/// A scene of patches of many colours and brightnesses, and what a camera might make of it.
struct MatchScene {
  static let primaries = ColorPrimaries.romm
  let light: SmallPicture

  /// - Parameter seed: of another scene.
  init(width: Int = 240, height: Int = 160, seed: Int = 1) {
    var light = SmallPicture(width: width, height: height)
    for index in 0..<light.count {
      let (x, y) = (index % width, index / width)
      let patch = (x / 20 &* 73 &+ y / 20 &* 151) &* seed
      func part(_ factor: Int) -> Float { Float((patch &* factor & 0xFF) ^ (patch >> 3 & 0x7F)) / 255 }
      let stops = -7 * part(29) + Float(x % 20) * 0.02 + Float(y % 20) * 0.015 - 0.4
      let color = SIMD3<Float>(0.65 + 0.35 * part(37), 0.65 + 0.35 * part(53), 0.65 + 0.35 * part(11))
      light[index] = color * Float(Libm.exp2(Double(stops)))
    }
    self.light = light
  }

  private static let tone = RAWToneRows(RAWToneCurve(RAWToneSettings(), isBounded: false), primaries: primaries)

  /// The neutral development, in BT.709.
  static func developed(_ light: SmallPicture) -> SmallPicture {
    var result = light
    let width = light.width
    unsafe result.forEachRow { row, _ in unsafe tone.apply(row, width) }
    return result.converted(by: primaries.matrix(to: .bt709))
      .mapped { $0.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 1)) }
  }

  static func looked(_ light: SmallPicture, _ look: CameraLook) -> SmallPicture {
    let rows = CameraLookRows(look, primaries: primaries)
    var result = light
    let width = light.width
    unsafe result.forEachRow { row, _ in unsafe rows.apply(row, width) }
    return result
  }

  /// As 8 bits of sRGB keep it.
  func preview(_ look: CameraLook) -> SmallPicture {
    Self.developed(Self.looked(light, look)).mapped { light in
      func stored(_ x: Float) -> Float {
        let code = (TransferFunction.sRGB.encode(Double(x)) * 255).rounded() / 255
        return Float(TransferFunction.sRGB.decode(code))
      }
      return SIMD3(stored(light.x), stored(light.y), stored(light.z))
    }
  }

  func views(_ preview: SmallPicture) -> MatchedViews {
    MatchedViews(
      scene: light, preview: (0..<preview.count).map { preview[$0] }, primaries: .bt709, isClipped: { _ in false })
  }
}
