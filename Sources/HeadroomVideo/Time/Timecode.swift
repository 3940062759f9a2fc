/// A time code: hours, minutes, seconds and frames, as cameras count them.
///
/// `;` or `.` before the frames means that numbers are dropped, so that 30000/1001 frames a second keep step with a
/// clock: two of each minute that is no tenth one, or four at 60000/1001.
package struct Timecode: Hashable, Sendable {
  /// Frames since `00:00:00:00`.
  package private(set) var number: Int
  /// Frames of a second, as counted.
  package let rate: Int
  package let dropsNumbers: Bool

  /// - Parameters:
  ///   - text: `hh:mm:ss:ff`.
  ///   - rate: frames of a second, whole: 30 for 30000/1001.
  /// - Returns: nil where the text is no time code of this rate.
  package init?(_ text: String, rate: Int) {
    let fields = text.split(omittingEmptySubsequences: false) { ":;.".contains($0) }
    let digits = fields.compactMap { $0.count == 2 ? Int($0) : nil }
    guard fields.count == 4, digits.count == 4, text.count == 11, (1...255).contains(rate) else { return nil }
    guard digits.allSatisfy({ $0 >= 0 }), digits[0] < 24, digits[1] < 60, digits[2] < 60, digits[3] < rate else {
      return nil
    }
    self.rate = rate
    dropsNumbers = text.contains { ";.".contains($0) } && rate % 30 == 0
    let minutes = digits[0] * 60 + digits[1]
    number = (minutes * 60 + digits[2]) * rate + digits[3]
    if dropsNumbers { number -= rate / 15 * (minutes - minutes / 10) }
  }

  /// So many frames later; a day after its beginning it begins again.
  package func advanced(by frames: Int) -> Timecode {
    var later = self
    later.number = (number + frames % framesOfDay + framesOfDay) % framesOfDay
    return later
  }

  private var dropped: Int { dropsNumbers ? rate / 15 : 0 }
  private var framesOfDay: Int { 144 * framesOfTenMinutes }
  private var framesOfTenMinutes: Int { 600 * rate - 9 * dropped }
}

extension Timecode: CustomStringConvertible {
  package var description: String {
    // The numbers that were left out are counted again.
    let (tens, rest) = number.quotientAndRemainder(dividingBy: framesOfTenMinutes)
    let minutes = max(rest - dropped, 0) / (60 * rate - dropped)
    let count = number + dropped * (9 * tens + minutes)
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let seconds = count / rate
    return "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))\(dropsNumbers ? ";" : ":")"
      + two(count % rate)
  }
}
