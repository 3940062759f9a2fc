import Foundation
import HeadroomPixels

/// Computes rectangles of steps, pulling the pixels it needs from other steps. One per worker and tile.
struct StepEvaluator {
  let plan: RenderPlan
  let state: RenderState
  let scratch: ScratchArena
  /// Pixels that are read more than once while a tile is computed.
  let lineBuffers: LineBuffers

  /// Computes `output.rect` of a step.
  func evaluate(_ index: Int, into output: Tile) {
    let step = plan.steps[index]
    let rect = unsafe output.rect
    let inner = rect.intersection(step.extent)
    if inner != rect { unsafe output.clear() }
    guard !inner.isEmpty else { return }
    let target = unsafe inner == rect ? output : output.part(inner)
    if let stored = state.stored[index] { return unsafe copy(stored, into: target) }
    unsafe evaluateFresh(index, into: target)
  }

  /// Computes a rectangle inside the step's extent, whether or not its pixels are stored.
  func evaluateFresh(_ index: Int, into target: Tile) {
    // Nothing reads the pixels of a cancelled render.
    if TaskContext.isCancelled { return }
    let mark = scratch.mark
    switch plan.steps[index].kind {
    case .span:
      guard let program = state.programs[index] else { return }
      let tiles = unsafe tiles(for: program, over: target.rect)
      unsafe SpanRunner.run(program, into: target, tiles: tiles, scratch: scratch)
    case .area(_, let inputs):
      guard case .area(let operation)? = state.operations[index] else { return }
      if let pass = operation as? any TilePass {
        unsafe self.pass(pass, index, inputs[0], into: target)
      } else {
        unsafe area(operation, index, inputs, into: target)
      }
    case .warp(_, let sampling, let input):
      guard case .warp(let operation)? = state.operations[index] else { return }
      unsafe warp(operation, sampling, input, into: target)
    case .orthogonal(let transform, let input):
      unsafe OrthogonalCopy.run(transform, target) { unsafe tile(of: input, covering: $0) }
    // Computed as a whole before they are read.
    case .reduction, .processor: unsafe target.clear()
    }
    // A chain rounds its own pixels.
    if plan.steps[index].isHalf, !plan.steps[index].kind.isSpan { unsafe target.roundToHalf() }
    scratch.reset(to: mark)
  }

  /// Hands the pixels of a rectangle of a step to `body` in spans (rows, count, x, y): a chain's while they are in the
  /// first-level cache. Spans are cut at the same places for every chain: sums of rows depend on it.
  func forEachSpan(of index: Int, over rect: PixelRect, _ body: (RowPointers, Int, Int, Int) -> Void) {
    let step = plan.steps[index]
    if case .span = step.kind, let program = state.programs[index], state.stored[index] == nil,
      step.extent.contains(rect)
    {
      let tiles = unsafe tiles(for: program, over: rect)
      unsafe SpanRunner.run(
        program, over: rect, tiles: tiles, length: SpanRunner.span, scratch: scratch
      ) { _, rows, count, x, y in
        unsafe body(rows, count, x, y)
      }
    } else if let stored = state.stored[index]?.part(holding: rect), stored.isHalf {
      let rows = unsafe scratch.rows(SpanRunner.span)
      SpanRunner.forEachSpan(rect) { x, y, count in
        unsafe stored.read(x: x, y: y, count: count, into: rows)
        unsafe body(rows, count, x, y)
      }
    } else {
      let tile = unsafe tile(of: index, covering: rect)
      SpanRunner.forEachSpan(rect) { x, y, count in unsafe body(tile.rows(x: x, y: y), count, x, y) }
    }
  }

  /// The tiles that a program's step inputs need for a rectangle.
  func tiles(for program: BoundProgram, over rect: PixelRect) -> UnsafePointer<Tile> {
    let tiles = unsafe scratch.list(program.stepInputs.count, of: Tile.self)
    for (place, input) in program.stepInputs.enumerated() {
      guard case .step(let index) = input.origin else { preconditionFailure("a step input without a step") }
      unsafe tiles[place] = unsafe tile(of: index, covering: input.region(for: rect))
    }
    return unsafe UnsafePointer(tiles)
  }

  /// A tile that holds `rect` of a step: part of a stored or shared one, or computed into scratch memory.
  func tile(of index: Int, covering rect: PixelRect) -> Tile {
    if let stored = state.stored[index]?.part(holding: rect), !stored.isHalf {
      return unsafe stored.tile(rect)
    }
    if let region = lineBuffers.region(of: index, wanted: rect), region.contains(rect), !isTooLarge(region),
      let tile = unsafe lineBuffers.tile(of: index, covering: region, compute: { unsafe evaluate(index, into: $0) })
    {
      return unsafe tile.part(rect)
    }
    let tile = unsafe scratch.tile(rect)
    unsafe evaluate(index, into: tile)
    return unsafe tile
  }

  private func copy(_ stored: StoredStep, into target: Tile) {
    let rect = unsafe target.rect
    if stored.part(holding: rect) == nil { unsafe target.clear() }
    for part in stored.parts {
      let inner = rect.intersection(part.rect)
      for y in inner.rows {
        unsafe part.read(x: inner.minX, y: y, count: inner.width, into: target.rows(x: inner.minX, y: y))
      }
    }
  }

  // MARK: Neighbourhoods

  private func area(_ operation: any TileArea, _ index: Int, _ inputs: [Int], into target: Tile) {
    let mark = scratch.mark
    let regions = unsafe regions(of: inputs, target.rect, operation)
    // An infinite region cannot be held, not even by rows.
    if regions.contains(where: \.isInfinite) {
      scratch.fail(.infiniteExtent)
      return unsafe target.clear()
    }
    let isTooMuch = zip(inputs, regions).contains { !isStored($0, $1) && isTooLarge($1) }
    if isTooMuch, unsafe areaByParts(operation, index, inputs, regions, into: target) {
      scratch.reset(to: mark)
      return
    }
    if isTooMuch, let refusal = refusal(of: zip(inputs, regions).filter { !isStored($0, $1) }.map(\.1)) {
      scratch.fail(refusal)
      return unsafe target.clear()
    }
    let tiles = unsafe zip(inputs, regions).map { unsafe tile(of: $0, covering: $1) }
    for columns in unsafe columns(of: target.rect, operation, inputs) {
      let parts = unsafe zip(tiles, self.regions(of: inputs, columns, operation)).map { unsafe $0.part($1) }
      let part = unsafe target.part(columns)
      guard let remembering = operation as? any TileRowMemory else {
        unsafe operation.render(parts, into: part, scratch: scratch)
        continue
      }
      let memory = lineBuffers.memory(of: index, over: columns) { remembering.makeMemory(for: columns, scratch: $0) }
      unsafe remembering.render(parts[0], into: part, remembered: memory, scratch: scratch)
    }
    scratch.reset(to: mark)
  }

  /// The regions of the inputs that are read for a rectangle.
  private func regions(of inputs: [Int], _ rect: PixelRect, _ operation: any TileArea) -> [PixelRect] {
    inputs.enumerated().map { place, input in
      let needed = operation.region(for: rect, ofInput: place)
      return operation.toleratesPartialInput ? needed.clamped(to: plan.steps[input].extent) : needed
    }
  }

  /// As many columns as stay in the first-level cache with the rows of a small window. Longer rows would be fetched
  /// from the second level again for every row of the result (a median then takes a third longer).
  private static let mostColumns = 1024

  /// Splits a wide tile into columns, wide enough that the pixels read twice at the cuts are a small share.
  private func columns(of rect: PixelRect, _ operation: any TileArea, _ inputs: [Int]) -> [PixelRect] {
    if rect.width <= Self.mostColumns { return [rect] }
    let read = ([rect] + rect.cutAcross).map { regions(of: inputs, $0, operation) }
    // Rows that are read for no other row need not stay.
    if read[0].allSatisfy({ $0.height <= rect.height }) { return [rect] }
    let readTwice = inputs.indices.map { read[1][$0].width + read[2][$0].width - read[0][$0].width }.max() ?? 0
    return rect.columns(of: max(Self.mostColumns, 8 * readTwice))
  }

  /// Why pixels of regions cannot be held at once; nil where they can.
  private func refusal(of regions: [PixelRect]) -> RenderError? {
    let limits = [MemoryLedger.shared.limit, TaskContext.current?.memory?.limit].compactMap { $0 }
    let limit = limits.min() ?? Int(clamping: ProcessInfo.processInfo.physicalMemory)
    let bytes = regions.reduce(0.0) { $0 + Double($1.width) * Double($1.height) * 16 }
    return bytes <= Double(limit) ? nil : .memoryLimit(needed: Int(min(bytes, 1e18)), limit: limit)
  }

  /// Computes a neighbourhood too large to be held: by rows for one image, by smaller parts of the target for several.
  private func areaByParts(
    _ operation: any TileArea, _ index: Int, _ inputs: [Int], _ regions: [PixelRect], into target: Tile
  ) -> Bool {
    if inputs.count == 1 { return unsafe areaByRows(operation, index, inputs, regions[0], into: target) }
    guard unsafe target.rect.area > 1 else { return false }
    for part in unsafe target.rect.cut { unsafe area(operation, index, inputs, into: target.part(part)) }
    return true
  }

  private func areaByRows(
    _ operation: any TileArea, _ index: Int, _ inputs: [Int], _ region: PixelRect, into target: Tile
  ) -> Bool {
    let rect = unsafe target.rect
    if region.isInfinite { return false }
    // Sums are held for each row of the output.
    if rect.height > 1, rect.height > state.scratch.largestRegion / max(region.width, 1) {
      let middle = rect.minY + rect.height / 2
      for (low, high) in [(rect.minY, middle), (middle, rect.maxY)] {
        let part = PixelRect(minX: rect.minX, minY: low, maxX: rect.maxX, maxY: high)
        unsafe area(operation, index, inputs, into: target.part(part))
      }
      return true
    }
    return unsafe operation.renderByRows(
      region, rowsAtATime: max(state.scratch.largestRegion / max(region.width, 1) / 2, 1),
      { unsafe tile(of: inputs[0], covering: $0) }, into: target, scratch: scratch)
  }

  // MARK: Passes

  /// Rows that a pass reads at a time where it does not continue from rows above.
  private static let passRows = 64

  private func pass(_ operation: any TilePass, _ index: Int, _ input: Int, into target: Tile) {
    let rect = unsafe target.rect
    if rect.width > 64, 2 * operation.reach > state.scratch.largestRegion / rect.width {
      for part in rect.cutAcross { unsafe pass(operation, index, input, into: target.part(part)) }
      return
    }
    let mark = scratch.mark
    let columns = rect.minX..<rect.maxX
    var run = lineBuffers.run(of: index, over: rect) { operation.makeRun(columns, scratch: $0) }
    if run == nil {
      run = operation.makeRun(columns, scratch: scratch)
      run?.begin(below: rect.maxY)
    }
    for rows in rect.bands(of: Self.passRows) { if let run { unsafe go(on: run, operation, input, target.part(rows)) } }
    scratch.reset(to: mark)
  }

  private func go(on run: any PassRun, _ operation: any TilePass, _ input: Int, _ target: Tile) {
    let mark = scratch.mark
    var needed = unsafe target.rect
    (needed.minY, needed.maxY) = (needed.minY - operation.reach, run.lowestInput)
    let region = operation.pixels(standingFor: needed).clamped(to: plan.steps[input].extent)
    unsafe run.run(tile(of: input, covering: region), into: target)
    scratch.reset(to: mark)
  }

  // MARK: Resampling

  private func warp(_ operation: any TileWarp, _ sampling: Sampling, _ input: Int, into target: Tile) {
    let rect = unsafe target.rect
    let extent = plan.steps[input].extent
    var wanted = operation.region(for: rect)
    var isExact = false
    if wanted.width > 2 * rect.area / max(wanted.height, 1), let exact = operation.positions(in: rect) {
      (wanted, isExact) = (wanted.intersection(exact), true)
    }
    let region = wanted.expanded(dx: sampling.margin, dy: sampling.margin)
      .intersection(extent.expanded(dx: 1, dy: 1))
    guard !region.isEmpty else { return unsafe target.clear() }
    if rect.area > 1, isTooLarge(region) || isExact && isScattered(region, over: rect) {
      for part in rect.cut { unsafe warp(operation, sampling, input, into: target.part(part)) }
      return
    }
    let mark = scratch.mark
    if isTooLarge(region) {
      unsafe WarpRunner.runPixel(operation, sampling, into: target) { unsafe tile(of: input, covering: $0) }
    } else {
      let source = unsafe interleaved(input, over: region, margin: WarpRunner.margin(for: sampling))
      unsafe WarpRunner.run(operation, sampling, from: source, into: target, scratch: scratch)
    }
    scratch.reset(to: mark)
  }

  /// The interleaved pixels of a step, for reading at computed positions; a chain's come straight from the first-level
  /// cache.
  private func interleaved(_ index: Int, over region: PixelRect, margin: Int) -> InterleavedTile {
    if lineBuffers.region(of: index, wanted: region) != nil {
      return unsafe InterleavedTile(tile(of: index, covering: region), margin: margin, scratch: scratch)
    }
    let result = unsafe InterleavedTile(covering: region, margin: margin, scratch: scratch)
    let inner = region.intersection(plan.steps[index].extent)
    unsafe result.clear(outside: inner)
    if inner.isEmpty { return unsafe result }
    let mark = scratch.mark
    unsafe forEachSpan(of: index, over: inner) { rows, count, x, y in
      unsafe result.store(rows, count: count, x: x, y: y)
    }
    scratch.reset(to: mark)
    return unsafe result
  }

  /// Whether pixels of a step are in memory in the needed layout, so that a neighbourhood of any size takes no further
  /// memory.
  private func isStored(_ index: Int, _ region: PixelRect) -> Bool {
    guard let stored = state.stored[index]?.part(holding: region) else { return false }
    return !stored.isHalf
  }

  /// Whether so few of a region's pixels are read that splitting the rectangle, which reads fewer pixels in between,
  /// costs less.
  private func isScattered(_ region: PixelRect, over rect: PixelRect) -> Bool {
    region.width > (1024 * rect.area + 4096) / max(region.height, 1)
  }

  private func isTooLarge(_ region: PixelRect) -> Bool {
    region.isInfinite || region.width > state.scratch.largestRegion / max(region.height, 1)
  }
}

extension PixelRect {
  /// The left and the right half.
  fileprivate var cutAcross: [PixelRect] {
    let middle = minX + width / 2
    return [(minX, middle), (middle, maxX)].map { PixelRect(minX: $0, minY: minY, maxX: $1, maxY: maxY) }
  }

  /// Two halves, across the longer side.
  fileprivate var cut: [PixelRect] {
    var (first, second) = (self, self)
    if width >= height {
      first.maxX = minX + width / 2
      second.minX = first.maxX
    } else {
      first.maxY = minY + height / 2
      second.minY = first.maxY
    }
    return [first, second]
  }
}
