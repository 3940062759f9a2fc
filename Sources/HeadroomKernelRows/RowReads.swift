package import HeadroomKernelLanguage

/// The parts of its images that a kernel reads.
package struct RowReads: Sendable {
  /// Whether each pixel only depends on pixels at the same position.
  package private(set) var isPointwise = true

  package init(_ ir: KernelIR) {
    let finder = OffsetFinder(ir)
    ir.body.visit { instruction in
      guard case .sample(_, let x, let y, _) = instruction else { return }
      if finder.offset(of: x, axis: 0) != 0 || finder.offset(of: y, axis: 1) != 0 { isPointwise = false }
    }
  }
}
