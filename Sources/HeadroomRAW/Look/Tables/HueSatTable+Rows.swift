package import HeadroomPixels

extension HueSatTable {
  /// Applies the table to a span, in place.
  package func apply(_ rows: RowPointers, _ count: Int) {
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 7 * lookChunk) { scratch in
      guard let base = scratch.baseAddress else { return }
      let color = unsafe HSVRows(base)
      let result = unsafe HSVRows(base + 3 * lookChunk)
      forEachChunk(of: count) { start, length in
        let part = unsafe rows.advanced(by: start)
        unsafe split(part, color, length, isHighRange: isHighRange)
        if isValueEncoded { unsafe encodeValues(color.v, base + 6 * lookChunk, length) }
        unsafe look(color, values: isValueEncoded ? base + 6 * lookChunk : color.v, into: result, length)
        unsafe modify(color, by: result, length)
        unsafe join(part, color, length, isHighRange: isHighRange)
      }
    }
  }

  /// The value axis of the table's index: sRGB's curve.
  private func encodeValues(_ v: UnsafeMutablePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ count: Int) {
    for i in 0..<count { unsafe out[i] = srgbSignal(unsafe v[i]) }
  }

  /// Looks up the table's three numbers at each colour: the only step that is not vector code.
  private func look(
    _ color: HSVRows, values encoded: UnsafeMutablePointer<Float>, into result: HSVRows, _ count: Int
  ) {
    let hScale = hues < 2 ? 0 : Float(hues) / 6
    let (sLast, vLast) = (Float(saturations - 1), Float(values - 1))
    unsafe entries.withUnsafeBufferPointer { table in
      guard let table = table.baseAddress else { return }
      for i in 0..<count {
        let h = unsafe color.h[i] * hScale
        let s = min(unsafe color.s[i], 1) * sLast
        let v = min(unsafe encoded[i], 1) * vLast
        // Colours are in range here, so these conversions cannot trap.
        let h0 = min(Int(h), hues - 1)
        let s0 = min(Int(s), saturations - 2)
        let v0 = max(min(Int(v), values - 2), 0)
        let (hf, sf, vf) = (h - Float(h0), s - Float(s0), v - Float(v0))
        let h1 = h0 + 1 == hues ? 0 : h0 + 1
        let near = unsafe plane(table, h0, h1, hf, s0, sf, v0)
        let entry = values < 2 ? near : near + (unsafe plane(table, h0, h1, hf, s0, sf, v0 + 1) - near) * vf
        unsafe result.h[i] = entry.x
        unsafe result.s[i] = entry.y
        unsafe result.v[i] = entry.z
      }
    }
  }

  @inline(__always) private func plane(
    _ table: UnsafePointer<SIMD4<Float>>, _ h0: Int, _ h1: Int, _ hf: Float, _ s0: Int, _ sf: Float, _ v: Int
  ) -> SIMD4<Float> {
    let first = unsafe table + ((v &* hues &+ h0) &* saturations &+ s0)
    let second = unsafe table + ((v &* hues &+ h1) &* saturations &+ s0)
    let low = unsafe first[0] + (second[0] - first[0]) * hf
    let high = unsafe first[1] + (second[1] - first[1]) * hf
    return low + (high - low) * sf
  }

  private func modify(_ color: HSVRows, by entry: HSVRows, _ count: Int) {
    for i in 0..<count {
      unsafe color.h[i] = unsafe color.h[i] + entry.h[i]
      let s = unsafe color.s[i] * entry.s[i]
      unsafe color.s[i] = s < 1 ? s : 1
    }
    if isValueEncoded {
      // The scale applies to encoded values.
      for i in 0..<count { unsafe color.v[i] = srgbLight(srgbSignal(unsafe color.v[i]) * (unsafe entry.v[i])) }
    } else {
      for i in 0..<count { unsafe color.v[i] = unsafe color.v[i] * entry.v[i] }
    }
  }
}

/// sRGB's curve, continued above 1.
@inline(__always) func srgbSignal(_ light: Float) -> Float {
  let power = Float(-0.055).addingProduct(1.055, powFast(light, 1 / 2.4))
  return light <= 0.003_130_8 ? 12.92 * light : power
}

@inline(__always) func srgbLight(_ signal: Float) -> Float {
  let power = powFast((signal + 0.055) / 1.055, 2.4)
  return signal <= 0.040_45 ? signal / 12.92 : power
}
