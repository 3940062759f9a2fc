internal import ArgumentParser
internal import Headroom

/// A format the user named, by `--format` or by the output's extension.
struct OutputFormat {
  let row: any ImageFormat.Type
  let writer: any ImageWriter
  /// What names of its files end in.
  let fileExtension: String

  var name: String { row.name }

  init(named name: String) throws(CommandError) {
    let wanted = name.lowercased()
    guard let row = ImageFormats.named(wanted) else {
      if wanted == "npy" {
        throw CommandError(.input, "npy is numbers, not a picture: 'headroom pixels FILE --format npy' writes it")
      }
      throw .usage("'\(name)' is not a format; this version writes \(Self.writableNames)\(Self.question(wanted))")
    }
    guard let writer = row.writer(of: wanted) else {
      throw CommandError(.input, "this version reads \(wanted) but does not write it; it writes \(Self.writableNames)")
    }
    self.row = row
    self.writer = writer
    fileExtension = row.hasForm(wanted) ? wanted : row.extensions[0]
  }

  /// By `--format` where given, else by the extension.
  init(path: String, format: String?) throws(CommandError) {
    if let format {
      try self.init(named: format)
      return
    }
    if path == "-" { throw .usage("standard output needs --format") }
    let name = OutputFile.name(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      throw .usage("'\(name)' has no extension; say --format")
    }
    try self.init(named: String(name[name.index(after: dot)...]))
  }

  private static func question(_ name: String) -> String {
    NameSuggestion.question(
      for: name, among: ImageFormats.all.flatMap { [$0.name] + $0.extensions.filter { $0.count > 2 } })
  }

  /// What `--format` takes.
  static let completion = CompletionKind.list(ImageFormats.all.filter { $0.writer != nil }.map { $0.name })

  static var writableNames: String {
    ImageFormats.all.filter { $0.writer != nil }.map { $0.name }.joined(separator: ", ")
  }

  var target: RenditionTarget { RenditionTarget(row) }
  var depths: [SampleDepth] { target.depths }
  var holdsISOHDR: Bool { target.holdsISOHDR }
  var holdsGainMap: Bool { target.holdsGainMap }
  var isLossless: Bool { target.isLossless }
  var isLossy: Bool { target.isLossy }
  var holdsFloat: Bool { target.holdsFloat }
  var holdsAlpha: Bool { target.holdsAlpha }
  var holdsLightWithoutAlpha: Bool { target.holdsLightWithoutAlpha }
  var hasChroma: Bool { target.hasChroma }
  var statesOrientation: Bool { target.statesOrientation }
}
