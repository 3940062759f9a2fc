package import HeadroomContainers
internal import HeadroomImageIO

/// What jobs may take of the machine, and of their inputs.
package struct JobResources: Sendable {
  /// Largest sizes and counts of inputs and results.
  package var limits: DecodeLimits
  /// Whether files that end inside their picture data are taken.
  package var allowPartial: Bool
  /// Bytes; nil leaves three quarters of the machine's memory.
  package var maxMemory: Int?
  /// Nil takes all processors.
  package var threads: Int?
  /// From so many bytes on pictures go by in rows, whatever memory there is; nil decides by the memory.
  package var rowsFrom: Int?

  package init(
    limits: DecodeLimits = .standard, allowPartial: Bool = false, maxMemory: Int? = nil, threads: Int? = nil,
    rowsFrom: Int? = nil
  ) {
    (self.limits, self.allowPartial) = (limits, allowPartial)
    (self.maxMemory, self.threads, self.rowsFrom) = (maxMemory, threads, rowsFrom)
  }
}
