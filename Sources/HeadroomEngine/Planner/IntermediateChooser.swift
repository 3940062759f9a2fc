internal import HeadroomPixels

/// Decides which steps are kept whole in memory, and computes the needed region of each.
///
/// A step is kept when the recipe asks for it, when several steps read it and it is expensive, or when it would be
/// computed several times over: its readers' tiles overlap, and so do the tiles that those are computed from, all the
/// way down. Kept pixels are float32, so bits do not depend on the choice.
struct IntermediateChooser {
  /// Edge of the pieces in which the output is computed, for the estimate.
  private static let outputEdge = 512
  /// Edge of the pieces in which a kept step is computed.
  private static let storedEdge = 256
  /// Computing an expensive step again this many times costs more than a trip through memory.
  private static let tolerableOverlap = 2.5
  /// The same for a cheap step: a reader that needs all of a picture for each of its tiles has it computed very often.
  private static let tolerableCheapOverlap = 16.0
  /// Steps that are computed from one another in one go: each has a tile in a worker's memory, and a place on its stack.
  private static let longestChain = 24
  /// Instructions that cost about as much as a neighbourhood.
  fileprivate static let expensiveProgram = 32

  private var plan: RenderPlan
  private var reads: [Reads]
  private var readers: [Int]

  /// How a step is read: the size of the pieces, and how many pixels they have together.
  private struct Reads {
    var width = 0
    var height = 0
    var pixels = 0.0
    /// Steps between this one and the next kept one, or the output.
    var depth = 0

    mutating func add(_ rect: PixelRect, times: Double, depth: Int) {
      width = max(width, rect.width)
      height = max(height, rect.height)
      pixels += Double(rect.width) * Double(rect.height) * times
      self.depth = max(self.depth, depth)
    }

    var count: Double { pixels / max(Double(width) * Double(height), 1) }
  }

  static func choose(in plan: inout RenderPlan) {
    plan.fillRegions(plan.wantedRegions())
    guard !plan.steps.isEmpty else { return }
    var chooser = IntermediateChooser(plan)
    chooser.choose()
    plan = chooser.plan
  }

  private init(_ plan: RenderPlan) {
    self.plan = plan
    reads = plan.steps.map { _ in Reads() }
    readers = plan.readerCounts
    for measurement in plan.measurements { readers[measurement.step] += 1 }
  }

  private mutating func choose() {
    let expensive = plan.expensiveSteps
    for output in plan.outputs {
      let tiles = pieces(of: output.region, Self.outputEdge)
      follow(plan.regions(of: output.program, for: tiles.first), times: tiles.count, depth: 0)
    }
    for measurement in plan.measurements {
      let blocks = pieces(of: measurement.region, Self.storedEdge)
      follow([(measurement.step, blocks.first)], times: blocks.count, depth: 0)
    }
    for index in plan.steps.indices.reversed() {
      let step = plan.steps[index]
      let isReadAgain = readers[index] > 1 || reads[index].depth > Self.longestChain
      if expensive[index] && isReadAgain || isComputedOften(index, isExpensive: expensive[index]) {
        plan.steps[index].isMaterialised = true
      }
      if plan.steps[index].isMaterialised || step.kind.isWhole {
        for part in step.needed.rects {
          let tiles = pieces(of: part, Self.storedEdge)
          followAll(of: step, over: part, like: tiles.first, times: tiles.count, depth: 0)
        }
      } else {
        let part = step.needed.largest
        let piece = piece(of: part, width: reads[index].width, height: reads[index].height)
        followAll(of: step, over: part, like: piece, times: reads[index].count, depth: reads[index].depth + 1)
      }
    }
  }

  /// Records what typical pieces of a step's region read of its inputs. A piece from the middle stands for all, unless
  /// reads differ from place to place, as in a distortion: then pieces from the edges and the corners are examined too.
  private mutating func followAll(
    of step: RenderPlan.Step, over part: PixelRect, like middle: PixelRect, times: Double, depth: Int
  ) {
    let places = Self.places(of: middle, in: part)
    let (read, other) = (plan.regions(of: step.kind, for: middle), plan.regions(of: step.kind, for: places[0]))
    let isAlike = zip(read, other).allSatisfy { $0.rect.width == $1.rect.width && $0.rect.height == $1.rect.height }
    if isAlike || times <= 1 { return follow(read, times: times, depth: depth) }
    for place in places {
      follow(plan.regions(of: step.kind, for: place), times: times / Double(places.count), depth: depth)
    }
  }

  /// A piece in the middle of a region, and pieces of the same size at its edges and corners.
  private static func places(of middle: PixelRect, in region: PixelRect) -> [PixelRect] {
    let columns = [region.minX, middle.minX, region.maxX - middle.width]
    let rows = [region.minY, middle.minY, region.maxY - middle.height]
    return rows.flatMap { y in columns.map { x in PixelRect(x: x, y: y, width: middle.width, height: middle.height) } }
  }

  /// Records that rectangles like these are read `times` times.
  private mutating func follow(_ inputs: [(step: Int, rect: PixelRect)], times: Double, depth: Int) {
    for (input, rect) in inputs {
      reads[input].add(rect.intersection(plan.steps[input].region), times: times, depth: depth)
    }
  }

  private func isComputedOften(_ index: Int, isExpensive: Bool) -> Bool {
    let step = plan.steps[index]
    guard !step.region.isInfinite, !step.region.isEmpty else { return false }
    let tolerable = isExpensive ? Self.tolerableOverlap : Self.tolerableCheapOverlap
    return reads[index].pixels > tolerable * step.needed.pixelCount
  }

  /// A square from the middle of a region, and how many such squares the region has.
  private func pieces(of region: PixelRect, _ edge: Int) -> (first: PixelRect, count: Double) {
    let first = piece(of: region, width: edge, height: edge)
    let count = Double(region.width) * Double(region.height) / max(Double(first.width) * Double(first.height), 1)
    return (first, max(count, 1))
  }

  private func piece(of region: PixelRect, width: Int, height: Int) -> PixelRect {
    let (width, height) = (min(width, region.width), min(height, region.height))
    return PixelRect(
      x: region.minX + (region.width - width) / 2, y: region.minY + (region.height - height) / 2, width: width,
      height: height)
  }
}

extension RenderPlan {
  /// The region of each step that the outputs and the measurements read.
  func wantedRegions() -> [PixelRegion] {
    var needed = neededByOutputs()
    for measurement in measurements where measurement.isNeeded { needed[measurement.step].add(measurement.region) }
    return needed
  }

  /// Steps that cost much more than reading memory: neighbourhoods, resampling, long chains, and what contains them.
  fileprivate var expensiveSteps: [Bool] {
    var expensive: [Bool] = []
    for step in steps {
      switch step.kind {
      case .area, .warp: expensive.append(true)
      // Computed once anyway.
      case .reduction, .processor: expensive.append(false)
      // A copy.
      case .orthogonal(_, let input): expensive.append(expensive[input])
      case .span(let program):
        expensive.append(
          program.instructions.count > IntermediateChooser.expensiveProgram
            || program.stepInputs.contains { expensive[$0] })
      }
    }
    return expensive
  }
}
