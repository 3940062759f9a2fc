import HeadroomPixels

/// Pixels of steps that are not stored but read more than once while a worker goes down a tile: by several steps, or by
/// a neighbourhood, whose window shares most of its rows with that of the next rows. Each pixel is computed once;
/// otherwise the work would grow with the number of paths through the plan, and with the height of windows.
@safe final class LineBuffers {
  private var windows: [Int: Window] = unsafe [:]
  private var runs: [Int: any PassRun] = [:]
  /// The row memories of neighbourhoods, by their first columns.
  private var memories: [Int: [Int: AnyObject]] = [:]
  /// For each step, the region needed for the current rows; empty where only one step reads it.
  private var regions: [PixelRect]?
  private var shared: SharedSteps?
  /// Whether a tile is computed some rows at a time.
  private var slides = false
  /// Memory apart from the evaluator's stack: these rows live until the tile is done.
  let arena: ScratchArena

  init(blockBytes: Int) { arena = ScratchArena(blockBytes: blockBytes) }

  @unsafe
  fileprivate struct Window {
    /// The memory for rows, as currently arranged.
    var memory: Tile
    /// The rows that are there.
    var rows: Range<Int>
  }

  /// Forgets everything.
  func beginTile(slides: Bool) {
    unsafe windows.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
    memories.removeAll(keepingCapacity: true)
    arena.reset(to: ScratchArena.Mark.bottom)
    self.slides = slides
  }

  /// The next rows of the tile, further down.
  ///
  /// - Parameter needed: what they read.
  func beginRows(reading needed: @autoclosure () -> [(step: Int, rect: PixelRect)], _ shared: SharedSteps?) {
    self.shared = shared
    regions = shared.flatMap { $0.hasAny ? $0.regions(needed()) : nil }
    if !slides { unsafe windows.removeAll(keepingCapacity: true) }
  }

  /// The rectangle of a step to compute when a part of it is wanted; nil where it is not kept.
  func region(of step: Int, wanted: PixelRect) -> PixelRect? {
    if let regions, !regions[step].isEmpty { return regions[step] }
    return slides && shared?.isRowsReadAgain[step] == true ? wanted : nil
  }

  /// A step's pixels over a rectangle; `compute` fills those that are missing. Nil where rows of another width are
  /// kept.
  func tile(of step: Int, covering rect: PixelRect, compute: (Tile) -> Void) -> Tile? {
    guard var window = unsafe windows[step] else { return unsafe begin(step, rect, compute) }
    let memory = unsafe window.memory.rect
    guard memory.minX <= rect.minX, memory.maxX >= rect.maxX else { return nil }
    let rows = unsafe window.rows
    if rows.lowerBound <= rect.minY, rows.upperBound >= rect.maxY { return unsafe window.memory.part(rect) }
    guard memory.minX == rect.minX, memory.maxX == rect.maxX else { return nil }
    if rect.height > memory.height { return unsafe begin(step, rect, compute) }
    unsafe window.bring(rect)
    let missing = unsafe PixelRect(minX: rect.minX, minY: rect.minY, maxX: rect.maxX, maxY: window.rows.lowerBound)
    unsafe compute(window.memory.part(missing))
    unsafe window.rows = unsafe rect.minY..<window.rows.upperBound
    unsafe windows[step] = window
    return unsafe window.memory.part(rect)
  }

  private func begin(_ step: Int, _ rect: PixelRect, _ compute: (Tile) -> Void) -> Tile {
    let memory = unsafe arena.tile(slides ? rect.withRoom : rect)
    unsafe compute(memory.part(rect))
    unsafe windows[step] = Window(memory: memory, rows: rect.minY..<rect.maxY)
    return unsafe memory.part(rect)
  }

  /// The run of a pass down some columns, at the row where the next rows begin; nil for other columns, or if tiles are
  /// not computed by rows.
  func run(of step: Int, over rect: PixelRect, make: (ScratchArena) -> any PassRun) -> (any PassRun)? {
    guard slides else { return nil }
    let run = runs[step] ?? make(arena)
    runs[step] = run
    guard run.columns == rect.minX..<rect.maxX else { return nil }
    if run.nextRow != rect.maxY { run.begin(below: rect.maxY) }
    return run
  }
}

extension LineBuffers {
  /// A neighbourhood's memory of the rows above; nil if tiles are not computed by rows.
  func memory(of step: Int, over rect: PixelRect, make: (ScratchArena) -> AnyObject?) -> AnyObject? {
    guard slides else { return nil }
    if let memory = memories[step]?[rect.minX] { return memory }
    let memory = make(arena)
    memories[step, default: [:]][rect.minX] = memory
    return memory
  }
}

extension LineBuffers.Window {
  /// Makes room down to a rectangle's lowest row; existing rows of the rectangle are kept.
  fileprivate mutating func bring(_ rect: PixelRect) {
    let kept = unsafe max(rows.lowerBound, rect.minY)..<max(min(rows.upperBound, rect.maxY), rows.lowerBound, rect.minY)
    // Rows are added at the lower end only.
    let isGoingOn = unsafe kept.upperBound == rect.maxY && kept.lowerBound == rows.lowerBound
    if unsafe isGoingOn && rect.minY >= memory.rect.minY { return }
    var place = unsafe memory.rect
    (place.minY, place.maxY) = unsafe (rect.maxY - memory.rect.height, rect.maxY)
    let moved = unsafe Tile(rect: place, base: memory.base, stride: memory.stride, planeStride: memory.planeStride)
    if isGoingOn, !kept.isEmpty {
      for plane in 0..<4 {
        unsafe moved.row(plane, y: kept.lowerBound).update(
          from: memory.row(plane, y: kept.lowerBound), count: kept.count * memory.stride)
      }
    }
    unsafe memory = unsafe moved
    unsafe rows = isGoingOn ? kept : rect.maxY..<rect.maxY
  }
}

extension PixelRect {
  /// With twice as many rows, so that kept rows need not be moved each time.
  fileprivate var withRoom: PixelRect {
    PixelRect(minX: minX, minY: minY - height, maxX: maxX, maxY: maxY)
  }
}
