import Foundation

/// Memory and time of `headroom convert` on pictures of 201 megapixels, which are decoded, rendered and encoded by rows.
struct LargeCase {
  let photo: (path: String, name: String)
  let scratch: URL

  /// Most memory a conversion may have resident.
  private static let limitMiB = 600
  private static let size = "16384x12288!"

  /// The inputs, by file name, with the options that make them from the photo.
  private static let inputs: [(name: String, options: [String])] = [
    ("8.png", ["--rendition", "sdr"]), ("16.png", ["--rendition", "hdr"]), ("8.jpg", ["--rendition", "sdr"]),
    ("map.jpg", []), ("8.heic", ["--rendition", "sdr"]), ("8.avif", ["--rendition", "sdr", "--speed", "9"]),
    ("map.avif", ["--speed", "9"]), ("10.heic", ["--rendition", "hdr"]), ("16.tiff", ["--rendition", "hdr"]),
    ("half.exr", ["--depth", "half"]),
  ]

  private static let conversions: [(input: String, output: String, options: [String])] = [
    ("8.png", "out.jpg", []), ("8.png", "small.jpg", ["--resize", "25%"]), ("8.jpg", "out.png", []),
    ("8.jpg", "blurred.jpg", ["--filter", "CIGaussianBlur inputRadius=8"]),
    ("8.jpg", "cropped.png", ["--crop", "4000,3000,8000,6000"]),
    ("16.png", "out.png", ["--headroom", "4"]), ("16.png", "out.tiff", []),
    ("16.png", "sdr.jpg", ["--rendition", "sdr"]), ("16.png", "small.png", ["--resize", "25%"]),
    ("16.png", "adaptive.jpg", []), ("map.jpg", "out.png", []),
    ("map.jpg", "out.jpg", ["--resize", "50%"]), ("8.heic", "out.jpg", []),
    ("8.heic", "small.jpg", ["--resize", "25%"]), ("8.avif", "out.png", []),
    ("8.avif", "cropped.png", ["--crop", "4000,3000,512,512"]), ("map.avif", "out.jpg", []),
    ("10.heic", "sdr.jpg", ["--rendition", "sdr"]), ("16.tiff", "out.png", []), ("half.exr", "out.tiff", []),
    ("half.exr", "out.png", ["--color-space", "itur_2100_PQ"]), ("half.exr", "small.exr", ["--resize", "25%"]),
  ]

  func run(_ report: inout Report) throws {
    report.table(
      "Pictures of 201 megapixels through `headroom convert` (wanted: at most \(Self.limitMiB) MiB)",
      ["conversion", "peak MiB", "wall s", "CPU s"])
    var made: [String: String] = [:]
    for (name, options) in Self.inputs {
      let path = scratch.appending(path: "large-\(name)").path
      guard let cost = try? convert(photo.path, path, ["--resize", Self.size] + options) else { continue }
      made[name] = path
      add("\(photo.name), enlarged, to \(name)", cost, &report)
    }
    for (input, output, options) in Self.conversions {
      guard let path = made[input] else { continue }
      let target = scratch.appending(path: "result-\(output)").path
      let title = ([input, "to", (output as NSString).pathExtension] + options).joined(separator: " ")
      defer { try? FileManager.default.removeItem(atPath: target) }
      guard let cost = try? convert(path, target, options) else {
        report.row([title, "not made", "", ""])
        continue
      }
      add(title, cost, &report)
    }
    for path in made.values { try? FileManager.default.removeItem(atPath: path) }
  }

  private func convert(_ input: String, _ output: String, _ options: [String]) throws -> (cost: Cost, peakKiB: Int) {
    try Clock.measureMemory(Repository.command, ["convert", input, output, "--overwrite", "--quiet"] + options)
  }

  private func add(_ title: String, _ result: (cost: Cost, peakKiB: Int), _ report: inout Report) {
    let peak = result.peakKiB >> 10
    report.row([
      title, peak > Self.limitMiB ? "**\(peak)**" : "\(peak)", short(result.cost.wall), short(result.cost.cpu),
    ])
  }
}
