/// What a job tells while it runs, besides what it ends in.
package struct JobEvents: Sendable {
  /// Something that somebody should know of the result. Settings are mentioned as ``Setting/mention`` marks them.
  package var warning: @Sendable (String) -> Void
  /// Something for those who want to know more.
  package var note: @Sendable (String) -> Void

  package init(
    warning: @escaping @Sendable (String) -> Void = { _ in }, note: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    (self.warning, self.note) = (warning, note)
  }

  package static let none = JobEvents()
}
