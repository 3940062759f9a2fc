internal import Foundation
internal import HeadroomKernelLanguage
internal import HeadroomTestSupport
internal import Testing

/// What documentation says of the exactness of functions holds, against mathematics in Double.
@Suite struct FunctionPrecisionTests {
  @Test(arguments: FunctionPrecision.rows) func `A function is as exact as stated`(_ row: FunctionPrecision) throws {
    let function = try InterpretedFunction(row.call)
    var generator = SeededGenerator(seed: 17)
    var worst = (amount: 0.0, arguments: [Float](), result: Float(0))
    for arguments in row.samples(4000, using: &generator) {
      let result = function(arguments)
      let error = row.error(of: result, at: arguments)
      if !error.isAllowed {
        Issue.record("\(row.call) of \(arguments) gives \(result), off by \(error.amount) of \(row.bound)")
        return
      }
      if error.amount > worst.amount { worst = (error.amount, arguments, result) }
    }
    for (arguments, wanted) in row.fixed {
      let result = function(arguments)
      #expect(result == wanted || (result.isNaN && wanted.isNaN), "\(row.call) of \(arguments) gives \(result)")
    }
  }

  @Test func `The documentation lists every row`() throws {
    let page = TestData.packageRoot.appending(path: "Documentation/KernelFunctions.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    for row in FunctionPrecision.rows { #expect(text.contains(row.row), "\(row.row)") }
  }
}

/// A function of one or two numbers, run for a pixel.
private struct InterpretedFunction {
  private let ir: KernelIR

  init(_ call: String) throws {
    let program = try KernelTesting.program(
      "extern \"C\" float4 k(float x, float y) { return float4(\(call)); }", .metal)
    ir = try #require(KernelIR.compiled(program, program.kernels[0]))
  }

  func callAsFunction(_ arguments: [Float]) -> Float {
    let inputs = WaveInputs(destination: .zero)
    let lanes = arguments.map { [$0.bitPattern] }
    var interpreter = IRInterpreter(ir, inputs: inputs, arguments: lanes, steps: 10)
    return Float(bitPattern: interpreter.run()[0])
  }
}
