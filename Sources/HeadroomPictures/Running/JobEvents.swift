internal import HeadroomContainers
internal import Synchronization

/// The messages of a running job, besides its outcome.
package struct JobEvents: Sendable {
  /// A warning about the result. Settings are mentioned as ``Setting/mention`` marks them.
  package var warning: @Sendable (String) -> Void
  /// Additional information, for verbose output.
  package var note: @Sendable (String) -> Void

  package init(
    warning: @escaping @Sendable (String) -> Void = { _ in }, note: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    (self.warning, self.note) = (warning, note)
  }

  package static let none = JobEvents()

  /// The same, also collecting the warnings in a list.
  func listed(in list: WarningList) -> JobEvents {
    JobEvents(
      warning: { text in
        list.add(text)
        warning(text)
      }, note: note)
  }
}

/// Warnings in order of arrival.
final class WarningList: Sendable {
  private let list = Mutex<[String]>([])

  var warnings: [String] { list.withLock { $0 } }

  func add(_ text: String) { list.withLock { $0.append(text) } }
}
