/// Verbs and options of the command's contract that this version does not have. Using one gives a message that says so
/// and names the alternative.
enum PlannedFeatures {
  /// - Parameter verb: with those above it, as `video trim`.
  static func answer(toVerb verb: String) -> String? { verbs[verb].map(dated) }

  /// - Parameter verb: in whose command line it stands.
  static func answer(toOption option: String, of verb: String) -> String? {
    (everywhere[option] ?? options["\(verb) \(option)"]).map(dated)
  }

  /// - Parameter option: with its dashes.
  static func answer(toValue value: String, of option: String) -> String? { values["\(option) \(value)"].map(dated) }

  private static func dated(_ words: String) -> String { "\(words) (this is \(RootCommand.version))" }

  private static let verbs = [
    "video check":
      "checks of films come with a later version; 'headroom video info' reports their tracks, colour and light now",
    "video tonemap":
      "tone maps that follow scenes come with a later version; 'headroom video convert --transfer sdr' maps by one curve now",
    "video trim":
      "cuts without coding come with a later version; 'headroom video convert --range A..B' cuts and codes again now",
    "serve": "the image service comes with a later version; 'headroom convert - -' works in a pipe now",
  ]

  private static let everywhere = [
    "--sandbox": "decoding in a sandbox comes with a later version; decoders run in this process"
  ]
  private static let segments =
    "films in segments that can be resumed come with a later version; a film is written as a whole now"

  private static let options = [
    "video convert --resume": segments, "video convert --segments": segments, "video edit --resume": segments,
    "video edit --segments": segments,
  ]

  private static let values = [
    "--light measure": "measured light comes with a later version; propagate states what the sources say"
  ]
}
