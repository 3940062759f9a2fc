import Foundation

/// `headroom thumbnail` over many 12-megapixel photos against libvips and Pillow, which lose the HDR, and against the
/// decoders of HEIC and AVIF alone.
struct ThumbnailCase {
  let rounds: Int
  let photo: (path: String, name: String)
  let scratch: URL

  private static let count = 16
  /// Copies of a HEIC or AVIF, which take longer.
  private static let codedCount = 8

  func run(_ report: inout Report) throws {
    try jpeg(&report)
    try coded("heic", &report) { files in [try peer("libheif", "decoding base and map", files)] }
    try coded("avif", &report) { files in
      [try dav1d(files[0]), try peer("libavif", "decoding the base, by a newer dav1d", files)]
    }
  }

  /// Something that decodes all files.
  private typealias Decoding = (name: String, run: () throws -> Cost)

  private func peer(_ library: String, _ decoded: String, _ files: [String]) throws -> Decoding {
    let peer = try Peer()
    let version = try peer.run("\(library).version")["version"] as? String ?? library
    return ("\(version), \(decoded)", { try peer.cost("\(library).decode", ["files": files]) })
  }

  /// The library that ours runs, called from C.
  private func dav1d(_ file: String) throws -> Decoding {
    let pictures = try CodedPictures(file)
    let threads = Int32(ProcessInfo.processInfo.activeProcessorCount)
    return (
      "dav1d, decoding base and map",
      {
        try Clock.measure {
          for _ in 0..<Self.codedCount { try pictures.decode(threads: threads) }
        }
      }
    )
  }

  /// The pictures decoded by the codec's own library, without colour, scaling and encoding: what cannot be saved.
  private func coded(
    _ format: String, _ report: inout Report, against decodings: ([String]) throws -> [Decoding]
  ) throws {
    let source = scratch.appending(path: "photo.\(format)").path
    _ = try Clock.measure(
      Repository.command, ["convert", photo.path, source, "--overwrite", "--quiet", "--quality", "80"])
    let files = try copies(of: source, Self.codedCount)
    let title = "512-pixel gain map thumbnails of \(files.count) copies of \(photo.name), as \(format) of quality 80"
    try report.section(title) { report in
      do {
        for decoding in try decodings(files) {
          let comparison = try Comparison(decoding.name, rounds: rounds) {
            try thumbnails(of: files)
          } theirs: {
            try decoding.run()
          }
          report.add(comparison, wanted: "at most 1.15x its time", isInverse: true)
        }
      } catch {
        report.note("a decoder was not measured: \(error)")
      }
    }
  }

  /// Links to a file under names of their own.
  private func copies(of path: String, _ count: Int) throws -> [String] {
    let source = URL(filePath: path)
    return try (0..<count).map { number in
      let link = scratch.appending(path: "\(source.pathExtension)-\(number).\(source.pathExtension)").path
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
      return link
    }
  }

  private var folder: URL { scratch.appending(path: "thumbnails") }

  private func thumbnails(of files: [String]) throws -> Cost {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let options = ["--size", "512", "--output-directory", folder.path, "--format", "jpeg", "--overwrite", "--quiet"]
    return try Clock.measure(Repository.command, ["thumbnail"] + files + options)
  }

  private func jpeg(_ report: inout Report) throws {
    let photos = try copies(of: photo.path, Self.count)
    let title = "512-pixel thumbnails of \(Self.count) copies of \(photo.name), gain map kept here"
    try report.section(title) { report in
      // libvips 8.18 takes the gain map along where it opens the file by itself; by its plain JPEG loader it does not.
      let ways = [
        ("vips", "libvips", "thumbnails", ", gain map kept"), ("vips", "libvips", "plainThumbnails", ", SDR loader"),
        ("pillow", "Pillow", "thumbnails", ", SDR"),
      ]
      for (name, library, job, way) in ways {
        do {
          let peer = try Peer()
          let version = try peer.run("\(name).version")["version"] as? String ?? library
          let request: [String: Any] = ["files": photos, "size": 512, "folder": folder.path]
          let comparison = try Comparison(version + way, rounds: rounds) {
            try thumbnails(of: photos)
          } theirs: {
            try peer.cost("\(name).\(job)", request)
          }
          report.add(comparison, wanted: "2x wall")
        } catch {
          report.note("\(library) was not measured: \(error)")
        }
      }
    }
  }
}
