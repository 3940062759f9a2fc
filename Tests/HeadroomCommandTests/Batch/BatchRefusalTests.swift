import Foundation
import Testing

/// Commands that are wrong: one sentence, exit code 2, and nothing is written, not even an empty manifest.
@Suite("Refusals of batches")
struct BatchRefusalTests {
  /// Expects that a batch is refused and that the folder holds what it held.
  private func refusal(_ folder: BatchFolder, _ line: [String], status: Int32 = 2) throws -> String {
    let before = folder.files(".")
    let result = try Headroom.run(["batch"] + line, in: folder.scratch.folder)
    #expect(result.status == status, "\(line) \(result.errors)")
    #expect(result.output.isEmpty && result.errorLines.count == 1, "\(result.errors)")
    #expect(folder.files(".") == before, "\(line)")
    return result.errors
  }

  private static let whole = [
    "--plan", "plan.json", "--output-directory", "out", "--manifest", "m.jsonl", "in", "--recursive",
  ]

  @Test(arguments: [
    "garbage\n", #"{"schema":2,"input":"in/0.png","status":"ok"}"# + "\n", "\n", "[]\n",
    #"{"schema":1,"input":"in/0.png","status":"ok","attempts":-1}"# + "\n",
  ])
  func `come of manifests with lines that are none`(_ line: String) throws {
    let folder = try BatchFolder(1)
    try folder.write(#"{"schema":1,"input":"x","status":"ok"}"# + "\n" + line, to: "old.jsonl")
    let older = Self.whole + ["--resume", "--manifest-in"]
    #expect(try refusal(folder, older + ["old.jsonl"]).contains("old.jsonl: line 2: "))
    #expect(try refusal(folder, older + ["none"], status: 3).contains("none: "))
    try folder.write(line, to: "m.jsonl")
    for option in ["--resume", "--overwrite", "--retry-failed-only", "--skip-existing"] {
      #expect(try refusal(folder, Self.whole + [option]).contains("m.jsonl: line 1: "))
      #expect(try folder.data("m.jsonl") == Data(line.utf8))
    }
  }

  @Test func `come of claims of another list or plan`() throws {
    let folder = try BatchFolder(2)
    #expect(try folder.run("--claim", "claims").status == 0)
    let claims = folder.files("claims")
    let line = ["--plan", "plan.json", "--output-directory", "other", "--manifest", "n.jsonl", "--claim", "claims"]
    #expect(try refusal(folder, line + ["in/0.png"]).contains("claims: has claims of another list"))
    #expect(folder.files("claims") == claims)
    #expect(try refusal(folder, line + ["in", "-r", "--shard", "0/2"]).contains("--claim and --shard"))
  }

  @Test(arguments: [
    ["--output-directory", ""], ["--manifest", ""], ["--manifest", "-"], ["--claim", ""], ["--timeout", "nan"],
    ["--timeout", "1e99"], ["--jobs", "257"], ["--retry", "101"], ["--retry", "x"], ["--tolerate", "nan%"],
    ["--max-pixels", "0"], ["--max-memory", "0"], ["--progress", "x"], ["--null"], ["--shards", "2"],
    ["--shard", "0/99999999999999999999"], ["--shard", "0/2/3"], ["--shard", "auto", "--shards", "2"], ["--nothing"],
  ])
  func `come of options`(_ options: [String]) throws {
    var line = Self.whole
    if let place = line.firstIndex(of: options[0]) { line.removeSubrange(place...place + 1) }
    _ = try refusal(BatchFolder(1), line + options)
  }

  @Test(arguments: [
    #"{"schema":1,"outputs":[{"name":"{stem}\u0000.jpg"}]}"#, #"{"schema":1,"outputs":[{"name":""}]}"#,
    #"{"schema":1,"outputs":[{"name":"."}]}"#, #"{"schema":1,"outputs":[{"name":"a/./{stem}.jpg"}]}"#,
    #"{"schema":1,"outputs":[{"name":"a//{stem}.jpg"}]}"#, #"{"schema":1,"outputs":[{"name":"{stem}.jpg/"}]}"#,
    #"{"schema":1,"outputs":[{"name":"{stem}.jpg"},{"name":"./{stem}.jpg"}]}"#, #"{"schema":1,"outputs":[null]}"#,
    #"{"schema":1,"outputs":{"name":"{stem}.jpg"}}"#, #"{"schema":1,"schema":1,"outputs":[{"name":"a.jpg"}]}"#,
    #"{"schema":1,"outputs":[{"name":"{stem}.jpg","quality":1e999}]}"#, #"{"schema":"1","outputs":[{"name":"a.jpg"}]}"#,
    #"{"schema":1,"outputs":[{"name":"{stem}.jpg","size":99999999999}]}"#,
    #"{"schema":1,"outputs":[{"name":"{stem}.jpg","resize":"999999999x999999999"}]}"#,
    String(repeating: "[", count: 100_000), #"{"schema":1,"outputs":[{"name":"{stem}.jpg"}]} more"#,
  ])
  func `come of plans`(_ plan: String) throws {
    #expect(try refusal(BatchFolder(1, plan: plan), Self.whole).contains("plan.json: "))
  }

  @Test(arguments: ["plan.json", "m.jsonl", "list", "old.jsonl"])
  func `come of outputs that would replace files of the batch`(_ name: String) throws {
    let plan = #"{"schema":1,"outputs":[{"name":"{stem}.png"},{"name":"\#(name)","format":"png"}]}"#
    let folder = try BatchFolder(1, plan: plan)
    try folder.write("in/0.png\n", to: "list")
    try folder.write("", to: "old.jsonl")
    let line = ["--plan", "plan.json", "--manifest", "m.jsonl", "--manifest-in", "old.jsonl", "--resume"]
    let text = try refusal(folder, line + ["--files-from", "list", "--output-directory", "."])
    #expect(text.contains("in/0.png would become ./\(name), which the batch itself needs"))
    #expect(try folder.data("plan.json") == Data(plan.utf8))
  }

  @Test(arguments: [
    ("in/0.png\ta\nin/0.png\tb\n", "listed twice"), ("in/0.png\ta\nin/1.png\ta\n", "out/a.jpg"),
    ("in/0.png\u{0}\n", "line 1"), ("in/0.png\n\tx\n", "line 2"), ("in/0.png\na\t../b\n", "line 2"),
    ("in/0.png\n./in/0.png\n", "out/0.jpg"), (String(repeating: "x", count: 5000), "line 1"),
  ])
  func `come of lists`(_ list: String, _ place: String) throws {
    let folder = try BatchFolder(2)
    try folder.write(list, to: "list")
    let line = ["--plan", "plan.json", "--output-directory", "out", "--manifest", "m.jsonl", "--files-from", "list"]
    #expect(try refusal(folder, line).contains(place))
  }

  @Test func `come of lists without inputs, as of files that cannot be read`() throws {
    let folder = try BatchFolder(0)
    try folder.write("\n\n", to: "list")
    let line = ["--plan", "plan.json", "--output-directory", "out", "--manifest", "m.jsonl"]
    #expect(try refusal(folder, line + ["--files-from", "list"], status: 3).contains("there are no inputs"))
    #expect(try refusal(folder, line + ["--files-from", "none"], status: 3).contains("none: "))
    #expect(try refusal(folder, line + ["in"]).contains("--recursive"))
    #expect(try refusal(folder, line).contains("there is no input"))
  }
}
