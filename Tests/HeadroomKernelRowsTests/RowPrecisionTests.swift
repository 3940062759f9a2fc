internal import HeadroomTestSupport
internal import Testing

/// Rows keep to what documentation says of the exactness of functions, as the evaluator does.
@Suite struct RowPrecisionTests {
  @Test(arguments: FunctionPrecision.rows) func `A function over rows is as exact as stated`(
    _ row: FunctionPrecision
  ) throws {
    var generator = SeededGenerator(seed: 18)
    let arguments = row.samples(8000, using: &generator)
    let results = try FunctionRows(row.call).run(arguments + row.fixed.map(\.arguments))
    var worst = (amount: 0.0, place: 0)
    var refused = 0
    for (place, given) in arguments.enumerated() {
      let error = row.error(of: results[place], at: given)
      if !error.isAllowed { refused += 1 }
      if error.amount > worst.amount { worst = (error.amount, place) }
    }
    #expect(
      refused == 0,
      "\(row.call) is off by \(worst.amount) of \(row.bound) at \(arguments[worst.place]): \(results[worst.place])")
    for (fixed, result) in zip(row.fixed, results.suffix(row.fixed.count)) {
      #expect(
        result == fixed.result || (result.isNaN && fixed.result.isNaN),
        "\(row.call) of \(fixed.arguments) gives \(result)")
    }
  }
}
