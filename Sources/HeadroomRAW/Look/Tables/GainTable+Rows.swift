internal import CHeadroomMath
package import HeadroomPixels

extension GainTable {
  /// Multiplies a span of linear ProPhoto light by the gains, in place. Light that becomes brighter than white is kept.
  ///
  /// - Parameters:
  ///   - x: the column of the first pixel, from the active area's corner.
  ///   - y: its row.
  ///   - exposureScale: 2 to the power of the baseline exposure where the light does not include it yet, otherwise 1.
  ///   - amount: the exponent of the gain: 0 applies none, 1 all.
  package func apply(_ rows: RowPointers, _ count: Int, x: Int, y: Int, exposureScale: Float = 1, amount: Float = 1) {
    let share: Float = amount == amount ? min(max(amount, 0), 1) : 0
    guard share > 0 else { return }
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 3 * lookChunk) { scratch in
      guard let inputs = scratch.baseAddress else { return }
      let places = unsafe inputs + lookChunk
      let gains = unsafe inputs + 2 * lookChunk
      forEachChunk(of: count) { start, length in
        let part = unsafe rows.advanced(by: start)
        unsafe measure(part, exposureScale, into: inputs, length)
        unsafe place(from: x &+ start, into: places, length)
        unsafe look(inputs, places, y: y, into: gains, length)
        if share < 1 { for i in 0..<length { unsafe gains[i] = powFast(unsafe gains[i], share) } }
        unsafe multiply(part, gains, length)
      }
    }
  }

  /// The brightness for the table's look-up, in entries.
  private func measure(_ rows: RowPointers, _ scale: Float, into out: UnsafeMutablePointer<Float>, _ count: Int) {
    let (wr, wg, wb, wLeast, wMost) = weights
    for i in 0..<count {
      let (r, g, b) = unsafe (tamed(rows.r[i]), tamed(rows.g[i]), tamed(rows.b[i]))
      let sum = wr * r + wg * g + wb * b + wLeast * smallest(r, g, b) + wMost * largest(r, g, b)
      unsafe out[i] = headroom_clamp(tamed(sum * scale), 0, 1)
    }
    if gamma != 1 { for i in 0..<count { unsafe out[i] = powFast(unsafe out[i], gamma) } }
    for i in 0..<count { unsafe out[i] = unsafe out[i] * Float(entries) }
  }

  private func place(from x: Int, into out: UnsafeMutablePointer<Float>, _ count: Int) {
    let last = Float(columns - 1)
    for i in 0..<count {
      let centre = Float(Int32(truncatingIfNeeded: x &+ i)) + 0.5
      unsafe out[i] = headroom_clamp(columnLine.offset.addingProduct(columnLine.scale, centre), 0, last)
    }
  }

  private func look(
    _ inputs: UnsafeMutablePointer<Float>, _ places: UnsafeMutablePointer<Float>, y: Int,
    into out: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let centre = Float(Int32(truncatingIfNeeded: y)) + 0.5
    let row = min(max(rowLine.offset.addingProduct(rowLine.scale, centre), 0), lastRow)
    let row0 = Int(row)
    let down = row - Float(row0)
    unsafe quads.withUnsafeBufferPointer { table in
      guard let base = table.baseAddress else { return }
      let table = unsafe base + row0 * columns * entries
      for i in 0..<count {
        let (input, place) = unsafe (inputs[i], places[i])
        // Both are in range here, so these conversions cannot trap.
        let entry = min(Int(input), entries - 1)
        let next = min(entry + 1, entries - 1)
        let column = Int(place)
        let at = unsafe table + column * entries
        let quad = unsafe at[entry] + (at[next] - at[entry]) * (input - Float(entry))
        let pair = quad.lowHalf + (quad.highHalf - quad.lowHalf) * down
        unsafe out[i] = pair.x + (pair.y - pair.x) * (place - Float(column))
      }
    }
  }

  private func multiply(_ rows: RowPointers, _ gains: UnsafeMutablePointer<Float>, _ count: Int) {
    for i in 0..<count {
      let gain = unsafe gains[i]
      unsafe rows.r[i] = tamed(unsafe rows.r[i]) * gain
      unsafe rows.g[i] = tamed(unsafe rows.g[i]) * gain
      unsafe rows.b[i] = tamed(unsafe rows.b[i]) * gain
    }
  }
}
