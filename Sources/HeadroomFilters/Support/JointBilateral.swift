internal import Foundation
internal import HeadroomEngine
internal import HeadroomPixels

/// Joint bilateral upsampling (J. Kopf and others, 2007): a mean of the pixels of a small image around a position,
/// weighted by their distance and by the difference of their lightness.
///
/// Images: the lightness at full size in red, the small image, the lightness at its size in red.
struct JointBilateral: AreaImplementation {
  private let large, small: PixelRect
  private let spatialSigma, lumaSigma: Float

  init(large: PixelRect, small: PixelRect, spatialSigma: Float, lumaSigma: Float) {
    (self.large, self.small) = (large, small)
    // Every position has a pixel within 0.71, and every lightness has neighbours.
    self.spatialSigma = min(max(spatialSigma, 0.5), 5)
    self.lumaSigma = max(lumaSigma, 1e-3)
  }

  var fingerprint: Fingerprint {
    Fingerprint(
      "joint bilateral", large.fingerprint + small.fingerprint + [Double(spatialSigma), Double(lumaSigma)])
  }

  var toleratesPartialInput: Bool { true }
  func peak(of inputs: [Float?]) -> Float? { inputs.count > 1 ? inputs[1] : nil }
  func isOpaque(_ inputs: [Bool]) -> Bool { inputs.count > 1 && inputs[1] }

  private var reach: Int { Int((2 * spatialSigma).rounded(.up)) + 1 }

  func region(for output: PixelRect, ofInput index: Int) -> PixelRect {
    if index == 0 || output.isEmpty { return output }
    let (columns, rows) = (places(.x, output.minX, output.width), places(.y, output.minY, output.height))
    guard let left = columns.first, let right = columns.last, let bottom = rows.first, let top = rows.last else {
      return .empty
    }
    let around = PixelRect(minX: left.base, minY: bottom.base, maxX: right.base + 1, maxY: top.base + 1)
    return EdgeMode.clamp(small).region(around.expanded(dx: reach, dy: reach))
  }

  private enum Axis { case x, y }

  /// For each position the pixel of the small image that contains it, and the offset within that pixel.
  private func places(_ axis: Axis, _ first: Int, _ count: Int) -> [(base: Int, within: Float)] {
    let (from, size) = axis == .x ? (large.minX, large.width) : (large.minY, large.height)
    let (to, target) = axis == .x ? (small.minX, small.width) : (small.minY, small.height)
    let scale = Double(target) / Double(size)
    return (first..<first + count).map { position in
      let place = (Double(position - from) + 0.5) * scale
      let base = place.rounded(.down)
      return (to + Int(base), Float(place - base))
    }
  }

  func render(_ inputs: [Tile], into output: Tile, scratch: ScratchArena) {
    let mark = scratch.mark
    let rect = unsafe output.rect
    let (columns, rows) = (places(.x, rect.minX, rect.width), places(.y, rect.minY, rect.height))
    guard let left = columns.first, let right = columns.last, let bottom = rows.first, let top = rows.last else {
      return
    }
    let wanted = PixelRect(
      minX: left.base - reach, minY: bottom.base - reach, maxX: right.base + reach + 1, maxY: top.base + reach + 1)
    let tiles = unsafe inputs.map { unsafe TileInspection.summable($0, scratch: scratch) }
    let picture = unsafe tiles[1].extended(to: wanted, .clamp(small), scratch: scratch)
    let light = unsafe tiles[2].extended(to: wanted, .clamp(small), scratch: scratch)
    let isDirect = right.base - left.base == rect.width - 1 && large.width == small.width
    let taps = Taps(self, columns, left: wanted.minX, isDirect: isDirect, scratch: scratch)
    for (index, row) in rows.enumerated() {
      let y = rect.minY + index
      taps.start()
      for dy in -reach...reach {
        let away = Float(dy) + 0.5 - row.within
        if abs(away) > 2 * spatialSigma { continue }
        unsafe taps.add(
          picture.rows(x: wanted.minX, y: row.base + dy), light.row(0, y: row.base + dy), away: away,
          tiles[0].row(0, y: y) + (rect.minX - tiles[0].rect.minX))
      }
      unsafe taps.finish(output.rows(x: rect.minX, y: y))
    }
    scratch.reset(to: mark)
  }

  func evaluate(x: Int, y: Int, _ inputs: [PixelReader]) -> Pixel {
    let (column, row) = (places(.x, x, 1)[0], places(.y, y, 1)[0])
    let own = inputs[0](x, y).summable.x
    let edge = EdgeMode.clamp(small)
    var (sum, weights) = (SIMD4<Double>.zero, 0.0)
    for dy in -reach...reach {
      for dx in -reach...reach {
        let away = SIMD2(Double(dx) + 0.5 - Double(column.within), Double(dy) + 0.5 - Double(row.within))
        let square = (away * away).sum()
        if square > 4 * Double(spatialSigma * spatialSigma) { continue }
        let difference = edge.pixel(column.base + dx, row.base + dy, of: inputs[2]).summable.x - own
        let near = -0.5 * square / Double(spatialSigma * spatialSigma)
        let weight = exp(max(near - 0.5 * difference * difference / Double(lumaSigma * lumaSigma), -80))
        sum += edge.pixel(column.base + dx, row.base + dy, of: inputs[1]).summable * weight
        weights += weight
      }
    }
    return Pixel(sum / weights)
  }

  /// The taps of one row of results.
  @safe private struct Taps {
    private let sigma: Float
    private let perSpace, perLuma: Float
    private let reach, count: Int
    private let isDirect: Bool
    /// For each pixel the index of its small pixel in a row of the window.
    private let bases: [Int]
    /// The pixel's offset within its small pixel.
    private let within: UnsafeMutablePointer<Float>
    private let sums: UnsafeMutablePointer<Float>
    private let gathered: UnsafeMutablePointer<Float>

    init(
      _ bilateral: JointBilateral, _ columns: [(base: Int, within: Float)], left: Int, isDirect: Bool,
      scratch: ScratchArena
    ) {
      (sigma, reach, count) = (bilateral.spatialSigma, bilateral.reach, columns.count)
      perSpace = -0.5 / (sigma * sigma)
      perLuma = -0.5 / (bilateral.lumaSigma * bilateral.lumaSigma)
      self.isDirect = isDirect
      bases = columns.map { $0.base - left }
      unsafe within = scratch.floats(count)
      unsafe sums = scratch.floats(5 * count)
      unsafe gathered = scratch.floats(5 * count)
      for (index, column) in columns.enumerated() { unsafe within[index] = column.within }
    }

    func start() { unsafe sums.update(repeating: 0, count: 5 * count) }

    /// - Parameters:
    ///   - picture, light: rows of the window.
    ///   - away: the distance of the row from the position.
    ///   - own: the lightness of the positions.
    func add(
      _ picture: RowPointers, _ light: UnsafePointer<Float>, away: Float, _ own: UnsafePointer<Float>
    ) {
      // The pixels of the row that are near enough to some position, with a margin for rounding.
      let half = larger(4 * sigma * sigma - away * away, 0).squareRoot() + 0.01
      let (first, last) = (max(Int((-half - 0.5).rounded(.up)), -reach), min(Int((half + 0.5).rounded(.down)), reach))
      var dx = first
      while isDirect, dx + 3 <= last {
        let start = bases[0] + dx
        unsafe sum4(picture.advanced(by: start), light + start, own, across: Float(dx) + 0.5, away)
        dx += 4
      }
      while dx <= last {
        if isDirect {
          let start = bases[0] + dx
          unsafe sum(picture.advanced(by: start), light + start, own, across: Float(dx) + 0.5, away)
        } else {
          let rows = unsafe RowPointers(base: gathered, stride: count)
          let gatheredLight = unsafe gathered + 4 * count
          for (i, base) in bases.enumerated() {
            let place = base + dx
            unsafe (rows.r[i], rows.g[i], rows.b[i]) = (picture.r[place], picture.g[place], picture.b[place])
            unsafe (rows.a[i], gatheredLight[i]) = (picture.a[place], light[place])
          }
          unsafe sum(rows, gatheredLight, own, across: Float(dx) + 0.5, away)
        }
        dx += 1
      }
    }

    @inline(__always)
    private func weight(_ across: Float, _ rows: Float, _ difference: Float) -> Float {
      let square = across * across + rows
      let near = expInRange(larger(square * perSpace + difference * difference * perLuma, -80))
      return square > 4 * sigma * sigma ? 0 : near
    }

    private func sum(
      _ picture: RowPointers, _ light: UnsafePointer<Float>, _ own: UnsafePointer<Float>, across: Float, _ away: Float
    ) {
      let (r, g, b, a) = unsafe (picture.r, picture.g, picture.b, picture.a)
      let (sr, sg, sb) = unsafe (sums, sums + count, sums + 2 * count)
      let (sa, sw) = unsafe (sums + 3 * count, sums + 4 * count)
      let rows = away * away
      for i in 0..<count {
        let weight = unsafe weight(across - within[i], rows, light[i] - own[i])
        unsafe sr[i] += r[i] * weight
        unsafe sg[i] += g[i] * weight
        unsafe sb[i] += b[i] * weight
        unsafe sa[i] += a[i] * weight
        unsafe sw[i] += weight
      }
    }

    /// Adds four neighbours at a time, so that sums are loaded and stored once for all four.
    private func sum4(
      _ picture: RowPointers, _ light: UnsafePointer<Float>, _ own: UnsafePointer<Float>, across: Float, _ away: Float
    ) {
      let (r, g, b, a) = unsafe (picture.r, picture.g, picture.b, picture.a)
      let (sr, sg, sb) = unsafe (sums, sums + count, sums + 2 * count)
      let (sa, sw) = unsafe (sums + 3 * count, sums + 4 * count)
      let rows = away * away
      @inline(__always) func add(_ row: UnsafePointer<Float>, _ w: (Float, Float, Float, Float), _ i: Int) -> Float {
        unsafe ((row[i] * w.0 + row[i &+ 1] * w.1) + row[i &+ 2] * w.2) + row[i &+ 3] * w.3
      }
      for i in 0..<count {
        let (place, lightness) = unsafe (across - within[i], own[i])
        let w = unsafe (
          weight(place, rows, light[i] - lightness), weight(place + 1, rows, light[i &+ 1] - lightness),
          weight(place + 2, rows, light[i &+ 2] - lightness), weight(place + 3, rows, light[i &+ 3] - lightness)
        )
        unsafe sr[i] += add(r, w, i)
        unsafe sg[i] += add(g, w, i)
        unsafe sb[i] += add(b, w, i)
        unsafe sa[i] += add(a, w, i)
        unsafe sw[i] += ((w.0 + w.1) + w.2) + w.3
      }
    }

    func finish(_ output: RowPointers) {
      let (sr, sg, sb) = unsafe (sums, sums + count, sums + 2 * count)
      let (sa, sw) = unsafe (sums + 3 * count, sums + 4 * count)
      for i in 0..<count {
        let scale = unsafe 1 / sw[i]
        unsafe output.r[i] = sr[i] * scale
        unsafe output.g[i] = sg[i] * scale
        unsafe output.b[i] = sb[i] * scale
        unsafe output.a[i] = sa[i] * scale
      }
    }
  }
}
