package import HeadroomKernelLanguage

/// What a kernel reads of its images.
package struct RowReads: Sendable {
  /// Whether what is computed is a pixel of pixels of the same place.
  package private(set) var isPointwise = true

  package init(_ form: KernelForm) {
    let finder = OffsetFinder(form)
    form.body.visit { instruction in
      guard case .sample(_, let x, let y, _) = instruction else { return }
      if finder.offset(of: x, axis: 0) != 0 || finder.offset(of: y, axis: 1) != 0 { isPointwise = false }
    }
  }
}
