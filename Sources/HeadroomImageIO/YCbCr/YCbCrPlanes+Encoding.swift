internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

extension YCbCrPlanes {
  /// What of a bitmap becomes planes.
  enum Component: Hashable, Sendable {
    /// Colour, or gray for monochrome planes.
    case color
    case alpha
  }

  /// Fills the planes with a part of a bitmap, of their size.
  ///
  /// The part may reach beyond the bitmap at the right and the bottom, where the last pixels go on: codecs need sizes
  /// that are multiples of something. Rows are converted on several threads, with the same result on any number. Where
  /// chroma is halved, an odd size is only right at the picture's own right and lower edge.
  ///
  /// - Parameters:
  ///   - bitmap: the picture, in any format. Premultiplied colour is divided by alpha first.
  ///   - x: the part's first column.
  ///   - y: the part's first row.
  ///   - component: colour or alpha; alpha is for monochrome planes.
  /// - Throws: `ImageIOError/unsupported(part:text:)` for matrix codes without a plain matrix.
  func encode(
    _ bitmap: PixelBitmap, x: Int = 0, y: Int = 0, component: Component = .color, pool: ThreadPool = .shared
  ) throws(ImageIOError) {
    let matrix = try encodingMatrix()
    let encoder = PlaneEncoder(
      bitmap: bitmap, x: x, y: y, component: component, planes: self,
      kernels: YCbCrEncodeKernels(matrix: matrix, bitDepth: bitDepth, isFullRange: coding.isFullRange))
    try encoder.encode(pool: pool)
  }

  /// Fills rows of the planes so that the light of a picture survives its halved chroma; see ``LightKeepingEncoder``.
  ///
  /// - Parameters:
  ///   - rows: the rows to fill; they begin with a row of chroma and end with one or with the planes.
  ///   - bitmap: the rows of the picture, and on both sides ``LightKeepingEncoder/context`` more where it has them.
  ///   - firstRow: the row of the planes that the bitmap begins with.
  /// - Throws: `ImageIOError/unsupported(part:text:)` for matrix codes without a plain matrix.
  func encodeKeepingLight(
    rows: Range<Int>, _ bitmap: PixelBitmap, firstRow: Int, pool: ThreadPool = .shared
  ) throws(ImageIOError) {
    let kernels = YCbCrEncodeKernels(
      matrix: try encodingMatrix(), bitDepth: bitDepth, isFullRange: coding.isFullRange)
    let encoder = LightKeepingEncoder(bitmap, firstRow: firstRow, rows: rows, planes: self, kernels: kernels)
    try encoder.encode(pool: pool)
  }

  private func encodingMatrix() throws(ImageIOError) -> YCbCrMatrix {
    switch MatrixCoefficients(cicpCode: coding.matrix, primaries: coding.primaries) {
    case .ycbcr(let found): return found
    // The matrix is not used for one component or planes of green, blue and red.
    case .identity where subsampling == .full || subsampling == .monochrome: return .bt709
    case nil where subsampling == .monochrome: return .bt709
    default:
      throw .unsupported(part: "picture", text: "matrix coefficients \(coding.matrix) are not written")
    }
  }
}

/// Converts rows of a bitmap, two at a time.
private struct PlaneEncoder: Sendable {
  let bitmap: PixelBitmap
  let x: Int
  let y: Int
  let component: YCbCrPlanes.Component
  let planes: YCbCrPlanes
  let kernels: YCbCrEncodeKernels

  private struct Scratch: ~Copyable {
    let upper: RowBuffer
    let lower: RowBuffer
  }

  /// Even, so that the rows of a chroma row are in one band.
  private static let bandHeight = 16

  func encode(pool: ThreadPool) throws(ImageIOError) {
    let bands = (planes.height + Self.bandHeight - 1) / Self.bandHeight
    let capacity = planes.width
    let makeScratch: @Sendable () -> Scratch = {
      Scratch(upper: RowBuffer(capacity: capacity), lower: RowBuffer(capacity: capacity))
    }
    try pool.forEachPiece(bands, scratch: makeScratch) { band, scratch in
      let end = min((band + 1) * Self.bandHeight, planes.height)
      for row in stride(from: band * Self.bandHeight, to: end, by: 2) { encodePair(row, &scratch) }
    }
  }

  private func encodePair(_ row: Int, _ scratch: inout Scratch) {
    let (upper, lower) = unsafe (scratch.upper.rows, scratch.lower.rows)
    let hasLower = row + 1 < planes.height
    unsafe load(row, into: upper)
    unsafe storeFirstPlane(row, upper)
    if hasLower {
      unsafe load(row + 1, into: lower)
      unsafe storeFirstPlane(row + 1, lower)
    }
    guard planes.subsampling != .monochrome else { return }
    if planes.coding.matrix == 0 {
      unsafe storeBlueAndRed(row, upper)
      if hasLower { unsafe storeBlueAndRed(row + 1, lower) }
    } else if planes.subsampling.vertical == 2 {
      let sharesRows = hasLower && planes.coding.siting != .topLeft
      unsafe storeChroma(row / 2, upper, sharesRows ? lower : upper)
    } else {
      unsafe storeChroma(row, upper, upper)
      if hasLower { unsafe storeChroma(row + 1, lower, lower) }
    }
  }

  /// A row of the part, with what lies beyond the bitmap filled in.
  private func load(_ row: Int, into rows: RowPointers) {
    let source = min(y + row, bitmap.height - 1)
    let inside = min(planes.width, bitmap.width - x)
    unsafe RowCodec.unpack(bitmap, row: source, x: x, count: inside, into: rows)
    if bitmap.alpha == .premultiplied, component == .color { unsafe AlphaRow.unpremultiply(rows, inside) }
    unsafe extend(rows.r, from: inside)
    unsafe extend(rows.g, from: inside)
    unsafe extend(rows.b, from: inside)
    unsafe extend(rows.a, from: inside)
  }

  private func extend(_ row: UnsafeMutablePointer<Float>, from end: Int) {
    let last = unsafe row[end - 1]
    for i in end..<max(planes.width, end) { unsafe row[i] = last }
  }

  private func storeFirstPlane(_ row: Int, _ rows: RowPointers) {
    let to = unsafe planes.rowAddress(row, plane: 0)
    if component == .alpha {
      unsafe kernels.storeComponent(rows.a, to, planes.layout, planes.width)
    } else if planes.coding.matrix == 0 || bitmap.format.isGray {
      unsafe kernels.storeComponent(rows.g, to, planes.layout, planes.width)
    } else {
      unsafe kernels.storeLuma(rows, to, planes.layout, planes.width)
    }
  }

  private func storeBlueAndRed(_ row: Int, _ rows: RowPointers) {
    unsafe kernels.storeComponent(rows.b, planes.rowAddress(row, plane: 1), planes.layout, planes.width)
    unsafe kernels.storeComponent(rows.r, planes.rowAddress(row, plane: 2), planes.layout, planes.width)
  }

  private func storeChroma(_ row: Int, _ rows: RowPointers, _ other: RowPointers) {
    let filter = YCbCrEncodeKernels.ChromaFilter(
      isHalved: planes.subsampling.horizontal == 2, siting: planes.coding.siting)
    let to = unsafe ChromaSamples(cb: planes.rowAddress(row, plane: 1), cr: planes.rowAddress(row, plane: 2))
    unsafe kernels.storeChroma(rows, other, filter, to, planes.layout, planes.width)
  }
}
