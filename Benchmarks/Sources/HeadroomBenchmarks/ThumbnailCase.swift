import Foundation

/// `headroom thumbnail` over many 12-megapixel photos against libvips and Pillow, which lose the HDR, and against the
/// decoders of HEIC and AVIF alone.
struct ThumbnailCase {
  let rounds: Int
  let photo: (path: String, name: String)
  let scratch: URL

  private static let count = 16

  func run(_ report: inout Report) throws {
    try jpeg(&report)
    try coded("heic", against: "libheif", "decoding base and map", &report)
    try coded("avif", against: "libavif", "decoding the base", &report)
  }

  /// The pictures decoded by the codec's own library, without colour, scaling and encoding: what cannot be saved.
  private func coded(
    _ format: String, against library: String, _ decoded: String, _ report: inout Report
  ) throws {
    let source = scratch.appending(path: "photo.\(format)").path
    _ = try Clock.measure(
      Repository.command, ["convert", photo.path, source, "--overwrite", "--quiet", "--quality", "80"])
    let small = scratch.appending(path: "small-\(format).jpg").path
    let options = ["thumbnail", source, small, "--size", "512", "--overwrite", "--quiet"]
    try report.section("512-pixel gain map thumbnail of \(photo.name), as \(format) of quality 80") { report in
      do {
        let peer = try Peer()
        let version = try peer.run("\(library).version")["version"] as? String ?? library
        let comparison = try Comparison("\(version), \(decoded)", rounds: rounds) {
          try Clock.measure(Repository.command, options)
        } theirs: {
          try peer.cost("\(library).decode", ["files": [source]])
        }
        report.add(comparison, wanted: "at most 1.15x its time", isInverse: true)
      } catch {
        report.note("\(library) was not measured: \(error)")
      }
    }
  }

  private func jpeg(_ report: inout Report) throws {
    let folder = scratch.appending(path: "thumbnails")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let photos = try (0..<Self.count).map { number in
      let link = scratch.appending(path: "photo-\(number).jpg").path
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: photo.path)
      return link
    }
    let options = ["--size", "512", "--output-directory", folder.path, "--overwrite", "--quiet"]
    let title = "512-pixel thumbnails of \(Self.count) copies of \(photo.name), gain map kept here and lost there"
    try report.section(title) { report in
      for (name, library) in [("vips", "libvips"), ("pillow", "Pillow")] {
        do {
          let peer = try Peer()
          let version = try peer.run("\(name).version")["version"] as? String ?? library
          let request: [String: Any] = ["files": photos, "size": 512, "folder": folder.path]
          let comparison = try Comparison(version, rounds: rounds) {
            try Clock.measure(Repository.command, ["thumbnail"] + photos + options)
          } theirs: {
            try peer.cost("\(name).thumbnails", request)
          }
          report.add(comparison, wanted: "2x wall")
        } catch {
          report.note("\(library) was not measured: \(error)")
        }
      }
    }
  }
}
