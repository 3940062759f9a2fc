import Foundation

/// One SDR photo through every encoder, here and by the codec's own tool: time, memory, size and what is left of it.
///
/// Both get the photo as PNG of 8 bits, so both decode the same. The settings are those that mean the same; where the
/// sizes differ nevertheless, the error tells who paid for it.
struct EncodeCase {
  let rounds: Int
  let photo: (path: String, name: String)
  let scratch: URL

  /// A tool, with `IN` and `OUT` for the files.
  private struct Tool {
    let name: String
    let command: [String]
  }

  private struct Job {
    let type: String
    let options: [String]
    let tool: Tool
  }

  private static var jobs: [Job] {
    let python = Repository.path(".build/peers/bin/python")
    func saved(_ options: String) -> [String] {
      [python, "-c", "from PIL import Image; Image.open('IN').save('OUT', \(options))"]
    }
    return [
      Job(
        type: "jpg", options: ["--quality", "90", "--chroma", "420"],
        tool: Tool(name: "Pillow (libjpeg-turbo) -q 90", command: saved("quality=90, subsampling=2"))),
      Job(
        type: "png", options: [],
        tool: Tool(name: "Pillow (libpng) level 6", command: saved("compress_level=6"))),
      Job(
        type: "tiff", options: [],
        tool: Tool(name: "Pillow (libtiff) deflate", command: saved("compression='tiff_adobe_deflate'"))),
      Job(
        type: "heic", options: ["--quality", "60"],
        tool: Tool(name: "heif-enc -q 60", command: ["heif-enc", "-q", "60", "IN", "-o", "OUT"])),
      Job(
        type: "avif", options: ["--quality", "60", "--chroma", "420"],
        tool: Tool(
          name: "avifenc -s 6, quantizer 25, 4:2:0",
          command: [
            "avifenc", "-s", "6", "-j", "2", "-y", "420", "--min", "25", "--max", "25", "IN", "OUT",
          ])),
      Job(
        type: "jxl", options: ["--quality", "90"],
        tool: Tool(name: "cjxl -d 1 -e 7", command: ["cjxl", "-d", "1", "-e", "7", "IN", "OUT"])),
    ]
  }

  func run(_ report: inout Report) throws {
    let input = scratch.appending(path: "encoded.png").path
    _ = try Clock.measure(
      Repository.command,
      ["convert", photo.path, input, "--overwrite", "--quiet", "--rendition", "sdr", "--gain-map", "none"])
    defer { try? FileManager.default.removeItem(atPath: input) }
    report.table(
      "Encoding \(photo.name), SDR, from PNG: here / the codec's own tool (medians of \(rounds))",
      ["to", "against", "CPU s", "wall s", "peak MiB", "bytes", "PSNR of the codes, dB"])
    for job in Self.jobs {
      do {
        try compare(job, input, &report)
      } catch {
        report.note("\(job.tool.name) was not measured: \(error)")
      }
    }
  }

  private func compare(_ job: Job, _ input: String, _ report: inout Report) throws {
    let mine = scratch.appending(path: "mine.\(job.type)").path
    let theirs = scratch.appending(path: "theirs.\(job.type)").path
    defer { for path in [mine, theirs] { try? FileManager.default.removeItem(atPath: path) } }
    var words = job.tool.command.map {
      $0.replacingOccurrences(of: "IN", with: input).replacingOccurrences(of: "OUT", with: theirs)
    }
    if !words[0].hasPrefix("/") { words[0] = "/usr/bin/" + words[0] }
    var (ours, other): ([(cost: Cost, peakKiB: Int)], [(cost: Cost, peakKiB: Int)]) = ([], [])
    for _ in 0..<rounds {
      ours.append(
        try Clock.measureMemory(
          Repository.command, ["convert", input, mine, "--overwrite", "--quiet"] + job.options))
      try? FileManager.default.removeItem(atPath: theirs)
      other.append(try Clock.measureMemory(words[0], Array(words.dropFirst())))
    }
    func both(_ value: ((cost: Cost, peakKiB: Int)) -> Double) -> String {
      "\(short(Spread(ours.map(value)).median)) / \(short(Spread(other.map(value)).median))"
    }
    report.row([
      job.type, job.tool.name, both { $0.cost.cpu }, both { $0.cost.wall }, both { Double($0.peakKiB) / 1024 },
      "\(try size(mine)) / \(try size(theirs))", "\(try error(mine, input)) / \(try error(theirs, input))",
    ])
  }

  private func size(_ path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
  }

  /// Of the picture as this package decodes it; exact pictures have none.
  private func error(_ path: String, _ input: String) throws -> String {
    let peer = try Peer()
    let decoded = scratch.appending(path: "decoded.png").path
    defer { try? FileManager.default.removeItem(atPath: decoded) }
    _ = try Clock.measure(Repository.command, ["convert", path, decoded, "--overwrite", "--quiet", "--depth", "8"])
    guard let value = try peer.run("pillow.psnr", ["files": [decoded, input]])["psnr"] as? Double else {
      return "exact"
    }
    return short(value)
  }
}
