package import HeadroomKernelLanguage

/// What a kernel reads of its images.
package struct RowReads: Sendable {
  /// Whole distances at which rows are read.
  package let shifts: [RowShift]
  /// Images that are read at places that are computed.
  package let sampledImages: Set<Int>

  package init(_ form: KernelForm) {
    let finder = OffsetFinder(form)
    var (shifts, sampled): (Set<RowShift>, Set<Int>) = ([], [])
    form.body.visit { instruction in
      switch instruction {
      case .compute(_, .pixel(let image, _), _): shifts.insert(RowShift(image: image, dx: 0, dy: 0))
      case .sample(let image, let x, let y, _):
        if let dx = finder.offset(of: x, axis: 0), let dy = finder.offset(of: y, axis: 1) {
          shifts.insert(RowShift(image: image, dx: dx, dy: dy))
        } else {
          sampled.insert(image)
        }
      default: break
      }
    }
    self.shifts = Array(shifts)
    sampledImages = sampled
  }

  /// Whether what is computed is a pixel of pixels of the same place.
  package var isPointwise: Bool { sampledImages.isEmpty && shifts.allSatisfy { $0.dx == 0 && $0.dy == 0 } }
}
