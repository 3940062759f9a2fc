internal import Headroom
internal import HeadroomPictures

/// One input and its output.
struct ConversionTask: Sendable {
  let input: String
  let output: OutputFile
  let format: TargetFormat
  /// An error found while its output was named; it is reported in its turn.
  var problem: PictureError?
  /// The input, if it is not a file with pixels.
  var source: PictureSource?
}

/// Names the outputs of a command line before any work, and refuses outputs that would overwrite each other.
struct ConversionTaskList {
  let policy: ExistingFilePolicy
  /// The folder of outputs; nil puts each beside its input.
  let directory: String?
  let template: NameTemplate
  /// The format of an input's output.
  let format: (String) throws(PictureError) -> TargetFormat
  /// The size of an input's result.
  let size: (String) throws(PictureError) -> (width: Int, height: Int)

  /// One input and its output, both named.
  static func task(
    from input: String, to output: String, format: String?, policy: ExistingFilePolicy
  ) throws(PictureError) -> ConversionTask {
    ConversionTask(
      input: input, output: OutputFile(path: output, policy: policy),
      format: try TargetFormat(path: output, format: format))
  }

  func tasks(for inputs: [InputFile]) throws(PictureError) -> [ConversionTask] {
    if let directory, OutputFile.exists(directory), !OutputFile.isDirectory(directory) {
      throw PictureError(.output, file: directory, "is not a directory")
    }
    var taken = ReservedNames(inputs: policy == .overwrite ? inputs : [])
    let digits = String(inputs.count).count
    var tasks: [ConversionTask] = []
    for (number, input) in inputs.enumerated() {
      if input.path == "-" { throw .usage("standard input has no name to write under; give an output instead") }
      let index = String(number + 1)
      let padded = String(repeating: "0", count: digits - index.count) + index
      let task = try task(for: input, index: padded)
      if task.problem == nil { try taken.take(task.output.path, for: input.path) }
      tasks.append(task)
    }
    return tasks
  }

  private func task(for input: InputFile, index: String) throws(PictureError) -> ConversionTask {
    let format = try format(input.path)
    var size = (width: 0, height: 0)
    var problem: PictureError?
    if template.uses(.width) || template.uses(.height) {
      do throws(PictureError) { size = try self.size(input.path) } catch { problem = error }
    }
    let name = template.text { field in
      switch field {
      case .stem: input.stem
      case .name: input.name
      case .parent: Self.parent(of: input.path)
      case .index: index
      case .ext: format.fileExtension
      case .format: format.name
      case .width: String(size.width)
      case .height: String(size.height)
      }
    }
    guard let name else { throw .usage("--name: \(input.path) gives no name of a file below its folder") }
    let folder = directory ?? OutputFile.folder(of: input.path)
    let below = directory == nil || input.folder.isEmpty ? "" : input.folder + "/"
    let path = (folder.hasSuffix("/") ? folder : folder + "/") + below + name
    return ConversionTask(
      input: input.path, output: OutputFile(path: path, policy: policy, makesFolder: true), format: format,
      problem: problem)
  }

  /// The name of a file's folder, even if the path does not contain it.
  static func parent(of path: String) -> String {
    let folder = OutputFile.folder(of: path)
    let name = OutputFile.name(of: folder)
    return [".", "..", ""].contains(name) ? OutputFile.name(of: OutputFile.resolved(folder)) : name
  }
}

/// The names of outputs, and the files that are still to be read.
private struct ReservedNames {
  private var inputsByOutput: [String: String] = [:]
  private var inputs: [FileIdentity: String] = [:]

  init(inputs files: [InputFile]) {
    guard files.count > 1 else { return }
    for file in files {
      if let identity = FileIdentity(of: file.path) { inputs[identity] = file.path }
    }
  }

  mutating func take(_ output: String, for input: String) throws(PictureError) {
    if let other = inputsByOutput[output] {
      throw .usage(
        "\(other) and \(input) would both become \(output) (--name '{name}.{ext}' keeps the inputs' extensions)")
    }
    inputsByOutput[output] = input
    guard !inputs.isEmpty, let identity = FileIdentity(of: output), let other = inputs[identity] else { return }
    if FileIdentity(of: input) != identity {
      throw .usage("\(input) would become \(output), which is an input (\(other))")
    }
  }
}
