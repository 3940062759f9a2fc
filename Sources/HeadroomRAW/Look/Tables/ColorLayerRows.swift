internal import CHeadroomMath
package import HeadroomPixels

/// The ``ColorTables`` of a profile prepared for rows, each weighted by its mask (DNG 1.7.1, "RGBTables").
package struct ColorLayerRows: Sendable {
  private struct Layer: Sendable {
    let table: ColorTableRows
    /// The layer's mask; nil for the parts that no mask covers.
    let mask: ColorMask?
  }

  private let layers: [Layer]
  private let composition: ColorTables.Composition

  /// Nil where nothing is left to do.
  ///
  /// - Parameters:
  ///   - masks: the masks by name. Tables of other masks are left out, as DNG specifies.
  ///   - isHDR: whether the profile is one for HDR.
  ///   - isOpen: whether the picture may have light above white.
  package init?(_ tables: ColorTables, masks: [String: ColorMask], isHDR: Bool, isOpen: Bool) {
    layers = tables.layers.compactMap { layer in
      let mask = masks[layer.mask]
      guard layer.mask.isEmpty || mask != nil else { return nil }
      return Layer(table: ColorTableRows(layer.table, isHDR: isHDR, isOpen: isOpen), mask: mask)
    }
    if layers.isEmpty { return nil }
    composition = tables.composition
  }

  /// Applies it to a span, in place.
  ///
  /// - Parameters:
  ///   - x: the span's column in the active area, which has `width` by `height` pixels.
  ///   - y: its row there.
  package func apply(_ rows: RowPointers, _ count: Int, x: Int, y: Int, width: Int, height: Int) {
    if layers.count == 1, layers[0].mask == nil {
      unsafe layers[0].table.apply(rows, count)
      return
    }
    // Rows for the weights of all layers, a layer's colours, and their sum.
    let rowCount = layers.count + 6
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: rowCount * lookChunk) { scratch in
      guard let weights = scratch.baseAddress else { return }
      let colors = unsafe RowPointers(base: weights + layers.count * lookChunk, stride: lookChunk)
      let sums = unsafe RowPointers(base: weights + (layers.count + 3) * lookChunk, stride: lookChunk)
      forEachChunk(of: count) { start, length in
        let part = unsafe rows.advanced(by: start)
        unsafe weigh(weights, length, x: x + start, y: y, width: width, height: height)
        switch composition {
        case .sequence: unsafe applyInTurn(part, colors, weights, length)
        case .weightedSum: unsafe applyWeighted(part, colors, sums, weights, length)
        }
      }
    }
  }

  /// Computes the masks' weights, and the remainder for the table without a mask.
  private func weigh(
    _ weights: UnsafeMutablePointer<Float>, _ count: Int, x: Int, y: Int, width: Int, height: Int
  ) {
    var background: UnsafeMutablePointer<Float>?
    for (index, layer) in layers.enumerated() {
      let row = unsafe weights + index * lookChunk
      if let mask = layer.mask {
        unsafe mask.weights(x: x, y: y, width: width, height: height, count, into: row)
      } else {
        unsafe background = row
      }
    }
    guard let background = unsafe background else { return }
    for i in 0..<count { unsafe background[i] = 1 }
    for (index, layer) in layers.enumerated() where layer.mask != nil {
      let row = unsafe weights + index * lookChunk
      for i in 0..<count { unsafe background[i] = headroom_max(unsafe background[i] - row[i], 0) }
    }
  }

  private func applyInTurn(
    _ rows: RowPointers, _ colors: RowPointers, _ weights: UnsafePointer<Float>, _ count: Int
  ) {
    unsafe forEachLayer(of: rows, colors, weights, count) { plane, color, weight in
      let row = unsafe rows.plane(plane)
      for i in 0..<count { unsafe row[i] += (unsafe color[i] - row[i]) * (unsafe weight[i]) }
    }
  }

  /// Calls `body` with each layer's colours of a plane, computed from the current rows, and with its weights.
  @inline(__always)
  private func forEachLayer(
    of rows: RowPointers, _ colors: RowPointers, _ weights: UnsafePointer<Float>, _ count: Int,
    _ body: (_ plane: Int, _ color: UnsafePointer<Float>, _ weight: UnsafePointer<Float>) -> Void
  ) {
    for (index, layer) in layers.enumerated() {
      unsafe rows.copyColors(to: colors, count)
      unsafe layer.table.apply(colors, count)
      for plane in 0..<3 { unsafe body(plane, colors.plane(plane), weights + index * lookChunk) }
    }
  }

  private func applyWeighted(
    _ rows: RowPointers, _ colors: RowPointers, _ sums: RowPointers, _ weights: UnsafeMutablePointer<Float>,
    _ count: Int
  ) {
    for plane in 0..<3 { unsafe sums.plane(plane).update(repeating: 0, count: count) }
    unsafe forEachLayer(of: rows, colors, weights, count) { plane, color, weight in
      let sum = unsafe sums.plane(plane)
      for i in 0..<count { unsafe sum[i] += color[i] * weight[i] }
    }
    let total = unsafe weights
    for index in 1..<max(layers.count, 1) {
      let weight = unsafe weights + index * lookChunk
      for i in 0..<count { unsafe total[i] += weight[i] }
    }
    // Without a table for them, parts that no mask covers stay.
    for plane in 0..<3 {
      let (row, sum) = unsafe (rows.plane(plane), sums.plane(plane))
      for i in 0..<count {
        let rest = headroom_max(1 - (unsafe total[i]), 0)
        unsafe row[i] = (sum[i] + row[i] * rest) / (total[i] + rest)
      }
    }
  }
}
