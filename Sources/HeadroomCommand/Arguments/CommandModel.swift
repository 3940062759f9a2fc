internal import ArgumentParser
internal import Foundation
internal import HeadroomFilters
internal import HeadroomRAW

/// The argument parser's description of a verb, for messages about wrong arguments and for the manual page; a correct
/// command line never needs it.
struct CommandModel: Decodable {
  struct Argument: Decodable {
    enum Kind: String, Decodable { case positional, option, flag }
    struct Name: Decodable {
      let kind: String
      let name: String

      var text: String { (kind == "long" ? "--" : "-") + name }
    }

    let kind: Kind
    let shouldDisplay: Bool
    let isOptional: Bool
    let isRepeating: Bool
    let parsingStrategy: String
    let names: [Name]?
    let valueName: String?
    let defaultValue: String?
    let allValues: [String]?
    let abstract: String?

    var spellings: [String] { (names ?? []).map(\.text) }
    /// The long spelling, if there is one.
    var spelling: String { spellings.first { $0.hasPrefix("--") } ?? spellings.first ?? "<\(valueName ?? "")>" }
    /// Whether the next argument is its value even if that begins with a dash.
    var takesAnything: Bool { parsingStrategy == "unconditional" }
  }

  let commandName: String
  let abstract: String?
  let discussion: String?
  let shouldDisplay: Bool
  let subcommands: [CommandModel]?
  let arguments: [Argument]?

  /// Whether it does something itself, with files, beside having verbs below it.
  var takesFiles: Bool { arguments?.contains { $0.kind == .positional } ?? false }

  func subcommand(_ name: String) -> CommandModel? { subcommands?.first { $0.commandName == name } }

  /// The verbs that the help shows.
  var shownSubcommands: [CommandModel] { (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" } }

  /// The option or flag of this spelling, dashes included.
  func argument(spelled spelling: String) -> Argument? {
    arguments?.first { $0.spellings.contains(spelling) }
  }

  /// The whole command.
  static let root: CommandModel? = {
    struct Document: Decodable { let command: CommandModel }
    return try? JSONDecoder().decode(Document.self, from: Data(RootCommand._dumpHelp().utf8)).command
  }()
}
