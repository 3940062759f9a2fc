internal import Glibc
internal import Headroom
internal import HeadroomPictures

/// Finds the mistake in a command line that could not be run, and reports it in the user's terms. The argument parser
/// reports the consequences of a slip (too many inputs, unwanted help); this looks for the slip itself.
struct ArgumentDiagnosis {
  /// The first argument that is wrong by itself; nil leaves the message to the parser.
  static func problem(in arguments: [String]) -> PictureError? {
    guard !arguments.isEmpty, arguments != ["--version"], !arguments.contains(where: asksForCompletions),
      let root = CommandModel.root
    else { return nil }
    var diagnosis = ArgumentDiagnosis(command: root)
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" { return nil }
      if let problem = diagnosis.take(argument, &rest) { return problem }
    }
    return nil
  }

  private var command: CommandModel
  private var verb: [String] = []
  /// Whether arguments are files from here on.
  private var takesFiles = false

  private init(command: CommandModel) { self.command = command }

  private mutating func take(_ argument: String, _ rest: inout ArraySlice<String>) -> PictureError? {
    if argument.hasPrefix("-"), argument != "-" { return takeOption(argument, &rest) }
    guard let subcommands = command.subcommands, !subcommands.isEmpty else { return nil }
    if verb.isEmpty, argument == "help" { return nil }
    guard !takesFiles, let next = command.subcommand(argument) else {
      // A verb of its own may have verbs below it.
      takesFiles = takesFiles || command.takesFiles
      return takesFiles ? nil : unknownVerb(argument)
    }
    command = next
    verb.append(argument)
    return nil
  }

  private func takeOption(_ argument: String, _ rest: inout ArraySlice<String>) -> PictureError? {
    let name = argument.hasPrefix("--") ? String(argument.prefix { $0 != "=" }) : argument
    guard let option = command.argument(spelled: name) else {
      return Self.isBuiltIn(name) || isFlagCluster(argument) ? nil : unknownOption(argument, name)
    }
    guard option.kind == .option else { return nil }
    if name != argument { return wrongValue(String(argument.dropFirst(name.count + 1)), option) }
    guard let value = rest.first, option.takesAnything || !value.hasPrefix("-") || value == "-" else { return nil }
    rest.removeFirst()
    return wrongValue(value, option)
  }

  private static func asksForCompletions(_ argument: String) -> Bool {
    argument.hasPrefix("--generate-completion-script") || argument.hasPrefix("---completion")
  }

  /// Options of every command that the parser does not list.
  private static func isBuiltIn(_ name: String) -> Bool {
    ["-h", "--help", "--help-hidden", "--version", "--experimental-dump-help"].contains(name)
  }

  /// `-vh`: several single-letter flags.
  private func isFlagCluster(_ argument: String) -> Bool {
    guard !argument.hasPrefix("--") else { return false }
    return argument.dropFirst().allSatisfy { command.argument(spelled: "-\($0)")?.kind == .flag || $0 == "h" }
  }

  // MARK: What is said

  private func unknownVerb(_ name: String) -> PictureError {
    let whole = (verb + [name]).joined(separator: " ")
    if let answer = PlannedFeatures.answer(toVerb: whole) { return .usage("\(whole): \(answer)") }
    let names = command.shownSubcommands.map(\.commandName)
    let question = NameSuggestion.question(for: name, among: names)
    let list = question.isEmpty ? "; there are \(names.joined(separator: ", "))" : question
    let place = verb.isEmpty ? "" : " of 'headroom \(verb.joined(separator: " "))'"
    return .usage("unknown verb '\(name)'\(place)\(list)")
  }

  private func unknownOption(_ argument: String, _ name: String) -> PictureError {
    if let answer = PlannedFeatures.answer(toOption: name, of: verb.joined(separator: " ")) {
      return .usage("\(name): \(answer)")
    }
    if Self.isFileName(argument, name) {
      return .usage(
        "'\(argument)' begins with '-' and is read as an option; write '--' before the names of files, or './\(argument)'"
      )
    }
    let known = (command.arguments ?? []).filter(\.shouldDisplay).flatMap(\.spellings) + ["--help"]
    let question = NameSuggestion.question(for: name, among: known.filter { $0.hasPrefix("--") })
    let help = "; 'headroom \((verb + ["--help"]).joined(separator: " "))' lists them"
    return .usage("unknown option '\(name)'\(question.isEmpty ? help : question)")
  }

  /// Whether a file was meant: it exists, or its name has an extension or a folder.
  private static func isFileName(_ argument: String, _ name: String) -> Bool {
    name.contains(".") || name.contains("/") || OutputFile.exists(argument)
  }

  private func wrongValue(_ value: String, _ option: CommandModel.Argument) -> PictureError? {
    if option.spelling == "--also", let problem = plannedWord(in: value) { return problem }
    guard let values = option.allValues, !values.isEmpty, !values.contains(value) else { return nil }
    // Colour space names are case-insensitive, as in the parser.
    if values.contains(where: { $0.lowercased() == value.lowercased() }), option.spelling == "--color-space" {
      return nil
    }
    if let answer = PlannedFeatures.answer(toValue: value, of: option.spelling) {
      return .usage("\(option.spelling) \(value): \(answer)")
    }
    let question = NameSuggestion.question(for: value, among: values)
    return .usage("\(option.spelling): '\(value)' is not one of \(values.joined(separator: ", "))\(question)")
  }
  /// The first of a further film's words that a later version understands: options without their dashes.
  private func plannedWord(in value: String) -> PictureError? {
    for word in value.split(separator: " ").dropFirst() {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      let name = "--" + (parts.first ?? "")
      let answer =
        PlannedFeatures.answer(toOption: name, of: verb.joined(separator: " "))
        ?? parts.dropFirst().first.flatMap { PlannedFeatures.answer(toValue: $0, of: name) }
      if let answer { return .usage("--also: \(word): \(answer)") }
    }
    return nil
  }
}
