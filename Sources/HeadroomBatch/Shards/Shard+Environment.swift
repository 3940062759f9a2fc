internal import HeadroomContainers

extension Shard {
  /// The shard that an engine of batches tells its process in the environment.
  ///
  /// The index is `JOB_COMPLETION_INDEX` (Kubernetes), `AWS_BATCH_JOB_ARRAY_INDEX`, or `SLURM_ARRAY_TASK_ID` less
  /// `SLURM_ARRAY_TASK_MIN`. The count is `count`, which the command line gives, `SLURM_ARRAY_TASK_COUNT`, or
  /// `HEADROOM_SHARDS`.
  ///
  /// - Throws: ``BatchError`` of kind `usage` where there is no index or no count, or where one is no number.
  package init(environment: [String: String], count: Int?) throws(BatchError) {
    let index = try Self.index(environment)
    let environmental = try Self.count(environment)
    guard let count = count ?? environmental else {
      throw BatchError(
        .usage, "--shard auto: the environment has no number of shards (HEADROOM_SHARDS, or give --shards N)")
    }
    try self.init(index: index, count: count)
  }

  private static func index(_ environment: [String: String]) throws(BatchError) -> Int {
    for name in ["JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX"] {
      if let index = try number(name, environment) { return index }
    }
    guard let task = try number("SLURM_ARRAY_TASK_ID", environment) else {
      throw BatchError(
        .usage,
        "--shard auto: the environment has none of JOB_COMPLETION_INDEX, AWS_BATCH_JOB_ARRAY_INDEX and SLURM_ARRAY_TASK_ID"
      )
    }
    let first = try number("SLURM_ARRAY_TASK_MIN", environment) ?? 0
    guard task >= first else {
      throw BatchError(
        .usage, "--shard auto: SLURM_ARRAY_TASK_ID \(task) is below SLURM_ARRAY_TASK_MIN \(first)")
    }
    return task - first
  }

  private static func count(_ environment: [String: String]) throws(BatchError) -> Int? {
    for name in ["SLURM_ARRAY_TASK_COUNT", "HEADROOM_SHARDS"] {
      if let count = try number(name, environment) { return count }
    }
    return nil
  }

  /// Nil where the variable is missing or empty.
  private static func number(_ name: String, _ environment: [String: String]) throws(BatchError) -> Int? {
    guard let text = environment[name], !text.isEmpty else { return nil }
    guard let number = number(text) else {
      throw BatchError(.usage, "--shard auto: \(name) is '\(PrintableText.line(text))', which is no number from 0")
    }
    return number
  }
}
