/// Holds resampled values between bounds and hands what is cut back to the values around.
///
/// The negative lobes of a kernel draw rings around edges: beside light of 6 one of 0.06 would become negative. Values are
/// clamped between the least and the most that the source has where they lie. Clamping alone would add light around every
/// small lamp, so what was cut is shared among the 5 x 5 values around, each of which takes as much as its own bounds
/// leave room for, in proportion to that room. Colours that are multiples of one another stay so.
///
/// One plane, as lines of numbers in memory. What a value becomes depends on those up to ``LightLimit/reach`` away and on nothing
/// else, in an order that follows from their places: it does not matter to a bit where a picture is cut.
@unsafe
package struct LightLimiter {
  private let values: UnsafeMutablePointer<Float>
  private let least: UnsafePointer<Float>
  private let most: UnsafePointer<Float>
  private let lines: Int
  private let count: Int
  private let stride: Int

  /// - Parameters:
  ///   - values: the first line of what was resampled, which is changed.
  ///   - least: the lower bounds, as the values lie.
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

  /// Changes the values. Those nearer to the end of the lines, or of a line, than ``LightLimit/reach`` are right only where the picture
  /// ends there.
  ///
  /// - Parameter scratch: ``LightLimit/scratchCount(lines:stride:)`` floats.
  package func run(_ scratch: UnsafeMutablePointer<Float>) {
    let size = unsafe lines * stride
    let (cut, places) = unsafe (scratch + size, UnsafeMutableRawPointer(scratch + 2 * size))
    let list = unsafe CutList(places: places.bindMemory(to: UInt32.self, capacity: size), amounts: cut)
    let found = unsafe clamp(into: list)
    var (finished, cleared) = (0, 0)
    for index in 0..<found {
      let place = unsafe Int(list.places[index])
      let around = unsafe self.around(place / stride)
      // Lines that no later cut reaches are finished while they are near.
      if around.lowerBound > finished {
        unsafe addWithinBounds(scratch, finished..<min(around.lowerBound, cleared))
        finished = around.lowerBound
      }
      for line in max(cleared, around.lowerBound)..<max(cleared, around.upperBound) {
        unsafe (scratch + line * stride).update(repeating: 0, count: count)
      }
      cleared = max(cleared, around.upperBound)
      unsafe share(list.amounts[index], at: place, into: scratch)
    }
    unsafe addWithinBounds(scratch, finished..<cleared)
  }

  private func around(_ line: Int) -> Range<Int> {
    unsafe max(line - LightLimit.window, 0)..<min(line + LightLimit.window + 1, lines)
  }

  /// What was cut, and where, in the order of lines and of numbers in them.
  @unsafe
  private struct CutList {
    let places: UnsafeMutablePointer<UInt32>
    let amounts: UnsafeMutablePointer<Float>

    @inline(__always)
    func add(_ amount: Float, at place: Int, _ count: inout Int) {
      guard amount != 0 else { return }
      unsafe places[count] = UInt32(truncatingIfNeeded: place)
      unsafe amounts[count] = amount
      count &+= 1
    }
  }

  // MARK: Clamping

  private typealias Vector = SIMD8<Float>

  /// Clamps all values.
  ///
  /// - Returns: how many of the cuts are to be handed back.
  private func clamp(into list: CutList) -> Int {
    var found = 0
    // What lies between the end of a line and the next one may be anything.
    let inVectors = unsafe (count + 7) & ~7 <= stride ? (count + 7) & ~7 : count & ~7
    for line in unsafe 0..<lines {
      let start = unsafe line &* stride
      var i = 0
      while i < inVectors {
        let place = start &+ i
        let value = unsafe Self.load(values + place)
        let held = unsafe Self.held(value, Self.load(least + place), Self.load(most + place))
        unsafe UnsafeMutableRawPointer(values + place).storeBytes(of: held, as: Vector.self)
        let cut = value - held
        let limit = held * LightLimit.share
        if any(cut * cut .> limit * limit) {
          for lane in unsafe 0..<min(8, count &- i) {
            unsafe list.add(LightLimit.handed(cut[lane], held[lane]), at: place &+ lane, &found)
          }
        }
        i &+= 8
      }
      while unsafe i < count {
        let place = start &+ i
        let value = unsafe values[place]
        let held = unsafe min(max(value, least[place]), most[place])
        unsafe values[place] = held
        unsafe list.add(LightLimit.handed(value - held, held), at: place, &found)
        i &+= 1
      }
    }
    return found
  }

  @inline(__always)
  private static func load(_ place: UnsafePointer<Float>) -> Vector {
    unsafe UnsafeRawPointer(place).loadUnaligned(as: Vector.self)
  }

  /// Written so that it becomes two instructions.
  @inline(__always)
  private static func held(_ value: Vector, _ least: Vector, _ most: Vector) -> Vector {
    let raised = value.replacing(with: least, where: value .< least)
    return raised.replacing(with: most, where: raised .> most)
  }

  // MARK: Handing back

  private func share(_ cut: Float, at place: Int, into sums: UnsafeMutablePointer<Float>) {
    let (line, i) = unsafe (place / stride, place % stride)
    let rows = unsafe around(line)
    let columns = unsafe max(i - LightLimit.window, 0)..<min(i + LightLimit.window + 1, count)
    // Light that is missing is taken, down to the least; light that is too much is given, up to the most.
    let bounds = unsafe cut > 0 ? most : least
    var room: Float = 0
    for row in rows {
      for index in unsafe row &* stride &+ columns.lowerBound..<row &* stride &+ columns.upperBound {
        unsafe room += bounds[index] - values[index]
      }
    }
    guard room != 0 else { return }
    let part = min(cut / room, 1)
    for row in rows {
      for index in unsafe row &* stride &+ columns.lowerBound..<row &* stride &+ columns.upperBound {
        unsafe sums[index] += part * (bounds[index] - values[index])
      }
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

/// What ``LightLimiter`` goes by.
package enum LightLimit {
  /// Lines or numbers away that a result depends on: what is cut goes two away, and how much of it goes where depends on
  /// what lies two further.
  package static let reach = 4
  fileprivate static let window = 2
  /// What is cut is handed back where it is more than this share of what stays, wholly from twice that on: less would not
  /// be seen, and there is much of it in noise.
  fileprivate static let share: Float = 1 / 64

  /// Floats that ``LightLimiter/run(_:)`` works with.
  package static func scratchCount(lines: Int, stride: Int) -> Int { 3 * lines * stride }

  /// As much of a cut as is handed back.
  @inline(__always)
  fileprivate static func handed(_ cut: Float, _ held: Float) -> Float {
    let limit = abs(held) * share
    guard cut * cut > limit * limit else { return 0 }
    return abs(cut) >= 2 * limit ? cut : cut * (abs(cut) / limit - 1)
  }
}
