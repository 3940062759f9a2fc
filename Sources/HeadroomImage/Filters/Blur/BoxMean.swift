internal import HeadroomPixels

/// The mean over a square, by columns and then by rows.
///
/// Sums of 2, 4, 8, ... values are made from the sums of half as many, and the window's sum from those that its width's binary
/// digits name: about two additions per doubling, whatever the width. Unlike a running sum, each result is the same tree of
/// additions wherever a row is cut, and rounding errors stay as small as the tree is deep.
struct BoxMean: NeighbourhoodImplementation {
  /// Pixels on each side of the centre.
  let reach: Int
  let edge: EdgeMode

  var fingerprint: Fingerprint { Fingerprint("box mean", [Double(reach)] + edge.fingerprint) }

  var toleratesPartialInput: Bool { true }

  private var width: Int { 2 * reach + 1 }

  func region(for output: PixelRect) -> PixelRect { output.expanded(dx: reach, dy: reach) }

  func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) } }

  func render(_ input: Tile, into output: Tile, scratch: ScratchArena) {
    let mark = scratch.mark
    let input = unsafe TileInspection.withoutNaN(input, scratch: scratch)
    let (rows, rect) = unsafe (input.rect, output.rect)
    let stride = (rows.width + 15) / 16 * 16
    let columns = unsafe scratch.floats(stride * rect.height)
    let strip = unsafe scratch.floats(Self.stripWidth * (rect.height + width))
    let line = unsafe scratch.floats(rect.width + width + Self.vectorWidth)
    for plane in 0..<4 {
      var x = 0
      while x < rows.width {
        let count = min(Self.stripWidth, rows.width - x)
        unsafe loadStrip(input, plane, x: x, count: count, firstRow: rect.minY - reach, rect.height + width - 1, strip)
        unsafe sumStrip(strip, into: columns + x, stride: stride, rows: rect.height, count: count)
        x += count
      }
      for y in 0..<rect.height {
        unsafe loadLine(columns + y * stride, rows, firstColumn: rect.minX - reach, rect.width + width - 1, line)
        unsafe sumLine(line, into: output.row(plane, y: rect.minY + y), count: rect.width)
      }
    }
    scratch.reset(to: mark)
  }

  func evaluate(x: Int, y: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
    var sum = SIMD4<Double>.zero
    for row in y - reach...y + reach {
      for column in x - reach...x + reach {
        let pixel = edge.pixel(column, row, of: input)
        let values = SIMD4(Double(pixel.r), Double(pixel.g), Double(pixel.b), Double(pixel.a))
        sum += values.replacing(with: 0, where: values .!= values)
      }
    }
    let mean = sum / Double(width * width)
    return Pixel(r: Float(mean.x), g: Float(mean.y), b: Float(mean.z), a: Float(mean.w))
  }

  // MARK: Columns

  private static let vectorWidth = 8
  /// Floats; a strip of a tile's height and the usual widths stays in the second-level cache.
  private static let stripWidth = 32

  /// Copies columns into rows of ``stripWidth``, with what lies beyond the input's rows.
  private func loadStrip(
    _ input: Tile, _ plane: Int, x: Int, count: Int, firstRow: Int, _ rowCount: Int,
    _ strip: UnsafeMutablePointer<Float>
  ) {
    let rows = unsafe input.rect
    for index in 0..<rowCount {
      let y = firstRow + index
      let target = unsafe strip + index * Self.stripWidth
      if edge == .zero, y < rows.minY || y >= rows.maxY {
        unsafe target.update(repeating: 0, count: Self.stripWidth)
      } else {
        let held = min(max(y, rows.minY), rows.maxY - 1)
        unsafe target.update(from: input.row(plane, y: held) + x, count: count)
        unsafe (target + count).update(repeating: 0, count: Self.stripWidth - count)
      }
    }
  }

  private func sumStrip(
    _ strip: UnsafeMutablePointer<Float>, into columns: UnsafeMutablePointer<Float>, stride: Int, rows: Int, count: Int
  ) {
    for row in 0..<rows { unsafe (columns + row * stride).update(repeating: 0, count: count) }
    forEachDoubling { size, offset, isUsed in
      if isUsed {
        for row in 0..<rows {
          unsafe Self.add(strip + (row + offset) * Self.stripWidth, to: columns + row * stride, count: count)
        }
      }
      // Reading ahead of what is written: the sums of twice the size replace those of the size.
      let valid = rows + width - 1 - 2 * size + 1
      if valid > 0 {
        unsafe Self.add(strip + size * Self.stripWidth, to: strip, count: valid * Self.stripWidth)
      }
    }
    for row in 0..<rows { unsafe Self.divide(columns + row * stride, by: Float(width), count: count) }
  }

  // MARK: Rows

  private func loadLine(
    _ columns: UnsafeMutablePointer<Float>, _ rows: PixelRect, firstColumn: Int, _ count: Int,
    _ line: UnsafeMutablePointer<Float>
  ) {
    // Three parts: before the input's columns, of it, after it.
    let before = min(max(rows.minX - firstColumn, 0), count)
    let after = min(max(rows.maxX - firstColumn, 0), count)
    let (left, right) = unsafe edge == .zero ? (0, 0) : (columns[0], columns[rows.width - 1])
    unsafe line.update(repeating: left, count: before)
    if after > before {
      unsafe (line + before).update(from: columns + (firstColumn + before - rows.minX), count: after - before)
    }
    unsafe (line + max(after, before)).update(repeating: right, count: count - max(after, before))
  }

  private func sumLine(
    _ line: UnsafeMutablePointer<Float>, into output: UnsafeMutablePointer<Float>, count: Int
  ) {
    unsafe output.update(repeating: 0, count: count)
    forEachDoubling { size, offset, isUsed in
      if isUsed { unsafe Self.add(line + offset, to: output, count: count) }
      let valid = count + width - 1 - 2 * size + 1
      if valid > 0 { unsafe Self.add(line + size, to: line, count: valid) }
    }
    unsafe Self.divide(output, by: Float(width), count: count)
  }

  // MARK: Sums

  /// Calls for window sizes 1, 2, 4, ... up to the width: whether the size is part of the window, and where it starts there.
  private func forEachDoubling(_ body: (_ size: Int, _ offset: Int, _ isUsed: Bool) -> Void) {
    var (size, offset) = (1, 0)
    while size <= width {
      let isUsed = width & size != 0
      body(size, offset, isUsed)
      if isUsed { offset += size }
      size *= 2
    }
  }

  /// `target[i] += source[i]` in ascending order; the source may lie ahead in the same memory.
  private static func add(_ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, count: Int) {
    var i = 0
    while i &+ vectorWidth <= count {
      let values = unsafe UnsafeRawPointer(source + i).loadUnaligned(as: SIMD8<Float>.self)
      let sums = unsafe UnsafeMutableRawPointer(target + i)
      unsafe sums.storeBytes(of: sums.loadUnaligned(as: SIMD8<Float>.self) + values, as: SIMD8<Float>.self)
      i &+= vectorWidth
    }
    while i < count {
      unsafe target[i] += source[i]
      i &+= 1
    }
  }

  private static func divide(_ row: UnsafeMutablePointer<Float>, by divisor: Float, count: Int) {
    for i in 0..<count { unsafe row[i] /= divisor }
  }
}
