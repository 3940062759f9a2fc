internal import HeadroomEngine
internal import HeadroomPixels

/// The sorted values of a rectangle, and the rank of each pixel's value: equal values have different ranks, in the
/// order of the pixels.
///
/// A radix sort, eleven bits at a time, of the values' bits, mapped to integers in the same order.
@unsafe
struct RankOrder {
  private let region: PixelRect
  private let ranks: UnsafeMutablePointer<UInt32>
  /// Words with a value's bits above the pixel's index.
  private var sorted: UnsafeMutablePointer<UInt64>

  private static let digits = 3
  private static let digitBits: UInt64 = 11
  private static let bins = 1 << 11

  /// - Parameters:
  ///   - region: rows of the tile, of no more than 2^32 pixels, whose values are not NaN.
  ///   - scratch: memory that is in use as long as this is.
  init(_ tile: Tile, _ plane: Int, _ region: PixelRect, scratch: ScratchArena) {
    let count = region.area
    unsafe self.region = region
    unsafe ranks = unsafe UnsafeMutableRawPointer(scratch.floats(count)).bindMemory(to: UInt32.self, capacity: count)
    // Which of the two buffers holds the final order depends on the values.
    unsafe sorted = unsafe Self.words(count, scratch)
    let other = unsafe Self.words(count, scratch)
    let mark = scratch.mark
    unsafe read(tile, plane)
    unsafe sort(count, other, scratch)
    for place in 0..<count {
      unsafe ranks[Int(truncatingIfNeeded: UInt32(truncatingIfNeeded: sorted[place]))] = UInt32(
        truncatingIfNeeded: place)
    }
    scratch.reset(to: mark)
  }

  private static func words(_ count: Int, _ scratch: ScratchArena) -> UnsafeMutablePointer<UInt64> {
    unsafe UnsafeMutableRawPointer(scratch.floats(2 * count)).bindMemory(to: UInt64.self, capacity: count)
  }

  /// The ranks of the pixels of a row from (x, y) on.
  @inline(__always)
  func ranks(x: Int, y: Int) -> UnsafePointer<UInt32> {
    unsafe UnsafePointer(ranks + ((y &- region.minY) &* region.width &+ (x &- region.minX)))
  }

  /// The value at a rank.
  @inline(__always)
  func value(_ rank: Int) -> Float {
    let key = unsafe UInt32(truncatingIfNeeded: sorted[rank] &>> 32)
    return Float(bitPattern: key & 1 << 31 != 0 ? key ^ 1 << 31 : ~key)
  }

  private func read(_ tile: Tile, _ plane: Int) {
    var number = 0
    for y in unsafe region.rows {
      let row = unsafe tile.row(plane, y: y) + (region.minX - tile.rect.minX)
      let to = unsafe sorted + number
      for x in unsafe 0..<region.width {
        // Gives zeros one sign.
        let bits = unsafe (row[x] + 0).bitPattern
        let key = bits ^ (UInt32(bitPattern: Int32(bitPattern: bits) &>> 31) | 1 << 31)
        unsafe to[x] = UInt64(key) &<< 32 | UInt64(truncatingIfNeeded: number &+ x)
      }
      unsafe number += region.width
    }
  }

  /// Sorts digit by digit from the lowest; digits that all values share are skipped.
  private mutating func sort(_ count: Int, _ other: UnsafeMutablePointer<UInt64>, _ scratch: ScratchArena) {
    let bins = unsafe UnsafeMutableRawPointer(scratch.floats(Self.digits * Self.bins))
      .bindMemory(to: UInt32.self, capacity: Self.digits * Self.bins)
    unsafe bins.update(repeating: 0, count: Self.digits * Self.bins)
    for i in 0..<count {
      for digit in unsafe 0..<Self.digits {
        unsafe bins[digit &* Self.bins &+ Self.value(of: digit, in: sorted[i])] &+= 1
      }
    }
    var to = unsafe other
    for digit in unsafe 0..<Self.digits {
      let starts = unsafe bins + digit * Self.bins
      if unsafe starts[Self.value(of: digit, in: sorted[0])] == UInt32(count) { continue }
      unsafe Self.sum(starts)
      for i in 0..<count {
        let value = unsafe sorted[i]
        let bin = unsafe Self.value(of: digit, in: value)
        unsafe to[Int(truncatingIfNeeded: starts[bin])] = value
        unsafe starts[bin] &+= 1
      }
      unsafe swap(&to, &sorted)
    }
  }

  @inline(__always)
  private static func value(of digit: Int, in value: UInt64) -> Int {
    unsafe Int(truncatingIfNeeded: value &>> (32 &+ UInt64(digit) &* digitBits) & UInt64(bins &- 1))
  }

  /// Where each bin begins.
  private static func sum(_ counts: UnsafeMutablePointer<UInt32>) {
    var total: UInt32 = 0
    for bin in unsafe 0..<bins {
      let count = unsafe counts[bin]
      unsafe counts[bin] = total
      total &+= count
    }
  }
}
