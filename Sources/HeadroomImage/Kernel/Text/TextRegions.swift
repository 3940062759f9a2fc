internal import HeadroomKernelLanguage
internal import HeadroomKernelRows
internal import HeadroomPixels

/// What of its images a kernel of text reads: what the client's callback says, else what follows from the text.
struct TextRegions: Sendable {
  private let callback: KernelRegion?
  private let shifts: [RowShift]
  /// Images that are read at places that are computed.
  private let sampled: Set<Int>

  /// - Parameter program: compiled without what depends on a working space.
  init(callback: KernelRegion?, shifts: [RowShift], sampled: Set<Int>) {
    self.callback = callback
    self.shifts = shifts
    self.sampled = sampled
  }

  var identity: [AnyObject] { callback.map { [$0] } ?? [] }

  func needed(ofImage index: Int, for output: PixelRect, _ setting: SamplerSettings) -> PixelRect {
    if let callback { return callback.needed(ofImage: index, for: output, isClamped: setting.isClamped) }
    guard !output.isEmpty else { return .empty }
    let region = sampled.contains(index) ? PixelRect.infinite : moved(index, output)
    return setting.isClamped ? region.clamped(into: setting.extent) : region
  }

  /// The rectangle around all moved ones.
  private func moved(_ image: Int, _ output: PixelRect) -> PixelRect {
    shifts.filter { $0.image == image }.reduce(PixelRect.empty) { region, shift in
      region.union(output.offset(dx: shift.dx, dy: shift.dy))
    }
  }
}
