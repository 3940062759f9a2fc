internal import HeadroomColor

/// Makes planes with halved chroma whose decoded light is the picture's: luminance pixel by pixel, and colour in the mean
/// of the pixels that share a chroma sample.
///
/// The mean of colour differences is not the difference of the mean: beside a dark neighbour a saturated light loses up
/// to a sixth of its light, since signals are far from linear. So
///
/// 1. chroma is that of the mean light of its pixels;
/// 2. luma is solved so that each pixel, with the chroma that readers interpolate there, has its luminance;
/// 3. chroma is corrected by the light that its pixels' mean then lacks;
/// 4. luma is solved again, with the chroma as stored.
///
/// ### Formula
/// Luma y of a pixel with light L and interpolated differences: E(sum of w E⁻¹(y + a)) = E(L), where a are the
/// parts of red, green and blue that chroma makes, w the luminances of the primaries and E the curve. With E the
/// left side grows nearly as y does, so few steps of the secant method suffice. The first step starts from below:
/// at E(L) less the largest a.
package struct SharpYUVEncoder: Sendable {
  private let bitmap: PixelBitmap
  private let firstRow: Int
  private let rows: Range<Int>
  private let planes: PlanarPicture
  private let kernels: YCbCrEncodeKernels
  private let curve: TransferFunction
  /// Luminance of red, green and blue light, 1 together.
  private let weights: (red: Float, green: Float, blue: Float)

  /// Whether planes like these can be made this way: chroma is halved and does not lie on one row of two, and the
  /// primaries have luminances.
  package static func applies(to planes: PlanarPicture) -> Bool {
    let (coding, subsampling) = (planes.coding, planes.subsampling)
    let luminance = coding.primaries.luminanceWeights
    return subsampling.horizontal == 2 && coding.siting.line == .between && coding.matrix != 0
      && coding.curve != .linear && luminance.min() >= 0 && luminance.sum() > 0.5
  }

  /// Parameters are those of ``PlanarPicture/encodeSharpYUV(rows:_:firstRow:pool:)``.
  init(
    _ bitmap: PixelBitmap, firstRow: Int, rows: Range<Int>, planes: PlanarPicture, kernels: YCbCrEncodeKernels
  ) {
    self.bitmap = bitmap
    self.firstRow = firstRow
    self.rows = rows
    self.planes = planes
    self.kernels = kernels
    curve = planes.coding.curve
    let luminance = planes.coding.primaries.luminanceWeights
    weights = (Float(luminance.x), Float(luminance.y), Float(luminance.z))
  }

  /// Pixels of a tile. The result depends neither on the tiles nor on the threads, because a tile holds all
  /// that its pixels depend on.
  private static let tileWidth = 256
  private static let tileHeight = 64
  /// Chroma samples around a tile that its result depends on: one for each time that luma is solved.
  private static let halo = 2
  /// Rows on either side of a row that its result depends on.
  package static let context = 2 * halo

  /// Tiles are missing where the work was cancelled.
  func encode(pool: ThreadPool) {
    let across = (planes.width + Self.tileWidth - 1) / Self.tileWidth
    let down = (rows.count + Self.tileHeight - 1) / Self.tileHeight
    let makeTile: @Sendable () -> SharpYUVTile = {
      SharpYUVTile(width: Self.tileWidth + 4 * Self.halo, height: Self.tileHeight + 4 * Self.halo)
    }
    pool.performPieces(across * down, scratch: makeTile) { index, tile in
      let row = rows.lowerBound + index / across * Self.tileHeight
      encodeTile(column: index % across * Self.tileWidth, row: row, tile)
    }
  }

  /// A tile of the grid and its surroundings, in chroma samples.
  private struct Place {
    let columns: Range<Int>
    let rows: Range<Int>
    /// Those that are stored.
    let ownColumns: Range<Int>
    let ownRows: Range<Int>
  }

  private var rowsPerSample: Int { planes.subsampling.vertical }

  private func place(column: Int, row: Int) -> Place {
    let size = planes.size(ofPlane: 1)
    let ownColumns = column / 2..<min((column + Self.tileWidth) / 2, size.width)
    let lastRow = min(row + Self.tileHeight, rows.upperBound)
    let ownRows = row / rowsPerSample..<(lastRow + rowsPerSample - 1) / rowsPerSample
    let haloRows = rowsPerSample == 2 ? Self.halo : 0
    return Place(
      columns: max(ownColumns.lowerBound - Self.halo, 0)..<min(ownColumns.upperBound + Self.halo, size.width),
      rows: max(ownRows.lowerBound - haloRows, 0)..<min(ownRows.upperBound + haloRows, size.height),
      ownColumns: ownColumns, ownRows: ownRows)
  }

  private func encodeTile(column: Int, row: Int, _ tile: SharpYUVTile) {
    let place = place(column: column, row: row)
    let solver = SharpYUVSolver(
      tile: tile, columns: place.columns.count, rows: place.rows.count, rowsPerSample: rowsPerSample, curve: curve,
      weights: weights, kernels: kernels,
      isCentered: planes.coding.siting.isBetweenColumns)
    for sample in 0..<place.rows.count {
      for line in 0..<rowsPerSample {
        load((place.rows.lowerBound + sample) * rowsPerSample + line, place, into: tile)
        solver.takeLight(ofRow: sample * rowsPerSample + line)
      }
      solver.takeWantedChroma(sample)
    }
    for sample in 0..<place.rows.count {
      for line in 0..<rowsPerSample {
        solver.solve(row: sample * rowsPerSample + line, isFirst: true)
        solver.takeDecodedLight(line: line)
      }
      solver.correctChroma(sample)
    }
    store(place, solver, tile)
  }

  private func store(_ place: Place, _ solver: SharpYUVSolver, _ tile: SharpYUVTile) {
    solver.useCorrectedChroma()
    let (left, top) = (place.ownColumns.lowerBound - place.columns.lowerBound, place.ownRows.lowerBound)
    for sample in place.ownRows {
      let inTile = sample - place.rows.lowerBound
      let (blue, red) = unsafe (tile.blue(inTile) + left, tile.red(inTile) + left)
      unsafe storeChroma(blue, plane: 1, sample, place.ownColumns)
      unsafe storeChroma(red, plane: 2, sample, place.ownColumns)
    }
    let start = 2 * place.ownColumns.lowerBound
    let count = min(2 * place.ownColumns.count, planes.width - start)
    for row in top * rowsPerSample..<min(place.ownRows.upperBound * rowsPerSample, rows.upperBound) {
      let inTile = row - place.rows.lowerBound * rowsPerSample
      solver.solve(row: inTile, isFirst: false)
      let to = unsafe planes.rowAddress(row, plane: 0) + start * planes.layout.stride
      unsafe kernels.storeComponent(tile.luma(inTile) + 2 * left, to, planes.layout, count)
    }
  }

  private func storeChroma(_ from: SharpYUVTile.Row, plane: Int, _ row: Int, _ columns: Range<Int>) {
    let to = unsafe planes.rowAddress(row, plane: plane) + columns.lowerBound * planes.chromaLayout.stride
    unsafe kernels.storeChroma(from, to, planes.chromaLayout, columns.count)
  }

  /// The signals of a row of the tile; beyond the bitmap its last pixels are repeated.
  private func load(_ row: Int, _ place: Place, into tile: SharpYUVTile) {
    let rows = unsafe tile.colors
    let source = min(max(row - firstRow, 0), bitmap.height - 1)
    let first = min(2 * place.columns.lowerBound, bitmap.width - 1)
    let count = 2 * place.columns.count
    let inside = min(count, bitmap.width - first)
    unsafe RowCodec.unpack(bitmap, row: source, x: first, count: inside, into: rows)
    if bitmap.alpha == .premultiplied { unsafe AlphaRow.unpremultiply(rows, inside) }
    unsafe extend(rows.r, inside..<max(count, inside))
    unsafe extend(rows.g, inside..<max(count, inside))
    unsafe extend(rows.b, inside..<max(count, inside))
  }

  private func extend(_ row: SharpYUVTile.Row, _ outside: Range<Int>) {
    let last = unsafe row[outside.lowerBound - 1]
    for i in outside { unsafe row[i] = last }
  }
}
