import Foundation
import Testing

/// What is measured in a process of its own, where nothing else takes memory or time. The `#expect(processExitsWith:)` around
/// ``run(_:)`` stands in the test: the macro wants a literal closure.
enum OwnProcess {
  /// Says what is wrong, nothing where all is as it should be, and ends the process.
  static func run(_ findings: () throws -> [String]) -> Never {
    do {
      print("wrong: \(try findings().joined(separator: "; "))|")
      exit(0)
    } catch {
      print("\(error)")
      exit(2)
    }
  }

  static func expectNothingWrong(_ result: ExitTest.Result?, sourceLocation: SourceLocation = #_sourceLocation) {
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    print(output)
    #expect(output.contains("wrong: |"), "\(output)", sourceLocation: sourceLocation)
  }
}
