import Foundation
import HeadroomEngine
import HeadroomImage
import HeadroomPixels
import HeadroomTestSupport

/// The same work done twice: as the engine does it, and with a call for each pixel. Timed in turns in one run, so that neither the
/// machine nor what else it does matters.
struct KernelRace {
  let rows: () -> Void
  let calls: () -> Void

  /// How many times as long the calls take, by the best of some rounds: as few as show that it is enough, many before it is not.
  ///
  /// Time is the thread's processor time: a thread that waits is not slow.
  func ratio(wanted: Double) -> Double {
    // Each run is long beside what reading the clock takes.
    let count = Self.seconds(1, calls) > 2e-4 ? 1 : 16
    var (fast, slow) = (Double.infinity, Double.infinity)
    for round in 1...60 {
      fast = min(fast, Self.seconds(count, rows))
      slow = min(slow, Self.seconds(count, calls))
      if round > 2, slow > (round < 12 ? 1.5 : 1) * wanted * fast { break }
      // What else runs on the processor slows both; later rounds wait until it is something else.
      if round > 20 { usleep(20_000) }
    }
    return slow / fast
  }

  private static func seconds(_ count: Int, _ run: () -> Void) -> Double {
    let start = ProcessorTime.secondsOfThread
    for _ in 0..<count { run() }
    return ProcessorTime.secondsOfThread - start
  }
}

/// Two sets of rows with pixels in them.
@safe final class SharedRows {
  static let length = 512
  private let first = RowBuffer(capacity: length)
  private let second = RowBuffer(capacity: length)
  /// The second rows for every other image that a stage may read.
  private let others: [RowPointers]

  init() {
    unsafe Self.fill(first.rows)
    unsafe Self.fill(second.rows)
    unsafe others = unsafe [RowPointers](repeating: second.rows, count: 16)
  }

  private static func fill(_ rows: RowPointers) {
    for i in 0..<length {
      let value = Float(i % 97) / 97
      unsafe (rows.r[i], rows.g[i], rows.b[i], rows.a[i]) = (value, 1 - value, 0.5, 1)
    }
  }

  func pixel(_ i: Int) -> Pixel {
    let rows = unsafe first.rows
    return unsafe Pixel(r: rows.r[i], g: rows.g[i], b: rows.b[i], a: rows.a[i])
  }

  func set(_ i: Int, _ pixel: Pixel) {
    let rows = unsafe first.rows
    unsafe (rows.r[i], rows.g[i], rows.b[i], rows.a[i]) = (pixel.r, pixel.g, pixel.b, pixel.a)
  }

  var upper: RowPointers { unsafe first.rows }

  /// A stage over the rows.
  func run(_ stage: RowStage) { unsafe stage.run(upper, others, Self.length, 0, 0) }

  /// A stage over rows against the same over rows of one pixel each.
  static func race(_ stage: RowStage) -> KernelRace {
    let rows = SharedRows()
    return KernelRace(rows: { rows.run(stage) }, calls: { rows.runForEachPixel(stage) })
  }

  private func runForEachPixel(_ stage: RowStage) {
    unsafe others.withUnsafeBufferPointer { others in
      guard let others = others.baseAddress else { return }
      for i in 0..<Self.length { unsafe stage.run(upper.advanced(by: i), others, 1, i, 0) }
    }
  }
}

/// An operation over areas of images, on one wide tile.
@safe struct AreaWork {
  static let (width, height) = (256, 32)
  private let operation: any TileArea
  private let arena: ScratchArena
  private let inputs: [Tile]
  private let output: Tile

  /// Nil where it would read too much to be measured.
  init?(_ operation: any AreaOperation, inputCount: Int) {
    let ready = (operation as? any SpaceDependent)?.bound(in: .default) ?? operation
    guard let area = ready as? any TileArea else { return nil }
    let rect = PixelRect(x: 0, y: 0, width: Self.width, height: Self.height)
    let regions = (0..<inputCount).map { area.region(for: rect, ofInput: $0) }
    guard !regions.contains(where: { $0.isInfinite || $0.isEmpty || $0.area > 1 << 18 }) else { return nil }
    let arena = ScratchArena()
    (self.operation, self.arena) = (area, arena)
    unsafe inputs = unsafe regions.map { unsafe Self.filled(arena.tile($0)) }
    unsafe output = unsafe Self.filled(arena.tile(rect))
  }

  private static func filled(_ tile: Tile) -> Tile {
    let rect = unsafe tile.rect
    for y in rect.minY..<rect.maxY {
      for plane in 0..<4 {
        let row = unsafe tile.row(plane, y: y)
        for x in 0..<rect.width { unsafe row[x] = 0.5 + Float((7 * x + 13 * y + plane) & 63) / 128 }
      }
    }
    return unsafe tile
  }

  func run() { unsafe operation.render(inputs, into: output, scratch: arena) }

  /// The same in tiles that are one pixel wide.
  func runForEachColumn() {
    for x in 0..<Self.width {
      let column = PixelRect(x: x, y: 0, width: 1, height: Self.height)
      let parts = unsafe inputs.indices.map { index in
        unsafe Self.part(inputs[index], operation.region(for: column, ofInput: index))
      }
      unsafe operation.render(parts, into: Self.part(output, column), scratch: arena)
    }
  }

  private static func part(_ tile: Tile, _ rect: PixelRect) -> Tile {
    let rect = unsafe rect.intersection(tile.rect)
    let start = unsafe tile.rows(x: rect.minX, y: rect.minY).r
    return unsafe Tile(rect: rect, base: start, stride: tile.stride, planeStride: tile.planeStride)
  }
}
