package import HeadroomImage

/// What the viewer borrows from the command, so that both say the same of a file.
package struct ViewerLoans: Sendable {
  /// A file as its reports name it.
  package struct NamedPicture: Sendable {
    package let name: String
    package let picture: StillPicture
  }

  /// What `headroom info --json --measure` prints.
  package var report: @Sendable (NamedPicture) throws -> String
  /// What `headroom compare --json` prints for a headroom.
  package var comparison: @Sendable (NamedPicture, NamedPicture, Double?) throws -> String
  /// What `headroom filters --json` prints.
  package var filters: @Sendable () -> String
  /// The stops by which `headroom convert` exposes a file whose light is not relative to white; 0 for all others. Asked of
  /// files that say nothing of their brightness, whose pixels are measured for it.
  package var automaticExposure: @Sendable (NamedPicture) throws -> Double

  package init(
    report: @escaping @Sendable (NamedPicture) throws -> String,
    comparison: @escaping @Sendable (NamedPicture, NamedPicture, Double?) throws -> String,
    filters: @escaping @Sendable () -> String,
    automaticExposure: @escaping @Sendable (NamedPicture) throws -> Double = { _ in 0 }
  ) {
    self.report = report
    self.comparison = comparison
    self.filters = filters
    self.automaticExposure = automaticExposure
  }
}

extension ViewerLoans {
  /// For servers without the command: they have no words of their own for files.
  package static let none = ViewerLoans(
    report: { throw ViewerError(status: 404, message: "no report on \($0.name) here: 'headroom info' has it") },
    comparison: { first, _, _ in
      throw ViewerError(status: 404, message: "no report on \(first.name) here: 'headroom compare' has it")
    }, filters: { "{\"filters\":[]}" })
}
