internal import HeadroomPixels

extension RowCompositor {
  /// The modes that mix colours: straight colour is drawn over colour multiplied by alpha.
  func mix(_ source: RowPointers, _ target: RowPointers, _ coverage: UnsafeMutablePointer<Float>, _ count: Int) {
    switch mode {
    case .screen: unsafe mix(Mixing.Screen.self, source, target, coverage, count)
    case .overlay: unsafe mix(Mixing.Overlay.self, source, target, coverage, count)
    case .darken: unsafe mix(Mixing.Darken.self, source, target, coverage, count)
    case .lighten: unsafe mix(Mixing.Lighten.self, source, target, coverage, count)
    case .colorDodge: unsafe mix(Mixing.ColorDodge.self, source, target, coverage, count)
    case .colorBurn: unsafe mix(Mixing.ColorBurn.self, source, target, coverage, count)
    case .softLight: unsafe mix(Mixing.SoftLight.self, source, target, coverage, count)
    case .hardLight: unsafe mix(Mixing.HardLight.self, source, target, coverage, count)
    case .difference: unsafe mix(Mixing.Difference.self, source, target, coverage, count)
    case .exclusion: unsafe mix(Mixing.Exclusion.self, source, target, coverage, count)
    case .hue: unsafe mixWhole(Mixing.Hue.self, source, target, coverage, count)
    case .saturation: unsafe mixWhole(Mixing.Saturation.self, source, target, coverage, count)
    case .color: unsafe mixWhole(Mixing.WholeColor.self, source, target, coverage, count)
    case .luminosity: unsafe mixWhole(Mixing.Luminosity.self, source, target, coverage, count)
    default: unsafe mix(Mixing.Multiply.self, source, target, coverage, count)
    }
    for x in 0..<count {
      let (above, below) = unsafe (source.a[x], target.a[x])
      unsafe target.a[x] = below + above * (1 - below) * coverage[x]
    }
  }

  // Inlined, so that each mode has its own loop.
  @inline(__always)
  private func mix<Mode: ComponentMix>(
    _ mode: Mode.Type, _ source: RowPointers, _ target: RowPointers, _ coverage: UnsafeMutablePointer<Float>,
    _ count: Int
  ) {
    unsafe source.forEachPlane(with: target, alpha: false) { above, below in
      for x in 0..<count {
        let (sa, ra, before) = unsafe (source.a[x], target.a[x], below[x])
        let color = ra > 0 ? before / ra : 0
        let drawn = unsafe above[x]
        let after = sa * (1 - ra) * drawn + (1 - sa) * before + sa * ra * Mode.mix(color, drawn)
        unsafe below[x] = before + (after - before) * coverage[x]
      }
    }
  }

  @inline(__always)
  private func mixWhole<Mode: ColorMix>(
    _ mode: Mode.Type, _ source: RowPointers, _ target: RowPointers, _ coverage: UnsafeMutablePointer<Float>,
    _ count: Int
  ) {
    for x in 0..<count {
      let (sa, ra) = unsafe (source.a[x], target.a[x])
      let before = unsafe SIMD3(target.r[x], target.g[x], target.b[x])
      let drawn = unsafe SIMD3(source.r[x], source.g[x], source.b[x])
      let color = ra > 0 ? before / ra : .zero
      let mixed = Mode.mix(color, drawn) * (sa * ra)
      let after = drawn * (sa * (1 - ra)) + before * (1 - sa) + mixed
      let result = unsafe before + (after - before) * coverage[x]
      unsafe (target.r[x], target.g[x], target.b[x]) = (result.x, result.y, result.z)
    }
  }
}
