package import HeadroomPixels

/// The size of the pieces that workers take, and how many rows of a piece are computed at a time.
struct TileShape: Hashable, Sendable {
  var width: Int
  var height: Int
  /// Rows at a time, from the top. Rows that a neighbourhood reads are kept for the next ones.
  var rows = Int.max

  /// Long rows lie side by side in memory: a processor reads them twice as fast as squares. Plans of chains,
  /// neighbourhoods and passes work down wide tiles a few rows at a time, as many as fit in the second-level cache
  /// together with their inputs. Others get squares whose intermediates fit there, larger where the neighbourhood is
  /// wide, so that overlapping borders stay a small share.
  ///
  /// - Parameter step: the step that is computed over a region; nil for the output.
  static func choose(
    for plan: RenderPlan, step: Int?, over region: PixelRect, workers: Int, edge: Int?
  ) -> TileShape {
    if let edge { return TileShape(width: edge, height: edge, rows: max(edge / 3, 1)) }
    let reaches = plan.reaches(computing: step)
    if reaches.isEmpty { return TileShape(width: PixelRect.limit, height: 32) }
    if reaches.allSatisfy(\.canSlide) { return sliding(reaches, region, workers) }
    return square(reaches)
  }

  private static func square(_ reaches: [StepReach]) -> TileShape {
    let halo = reaches.map { max($0.across, $0.down) }.max() ?? 0
    var size = 256
    while size < 2 * halo, size < 2048 { size *= 2 }
    // A strongly reduced picture reads many pixels for each of its own.
    let shrinking = reaches.shrinking
    while size > 32, Double(size) * shrinking > 1024 { size /= 2 }
    return TileShape(width: size, height: size)
  }

  /// Tiles as wide as the picture where that leaves enough of them for all workers.
  private static func sliding(_ reaches: [StepReach], _ region: PixelRect, _ workers: Int) -> TileShape {
    let across = reaches.map(\.across).reduce(0, +)
    // Sizes count pixels that are read: a reduced picture reads more of them.
    let shrinking = reaches.shrinking
    // Each tile reads the rows above it again.
    let rowsApart = Int(Double(max(256, 16 * reaches.map { $0.down + $0.keptRows }.reduce(0, +))) / shrinking)
    let piecesDown = max(region.height / max(rowsApart, 1), 1)
    var piecesAcross = (2 * workers + piecesDown - 1) / piecesDown
    piecesAcross = min(piecesAcross, max(Int(Double(region.width) * shrinking) / max(1024, 4 * across), 1))
    // A pass keeps as many rows as its window is tall.
    let tallest = reaches.map(\.keptRows).max() ?? 0
    // With fewer rows than windows have around them, most rows would be read again for the next ones.
    let tall = min(reaches.map(\.rowsReadAgain).max() ?? 1, mostRows)
    let window = Int(Double(tall) * shrinking) + (reaches.map(\.down).max() ?? 0)
    let widest = Int(Double(max(min(8192, keptValues / max(tallest, 1), windowValues / window), 512)) / shrinking)
    piecesAcross = max(piecesAcross, (region.width + widest - 1) / widest)
    let width = ((region.width + piecesAcross - 1) / piecesAcross + 15) & ~15
    return TileShape(
      width: width, height: (region.height + piecesDown - 1) / piecesDown,
      rows: wholeGroups(max(rows(ofWidth: width, reaches), tall)))
  }

  /// Rows that are resampled together; a part of a group costs as much as all of it.
  static let rowGroup = 8

  private static func wholeGroups(_ rows: Int) -> Int { (rows + rowGroup - 1) / rowGroup * rowGroup }

  private static let mostRows = 64

  /// Values of one plane of a window that fit in the second-level cache with all planes and their results. A Gaussian
  /// of sigma 3 over the whole width of 24 megapixels took twice as long.
  private static let windowValues = 1 << 16

  /// Values of one plane that a pass may keep: with all planes a share of the last-level cache.
  private static let keptValues = 1 << 20

  /// Rows that fit in the second-level cache together with their inputs; half as many beside rows that a pass keeps.
  private static func rows(ofWidth width: Int, _ reaches: [StepReach]) -> Int {
    let values = reaches.contains { $0.keptRows > 0 } ? 32 << 10 : 64 << 10
    return max(4, min(mostRows, Int(Double(values) / (Double(max(width, 1)) * reaches.shrinking * reaches.shrinking))))
  }

  /// Rows at a time of a step's pixels that are read but not kept.
  static func rows(for plan: RenderPlan, step: Int, width: Int) -> Int {
    let reaches = plan.reaches(computing: step)
    return reaches.allSatisfy(\.canSlide) ? rows(ofWidth: width, reaches) : .max
  }

  /// The tiles of a region, each as the rows that are computed at a time from the top.
  func bands(over region: PixelRect) -> [[PixelRect]] { grid(over: region).map { $0.bands(of: rows) } }

  /// The tiles of a region, row by row, anchored at its corner.
  func grid(over region: PixelRect) -> [PixelRect] {
    guard !region.isEmpty else { return [] }
    var tiles: [PixelRect] = []
    for y in stride(from: region.minY, to: region.maxY, by: height) {
      for x in stride(from: region.minX, to: region.maxX, by: min(width, region.width)) {
        tiles.append(
          PixelRect(x: x, y: y, width: min(width, region.width), height: height).intersection(region))
      }
    }
    // Bitmaps run from the top: rows of tiles are handed out in that order, so that the destination is filled
    // front to back.
    return tiles.reversed()
  }
}

extension PixelRect {
  /// Some rows at a time, from the top.
  package func bands(of rows: Int) -> [PixelRect] {
    stride(from: maxY, to: minY, by: -min(rows, max(height, 1))).map { high in
      PixelRect(minX: minX, minY: Swift.max(high - Swift.min(rows, height), minY), maxX: maxX, maxY: high)
    }
  }

  /// Some columns at a time, from the left.
  package func columns(of count: Int) -> [PixelRect] {
    stride(from: minX, to: maxX, by: count).map { low in
      PixelRect(minX: low, minY: minY, maxX: Swift.min(low + count, maxX), maxY: maxY)
    }
  }
}

/// The pixels of its inputs that a step reads beyond its own place.
struct StepReach {
  /// Pixels around, both sides together.
  var across = 0
  var down = 0
  /// Rows that a pass keeps.
  var keptRows = 0
  /// Input pixels per output pixel along one axis.
  var inputPerOutput = 1.0
  /// Whether it may be computed some rows at a time without much repeated work.
  var canSlide = true
  /// Rows of the output beyond the first that read a row of the input.
  var rowsReadAgain = 1

  /// Taller windows, in rows of the result, need many rows at a time, unless they keep state from the rows above.
  private static let tallest = 32.0

  /// Nil when the step reads its own pixels only.
  init?(_ kind: RenderPlan.StepKind) {
    switch kind {
    case .area(let operation, let inputs):
      for place in inputs.indices { add(operation, place) }
      if operation is any PassOperation {
        (keptRows, down, rowsReadAgain) = (down, 0, 1)
      } else {
        canSlide = Double(down) <= Self.tallest * inputPerOutput
      }
    case .warp, .orthogonal: canSlide = false
    case .span, .reduction, .processor: return nil
    }
  }

  private mutating func add(_ operation: any AreaOperation, _ place: Int) {
    func region(_ size: Int) -> PixelRect {
      operation.region(for: PixelRect(x: 0, y: 0, width: size, height: size), ofInput: place)
    }
    let (small, large) = (region(1024), region(2048))
    inputPerOutput = max(inputPerOutput, Double(large.width - small.width) / 1024)
    across = max(across, 2 * small.width - large.width)
    down = max(down, 2 * small.height - large.height)
    let reads = max(large.height - small.height, 1)
    rowsReadAgain = max(rowsReadAgain, (2 * small.height - large.height) * 1024 / reads)
  }
}

extension [StepReach] {
  /// The most pixels that are read for one along an axis.
  fileprivate var shrinking: Double { map(\.inputPerOutput).max() ?? 1 }
}

extension RenderPlan {
  /// The reaches of the steps that are computed where they are needed, and of the step that is computed now.
  func reaches(computing step: Int?) -> [StepReach] {
    steps.indices.filter { $0 == step || !steps[$0].isMaterialised }.compactMap { StepReach(steps[$0].kind) }
  }
}
