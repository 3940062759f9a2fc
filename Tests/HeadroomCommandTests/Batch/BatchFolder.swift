import Foundation

/// A folder with a plan and small inputs, and batches over them.
struct BatchFolder {
  let scratch: Scratch

  /// A picture with light above white.
  static let picture = FixturePNG(width: 64, height: 48) { x, y in (UInt16(x * 1000), UInt16(y * 1300), 40_000) }.pq

  /// Two outputs of each input.
  static let plan = #"""
    {"schema": 1, "outputs": [{"name": "{stem}.jpg", "resize": "32x32", "quality": 80, "strip": ["gps", "personal"]},
      {"name": "{stem}-s.png", "resize": "16x16"}]}
    """#

  init(_ count: Int, plan: String = Self.plan) throws {
    scratch = try Scratch()
    try FileManager.default.createDirectory(at: scratch.file("in"), withIntermediateDirectories: true)
    for number in 0..<count { try add("\(number).png") }
    try write(plan: plan)
  }

  func add(_ name: String) throws { try Data(Self.picture.bytes).write(to: scratch.file("in/\(name)")) }

  func write(plan: String) throws { try Data(plan.utf8).write(to: scratch.file("plan.json")) }

  func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: scratch.file(name)) }

  /// Runs a batch over the inputs, or over those that are given.
  func run(_ options: String..., inputs: [String] = ["in", "--recursive"]) throws -> Headroom.Result {
    try Headroom.run(
      ["batch", "--plan", "plan.json", "--output-directory", "out", "--manifest", "m.jsonl"] + inputs + options,
      in: scratch.folder)
  }

  /// The records of a manifest, in their order.
  func records(_ name: String = "m.jsonl") throws -> [[String: Any]] {
    guard let data = try? Data(contentsOf: scratch.file(name)) else { return [] }
    return try data.split(separator: UInt8(ascii: "\n")).map {
      try JSONSerialization.jsonObject(with: $0) as? [String: Any] ?? [:]
    }
  }

  /// The files of a folder, hidden ones too, by their names below it.
  func files(_ folder: String = "out") -> [String] {
    let all = FileManager.default.enumerator(atPath: scratch.path(folder))?.allObjects as? [String] ?? []
    return all.filter { name in
      let kind = try? FileManager.default.attributesOfItem(atPath: scratch.path("\(folder)/\(name)"))[.type]
      return kind as? FileAttributeType != .typeDirectory
    }.sorted()
  }

  func data(_ name: String) throws -> Data { try Data(contentsOf: scratch.file(name)) }
}

extension [String: Any] {
  var status: String? { self["status"] as? String }
  var failure: [String: Any]? { self["error"] as? [String: Any] }
  /// `transient unreadable`.
  var failureKind: String? { failure.map { "\($0["class"] ?? "") \($0["code"] ?? "")" } }
  var outputs: [[String: Any]] { self["outputs"] as? [[String: Any]] ?? [] }
}
