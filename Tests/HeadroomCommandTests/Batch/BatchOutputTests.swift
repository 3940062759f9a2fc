import Foundation
import HeadroomTestSupport
import Testing

/// What a batch writes: the bytes of the other verbs, whatever is done beside, and records that tell of them.
@Suite("Outputs of batches")
struct BatchOutputTests {
  /// Outputs and the command lines that make the same.
  private static let outputs: [(json: String, line: [String])] = [
    (#"{"name":"{stem}/a.jpg","resize":"400x400","quality":80}"#, ["a.jpg", "--resize", "400x400", "--quality", "80"]),
    (#"{"name":"{stem}/b.avif","resize":"100x100","speed":10}"#, ["b.avif", "--resize", "100x100", "--speed", "10"]),
    (#"{"name":"{stem}/c.heic","resize":"120x","speed":10}"#, ["c.heic", "--resize", "120x", "--speed", "10"]),
    (
      #"{"name":"{stem}/d.png","resize":"90x90","rendition":"sdr"}"#,
      ["d.png", "--resize", "90x90", "--rendition", "sdr"]
    ),
    (#"{"name":"{stem}/e.jpg"}"#, ["e.jpg"]),
    (#"{"name":"{stem}/f.png","crop":"40x30","rotate":90}"#, ["f.png", "--crop", "40x30", "--rotate", "90"]),
  ]

  private static let plan = #"{"schema":1,"outputs":["# + outputs.map(\.json).joined(separator: ",") + "]}"

  /// A file of each kind that is quick to decode.
  private static var photos: [String] {
    ["ultrahdr", "heic-apple-gainmap", "avif-pq", "png-hdr", "exr", "jxl", "tiff", "dng"].compactMap { kind in
      let folder = TestData.root.appending(path: "stills/\(kind)")
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      let files = names.map { folder.appending(path: $0) }
      let endings = ["jpg", "heic", "avif", "png", "exr", "jxl", "tif", "tiff", "dng"]
      func size(_ file: URL) -> Int { (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? .max }
      return files.filter { endings.contains($0.pathExtension.lowercased()) && size($0) > 60_000 }
        .min { size($0) < size($1) }?.path
    }
  }

  @Test(.enabled(if: TestData.isAvailable), arguments: [1, 3])
  func `are byte for byte those of convert`(_ jobs: Int) throws {
    let folder = try BatchFolder(0, plan: Self.plan)
    let list = Self.photos.enumerated().map { "\($1)\t\($0)" }.joined(separator: "\n")
    try folder.write(list, to: "list")
    _ = try folder.run("--jobs", "\(jobs)", "--quiet", inputs: ["--files-from", "list"])
    #expect(Self.photos.count > 5)
    var compared = 0
    for (number, photo) in Self.photos.enumerated() {
      let record = try folder.records().first { $0["input"] as? String == photo }
      guard record?.status == "ok" else { continue }
      for output in Self.outputs {
        let line = ["convert", photo, "--quiet", "--overwrite"] + output.line
        #expect(try Headroom.run(line, in: folder.scratch.folder).status == 0)
        let name = output.line[0]
        #expect(try folder.data(name) == folder.data("out/\(number)/\(name)"), "\(photo) \(output.json)")
        compared += 1
      }
    }
    #expect(compared >= 30)
  }

  @Test func `of a size are those of thumbnail`() throws {
    let plan = #"{"schema":1,"outputs":[{"name":"{stem}-{width}x{height}.jpg","size":20}]}"#
    let folder = try BatchFolder(1, plan: plan)
    #expect(try folder.run().status == 0)
    let line = ["thumbnail", "in/0.png", "t.jpg", "--size", "20"]
    #expect(try Headroom.run(line, in: folder.scratch.folder).status == 0)
    #expect(folder.files() == ["0-20x15.jpg"])
    #expect(try folder.data("out/0-20x15.jpg") == folder.data("t.jpg"))
  }

  @Test func `are the same for all shards together`() throws {
    let folder = try BatchFolder(12)
    #expect(try folder.run().status == 0)
    for index in 0..<3 {
      let line = ["batch", "--plan", "plan.json", "--output-directory", "parts", "in", "--recursive"]
      let part = ["--manifest", "\(index).jsonl", "--shard", "\(index)/3"]
      let result = try Headroom.run(line + part, in: folder.scratch.folder)
      #expect(result.status == 0, "\(result.errors)")
      #expect(try folder.records("\(index).jsonl").allSatisfy { $0["shard"] as? String == "\(index)/3" })
    }
    #expect(folder.files("parts") == folder.files())
    for file in folder.files() { #expect(try folder.data("out/\(file)") == folder.data("parts/\(file)")) }
    let counts = try (0..<3).map { try folder.records("\($0).jsonl").count }
    #expect(counts.reduce(0, +) == 12)
  }

  @Test func `are told of by their records`() throws {
    let folder = try BatchFolder(1)
    #expect(try folder.run("--hash-inputs").status == 0)
    let record = try #require(try folder.records().first)
    #expect(record.status == "ok" && record["attempts"] as? Int == 1)
    #expect(record["size"] as? Int == BatchFolder.picture.bytes.count)
    #expect((record["recipe"] as? String)?.count == 64 && (record["inputSHA256"] as? String)?.count == 64)
    let light = try #require(record["hdr"] as? [String: Any])
    #expect(light["in"] as? String == "isoHDR" && light["lost"] as? Bool == false)
    let sums = try Shell.run("sha256sum out/0.jpg out/0-s.png in/0.png", in: folder.scratch.folder).lines
    for (output, sum) in zip(record.outputs, sums) {
      #expect(sum == "\(output["sha256"] ?? "")  \(output["path"] ?? "")")
      let size = try folder.data(output["path"] as? String ?? "").count
      #expect(output["bytes"] as? Int == size)
    }
    #expect(sums.last == "\(record["inputSHA256"] ?? "")  in/0.png")
    #expect(record.outputs.map { $0["width"] as? Int } == [32, 16])
    // The keys of the plan in another order are the same plan.
    let sorted =
      #"{"outputs":[{"name":"{stem}.jpg","quality":80,"resize":"32x32","strip":["gps","personal"]},"#
      + #"{"name":"{stem}-s.png","resize":"16x16"}],"schema":1}"#
    let sum = try Shell.run("printf %s '\(sorted)' | sha256sum", in: folder.scratch.folder).output
    #expect(sum.hasPrefix(record["recipe"] as? String ?? "none"))
  }
}
