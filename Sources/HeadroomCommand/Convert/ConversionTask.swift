internal import Headroom

/// One input and what it becomes.
struct ConversionTask: Sendable {
  let input: String
  let output: OutputFile
  let format: OutputFormat
}

/// The tasks of a command line, checked for outputs that would overwrite each other.
struct ConversionTaskList {
  let policy: ExistingFilePolicy

  func tasks(for command: ConvertCommand) throws(CommandError) -> [ConversionTask] {
    guard let directory = command.outputDirectory else {
      return [try task(from: command.files[0], to: command.files[1], format: command.format)]
    }
    let format = try OutputFormat(named: command.format ?? "")
    return try tasks(for: command.files, in: directory) { _ in format }
  }

  func task(from input: String, to output: String, format: String?) throws(CommandError) -> ConversionTask {
    ConversionTask(
      input: input, output: OutputFile(path: output, policy: policy),
      format: try OutputFormat(path: output, format: format))
  }

  /// Every input under its name in a directory, or beside itself.
  ///
  /// - Parameters:
  ///   - suffix: what follows the name, before the extension.
  ///   - format: the format of an input's output.
  func tasks(
    for inputs: [String], in directory: String?, suffix: String = "",
    format: (String) throws(CommandError) -> OutputFormat
  ) throws(CommandError) -> [ConversionTask] {
    if let directory, !OutputFile.isDirectory(directory) {
      throw CommandError(.output, file: directory, "is not a directory")
    }
    var takenBy: [String: String] = [:]
    var tasks: [ConversionTask] = []
    for input in inputs {
      if input == "-" { throw .usage("standard input has no name to write under; give an output instead") }
      let format = try format(input)
      let name = OutputFile.name(of: input)
      let stem = name.lastIndex(of: ".").map { $0 == name.startIndex ? name[...] : name[..<$0] } ?? name[...]
      let path = "\(directory ?? OutputFile.folder(of: input))/\(stem)\(suffix).\(format.row.extensions[0])"
      if let other = takenBy[path] { throw .usage("\(other) and \(input) would both become \(path)") }
      takenBy[path] = input
      tasks.append(ConversionTask(input: input, output: OutputFile(path: path, policy: policy), format: format))
    }
    return tasks
  }
}
