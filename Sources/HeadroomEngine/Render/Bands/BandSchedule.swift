package import HeadroomPixels

/// The rows of each source that a render needs when it works through its region in bands, from the top.
///
/// Sources are read forwards only. A source's window at a band begins with the first row that this or any later band
/// needs and ends with the last row that this or any band before has needed; rows above the window are freed. A picture
/// that is turned upside down therefore keeps all of its source.
struct BandSchedule {
  /// The bands, top to bottom.
  let bands: [PixelRect]
  /// The window of each source at each band, rows counted from the top of the source.
  private(set) var windows: [[Range<Int>]]
  /// The rectangles of kept steps from the band above, at each band.
  private(set) var held: [[Int: PixelRect]] = []
  /// The most bytes that a band gets from the one above.
  private(set) var mostHeldBytes = 0

  /// The most rows of a source that are held at once.
  func capacity(ofSource index: Int) -> Int { windows.reduce(0) { max($0, $1[index].count) } }

  /// - Parameters:
  ///   - region: the region that is cut into bands of `height` rows.
  ///   - forwardsRows: whether a band gets rows of kept steps from the one above.
  ///   - restricted: the plan when only a band of the region is wanted, and some of its steps are present.
  init(
    over region: PixelRect, height: Int, sources: [any SourceOperation], forwardsRows: Bool,
    restricted: (PixelRect, _ holding: [Int: PixelRect]) -> RenderPlan
  ) {
    bands = stride(from: region.maxY, to: region.minY, by: -height).map { top in
      PixelRect(minX: region.minX, minY: max(top - height, region.minY), maxX: region.maxX, maxY: top)
    }
    var (needed, above): ([[Range<Int>?]], [Int: PixelRect]) = ([], [:])
    for band in bands {
      let plan = restricted(band, above)
      needed.append(zip(sources, plan.sourceRegions()).map { Self.rows(of: $1, height: $0.height) })
      held.append(plan.heldRows)
      mostHeldBytes = max(mostHeldBytes, plan.heldRowBytes)
      if forwardsRows { above = plan.rowsToForward }
    }
    windows = needed.map { $0.map { _ in 0..<0 } }
    for index in sources.indices {
      var end = 0
      let ends = needed.map { rows in
        end = max(end, rows[index]?.upperBound ?? 0)
        return end
      }
      var start = Int.max
      for band in bands.indices.reversed() {
        start = min(start, needed[band][index]?.lowerBound ?? Int.max)
        windows[band][index] = min(start, ends[band])..<ends[band]
      }
    }
  }

  /// Rows from the top; nil where nothing is needed.
  private static func rows(of rect: PixelRect, height: Int) -> Range<Int>? {
    let (low, high) = (max(rect.minY, 0), min(rect.maxY, height))
    return rect.isEmpty || low >= high ? nil : height - high..<height - low
  }
}

extension RenderPlan {
  /// The plan when only a part of one step is wanted.
  package func restricted(toStep index: Int, over rect: PixelRect) -> RenderPlan {
    var plan = self
    var needed = [PixelRegion](repeating: PixelRegion(), count: steps.count)
    needed[index] = PixelRegion(rect)
    for index in outputs.indices { plan.outputs[index].region = .empty }
    plan.fillRegions(needed)
    return plan
  }
}
