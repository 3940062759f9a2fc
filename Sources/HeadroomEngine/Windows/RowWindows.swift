package import HeadroomPixels

/// The mean, the largest or the smallest value of each channel in a window along the row.
package struct RowWindows: NeighbourhoodImplementation {
  package let value: WindowValue
  /// Pixels on each side of the centre.
  package let reach: Int
  package let edge: EdgeMode

  package init(value: WindowValue, reach: Int, edge: EdgeMode) {
    self.value = value
    self.reach = reach
    self.edge = edge
  }

  package var fingerprint: Fingerprint { Fingerprint("\(value) along rows", [Double(reach)] + edge.fingerprint) }

  package var toleratesPartialInput: Bool { true }

  package func region(for output: PixelRect) -> PixelRect { edge.region(output.expanded(dx: reach, dy: 0)) }

  package func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) } }

  package func render(_ input: Tile, into output: Tile, scratch: ScratchArena) {
    switch value {
    case .mean: unsafe LineWindow<RunningMean>.run(self, input, into: output, scratch: scratch)
    case .largest: unsafe LineWindow<RunningMaximum>.run(self, input, into: output, scratch: scratch)
    case .smallest: unsafe LineWindow<RunningMinimum>.run(self, input, into: output, scratch: scratch)
    }
  }

  package func evaluate(x: Int, y: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
    value.of((x - reach...x + reach).map { edge.pixel($0, y, of: input) }, count: 2 * reach + 1)
  }
}

/// The row loops of ``RowWindows``: windows of 3, 9, 27 ... values are computed from each other, and those of the
/// wanted size from them, in a few operations for each power of three. The order of additions depends on the size
/// alone.
@unsafe
struct LineWindow<Window: RunningWindow> {
  /// Values at a time, so that windows of all sizes stay in the first-level cache.
  private static var chunk: Int { 1536 }

  private let reach: Int
  private let edge: EdgeMode
  /// The values, and windows of growing size that begin at each of them.
  private let lines: [UnsafeMutablePointer<Float>]
  private let parts: [Part]

  /// A window that is part of the wanted one.
  private struct Part {
    var line: Int
    var offset: Int
    var share: Float
  }

  private init(_ operation: RowWindows, count: Int, scratch: ScratchArena) {
    unsafe reach = operation.reach
    unsafe edge = operation.edge
    let width = 2 * operation.reach + 1
    let sizes = unsafe Self.sizes(upTo: width)
    unsafe lines = unsafe sizes.map { _ in unsafe scratch.floats(min(count, Self.chunk) + width) }
    unsafe parts = Self.parts(of: width, sizes)
  }

  private static func sizes(upTo width: Int) -> [Int] {
    var sizes = [1]
    while sizes[sizes.count - 1] * 3 <= width { sizes.append(sizes[sizes.count - 1] * 3) }
    return sizes
  }

  private static func parts(of width: Int, _ sizes: [Int]) -> [Part] {
    var (parts, offset) = ([Part](), 0)
    for (line, size) in sizes.enumerated().reversed() {
      while width - offset >= size {
        parts.append(Part(line: line, offset: offset, share: Float(size) / Float(width)))
        offset += size
      }
      if Window.mayOverlap, offset < width {
        parts.append(Part(line: line, offset: width - size, share: 1))
        offset = width
      }
    }
    return parts
  }

  static func run(_ operation: RowWindows, _ input: Tile, into output: Tile, scratch: ScratchArena) {
    let mark = scratch.mark
    let rect = unsafe output.rect
    let window = unsafe LineWindow(operation, count: rect.width, scratch: scratch)
    for y in (rect.minY..<rect.maxY).reversed() {
      let isOutside = unsafe y < input.rect.minY || y >= input.rect.maxY
      if isOutside, operation.edge == .zero {
        for plane in 0..<4 { unsafe output.row(plane, y: y).update(repeating: 0, count: rect.width) }
        continue
      }
      let row = unsafe min(max(y, input.rect.minY), input.rect.maxY - 1)
      let isOpaque = unsafe window.isOpaque(input, rect, row)
      for plane in 0..<(isOpaque ? 3 : 4) {
        unsafe window.run(input.row(plane, y: row), input.rect, rect, into: output.row(plane, y: y))
      }
      if isOpaque { unsafe output.row(3, y: y).update(repeating: 1, count: rect.width) }
    }
    scratch.reset(to: mark)
  }

  /// Whether every alpha in the window is 1: then the results are 1 too, to the last bit.
  private func isOpaque(_ input: Tile, _ rect: PixelRect, _ row: Int) -> Bool {
    let columns = unsafe input.rect
    guard unsafe edge != .zero || (columns.minX <= rect.minX - reach && columns.maxX >= rect.maxX + reach) else {
      return false
    }
    return unsafe AlphaRow.isOne(input.row(3, y: row), columns.width)
  }

  private func run(
    _ row: UnsafePointer<Float>, _ columns: PixelRect, _ rect: PixelRect, into output: UnsafeMutablePointer<Float>
  ) {
    for x in unsafe stride(from: 0, to: rect.width, by: Self.chunk) {
      let count = unsafe min(Self.chunk, rect.width - x)
      unsafe bring(row, columns, from: rect.minX + x - reach, count + 2 * reach)
      var size = 1
      for index in unsafe 1..<max(lines.count, 1) {
        unsafe widen(lines[index - 1], size, into: lines[index], count + 2 * reach + 1 - 3 * size)
        size *= 3
      }
      unsafe join(into: output + x, count)
    }
  }

  /// Values of the row from a column on, filled in beyond its ends.
  private func bring(_ row: UnsafePointer<Float>, _ columns: PixelRect, from first: Int, _ count: Int) {
    let line = unsafe lines[0]
    let before = min(max(columns.minX - first, 0), count)
    let after = max(min(max(columns.maxX - first, 0), count), before)
    let isZero = unsafe edge == .zero
    let (left, right) = unsafe isZero ? (0, 0) : (row[0], row[columns.width - 1])
    unsafe line.update(repeating: Window.cleaned(left), count: before)
    unsafe (line + after).update(repeating: Window.cleaned(right), count: count - after)
    let (source, target) = unsafe (row + (first + before - columns.minX), line + before)
    for i in 0..<after - before {
      let value = unsafe source[i]
      unsafe target[i] = Window.cleaned(value)
    }
  }

  private func widen(
    _ from: UnsafePointer<Float>, _ size: Int, into to: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let (second, third) = unsafe (from + size, from + 2 * size)
    for i in 0..<count { unsafe to[i] = Window.three(from[i], second[i], third[i]) }
  }

  private func join(into output: UnsafeMutablePointer<Float>, _ count: Int) {
    let first = unsafe line(0)
    switch unsafe parts.count {
    case 1: for i in 0..<count { unsafe output[i] = Window.result(first[i]) }
    case 2:
      let (second, share) = unsafe (line(1), parts[1].share)
      for i in 0..<count {
        let value = unsafe first[i]
        unsafe output[i] = Window.result(Window.take(second[i], into: value, from: value, share: share))
      }
    default:
      let (second, third) = unsafe (line(1), line(2))
      let (shareTwo, shareThree) = unsafe (parts[1].share, parts[2].share)
      for i in 0..<count {
        let value = unsafe first[i]
        let two = unsafe Window.take(second[i], into: value, from: value, share: shareTwo)
        unsafe output[i] = Window.result(Window.take(third[i], into: two, from: value, share: shareThree))
      }
      for index in unsafe 3..<max(parts.count, 3) { unsafe add(index, first, to: output, count) }
    }
  }

  private func add(
    _ index: Int, _ first: UnsafePointer<Float>, to output: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let (values, share) = unsafe (line(index), parts[index].share)
    for i in 0..<count {
      unsafe output[i] = Window.take(values[i], into: output[i], from: first[i], share: share)
    }
  }

  private func line(_ part: Int) -> UnsafePointer<Float> {
    unsafe UnsafePointer(lines[parts[part].line] + parts[part].offset)
  }
}
