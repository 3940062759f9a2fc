/// The limits of one compilation. Text is untrusted, so everything that it can make large has a limit here.
package struct KernelLimits: Sendable, Hashable {
  /// Bytes of one file.
  package var sourceBytes = 1 << 20
  /// Bytes of all files that are included, each counted once.
  package var includedBytes = 4 << 20
  /// Tokens read, including those from macros.
  package var tokens = 1 << 18
  /// The depth of nested includes.
  package var includeDepth = 32
  /// The depth of macros inside arguments of macros.
  package var macroDepth = 64
  /// The depth of nested brackets, blocks and operators.
  package var nesting = 128
  /// 32-bit lanes of one variable.
  package var lanes = 8192
  /// Instructions of one kernel after inlining.
  package var instructions = 1 << 17
  /// The number of times that a pixel may return to the start of a loop before its result is 0. It has to be low, since
  /// the slowest text must end for pictures of many megapixels.
  package static let steps = 1 << 16
  /// The number of errors reported before the rest is left out.
  package var errors = 20

  package init() {}
}
