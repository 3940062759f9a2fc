internal import HeadroomContainers
internal import Synchronization

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

  /// The same, with the warnings in a list too.
  func listed(in list: WarningList) -> JobEvents {
    JobEvents(
      warning: { text in
        list.add(text)
        warning(text)
      }, note: note)
  }
}

/// Warnings in the order in which they came.
final class WarningList: Sendable {
  private let list = Mutex<[String]>([])

  var warnings: [String] { list.withLock { $0 } }

  func add(_ text: String) { list.withLock { $0.append(text) } }
}
