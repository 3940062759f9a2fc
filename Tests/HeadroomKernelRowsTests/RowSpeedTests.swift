internal import HeadroomTestSupport
internal import Testing

/// Functions over rows are vector code. One that is not takes eight to twenty times as long as the exponential.
@Suite(.serialized) struct RowSpeedTests {
  private static let calls = [
    "sin(x)", "cos(x)", "tan(0.1f * x)", "pow(abs(x) + 0.1f, 0.3f + 0.1f * y)", "atan2(x, y)",
    "asin(clamp(x, -1.0f, 1.0f))",
    "log(abs(x) + 0.1f)", "fmod(x + 1, 0.7f)",
  ]
  private static let repeats = 16

  private static func arguments() -> [[Float]] {
    var generator = SeededGenerator(seed: 4)
    return (0..<4096).map { _ in [.random(in: 0.1...3, using: &generator), .random(in: 0.1...2, using: &generator)] }
  }

  @Test(arguments: calls) func `A function takes no more than seven times as long as the exponential`(
    _ call: String
  ) throws {
    let functions = try [call, "exp(-x)"].map { try FunctionRows($0, times: Self.repeats) }
    let arguments = FunctionRows.lanes(Self.arguments())
    var best = [Duration.seconds(1), .seconds(1)]
    // In turns: what else the machine does is the same for both.
    for _ in 0..<30 {
      for (index, function) in functions.enumerated() {
        var lanes = arguments
        // A copy of its own before the clock runs.
        lanes[0] += 1
        let time = ContinuousClock().measure { function.run(&lanes) }
        best[index] = min(best[index], time)
      }
    }
    #expect(best[0] / best[1] < 7, "\(call): \(best[0]) against \(best[1])")
  }
}
