/// Finds the nearest codes to given stops, among stops that rise with their codes.
///
/// The stops are divided into equal steps, and each step lists the few codes in it: a search among all codes would take
/// eight branches that a processor cannot predict.
package struct NearestStop: Sendable {
  private let stops: [Float]
  private let stepsOfStop: Float
  /// The number of codes in the steps before each.
  private let codesBefore: [Int32]

  private static let mostSteps = 1 << 12

  /// - Parameter stops: of two codes at least, ascending and finite.
  package init(_ stops: [Float]) {
    let last = stops.count - 1
    let count = min(2 * stops.count, Self.mostSteps)
    self.stops = stops
    stepsOfStop = Float(count) / (stops[last] - stops[0])
    var codes = [Int32](repeating: 0, count: count + 1)
    for stop in stops { codes[Self.step(of: stop, stops[0], stepsOfStop, count) + 1] += 1 }
    for step in 0..<count { codes[step + 1] += codes[step] }
    codesBefore = codes
  }

  /// Replaces stops by the values, 0...1, of the codes that are nearest to them.
  package func makeValues(_ row: UnsafeMutablePointer<Float>, _ count: Int) {
    unsafe stops.withUnsafeBufferPointer { stops in
      unsafe codesBefore.withUnsafeBufferPointer { codesBefore in
        let last = stops.count - 1
        for x in 0..<count {
          let wanted = unsafe row[x]
          let step = unsafe Self.step(of: wanted, stops[0], stepsOfStop, codesBefore.count - 1)
          var low = unsafe min(max(Int(codesBefore[step]) - 1, 0), last - 1)
          var high = unsafe max(min(Int(codesBefore[step + 1]), last), low + 1)
          while high - low > 1 {
            let middle = (low + high) / 2
            if unsafe stops[middle] <= wanted { low = middle } else { high = middle }
          }
          let code = unsafe wanted - stops[low] <= stops[high] - wanted ? low : high
          unsafe row[x] = Float(code) / Float(last)
        }
      }
    }
  }

  /// Never falls where stops rise, whatever the rounding: codes of other steps are beyond those of this one.
  @inline(__always)
  private static func step(of stop: Float, _ first: Float, _ stepsOfStop: Float, _ count: Int) -> Int {
    let place = (stop - first) * stepsOfStop
    return place > 0 ? place < Float(count) ? Int(place) : count - 1 : 0
  }
}
