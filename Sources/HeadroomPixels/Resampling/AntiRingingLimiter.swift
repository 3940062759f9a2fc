/// Clamps resampled values to bounds and hands the cut amounts back to the surrounding values.
///
/// The negative lobes of a kernel draw rings around edges: beside light of 6 one of 0.06 would become negative. Values
/// are clamped between the least and the most that the source has at their place. Clamping alone would add light around
/// every small lamp, so the cut amount is shared among the surrounding 5 x 5 values, in proportion to the room that
/// their own bounds leave. Colours that are multiples of one another stay so.
///
/// It works on one plane, as lines of numbers in memory, with ``AntiRinging/margin`` arbitrary numbers before and after
/// them. A result depends only on the values up to ``AntiRinging/reach`` away, in an order that follows from their
/// places: a picture may be cut anywhere without a change of a single bit.
@unsafe
package struct AntiRingingLimiter {
  private let values: UnsafeMutablePointer<Float>
  private let least: UnsafePointer<Float>
  private let most: UnsafePointer<Float>
  private let lines: Int
  private let count: Int
  private let stride: Int

  /// - Parameters:
  ///   - values: the first line of resampled values, which are changed.
  ///   - least: the lower bounds, laid out like the values.
  ///   - most: the upper bounds.
  ///   - count: numbers of a line.
  ///   - stride: numbers from a line to the next.
  package init(
    _ values: UnsafeMutablePointer<Float>, least: UnsafePointer<Float>, most: UnsafePointer<Float>, lines: Int,
    count: Int, stride: Int
  ) {
    unsafe self.values = unsafe values
    unsafe self.least = unsafe least
    unsafe self.most = unsafe most
    unsafe self.lines = lines
    unsafe self.count = count
    unsafe self.stride = stride
  }

  /// Changes the values. Those nearer to the end of the lines, or of a line, than ``AntiRinging/reach`` are right only where the picture
  /// ends there.
  ///
  /// - Parameters:
  ///   - scratch: ``AntiRinging/scratchCount(lines:stride:)`` floats.
  ///   - marks: one byte per line for the first eight numbers of each line, then for the next eight, and so
  ///     on: 0 where ``AntiRinging/clamped(_:_:_:)`` has clamped them and nothing is to be handed back. Nil where
  ///     none has been clamped yet.
  package func run(_ scratch: UnsafeMutablePointer<Float>, marks: UnsafePointer<UInt8>? = nil) {
    let size = unsafe lines * stride
    let sums = unsafe scratch + AntiRinging.margin
    let amounts = unsafe sums + (size + AntiRinging.margin)
    let places = unsafe UnsafeMutableRawPointer(amounts + size).bindMemory(to: UInt32.self, capacity: size)
    let list = unsafe CutList(places: places, amounts: amounts)
    let found = unsafe clamp(into: list, marks)
    var (finished, cleared) = (0, 0)
    for index in 0..<found {
      let place = unsafe Int(list.places[index])
      let line = unsafe place / stride
      let around = unsafe self.around(line)
      // Lines that no later cut reaches are finished while they are still cached.
      if around.lowerBound > finished {
        unsafe addWithinBounds(sums, finished..<min(around.lowerBound, cleared))
        finished = around.lowerBound
      }
      for line in max(cleared, around.lowerBound)..<max(cleared, around.upperBound) {
        unsafe (sums + line * stride).update(repeating: 0, count: count)
      }
      cleared = max(cleared, around.upperBound)
      unsafe share(list.amounts[index], at: place - line * stride, around, into: sums)
    }
    unsafe addWithinBounds(sums, finished..<cleared)
  }

  private func around(_ line: Int) -> Range<Int> {
    unsafe max(line - AntiRinging.window, 0)..<min(line + AntiRinging.window + 1, lines)
  }

  /// The cut amounts and their places, in the order of lines and of numbers in them.
  @unsafe
  private struct CutList {
    let places: UnsafeMutablePointer<UInt32>
    let amounts: UnsafeMutablePointer<Float>

    /// Adds the amounts that are not 0, without a branch, because they cannot be predicted.
    @inline(__always)
    func add(_ all: Vector, _ lanes: Int, at place: Int, _ count: inout Int) {
      let new = unsafe amounts + count
      unsafe AntiRingingLimiter.store(all, new)
      for lane in 0..<lanes {
        let amount = unsafe new[lane]
        unsafe places[count] = UInt32(truncatingIfNeeded: place &+ lane)
        unsafe amounts[count] = amount
        count &+= amount == 0 ? 0 : 1
      }
    }
  }

  // MARK: Clamping

  fileprivate typealias Vector = AntiRinging.Vector

  /// Clamps all values.
  ///
  /// - Returns: the number of cuts that are to be handed back.
  private func clamp(into list: CutList, _ marks: UnsafePointer<UInt8>?) -> Int {
    var found = 0
    let groups = unsafe AntiRinging.groups(count)
    for line in unsafe 0..<lines {
      for group in 0..<groups where unsafe marks?[group &* lines &+ line] != 0 {
        unsafe clamp(line &* stride &+ 8 &* group, min(8, count &- 8 &* group), into: list, &found)
      }
    }
    return found
  }

  /// Clamps up to eight values. Numbers between the end of a line and the next line stay.
  @inline(__always)
  private func clamp(_ start: Int, _ lanes: Int, into list: CutList, _ found: inout Int) {
    let value = unsafe Self.load(values + start)
    let clamped = unsafe AntiRinging.clamped(value, Self.load(least + start), Self.load(most + start))
    if lanes == 8 {
      unsafe Self.store(clamped, values + start)
    } else {
      for lane in 0..<lanes { unsafe values[start &+ lane] = clamped[lane] }
    }
    guard any(AntiRinging.isRedistributed(value, clamped)) else { return }
    let redistributed = AntiRinging.redistributed(value - clamped, clamped)
    if lanes == 8 {
      unsafe list.add(redistributed, 8, at: start, &found)
    } else {
      unsafe list.add(redistributed, lanes, at: start, &found)
    }
  }

  @inline(__always)
  private static func load(_ place: UnsafePointer<Float>) -> Vector {
    unsafe UnsafeRawPointer(place).loadUnaligned(as: Vector.self)
  }

  @inline(__always)
  fileprivate static func store(_ vector: Vector, _ place: UnsafeMutablePointer<Float>) {
    unsafe UnsafeMutableRawPointer(place).storeBytes(of: vector, as: Vector.self)
  }

  // MARK: Handing back

  /// - Parameters:
  ///   - i: the place in the line.
  ///   - rows: the lines around it.
  @inline(__always)
  private func share(_ cut: Float, at i: Int, _ rows: Range<Int>, into sums: UnsafeMutablePointer<Float>) {
    // Missing light is taken, down to the least; excess light is given, up to the most.
    let bounds = unsafe cut > 0 ? most : least
    let first = i &- AntiRinging.window
    // Compared as floats, for which there are instructions.
    let lanes = Vector(0, 1, 2, 3, 4, 5, 6, 7)
    let end = unsafe min(2 &* AntiRinging.window &+ 1, count &- first)
    let isInside = lanes .>= Float(-first) .& lanes .< Float(end)
    func room(_ row: Int) -> Vector {
      let start = unsafe row &* stride &+ first
      let room = unsafe Self.load(bounds + start) - Self.load(values + start)
      return Vector.zero.replacing(with: room, where: isInside)
    }
    var total = Vector.zero
    for row in rows { total += room(row) }
    let all = AntiRinging.sum(total)
    guard all != 0 else { return }
    let part = min(cut / all, 1)
    for row in rows {
      let place = unsafe sums + (row &* stride &+ first)
      let given = unsafe Self.load(place) + room(row) * part
      unsafe Self.store(Self.load(place).replacing(with: given, where: isInside), place)
    }
  }

  private func addWithinBounds(_ sums: UnsafePointer<Float>, _ lines: Range<Int>) {
    for line in lines {
      let start = unsafe line &* stride
      let (value, sum) = unsafe (values + start, sums + start)
      let (low, high) = unsafe (least + start, most + start)
      for i in unsafe 0..<count {
        let (total, floor, ceiling) = unsafe (value[i] + sum[i], low[i], high[i])
        let raised = total > floor ? total : floor
        unsafe value[i] = raised < ceiling ? raised : ceiling
      }
    }
  }
}

/// The constants and rules of ``AntiRingingLimiter``.
@usableFromInline
package enum AntiRinging {
  fileprivate typealias Vector = SIMD8<Float>

  /// The distance, in lines or numbers, of the values that a result depends on: a cut amount goes up to two away, and
  /// its distribution depends on values two further away.
  @inlinable package static var reach: Int { 4 }
  fileprivate static let window = 2
  /// A cut amount is handed back where it is more than this share of the value that stays, and wholly from twice that
  /// on: less would not be visible, and noise has many such cuts.
  @inlinable package static var share: Float { 1 / 32 }

  /// Numbers before the first line and after the last that are read, and written back unchanged.
  @inlinable package static var margin: Int { 8 }

  /// Groups of eight numbers in a line, the last one perhaps partial.
  @inlinable
  package static func groups(_ count: Int) -> Int { (count &+ 7) / 8 }

  /// Floats that ``AntiRingingLimiter/run(_:marks:)`` works with.
  package static func scratchCount(lines: Int, stride: Int) -> Int { 3 * (lines * stride + margin) }

  /// Values within their bounds. Written so that it becomes two instructions.
  @inlinable
  @inline(__always)
  package static func clamped(_ value: SIMD8<Float>, _ least: SIMD8<Float>, _ most: SIMD8<Float>) -> SIMD8<Float> {
    let raised = value.replacing(with: least, where: value .< least)
    return raised.replacing(with: most, where: raised .> most)
  }

  /// The values whose cut is large enough to be handed back.
  @inlinable
  @inline(__always)
  package static func isRedistributed(
    _ value: SIMD8<Float>, _ clamped: SIMD8<Float>
  ) -> SIMDMask<SIMD8<Float>.MaskStorage> {
    let (cut, limit) = (value - clamped, clamped * share)
    return cut * cut .> limit * limit
  }

  /// The part of each cut that is handed back.
  @inline(__always)
  fileprivate static func redistributed(_ cut: Vector, _ clamped: Vector) -> Vector {
    let limit = clamped * share
    let share = cut.magnitudes / limit.magnitudes - 1
    let part = cut * share.replacing(with: 1, where: .!(share .< 1))
    return Vector.zero.replacing(with: part, where: cut * cut .> limit * limit)
  }

  @inline(__always)
  fileprivate static func sum(_ vector: Vector) -> Float {
    let four = vector.lowHalf + vector.highHalf
    let two = four.lowHalf + four.highHalf
    return two.x + two.y
  }
}

extension SIMD8<Float> {
  fileprivate var magnitudes: SIMD8<Float> { replacing(with: -self, where: self .< 0) }
}
