import HeadroomPixels

/// Runs bound programs over rows, in spans that stay in the first-level cache.
struct SpanRunner {
  /// Pixels of a span: four planes of it fill 8 KiB.
  static let span = 512

  /// Computes `rect` and hands each finished span to `sink` (rows, count, x, y).
  static func run(
    _ program: BoundProgram, over rect: PixelRect, tiles: [Tile], scratch: ScratchArena,
    sink: (RowPointers, Int, Int, Int) -> Void
  ) {
    let mark = scratch.mark
    let registers = unsafe (0..<program.registerCount).map { _ in unsafe scratch.rows(span) }
    for y in rect.minY..<rect.maxY {
      var x = rect.minX
      while x < rect.maxX {
        let count = min(span, rect.maxX - x)
        for instruction in program.instructions {
          unsafe execute(instruction, registers: registers, tiles: tiles, x: x, y: y, count: count)
        }
        unsafe sink(registers[program.result], count, x, y)
        x += count
      }
    }
    scratch.reset(to: mark)
  }

  /// Computes `rect` of a tile. The result register lies in the tile itself.
  static func run(_ program: BoundProgram, into output: Tile, tiles: [Tile], scratch: ScratchArena) {
    let rect = unsafe output.rect
    let mark = scratch.mark
    var registers = unsafe (0..<program.registerCount).map { _ in unsafe scratch.rows(span) }
    for y in rect.minY..<rect.maxY {
      var x = rect.minX
      while x < rect.maxX {
        let count = min(span, rect.maxX - x)
        unsafe registers[program.result] = output.rows(x: x, y: y)
        for instruction in program.instructions {
          unsafe execute(instruction, registers: registers, tiles: tiles, x: x, y: y, count: count)
        }
        x += count
      }
    }
    scratch.reset(to: mark)
  }

  @inline(__always)
  private static func execute(
    _ instruction: BoundProgram.Instruction, registers: [RowPointers], tiles: [Tile], x: Int, y: Int, count: Int
  ) {
    switch instruction {
    case .load(let input, let register):
      unsafe RowLoader.load(input, tiles: tiles, x: x, y: y, count: count, into: registers[register])
    case .generate(let stage, let dx, let dy, let register):
      unsafe stage.run(registers[register], count, x - dx, y - dy)
    case .stage(let stage, let register):
      unsafe stage.run(registers[register], count, x, y)
    case .blend(let blend, let source, let background):
      unsafe blend.run(registers[source], registers[background], count)
    case .mask(let rect, let register):
      unsafe registers[register].clear(outside: rect, x: x, y: y, count: count)
    }
  }
}

extension RowPointers {
  /// Makes `count` pixels from `start` transparent black.
  @inline(__always)
  func clear(from start: Int, count: Int) {
    guard count > 0 else { return }
    unsafe (r + start).update(repeating: 0, count: count)
    unsafe (g + start).update(repeating: 0, count: count)
    unsafe (b + start).update(repeating: 0, count: count)
    unsafe (a + start).update(repeating: 0, count: count)
  }

  /// Makes the pixels outside a rectangle transparent black; the first pixel lies at (x, y).
  func clear(outside rect: PixelRect, x: Int, y: Int, count: Int) {
    guard y >= rect.minY, y < rect.maxY else { return unsafe clear(from: 0, count: count) }
    let first = Swift.min(Swift.max(rect.minX - x, 0), count)
    let last = Swift.min(Swift.max(rect.maxX - x, first), count)
    unsafe clear(from: 0, count: first)
    unsafe clear(from: last, count: count - last)
  }

  /// Repeats the pixel at `index` over `count` pixels from `start`.
  func fill(from start: Int, count: Int, with index: Int) {
    guard count > 0 else { return }
    unsafe (r + start).update(repeating: r[index], count: count)
    unsafe (g + start).update(repeating: g[index], count: count)
    unsafe (b + start).update(repeating: b[index], count: count)
    unsafe (a + start).update(repeating: a[index], count: count)
  }

  /// Copies `count` pixels from other rows.
  func copy(from other: RowPointers, count: Int) {
    unsafe r.update(from: other.r, count: count)
    unsafe g.update(from: other.g, count: count)
    unsafe b.update(from: other.b, count: count)
    unsafe a.update(from: other.a, count: count)
  }
}
