public import HeadroomPixels

/// Runs bound programs over rows, in spans that stay in the first-level cache.
package struct SpanRunner {
  /// The most pixels of a span: its four planes fill 8 KiB.
  package static let span = 512

  /// Pixels of a span, so that registers and the memory that they are loaded from and stored to have a third of the
  /// first-level cache. With less room they evict one another: the sum of two pictures takes twice as long in spans of
  /// 512 as in spans of 128. Even shorter spans cost more because there are more of them.
  package static func span(registers: Int, loads: Int, results: Int) -> Int {
    let bytesOfPixel = 4 * MemoryLayout<Float>.stride * (registers + loads + results)
    var span = span
    while span > 128, span * bytesOfPixel > 16 << 10 { span /= 2 }
    return span
  }

  /// Computes `rect` and hands each finished span of each result to `sink` (result, rows, count, x, y).
  ///
  /// - Parameter length: of the spans, where it matters to the sink.
  package static func run(
    _ program: BoundProgram, over rect: PixelRect, tiles: UnsafePointer<Tile>, length: Int? = nil,
    scratch: ScratchArena,
    sink: (Int, RowPointers, Int, Int, Int) -> Void
  ) {
    let mark = scratch.mark
    let registers = unsafe Registers(program, scratch: scratch)
    unsafe program.withInstructions { instructions, unchangedLoads, results in
      forEachSpan(rect, length: length ?? program.span) { x, y, count in
        unsafe registers.point(unchangedLoads, tiles: tiles, x: x, y: y, count: count)
        unsafe registers.run(instructions, tiles: tiles, x: x, y: y, count: count)
        for index in results.indices { unsafe sink(index, registers.rows[results[index]], count, x, y) }
      }
    }
    scratch.reset(to: mark)
  }

  /// Computes `rect` of a tile with a program of one result, whose register lies in the tile itself.
  package static func run(_ program: BoundProgram, into output: Tile, tiles: UnsafePointer<Tile>, scratch: ScratchArena)
  {
    let mark = scratch.mark
    let registers = unsafe Registers(program, scratch: scratch)
    unsafe program.withInstructions { instructions, unchangedLoads, results in
      unsafe forEachSpan(output.rect, length: program.span) { x, y, count in
        unsafe registers.point(unchangedLoads, tiles: tiles, x: x, y: y, count: count)
        unsafe registers.rows[results[0]] = output.rows(x: x, y: y)
        unsafe registers.run(instructions, tiles: tiles, x: x, y: y, count: count)
      }
    }
    scratch.reset(to: mark)
  }

  /// As ``run(_:over:tiles:length:scratch:sink:)``, over interleaved pixels (``BoundProgram/isInterleaved(over:)``);
  /// the sink gets their first float.
  static func runInterleaved(
    _ program: BoundProgram, over rect: PixelRect, scratch: ScratchArena,
    sink: (Int, UnsafePointer<Float>, Int, Int, Int) -> Void
  ) {
    let mark = scratch.mark
    let registers = unsafe Registers(program, scratch: scratch)
    unsafe program.withInstructions { instructions, unchangedLoads, results in
      forEachSpan(rect, length: program.span) { x, y, count in
        unsafe registers.pointInterleaved(unchangedLoads, x: x, y: y)
        unsafe registers.runInterleaved(instructions, x: x, y: y, count: count)
        for index in results.indices { unsafe sink(index, registers.rows[results[index]].r, count, x, y) }
      }
    }
    scratch.reset(to: mark)
  }

  /// Rows come from the top: pictures lie in memory that way, and processors prefetch for ascending addresses. In the
  /// other direction, memory-bound work takes twice as long.
  @inline(__always)
  static func forEachSpan(
    _ rect: PixelRect, length: Int = span, _ body: (_ x: Int, _ y: Int, _ count: Int) -> Void
  ) {
    for y in (rect.minY..<rect.maxY).reversed() {
      if TaskContext.isCancelled { return }
      var x = rect.minX
      while x < rect.maxX {
        let count = min(length, rect.maxX - x)
        body(x, y, count)
        x += count
      }
    }
  }

  /// The rows that a program works on.
  @unsafe
  private struct Registers {
    /// The current rows of each register: its own memory, or existing rows.
    let rows: UnsafeMutablePointer<RowPointers>
    private let own: UnsafeMutablePointer<RowPointers>
    /// The rows of a stage's other images.
    let others: UnsafeMutablePointer<RowPointers>

    init(_ program: BoundProgram, scratch: ScratchArena) {
      unsafe rows = unsafe scratch.list(program.registerCount)
      unsafe own = unsafe scratch.list(program.registerCount)
      unsafe others = unsafe scratch.list(program.mostOthers)
      for index in 0..<program.registerCount {
        unsafe own[index] = unsafe scratch.rows(span)
        unsafe rows[index] = unsafe own[index]
      }
    }

    /// Points registers that only hold a loaded row of a tile to that row itself, where the tile has all of it.
    func point(
      _ loads: UnsafeBufferPointer<(input: Unmanaged<BoundInput>, register: Int)>, tiles: UnsafePointer<Tile>,
      x: Int, y: Int, count: Int
    ) {
      for place in loads.indices {
        let (input, register) = unsafe loads[place]
        let found = unsafe input._withUnsafeGuaranteedRef {
          unsafe RowLoader.rows(of: $0, tiles: tiles, x: x, y: y, count: count)
        }
        unsafe rows[register] = found ?? own[register]
      }
    }

    /// Points registers that only hold loaded interleaved pixels to those pixels in memory.
    func pointInterleaved(
      _ loads: UnsafeBufferPointer<(input: Unmanaged<BoundInput>, register: Int)>, x: Int, y: Int
    ) {
      for place in loads.indices {
        let (input, register) = unsafe loads[place]
        unsafe rows[register].r = unsafe Self.pixels(of: input, x, y) ?? own[register].r
      }
    }

    private static func pixels(of input: Unmanaged<BoundInput>, _ x: Int, _ y: Int) -> UnsafeMutablePointer<Float>? {
      unsafe input._withUnsafeGuaranteedRef { unsafe $0.interleaved(x: x - $0.input.dx, y: y - $0.input.dy) }
    }

    func runInterleaved(_ instructions: UnsafeBufferPointer<BoundProgram.Instruction>, x: Int, y: Int, count: Int) {
      for place in instructions.indices {
        switch unsafe instructions[place] {
        case .load(let input, let register):
          let to = unsafe rows[register].r
          if let from = unsafe Self.pixels(of: input, x, y), unsafe from != to {
            unsafe to.update(from: from, count: 4 &* count)
          }
        case .copy(let from, let register): unsafe rows[register].r.update(from: rows[from].r, count: 4 &* count)
        case .stage(let bound, let register):
          unsafe bound._withUnsafeGuaranteedRef { unsafe $0.runInterleaved(rows, register, others, count) }
        case .mask: break
        }
      }
    }

    func run(
      _ instructions: UnsafeBufferPointer<BoundProgram.Instruction>, tiles: UnsafePointer<Tile>, x: Int, y: Int,
      count: Int
    ) {
      for place in instructions.indices {
        switch unsafe instructions[place] {
        case .load(let input, let register):
          unsafe input._withUnsafeGuaranteedRef {
            unsafe RowLoader.load($0, tiles: tiles, x: x, y: y, count: count, into: rows[register])
          }
        case .copy(let from, let register): unsafe rows[register].copy(from: rows[from], count: count)
        case .stage(let bound, let register):
          unsafe bound._withUnsafeGuaranteedRef { unsafe $0.run(rows, register, others, count, x, y) }
        case .mask(let rect, let register):
          unsafe rows[register].clear(outside: rect, x: x, y: y, count: count)
        }
      }
    }
  }
}

extension RowPointers {
  /// Makes `count` pixels from `start` transparent black.
  @inlinable @inline(__always)
  package func clear(from start: Int, count: Int) {
    guard count > 0 else { return }
    unsafe (r + start).update(repeating: 0, count: count)
    unsafe (g + start).update(repeating: 0, count: count)
    unsafe (b + start).update(repeating: 0, count: count)
    unsafe (a + start).update(repeating: 0, count: count)
  }

  /// Makes the pixels outside a rectangle transparent black; the first pixel lies at (x, y).
  package func clear(outside rect: PixelRect, x: Int, y: Int, count: Int) {
    guard y >= rect.minY, y < rect.maxY else { return unsafe clear(from: 0, count: count) }
    let first = Swift.min(Swift.max(rect.minX - x, 0), count)
    let last = Swift.min(Swift.max(rect.maxX - x, first), count)
    unsafe clear(from: 0, count: first)
    unsafe clear(from: last, count: count - last)
  }

  /// Repeats the pixel at `index` over `count` pixels from `start`.
  package func fill(from start: Int, count: Int, with index: Int) {
    guard count > 0 else { return }
    unsafe (r + start).update(repeating: r[index], count: count)
    unsafe (g + start).update(repeating: g[index], count: count)
    unsafe (b + start).update(repeating: b[index], count: count)
    unsafe (a + start).update(repeating: a[index], count: count)
  }

  /// Copies `count` pixels from other rows.
  package func copy(from other: RowPointers, count: Int) {
    unsafe r.update(from: other.r, count: count)
    unsafe g.update(from: other.g, count: count)
    unsafe b.update(from: other.b, count: count)
    unsafe a.update(from: other.a, count: count)
  }
}
