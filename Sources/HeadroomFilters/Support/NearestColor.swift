internal import HeadroomEngine
internal import HeadroomPixels

/// The colour of a palette that is nearest to a pixel's.
///
/// The colours are read as a whole: a row of pixels whose alpha does not count.
struct NearestColor: ParameterPointImplementation {
  let result: Result

  /// The result for a pixel.
  enum Result: Int, Sendable {
    /// The colour itself, with the pixel's alpha.
    case color
    /// The pixel's straight colour, with the index of the nearest colour as its alpha; -1 for pixels without alpha.
    case colorAndIndex
    /// The centre of the pixel, with the index of the nearest colour as its alpha; -1 for pixels without alpha.
    case placeAndIndex
  }

  /// The most colours that are compared.
  static let most = 4096

  var alphaRule: AlphaRule { .premultiplied }
  var usesPosition: Bool { result == .placeAndIndex }
  var parameterCount: Int { 1 }
  var fingerprint: Fingerprint { Fingerprint("nearest color", [Double(result.rawValue)]) }

  func peak(of inputs: [Float?]) -> Float? { result == .color ? inputs.last ?? nil : nil }
  func isOpaque(_ inputs: [Bool]) -> Bool { result == .color && inputs.first ?? false }

  func makeStage(in space: WorkingSpace, parameters: [ParameterPixels]) -> RowStage {
    let (colors, result) = (parameters.first?.pixels ?? [], result)
    return unsafe RowStage { rows, _, count, x, y in
      unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * count) { scratch in
        guard let best = scratch.baseAddress else { return }
        let index = unsafe best + count
        unsafe Self.straighten(rows, count)
        unsafe Self.find(colors, rows, best, index, count)
        switch result {
        case .color: unsafe Self.replace(rows, by: colors, index, count)
        case .colorAndIndex: unsafe Self.mark(rows, index, count)
        case .placeAndIndex:
          unsafe Self.mark(rows, index, count)
          for i in 0..<count { unsafe (rows.r[i], rows.g[i]) = (Float(x + i) + 0.5, Float(y) + 0.5) }
        }
      }
    }
  }

  private static func straighten(_ rows: RowPointers, _ count: Int) {
    let (r, g, b, a) = unsafe (rows.r, rows.g, rows.b, rows.a)
    for i in 0..<count {
      let alpha = unsafe a[i]
      let scale = alpha == 0 ? 0 : 1 / alpha
      unsafe (r[i], g[i], b[i]) = unsafe (r[i] * scale, g[i] * scale, b[i] * scale)
    }
  }

  private static func find(
    _ colors: [Pixel], _ rows: RowPointers, _ best: UnsafeMutablePointer<Float>, _ index: UnsafeMutablePointer<Float>,
    _ count: Int
  ) {
    let (r, g, b) = unsafe (rows.r, rows.g, rows.b)
    for i in 0..<count { unsafe (best[i], index[i]) = (.infinity, 0) }
    for (number, color) in colors.enumerated() {
      let value = Float(number)
      for i in 0..<count {
        let (dr, dg, db) = unsafe (r[i] - color.r, g[i] - color.g, b[i] - color.b)
        let distance = dr * dr + dg * dg + db * db
        let (known, place) = unsafe (best[i], index[i])
        unsafe best[i] = distance < known ? distance : known
        unsafe index[i] = distance < known ? value : place
      }
    }
  }

  private static func replace(
    _ rows: RowPointers, by colors: [Pixel], _ index: UnsafePointer<Float>, _ count: Int
  ) {
    for i in 0..<count {
      let number = unsafe Int(index[i])
      let (color, alpha) = unsafe (number < colors.count ? colors[number] : .clear, rows.a[i])
      unsafe (rows.r[i], rows.g[i], rows.b[i]) = (color.r * alpha, color.g * alpha, color.b * alpha)
    }
  }

  private static func mark(_ rows: RowPointers, _ index: UnsafePointer<Float>, _ count: Int) {
    for i in 0..<count {
      let (alpha, number) = unsafe (rows.a[i], index[i])
      unsafe rows.a[i] = alpha > 0 ? number : -1
    }
  }

  func evaluate(
    _ pixels: [Pixel], parameters: [ParameterPixels], x: Float, y: Float, in space: WorkingSpace
  ) -> Pixel {
    let (colors, p) = (parameters.first?.pixels ?? [], pixels[0].unpremultiplied)
    let distances = colors.map {
      (p.r - $0.r) * (p.r - $0.r) + (p.g - $0.g) * (p.g - $0.g) + (p.b - $0.b) * (p.b - $0.b)
    }
    var nearest = 0
    for index in distances.indices where distances[index] < distances[nearest] { nearest = index }
    let mark = p.a > 0 ? Float(nearest) : -1
    switch result {
    case .color:
      let color = colors.isEmpty ? .clear : colors[nearest]
      return Pixel(r: color.r * p.a, g: color.g * p.a, b: color.b * p.a, a: p.a)
    case .colorAndIndex: return Pixel(r: p.r, g: p.g, b: p.b, a: mark)
    case .placeAndIndex: return Pixel(r: x, g: y, b: p.b, a: mark)
    }
  }
}

/// The mean of the pixels of each cluster, whose number is the pixels' alpha; the result's alpha is the cluster's share
/// of all pixels.
struct ClusterMeans: ReductionImplementation {
  let region: PixelRect
  let count: Int

  var fingerprint: Fingerprint { Fingerprint("means of clusters", region.fingerprint + [Double(count)]) }

  func isOpaque(_ inputs: [Bool]) -> Bool { false }

  /// Sums of red, green and blue, and how many pixels there are.
  func makePartial() -> [SIMD4<Double>] { [SIMD4<Double>](repeating: .zero, count: count) }

  func accumulate(_ rows: RowPointers, count width: Int, x: Int, y: Int, into partial: inout [SIMD4<Double>]) {
    for i in 0..<width {
      let number = unsafe rows.a[i]
      guard number >= 0, number < Float(count) else { continue }
      unsafe partial[Int(number)] += Pixel(r: rows.r[i], g: rows.g[i], b: rows.b[i], a: 1).withoutNaN
    }
  }

  func merge(_ other: [SIMD4<Double>], into partial: inout [SIMD4<Double>]) {
    for index in partial.indices { partial[index] += other[index] }
  }

  func finish(_ partial: [SIMD4<Double>], pixelCount: Int) -> [Pixel] {
    let all = partial.reduce(0) { $0 + $1.w }
    return partial.map { sum in
      sum.w > 0 ? Pixel(SIMD4(sum.x / sum.w, sum.y / sum.w, sum.z / sum.w, sum.w / all)) : .clear
    }
  }

  func evaluate(_ pixels: [Pixel], pixelCount: Int) -> [Pixel] {
    let all = pixels.filter { $0.a >= 0 && $0.a < Float(count) }
    return (0..<count).map { index in
      let own = all.filter { Int($0.a) == index }
      if own.isEmpty { return .clear }
      let sum = own.reduce(SIMD4<Double>.zero) { $0 + $1.withoutNaN } / Double(own.count)
      return Pixel(SIMD4(sum.x, sum.y, sum.z, Double(own.count) / Double(all.count)))
    }
  }
}
