package import HeadroomContainers
internal import HeadroomImageIO

/// Limits of jobs: on the machine's resources, and on their inputs.
package struct JobResources: Sendable {
  /// Largest sizes and counts of inputs and results.
  package var limits: DecodeLimits
  /// Whether files that end inside their picture data are accepted.
  package var allowPartial: Bool
  /// Bytes; nil allows three quarters of the machine's memory.
  package var maxMemory: Int?
  /// Nil uses all processors.
  package var threads: Int?
  /// The number of bytes from which on pictures are processed by rows, however much memory there is; nil decides by the
  /// memory.
  package var rowsFrom: Int?

  package init(
    limits: DecodeLimits = .standard, allowPartial: Bool = false, maxMemory: Int? = nil, threads: Int? = nil,
    rowsFrom: Int? = nil
  ) {
    (self.limits, self.allowPartial) = (limits, allowPartial)
    (self.maxMemory, self.threads, self.rowsFrom) = (maxMemory, threads, rowsFrom)
  }
}
