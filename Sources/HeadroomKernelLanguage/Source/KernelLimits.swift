/// What one compilation may take. Text comes from anybody, so that everything it can make large has a bound here.
package struct KernelLimits: Sendable, Hashable {
  /// Bytes of one file.
  package var sourceBytes = 1 << 20
  /// Bytes of all files that are included, each counted once.
  package var includedBytes = 4 << 20
  /// Tokens read, those that macros make included.
  package var tokens = 1 << 18
  /// Files that include one another.
  package var includeDepth = 32
  /// Macros inside arguments of macros.
  package var macroDepth = 64
  /// Brackets, blocks and operators inside one another.
  package var nesting = 128
  /// 32-bit lanes of one variable.
  package var lanes = 8192
  /// Instructions of one kernel after its functions were inlined.
  package var instructions = 1 << 17
  /// Times that a pixel may go back to the start of a loop before its result is 0. A limit of languages would be as good as
  /// none: the slowest text has to end for pictures of many megapixels.
  package static let steps = 1 << 16
  /// Errors told before the rest is left out.
  package var errors = 20

  package init() {}
}
