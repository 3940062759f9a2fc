internal import ArgumentParser
internal import HeadroomFilters

/// Options for existing targets, and for stopping.
struct WritingOptions: ParsableArguments {
  @Flag(help: "Replace outputs that exist.")
  var overwrite = false

  @Flag(help: "Leave outputs that exist as they are, and do not count that as a failure.")
  var skipExisting = false

  @Flag(help: "Fail (exit code 5) instead of warning when HDR would be lost; lossy PQ and HLG are read again to see.")
  var strict = false

  @Flag(help: "Say what would be written, and write nothing.")
  var dryRun = false

  @Option(help: ArgumentHelp("Files to work on at the same time.", valueName: "count"), transform: jobs)
  var jobs: Int?

  @Flag(help: "Stop at the first input that fails.")
  var failFast = false

  func validate() throws {
    if overwrite, skipExisting { throw ValidationError("--overwrite and --skip-existing exclude each other") }
  }

  var existingFiles: ExistingFilePolicy {
    if overwrite { return .overwrite }
    return skipExisting ? .skip : .refuse
  }

  private static func jobs(_ text: String) throws -> Int {
    guard let value = Int(text), (1...256).contains(value) else {
      throw ValidationError("a count of jobs is from 1 to 256")
    }
    return value
  }
}
