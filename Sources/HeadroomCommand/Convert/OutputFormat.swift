internal import Headroom

/// A format the user named, by `--format` or by the output's extension.
struct OutputFormat {
  let row: any ImageFormat.Type
  let writer: any ImageWriter

  var name: String { row.name }

  /// Formats of the command's contract that later versions write.
  private static let planned: Set<String> = [
    "heic", "heif", "avif", "jxl", "tiff", "tif", "exr", "hdr", "pfm", "ppm", "npy",
  ]

  init(named name: String) throws(CommandError) {
    let wanted = name.lowercased()
    guard let row = ImageFormats.named(wanted) else {
      if Self.planned.contains(wanted) {
        throw CommandError(.input, "this version does not write \(wanted); it writes \(Self.writableNames)")
      }
      throw .usage("'\(name)' is not a format; this version writes \(Self.writableNames)")
    }
    guard let writer = row.writer else {
      throw CommandError(.input, "this version reads \(wanted) but does not write it; it writes \(Self.writableNames)")
    }
    self.row = row
    self.writer = writer
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

  static var writableNames: String {
    ImageFormats.all.filter { $0.writer != nil }.map { $0.name }.joined(separator: ", ")
  }

  /// Depths that fit, in bits of an integer component.
  var depths: [Int] { row.abilities.contains(.deepColor) ? [8, 16] : [8] }
  var holdsISOHDR: Bool { row.abilities.contains(.isoHDR) }
  var holdsGainMap: Bool { row.abilities.contains(.gainMap) }
  var isLossless: Bool { row.abilities.contains(.lossless) }
  var holdsFloat: Bool { row.abilities.contains(.float) }
  var holdsAlpha: Bool { row.abilities.contains(.alpha) }
}
