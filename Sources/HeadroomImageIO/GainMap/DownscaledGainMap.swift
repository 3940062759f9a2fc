internal import HeadroomColor
package import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

extension StillImage {
  /// The gain map for a picture that is made this many times smaller across and down than in the file; nil where the picture has
  /// none. See ``GainMapImage/downscaled(by:_:base:)``.
  package func gainMap(
    forPictureSmallerBy across: Double, _ down: Double
  ) throws(ImageIOError) -> GainMapImage? {
    guard var result = gainMap else { return nil }
    let size = (base.width, base.height)
    guard let downscaled = DownscaledGainMap(result, of: size, encoding, smallerBy: across, down) else { return result }
    result.bitmap = try downscaled.smaller(base)
    return result
  }
}

extension GainMapImage {
  /// The gain map for a picture that is made this many times smaller across and down than in the file. It keeps its proportion
  /// to the picture, unless it has been decoded smaller than that.
  ///
  /// ### Formula
  /// Each pixel of the result has the gain that turns the mean of the base under it into the mean of the alternate:
  /// with the base's offset `k` and the full weight `w`,
  /// `2^(w L') = mean((base + k) 2^(w L)) / mean(base + k)`. The mean of the gains loses light where both base and gain
  /// are high, as beside lamps: up to a sixth in nine photos at 200 pixels.
  ///
  /// - Parameter base: the picture, from its first row on.
  package func downscaled(
    by across: Double, _ down: Double, base: any StillRowSource
  ) throws(ImageIOError) -> GainMapImage {
    let size = (base.width, base.height)
    guard let downscaled = DownscaledGainMap(self, of: size, base.encoding, smallerBy: across, down) else {
      return self
    }
    var result = self
    result.bitmap = try downscaled.smaller(base)
    return result
  }
}

/// A gain map that is made smaller along with its base.
private struct DownscaledGainMap: Sendable {
  private let map: PixelBitmap
  private let base: (width: Int, height: Int)
  private let encoding: ColorEncoding
  private let boxes: (across: [BoxAxis.Box], down: [BoxAxis.Box])
  /// The base's columns under each of the map's, one after another: column `x` is over those from `columns[x]` on.
  private let columns: [Int]
  private let planes: [Plane]
  private let luminance: SIMD3<Float>

  /// The meaning of a component's codes.
  private struct Plane {
    private let nearest: NearestStop
    let gains: [Float]
    let offset: Float

    /// Nil where stops do not rise with the codes.
    init?(_ map: GainMapImage, channel: Int, codes: Int) {
      let sign: Double = map.formula.isBaseLesser ? 1 : -1
      let stops = (0..<codes).map { code in
        let gain = map.formula.logGain(Double(code) / Double(codes - 1), channel: channel)
        return Float(min(max(gain, -GainMapApplier.maxStops), GainMapApplier.maxStops))
      }
      guard zip(stops, stops.dropFirst()).allSatisfy({ $0 <= $1 }) else { return nil }
      nearest = NearestStop(stops)
      gains = stops.map { Float(Libm.exp2(sign * Double($0))) }
      offset = max(Float(map.metadata?.baseOffset[channel] ?? 0), DownscaledGainMap.leastLight)
      self.sign = Float(sign)
    }

    private let sign: Float

    /// Replaces gains by the values, 0...1, of the codes that are nearest to them.
    func makeValues(_ row: UnsafeMutablePointer<Float>, _ count: Int) {
      for x in 0..<count { unsafe row[x] = unsafe log2Fast(row[x]) * sign }
      unsafe nearest.makeValues(row, count)
    }
  }

  /// The light that black counts as, so that there is a gain where all is black.
  private static let leastLight: Float = 1e-5

  /// Nil where the map stays as large, and for maps whose codes cannot be found from their gains.
  init?(
    _ image: GainMapImage, of base: (width: Int, height: Int), _ encoding: ColorEncoding, smallerBy across: Double,
    _ down: Double
  ) {
    guard across >= 1, down >= 1, encoding.model == .rgb || encoding.model == .monochrome,
      let codes = image.bitmap.format.codeCount
    else { return nil }
    (map, self.base, self.encoding) = (image.bitmap, base, encoding)
    let size = image.description.size(smallerBy: across, down)
    let (width, height) = (min(size.width, map.width), min(size.height, map.height))
    if width == map.width, height == map.height { return nil }
    boxes = (
      BoxAxis(source: map.width, target: width).boxes, BoxAxis(source: map.height, target: height).boxes
    )
    let channels = map.format.isGray ? [1] : [0, 1, 2]
    planes = channels.compactMap { Plane(image, channel: $0, codes: codes) }
    if planes.count < channels.count { return nil }
    luminance = SIMD3<Float>(encoding.primaries.luminanceWeights)
    let mapWidth = map.width
    columns = (0...mapWidth).map { $0 * base.width / mapWidth }
  }

  private struct Scratch: ~Copyable {
    let light: RowBuffer
    /// A row of the base, then the light under a row of the map.
    let line: RowBuffer
    /// A row of the map as gains.
    let gains: RowBuffer
    /// The light under the map's columns, summed over the rows of a box: with the gains, and without.
    let bright: RowBuffer
    let plain: RowBuffer
    let values: RowBuffer

    init(base: Int, map: Int, result: Int) {
      light = RowBuffer(capacity: base)
      line = RowBuffer(capacity: max(base, map))
      gains = RowBuffer(capacity: map)
      bright = RowBuffer(capacity: map)
      plain = RowBuffer(capacity: map)
      values = RowBuffer(capacity: result)
    }
  }

  // MARK: - All of the base, or some of its rows at a time

  /// The map, of a base that is held.
  func smaller(_ base: PixelBitmap) throws(ImageIOError) -> PixelBitmap {
    let result = try makeResult()
    let held = LightRows(reader: LightConverter(base, encoding: encoding), first: 0)
    let sizes = (base: base.width, map: map.width, result: result.width)
    let makeScratch: @Sendable () -> Scratch = { Scratch(base: sizes.base, map: sizes.map, result: sizes.result) }
    try ThreadPool.shared.forEachPiece(result.height, scratch: makeScratch) { row, scratch in
      finish(row, of: result, held, scratch)
    }
    return result
  }

  /// The map, of a base that comes from the top.
  func smaller(_ source: any StillRowSource) throws(ImageIOError) -> PixelBitmap {
    let result = try makeResult()
    let wanted = boxes.down.map { baseRows(under: $0.pixels) }
    let band: PixelBitmap
    do throws(PixelError) {
      let most = wanted.map(\.count).max() ?? 1
      band = try PixelBitmap(width: base.width, height: most, format: source.format, alpha: source.alpha)
    } catch {
      throw ImageIOError(error)
    }
    let reader = LightConverter(band, encoding: encoding)
    let scratch = Scratch(base: base.width, map: map.width, result: result.width)
    var there = 0..<0
    for (row, rows) in wanted.enumerated() {
      // Neighbours share a row.
      for kept in rows.lowerBound..<max(there.upperBound, rows.lowerBound) where there.lowerBound < rows.lowerBound {
        unsafe band.rowAddress(kept - rows.lowerBound).copyMemory(
          from: band.rowAddress(kept - there.lowerBound), byteCount: base.width * band.format.bytesPerPixel)
      }
      try source.read(rows.upperBound - there.upperBound, into: band, row: there.upperBound - rows.lowerBound)
      there = rows
      finish(row, of: result, LightRows(reader: reader, first: rows.lowerBound), scratch)
      try TaskContext.check()
    }
    return result
  }

  private func makeResult() throws(ImageIOError) -> PixelBitmap {
    do throws(PixelError) {
      return try PixelBitmap(
        width: boxes.across.count, height: boxes.down.count, format: map.format, alpha: map.alpha)
    } catch {
      throw ImageIOError(error)
    }
  }

  private func baseRows(under row: Int) -> Range<Int> {
    let first = row * base.height / map.height
    return first..<max((row + 1) * base.height / map.height, first + 1)
  }

  private func baseRows(under rows: Range<Int>) -> Range<Int> {
    baseRows(under: rows.lowerBound).lowerBound..<baseRows(under: rows.upperBound - 1).upperBound
  }

  /// Rows of the base from `first` on.
  private struct LightRows: Sendable {
    let reader: LightConverter
    let first: Int
  }

  // MARK: - Rows

  private func finish(_ row: Int, of result: PixelBitmap, _ held: LightRows, _ scratch: borrowing Scratch) {
    let (bright, plain) = unsafe (scratch.bright.rows, scratch.plain.rows)
    for plane in planes.indices {
      unsafe bright.plane(plane).update(repeating: 0, count: map.width)
      unsafe plain.plane(plane).update(repeating: 0, count: map.width)
    }
    let box = boxes.down[row]
    for mapRow in box.pixels { add(mapRow, box.share(of: mapRow), held, scratch) }
    let values = unsafe scratch.values.rows
    for plane in planes.indices {
      unsafe divideBoxes(bright.plane(plane), by: plain.plane(plane), into: values.plane(plane))
      unsafe planes[plane].makeValues(values.plane(plane), result.width)
    }
    unsafe RowCodec.pack(values, count: result.width, into: result, row: row, x: 0, dither: .none)
  }

  /// Adds a part of a row of the map, weighted with the light under it, to the sums of its columns.
  private func add(_ row: Int, _ part: Float, _ held: LightRows, _ scratch: borrowing Scratch) {
    let rows = baseRows(under: row)
    let (light, line, gains) = unsafe (scratch.light.rows, scratch.line.rows, scratch.gains.rows)
    let there = rows.lowerBound - held.first..<rows.upperBound - held.first
    unsafe held.reader.readSum(of: there, count: base.width, into: light, line: line)
    if planes.count == 1 { unsafe Self.makeLuminance(light, luminance, base.width) }
    for (index, plane) in planes.enumerated() {
      let under = unsafe line.plane(index)
      unsafe fill(under, from: light.plane(index), by: part / Float(rows.count), plus: plane.offset * part)
      unsafe plane.gains.withUnsafeBufferPointer { table in
        unsafe RowCodec.unpack(map, component: index, row: row, count: map.width, into: gains, table)
      }
      let (bright, plain) = unsafe (scratch.bright.rows.plane(index), scratch.plain.rows.plane(index))
      let gain = unsafe gains.plane(index)
      for x in 0..<map.width {
        unsafe bright[x] += gain[x] * under[x]
        unsafe plain[x] += under[x]
      }
    }
  }

  /// The light under each pixel of a row of the map.
  private func fill(
    _ under: UnsafeMutablePointer<Float>, from light: UnsafePointer<Float>, by factor: Float, plus offset: Float
  ) {
    if base.width == map.width {
      for x in 0..<map.width {
        let value = unsafe light[x] * factor
        unsafe under[x] = (value > 0 ? value : 0) + offset
      }
      return
    }
    if base.width == 2 * map.width {
      // A phone's quarter-size map on the base at half its size.
      let half = factor / 2
      for x in 0..<map.width {
        let value = unsafe (light[2 &* x] + light[2 &* x &+ 1]) * half
        unsafe under[x] = (value > 0 ? value : 0) + offset
      }
      return
    }
    for x in 0..<map.width {
      let start = columns[x]
      let end = max(columns[x + 1], start + 1)
      var sum: Float = 0
      for column in start..<end { unsafe sum += light[column] }
      unsafe under[x] = max(sum * factor / Float(end - start), 0) + offset
    }
  }

  /// The sum in each box across, divided by that of another row.
  private func divideBoxes(
    _ a: UnsafePointer<Float>, by b: UnsafePointer<Float>, into result: UnsafeMutablePointer<Float>
  ) {
    for (target, box) in boxes.across.enumerated() {
      let (first, last) = (box.pixels.lowerBound, box.pixels.upperBound - 1)
      var (sumA, sumB) = unsafe (box.share(of: first) * a[first], box.share(of: first) * b[first])
      if last > first {
        for x in first + 1..<last {
          unsafe sumA += a[x]
          unsafe sumB += b[x]
        }
        unsafe sumA += box.last * a[last]
        unsafe sumB += box.last * b[last]
      }
      unsafe result[target] = sumA / sumB
    }
  }

  private static func makeLuminance(_ light: RowPointers, _ weights: SIMD3<Float>, _ count: Int) {
    let (red, green, blue) = (weights.x, weights.y, weights.z)
    for x in 0..<count { unsafe light.r[x] = red * light.r[x] + green * light.g[x] + blue * light.b[x] }
  }
}
