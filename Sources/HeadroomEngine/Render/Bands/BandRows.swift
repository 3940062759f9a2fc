package import HeadroomPixels

/// Rows of kept steps that a band of a render hands to the next one below: the reduced picture of a wide blur is
/// computed once, not again in each band within its reach.
struct BandRows: Sendable {
  /// The pixels of steps from the band above.
  var above: [Int: StoredPixels] = [:]
  /// The part of them that the band below reads too.
  var wanted: [Int: PixelRect] = [:]
  /// The pixels for the band below, once they are computed.
  private(set) var below: [Int: StoredPixels] = [:]

  /// Keeps the wanted part of a step that has been computed.
  mutating func forward(_ pixels: StoredPixels, of step: Int) throws(RenderError) {
    guard let rect = wanted[step] else { return }
    let rows = try StoredPixels(rect, isHalf: pixels.isHalf)
    rows.copy(from: pixels)
    below[step] = rows
  }

  /// Those of the next band.
  func next(wanting rects: [Int: PixelRect]) -> BandRows { BandRows(above: below, wanted: rects) }

  init(above: [Int: StoredPixels] = [:], wanted: [Int: PixelRect] = [:]) {
    (self.above, self.wanted) = (above, wanted)
  }
}

extension RenderPlan {
  /// The same render of a part of the region only.
  ///
  /// - Parameter held: the rectangles of kept steps that are present from the part above.
  package func restricted(to band: PixelRect, holding held: [Int: PixelRect] = [:]) -> RenderPlan {
    var plan = self
    for index in outputs.indices { plan.outputs[index].region = outputs[index].region.intersection(band) }
    for (index, rect) in held { plan.steps[index].held = rect }
    plan.fillRegions(plan.neededByOutputs())
    for index in held.keys { plan.steps[index].held = plan.steps[index].held.intersection(plan.steps[index].region) }
    return plan
  }

  /// The rectangles that it reads from rows of the band above.
  var heldRows: [Int: PixelRect] {
    var rows: [Int: PixelRect] = [:]
    for (index, step) in steps.enumerated() where !step.held.isEmpty { rows[index] = step.held }
    return rows
  }

  /// The rectangles of its kept steps in memory that another band may read.
  var rowsToForward: [Int: PixelRect] {
    var rows: [Int: PixelRect] = [:]
    for (index, step) in steps.enumerated() where step.isStored && !step.kind.isWhole {
      if let rect = step.storedRects.first, step.storedRects.count == 1 { rows[index] = rect }
    }
    return rows
  }
}
