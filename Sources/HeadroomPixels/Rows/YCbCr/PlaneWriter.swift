package import HeadroomColor

/// Writes rows of pixels into planes: luma row by row, and chroma by its siting.
///
/// Chroma that lies between two luma samples is their mean; chroma that lies on a luma sample is the mean over 1, 2, 1 along the
/// row and the sample's own row. The ends of a span count as ends of the picture, so pictures with halved chroma should be
/// written in whole rows.
package struct PlaneWriter: Sendable {
  /// The part of the pixels that becomes planes.
  package enum Content: Hashable, Sendable {
    /// Luma and chroma of the weights.
    case color
    /// Luma is green as it is: all colours are alike.
    case gray
    /// Green, blue and red as they are.
    case components
    /// Luma is alpha as it is; there is no chroma.
    case alpha
  }

  private let picture: PlanarPicture
  private let content: Content
  private let kernels: YCbCrEncodeKernels
  /// Alpha uses every code.
  private let alphaKernels: YCbCrEncodeKernels?
  private let filter: YCbCrEncodeKernels.ChromaFilter
  private let chromaLine: YCbCrEncoding.Siting.Line

  /// - Parameter matrix: the weights; ``PlanarPicture/coding`` states the rest.
  package init(_ picture: PlanarPicture, matrix: YCbCrMatrix, content: Content = .color) {
    self.picture = picture
    self.content = content
    let coding = picture.coding
    kernels = YCbCrEncodeKernels(matrix: matrix, bitDepth: picture.bitDepth, isFullRange: coding.isFullRange)
    alphaKernels = picture.alpha.map { _ in
      YCbCrEncodeKernels(matrix: matrix, bitDepth: picture.bitDepth, isFullRange: true)
    }
    filter = YCbCrEncodeKernels.ChromaFilter(isHalved: picture.subsampling.horizontal == 2, siting: coding.siting)
    chromaLine = coding.siting.line
  }

  /// Writes the same span of two rows, `row` and the one below, with the chroma that belongs to both.
  ///
  /// - Parameters:
  ///   - lower: nil below the last row of a picture of odd height.
  ///   - row: even.
  ///   - x: the span's first column, even.
  package func storePair(
    _ upper: RowPointers, _ lower: RowPointers?, row: Int, x: Int = 0, count: Int, isDithered: Bool = false
  ) {
    guard count > 0 else { return }
    unsafe storeFirstPlane(upper, row, x, count, isDithered)
    if let lower = unsafe lower { unsafe storeFirstPlane(lower, row + 1, x, count, isDithered) }
    guard picture.chroma != nil else { return }
    if picture.subsampling.vertical == 2 {
      let other = unsafe lower ?? upper
      switch chromaLine {
      case .upper: unsafe storeChroma(upper, upper, row / 2, x, count)
      case .between: unsafe storeChroma(upper, other, row / 2, x, count)
      case .lower: unsafe storeChroma(other, other, row / 2, x, count)
      }
    } else {
      unsafe storeOwnChroma(upper, row, x, count)
      if let lower = unsafe lower { unsafe storeOwnChroma(lower, row + 1, x, count) }
    }
  }

  /// Writes a span of one row. Chroma that two rows share is that of one of them: the row it lies on, else the upper.
  func storeRow(_ rows: RowPointers, row: Int, x: Int, count: Int, isDithered: Bool) {
    guard count > 0 else { return }
    unsafe storeFirstPlane(rows, row, x, count, isDithered)
    guard picture.chroma != nil else { return }
    guard picture.subsampling.vertical == 2 else { return unsafe storeOwnChroma(rows, row, x, count) }
    let isLast = row == picture.height - 1
    guard row % 2 == (chromaLine == .lower ? 1 : 0) || isLast && chromaLine == .lower else { return }
    unsafe storeChroma(rows, rows, row / 2, x, count)
  }

  // MARK: - Planes

  private func storeFirstPlane(_ rows: RowPointers, _ row: Int, _ x: Int, _ count: Int, _ isDithered: Bool) {
    let layout = picture.layout
    let to = unsafe picture.luma.row(row) + x * layout.stride
    switch content {
    case .alpha: unsafe kernels.storeComponent(rows.a, to, layout, count)
    case .gray, .components: unsafe kernels.storeComponent(rows.g, to, layout, count)
    case .color where isDithered: unsafe storeDithered(rows, to, row, x, count)
    case .color: unsafe kernels.storeLuma(rows, to, layout, count)
    }
    guard let alpha = picture.alpha, let alphaKernels else { return }
    unsafe alphaKernels.storeComponent(rows.a, alpha.row(row) + x * layout.stride, layout, count)
  }

  private func storeDithered(
    _ rows: RowPointers, _ to: UnsafeMutableRawPointer, _ row: Int, _ x: Int, _ count: Int
  ) {
    let layout = picture.layout
    for start in stride(from: 0, to: count, by: DitherPattern.chunk) {
      let length = min(DitherPattern.chunk, count - start)
      unsafe DitherPattern.withRow(x: x + start, y: row) {
        unsafe kernels.storeLuma(rows.advanced(by: start), to + start * layout.stride, layout, length, $0)
      }
    }
  }

  /// Chroma of a row that shares it with no other.
  private func storeOwnChroma(_ rows: RowPointers, _ row: Int, _ x: Int, _ count: Int) {
    guard content == .components, let chroma = picture.chroma else {
      return unsafe storeChroma(rows, rows, row, x, count)
    }
    let layout = picture.chromaLayout
    let offset = x * layout.stride
    unsafe kernels.storeComponent(rows.b, chroma.blue.row(row) + offset, layout, count)
    unsafe kernels.storeComponent(rows.r, chroma.red.row(row) + offset, layout, count)
  }

  private func storeChroma(_ rows: RowPointers, _ other: RowPointers, _ line: Int, _ x: Int, _ count: Int) {
    let layout = picture.chromaLayout
    guard let chroma = picture.chromaSamples(line) else { return }
    let to = chroma.advanced(by: x / picture.subsampling.horizontal * layout.stride)
    unsafe kernels.storeChroma(rows, other, filter, to, layout, count)
  }
}

extension PlanarPicture {
  /// A row of Cb and Cr; nil for monochrome.
  func chromaSamples(_ line: Int) -> ChromaSamples? {
    guard let chroma else { return nil }
    return unsafe ChromaSamples(cb: chroma.blue.row(line), cr: chroma.red.row(line))
  }
}
