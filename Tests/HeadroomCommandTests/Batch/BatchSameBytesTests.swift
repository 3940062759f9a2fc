import Foundation
import HeadroomTestSupport
import Testing

/// The same outputs whatever is chosen: jobs, shards, the order of the list, claims.
@Suite("Same bytes of batches")
struct BatchSameBytesTests {
  private static let plan = #"""
    {"schema":1,"outputs":[{"name":"{stem}.jpg","resize":"100x100"},{"name":"{stem}-s.png","size":30},
      {"name":"{stem}.avif","resize":"50x50","speed":10}]}
    """#

  /// Inputs of different sizes, each another picture; photos beside them where the data is.
  private func folder() throws -> BatchFolder {
    let folder = try BatchFolder(0, plan: Self.plan)
    for number in 1...20 {
      let picture = FixturePNG(width: 20 + 7 * number, height: 90) { x, y in
        (UInt16(x * 200 + number * 50), UInt16(y * 400), UInt16(number * 2000))
      }
      try Data((number % 2 == 0 ? picture.pq : picture.sRGB).bytes).write(to: folder.scratch.file("in/\(number).png"))
    }
    var list = (1...20).map { "in/\($0).png" }
    if TestData.isAvailable {
      list += ["ultrahdr/memorial.jpg", "avif-gainmap/seine_hdr_gainmap_srgb.avif", "tiff/off_luv32.tif"].map {
        TestData.root.appending(path: "stills/\($0)").path
      }
    }
    try folder.write(list.joined(separator: "\n"), to: "list")
    try folder.write(list.reversed().joined(separator: "\n"), to: "reversed")
    return folder
  }

  private func outputs(_ folder: BatchFolder, _ name: String) throws -> [String: Data] {
    let names = folder.files(name)
    return try Dictionary(uniqueKeysWithValues: names.map { ($0, try folder.data("\(name)/\($0)")) })
  }

  @Test func `for all numbers of jobs, all shards, and any order`() throws {
    let folder = try folder()
    func run(_ name: String, _ options: [String], manifest: String? = nil, list: String = "list") throws {
      let line = ["batch", "--plan", "plan.json", "--files-from", list, "--output-directory", name, "--quiet"]
      let result = try Headroom.run(
        line + ["--manifest", (manifest ?? name) + ".jsonl"] + options, in: folder.scratch.folder)
      #expect(result.status == 0, "\(options) \(result.errors)")
    }
    try run("one", ["--jobs", "1"])
    let expected = try outputs(folder, "one")
    #expect(expected.count >= 60 && !expected.values.contains { $0.isEmpty })
    let records = try folder.records("one.jsonl").flatMap(\.outputs)
    #expect(records.count == expected.count)
    for jobs in ["2", "4"] { try run("jobs\(jobs)", ["--jobs", jobs]) }
    try run("order", [], list: "reversed")
    try run("claims", ["--claim", "claimed"])
    for count in [1, 3, 7] {
      for index in 0..<count {
        try run("shards\(count)", ["--shard", "\(index)/\(count)"], manifest: "\(count)-\(index)")
      }
      let counts = try (0..<count).map { try folder.records("\(count)-\($0).jsonl").count }
      #expect(counts.reduce(0, +) == expected.count / 3)
    }
    for name in ["jobs2", "jobs4", "order", "claims", "shards1", "shards3", "shards7"] {
      #expect(try outputs(folder, name) == expected, "\(name)")
    }
  }
}
