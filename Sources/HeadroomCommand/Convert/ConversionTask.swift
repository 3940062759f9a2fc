internal import Headroom

/// One input and what it becomes.
struct ConversionTask: Sendable {
  let input: String
  let output: OutputFile
  let format: OutputFormat

  /// The tasks of a command line, checked for outputs that would overwrite each other.
  static func list(for command: ConvertCommand) throws(CommandError) -> [ConversionTask] {
    guard let directory = command.outputDirectory else {
      return [try task(from: command.files[0], to: command.files[1], command)]
    }
    let format = try OutputFormat(named: command.format ?? "")
    guard OutputFile.isDirectory(directory) else { throw CommandError(.output, file: directory, "is not a directory") }
    var takenBy: [String: String] = [:]
    var tasks: [ConversionTask] = []
    for input in command.files {
      if input == "-" { throw .usage("standard input has no name to write under; give an output instead") }
      let name = OutputFile.name(of: input)
      let stem = name.lastIndex(of: ".").map { $0 == name.startIndex ? name[...] : name[..<$0] } ?? name[...]
      let path = "\(directory)/\(stem).\(format.row.extensions[0])"
      if let other = takenBy[path] { throw .usage("\(other) and \(input) would both become \(path)") }
      takenBy[path] = input
      tasks.append(
        ConversionTask(
          input: input, output: OutputFile(path: path, policy: command.writing.existingFiles), format: format))
    }
    return tasks
  }

  private static func task(
    from input: String, to output: String, _ command: ConvertCommand
  ) throws(CommandError) -> ConversionTask {
    ConversionTask(
      input: input, output: OutputFile(path: output, policy: command.writing.existingFiles),
      format: try OutputFormat(path: output, format: command.format))
  }
}
