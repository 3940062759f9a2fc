internal import HeadroomColor

extension PlanarPicture {
  /// The part of a bitmap's pixels that becomes planes.
  package enum Component: Hashable, Sendable {
    /// Colour, or gray for monochrome planes.
    case color
    case alpha
  }

  /// Fills the planes with a part of a bitmap that has their size.
  ///
  /// The part may reach beyond the bitmap at the right and the bottom, where the last pixels are repeated: codecs need
  /// sizes that are multiples of some number. Rows are converted on several threads, with the same result on any
  /// number. Where chroma is halved, an odd size is only right at the picture's own right and lower edge. Rows are
  /// missing where the work was cancelled.
  ///
  /// - Parameters:
  ///   - bitmap: the picture, in any format. Premultiplied colour is divided by alpha first.
  ///   - x: the part's first column.
  ///   - y: the part's first row.
  ///   - component: colour or alpha; alpha is for monochrome planes.
  /// - Throws: ``PlanarError/unwritableMatrix(_:)``.
  package func encode(
    _ bitmap: PixelBitmap, x: Int = 0, y: Int = 0, component: Component = .color, pool: ThreadPool = .shared
  ) throws(PlanarError) {
    let writer = PlaneWriter(self, matrix: try encodingMatrix(), content: content(of: component, bitmap))
    let isStraightened = bitmap.alpha == .premultiplied && component == .color
    let reader = BitmapPart(
      bitmap: bitmap, x: x, y: y, width: width, isStraightened: isStraightened)
    fill(by: writer, from: reader, pool: pool)
  }

  private func content(of component: Component, _ bitmap: PixelBitmap) -> PlaneWriter.Content {
    switch component {
    case .alpha: .alpha
    case .color where coding.matrix == 0: .components
    case .color: bitmap.format.isGray ? .gray : .color
    }
  }

  /// Fills rows of the planes so that the light of a picture survives its halved chroma; see ``SharpYUVEncoder``.
  ///
  /// Rows are missing where the work was cancelled.
  ///
  /// - Parameters:
  ///   - rows: the rows to fill; they begin with a row of chroma and end with one or with the planes.
  ///   - bitmap: the rows of the picture, and on both sides ``SharpYUVEncoder/context`` more where it has them.
  ///   - firstRow: the row of the planes that the bitmap begins with.
  /// - Throws: ``PlanarError/unwritableMatrix(_:)``.
  package func encodeSharpYUV(
    rows: Range<Int>, _ bitmap: PixelBitmap, firstRow: Int, pool: ThreadPool = .shared
  ) throws(PlanarError) {
    let kernels = YCbCrEncodeKernels(
      matrix: try encodingMatrix(), bitDepth: bitDepth, isFullRange: coding.isFullRange)
    SharpYUVEncoder(bitmap, firstRow: firstRow, rows: rows, planes: self, kernels: kernels).encode(pool: pool)
  }

  private func encodingMatrix() throws(PlanarError) -> YCbCrMatrix {
    switch MatrixCoefficients(cicpCode: coding.matrix, primaries: coding.primaries) {
    case .ycbcr(let found): return found
    // The matrix is not used for one component or planes of green, blue and red.
    case .identity where subsampling == .full || subsampling == .monochrome: return .bt709
    case nil where subsampling == .monochrome: return .bt709
    default: throw .unwritableMatrix(coding.matrix)
    }
  }

  // MARK: - Bands

  private struct Scratch: ~Copyable {
    let upper: RowBuffer
    let lower: RowBuffer
  }

  /// Even, so that the rows of a chroma row are in one band.
  private static let bandHeight = 16

  private func fill(by writer: PlaneWriter, from part: BitmapPart, pool: ThreadPool) {
    let (columns, lines) = (width, height)
    let makeScratch: @Sendable () -> Scratch = {
      Scratch(upper: RowBuffer(capacity: columns), lower: RowBuffer(capacity: columns))
    }
    let bands = (lines + Self.bandHeight - 1) / Self.bandHeight
    pool.performPieces(bands, scratch: makeScratch) { band, scratch in
      let end = min((band + 1) * Self.bandHeight, lines)
      for row in stride(from: band * Self.bandHeight, to: end, by: 2) {
        let (upper, lower) = unsafe (scratch.upper.rows, scratch.lower.rows)
        unsafe part.load(row, into: upper)
        let hasLower = row + 1 < lines
        if hasLower { unsafe part.load(row + 1, into: lower) }
        unsafe writer.storePair(upper, hasLower ? lower : nil, row: row, count: columns)
      }
    }
  }
}

/// Rows of a part of a bitmap, filled in beyond its edges.
private struct BitmapPart: Sendable {
  let bitmap: PixelBitmap
  let x: Int
  let y: Int
  let width: Int
  /// Whether colour is divided by alpha.
  let isStraightened: Bool

  func load(_ row: Int, into rows: RowPointers) {
    let source = min(y + row, bitmap.height - 1)
    let inside = min(width, bitmap.width - x)
    unsafe RowCodec.unpack(bitmap, row: source, x: x, count: inside, into: rows)
    if isStraightened { unsafe AlphaRow.unpremultiply(rows, inside) }
    unsafe extend(rows.r, from: inside)
    unsafe extend(rows.g, from: inside)
    unsafe extend(rows.b, from: inside)
    unsafe extend(rows.a, from: inside)
  }

  private func extend(_ row: UnsafeMutablePointer<Float>, from end: Int) {
    let last = unsafe row[end - 1]
    for i in end..<max(width, end) { unsafe row[i] = last }
  }
}
