/// Verbs and options of the command's contract that this version does not have. Using one gives a message that says so
/// and names the alternative.
enum PlannedFeatures {
  static func answer(toVerb verb: String) -> String? { verbs[verb].map { "\($0) (this is \(RootCommand.version))" } }

  static func answer(toOption option: String) -> String? {
    everywhere[option].map { "\($0) (this is \(RootCommand.version))" }
  }

  private static let verbs = [
    "batch":
      "batches over machines come with a later version; 'headroom convert --recursive --jobs' works on folders now",
    "merge-reports": "reports of batches come with a later version",
    "serve": "the image service comes with a later version; 'headroom convert - -' works in a pipe now",
  ]

  private static let everywhere = [
    "--sandbox": "decoding in a sandbox comes with a later version; decoders run in this process"
  ]
}
