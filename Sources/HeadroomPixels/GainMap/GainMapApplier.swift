internal import Glibc
package import HeadroomColor

/// Turns linear rows of a base picture into rows of the rendition for a display.
///
/// ### Formula
/// ISO 21496-1: `(base + baseOffset) * 2^(L * W) - alternateOffset` per channel, with `L` the log2 gain of the map at
/// this place and `W` the display's weight; Apple's maps have offsets 0. The map is enlarged bilinearly, pixel centres
/// aligned, edges repeated, see ``GainMapFormula/interpolatesGains``. Nothing is clamped.
///
/// Rows come in and go out in the base picture's primaries; where the metadata places the formula in the alternate's
/// primaries, rows are converted there and back internally.
///
/// The result of a pixel does not depend on the span it is computed in.
package struct GainMapApplier: Sendable {
  /// The signed weight in use; 0 leaves rows as they are.
  package let weight: Double
  /// Linear headroom of the result.
  package let contentHeadroom: Double
  private let tables: GainMapTables?

  /// A gain beyond this many stops is an error in the file; the limit prevents 0 * infinity.
  package static let maxStops = 64.0

  /// Whether rows are left as they are.
  package var isIdentity: Bool { tables == nil }

  /// - Parameters:
  ///   - map: gray8 or rgb8 samples, or 16-bit ones, in the base picture's stored orientation, of any size.
  ///   - primaries: those of the base picture, and those that the formula works in.
  ///   - displayHeadroomStops: log2 of the display's headroom; infinity for the full rendition.
  package init(
    map: PixelBitmap, formula: GainMapFormula, primaries: (base: ColorPrimaries, computation: ColorPrimaries),
    baseWidth: Int, baseHeight: Int, displayHeadroomStops: Double
  ) {
    weight = formula.weight(displayHeadroomStops: displayHeadroomStops)
    let full = formula.fullHeadroomStops
    contentHeadroom = exp2(max(min(displayHeadroomStops, full), 0))
    tables =
      weight == 0
      ? nil
      : GainMapTables(
        map: map, formula: formula, primaries: primaries, width: baseWidth, height: baseHeight, weight: weight)
  }

  /// Changes `count` linear pixels in place, starting at column `x` of row `row` (counted from the top). Alpha is not
  /// changed, and premultiplied colour is treated like straight colour: gain maps belong to opaque pictures.
  package func apply(row: Int, x: Int, count: Int, _ rows: RowPointers) {
    guard let tables, count > 0 else { return }
    precondition(x >= 0 && count <= tables.width - x && row >= 0 && row < tables.height, "span outside the picture")
    unsafe tables.apply(row: row, x: x, count: count, rows)
  }
}

/// The positions of the base picture's rows and columns in the map.
///
/// Column `x` lies between the map's columns `index[x]` and `index[x] + 1`, the share of the second being `share[x]`.
package struct GainMapAxis: Sendable {
  package private(set) var index: [Int32] = []
  package private(set) var share: [Float] = []

  package init(base: Int, map: Int) {
    index.reserveCapacity(base)
    share.reserveCapacity(base)
    let scale = Double(map) / Double(base)
    for position in 0..<base {
      let place = (Double(position) + 0.5) * scale - 0.5
      let first = place.rounded(.down)
      let isInside = first >= 0 && first < Double(map - 1)
      index.append(Int32(min(max(first, 0), Double(map - 1))))
      share.append(isInside ? Float(place - first) : 0)
    }
  }
}

/// The tables of a ``GainMapApplier``.
final class GainMapTables: Sendable {
  let width: Int
  let height: Int
  private let map: PixelBitmap
  private let mapChannels: Int
  /// Channels of gain to compute: 1 when one gain serves all colours.
  private let planes: Int
  private let isSameSize: Bool
  private let columns: GainMapAxis
  private let rows: GainMapAxis
  /// The interpolated values by code, one table per plane: log2 gain times weight, or the code as 0...1.
  private let gains: [[Float]]
  /// Log2 gain times weight of an interpolated code; nil where the gains themselves are interpolated.
  private let curve: [Float]?
  private let baseOffset: SIMD3<Float>
  private let alternateOffset: SIMD3<Float>
  private let toComputation: Matrix3x3?
  private let fromComputation: Matrix3x3?

  init(
    map: PixelBitmap, formula: GainMapFormula, primaries: (base: ColorPrimaries, computation: ColorPrimaries),
    width: Int,
    height: Int, weight: Double
  ) {
    self.width = width
    self.height = height
    self.map = map
    mapChannels = map.format.channelCount
    isSameSize = map.width == width && map.height == height
    columns = GainMapAxis(base: width, map: map.width)
    rows = GainMapAxis(base: height, map: map.height)
    let codes = map.format.codeCount ?? 256
    let curves = (0..<3).map { Self.curve(formula, channel: $0, codes: codes, weight: weight) }
    if !formula.interpolatesGains, !isSameSize {
      // 1024 pieces are within 3e-6 stops of the curve.
      curve = Self.curve(formula, channel: 0, codes: 1025, weight: weight)
    } else {
      curve = nil
    }
    planes = mapChannels == 1 && curves[0] == curves[1] && curves[1] == curves[2] ? 1 : 3
    if curve != nil {
      gains = Array(repeating: (0..<codes).map { Float($0) / Float(codes - 1) }, count: planes)
    } else {
      gains = planes == 1 ? [curves[0]] : curves
    }
    let metadata = formula.metadata
    baseOffset = metadata.map { SIMD3<Float>($0.baseOffset) } ?? .zero
    alternateOffset = metadata.map { SIMD3<Float>($0.alternateOffset) } ?? .zero
    let (base, computation) = primaries
    toComputation = computation == base ? nil : base.matrix(to: computation)
    fromComputation = computation == base ? nil : computation.matrix(to: base)
  }

  private static func curve(_ formula: GainMapFormula, channel: Int, codes: Int, weight: Double) -> [Float] {
    (0..<codes).map { code in
      let stops = formula.logGain(Double(code) / Double(codes - 1), channel: channel)
      return Float(min(max(stops * weight, -GainMapApplier.maxStops), GainMapApplier.maxStops))
    }
  }

  func apply(row: Int, x: Int, count: Int, _ out: RowPointers) {
    if let toComputation { unsafe MatrixRow.apply(toComputation, out.r, out.g, out.b, count) }
    let firstColumn = Int(columns.index[x])
    let lastColumn = min(Int(columns.index[x + count - 1]) + 1, map.width - 1)
    // One more than the columns, so that the right neighbour of the last one can be read.
    let between = isSameSize ? 0 : lastColumn - firstColumn + 2
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: count + between) { scratch in
      guard let gain = scratch.baseAddress else { return }
      let column = unsafe gain + count
      for plane in 0..<planes {
        if isSameSize {
          unsafe copyGain(plane, row: row, x: x, count: count, into: gain)
        } else {
          unsafe interpolateRows(plane, row: row, columns: firstColumn...lastColumn, into: column)
          unsafe interpolateColumns(column, first: firstColumn, x: x, count: count, into: gain)
          if let curve { unsafe Self.apply(curve, to: gain, count: count) }
        }
        if planes == 1 {
          unsafe scaleAll(out, by: gain, count: count)
        } else {
          let target = unsafe plane == 0 ? out.r : plane == 1 ? out.g : out.b
          unsafe scale(target, by: gain, count: count, baseOffset[plane], alternateOffset[plane])
        }
      }
    }
    if let fromComputation { unsafe MatrixRow.apply(fromComputation, out.r, out.g, out.b, count) }
  }

  // MARK: - The map

  private func copyGain(_ plane: Int, row: Int, x: Int, count: Int, into gain: UnsafeMutablePointer<Float>) {
    unsafe gains[plane].withUnsafeBufferPointer { table in
      let (step, offset) = (mapChannels, mapChannels == 1 ? 0 : plane)
      if map.format.component == .uint16 {
        let codes = unsafe map.rowAddress(row).assumingMemoryBound(to: UInt16.self) + (x * step + offset)
        for index in 0..<count { unsafe gain[index] = table[Int(codes[index * step])] }
      } else {
        let codes = unsafe map.rowAddress(row).assumingMemoryBound(to: UInt8.self) + (x * step + offset)
        for index in 0..<count { unsafe gain[index] = table[Int(codes[index * step])] }
      }
    }
  }

  private func interpolateRows(
    _ plane: Int, row: Int, columns: ClosedRange<Int>, into out: UnsafeMutablePointer<Float>
  ) {
    let above = Int(rows.index[row])
    let below = min(above + 1, map.height - 1)
    let share = rows.share[row]
    let (first, count) = (columns.lowerBound, columns.count)
    unsafe copyGain(plane, row: above, x: first, count: count, into: out)
    if share > 0 {
      unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: count) { scratch in
        guard let other = scratch.baseAddress else { return }
        unsafe copyGain(plane, row: below, x: first, count: count, into: other)
        for index in 0..<count { unsafe out[index] += (other[index] - out[index]) * share }
      }
    }
    unsafe out[count] = out[count - 1]
  }

  private func interpolateColumns(
    _ column: UnsafePointer<Float>, first: Int, x: Int, count: Int, into gain: UnsafeMutablePointer<Float>
  ) {
    unsafe columns.index.withUnsafeBufferPointer { indices in
      unsafe columns.share.withUnsafeBufferPointer { shares in
        guard let index = indices.baseAddress, let share = shares.baseAddress else { return }
        let (nearIndex, nearShare) = unsafe (index + x, share + x)
        let origin = Int32(truncatingIfNeeded: first)
        for i in 0..<count {
          let place = unsafe Int(nearIndex[i] &- origin)
          let left = unsafe column[place]
          unsafe gain[i] = left + (column[place + 1] - left) * nearShare[i]
        }
      }
    }
  }

  /// Replaces interpolated codes, 0...1, by their values in a table of equal steps.
  private static func apply(_ curve: [Float], to values: UnsafeMutablePointer<Float>, count: Int) {
    unsafe curve.withUnsafeBufferPointer { table in
      let steps = Float(table.count - 1)
      for i in 0..<count {
        let place = unsafe min(max(values[i], 0), 1) * steps
        // The whole part is taken through the mantissa: a conversion that traps would stop the vectoriser.
        let whole = min(place.rounded(.down), steps - 1)
        let index = Int((whole + 8_388_608).bitPattern & 0x7F_FFFF)
        unsafe values[i] = table[index] + (table[index + 1] - table[index]) * (place - whole)
      }
    }
  }

  // MARK: - The formula

  private func scaleAll(_ out: RowPointers, by gain: UnsafePointer<Float>, count: Int) {
    let (near, far) = (baseOffset, alternateOffset)
    for i in 0..<count {
      let factor = unsafe exp2Fast(gain[i])
      unsafe out.r[i] = (out.r[i] + near.x) * factor - far.x
      unsafe out.g[i] = (out.g[i] + near.y) * factor - far.y
      unsafe out.b[i] = (out.b[i] + near.z) * factor - far.z
    }
  }

  private func scale(
    _ out: UnsafeMutablePointer<Float>, by gain: UnsafePointer<Float>, count: Int, _ near: Float, _ far: Float
  ) {
    for i in 0..<count { unsafe out[i] = (out[i] + near) * exp2Fast(gain[i]) - far }
  }
}
