internal import CHeadroomICC
package import HeadroomColor
internal import Synchronization

/// Converts the components of a device to CIE L*a*b* by a profile's table, relative colorimetric and without black
/// point compensation, which moves real CMYK photos by 6 to 12 codes. Threads may share one.
@safe package final class ICCTransform: Sendable {
  private let table: ICCDeviceTable
  /// The table's own stages, for each pixel.
  nonisolated(unsafe) private let exact: OpaquePointer
  private let fast = Mutex<Fast>(.none)

  /// The stages combined into one grid, which takes some milliseconds and is made for the first pixel.
  ///
  /// Sendable: littleCMS only reads a transform without its cache of the last pixel (`cmsFLAGS_NOCACHE`), so threads may run
  /// one at the same time; it is destroyed once, with its owner.
  @safe private enum Fast: @unchecked Sendable {
    case none
    case unavailable
    case made(OpaquePointer)
  }

  /// - Throws: ``ICCError`` when littleCMS is missing or refuses the table.
  package init(_ table: ICCDeviceTable) throws(ICCError) {
    unsafe exact = try Self.make(table, gridPoints: 0)
    self.table = table
  }

  deinit {
    unsafe hr_icc_transform_destroy(exact)
    fast.withLock { if case .made(let transform) = $0 { unsafe hr_icc_transform_destroy(transform) } }
  }

  /// Components of the device: 1 gray, 3 RGB, 4 CMYK.
  package var channels: Int { table.channels }

  private static func make(_ table: ICCDeviceTable, gridPoints: Int) throws(ICCError) -> OpaquePointer {
    var reason = [CChar](repeating: 0, count: 256)
    let made = unsafe table.bytes.withUnsafeBufferPointer { bytes in
      unsafe hr_icc_transform_create(
        bytes.baseAddress, bytes.count, Int32(table.channels), Int32(gridPoints), &reason, reason.count)
    }
    guard let made = unsafe made else {
      throw .unusableTable(
        reason: String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
    return unsafe made
  }

  /// The stages combined into one grid with as many points as the table has, so that its numbers are the table's
  /// own: over 200,000 colours of CMYK profiles the two differ by at most 0.01 delta E, and the grid takes a
  /// third of the time. Paper that is slightly off white in the table becomes white in the grid, as in all
  /// programs that use littleCMS.
  private var best: OpaquePointer {
    let points = (0..<table.channels).reduce(1) { count, _ in count * table.gridPoints }
    guard table.isLab, table.gridPoints > 1, points <= ICCDeviceTable.largestGrid else { return unsafe exact }
    return unsafe fast.withLock { state in
      if case .none = state { state = unsafe makeGrid().map { unsafe .made($0) } ?? .unavailable }
      guard case .made(let transform) = state else { return unsafe exact }
      return unsafe transform
    }
  }

  /// The grid, unless curves after the table's own make it another function.
  private func makeGrid() -> OpaquePointer? {
    guard let grid = unsafe try? Self.make(table, gridPoints: table.gridPoints) else { return nil }
    if unsafe difference(of: grid) <= Self.tolerance { return unsafe grid }
    unsafe hr_icc_transform_destroy(grid)
    return nil
  }

  /// Largest difference between grid and stages, in delta E 1976.
  private static let tolerance = 0.1

  /// The largest difference over some colours that are not near white, where the grid differs on purpose.
  private func difference(of grid: OpaquePointer) -> Double {
    let count = 512
    var state: UInt32 = 1
    let components = (0..<count * table.channels).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      let dark = UInt16(truncatingIfNeeded: UInt64(state >> 16) * 7 / 10)
      return table.channels == 4 ? 65535 - dark : dark
    }
    var (first, second) = ([UInt16](repeating: 0, count: 3 * count), [UInt16](repeating: 0, count: 3 * count))
    unsafe hr_icc_transform_run(exact, components, &first, UInt32(count))
    unsafe hr_icc_transform_run(grid, components, &second, UInt32(count))
    let scales = [100.0 / 65535, 1.0 / 257, 1.0 / 257]
    return (0..<count).reduce(0) { worst, pixel in
      let squares = (0..<3).reduce(0.0) { sum, index in
        let difference = (Double(first[3 * pixel + index]) - Double(second[3 * pixel + index])) * scales[index]
        return sum + difference * difference
      }
      return max(worst, squares.squareRoot())
    }
  }

  /// Converts pixels: components of 16 bits, ink by its amount, to L* (100 is 65535), a*, b* (code / 257 - 128) under D50.
  func run(_ components: UnsafePointer<UInt16>, to lab: UnsafeMutablePointer<UInt16>, count: Int) {
    unsafe hr_icc_transform_run(best, components, lab, UInt32(count))
  }
}
