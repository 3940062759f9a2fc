internal import Foundation

/// A parser and what it is fed with.
///
/// The property is the same for all: a value or a typed error that is not an internal one. Traps, reads outside a
/// buffer, time and memory are libFuzzer's and the address sanitizer's to find.
struct FuzzTarget: Sendable {
  let name: String
  /// Small inputs that parse.
  let seeds: @Sendable () throws -> [[UInt8]]
  /// Parses an input.
  let run: @Sendable ([UInt8]) -> Void

  static let all: [FuzzTarget] = containers + headers + blocks + raw + recipes + writers + kernels + films + projects

  /// The target of `HEADROOM_FUZZ_TARGET`.
  static let current: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["HEADROOM_FUZZ_TARGET"]
    guard let found = all.first(where: { $0.name == name }) else { fatalError("no such target") }
    return found
  }()
}
