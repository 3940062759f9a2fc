import Foundation
import Testing

/// Going on after whatever happened.
@Suite("Resumed batches")
struct BatchResumeTests {
  @Test func `leave alone what is done, and do again what is not as it was`() throws {
    let folder = try BatchFolder(4)
    #expect(try folder.run().status == 0)
    #expect(try folder.run().status == 2)
    #expect(try folder.run("--resume").status == 0)
    #expect(try folder.records().count == 4)
    try FileManager.default.removeItem(at: folder.scratch.file("out/1.jpg"))
    try Data(count: 9).write(to: folder.scratch.file("out/2-s.png"))
    try Data(FixturePNG(width: 40, height: 20) { x, y in (9, 9, 9) }.bytes).write(to: folder.scratch.file("in/3.png"))
    #expect(try folder.run("--resume").status == 0)
    #expect(try folder.records().count == 7)
    #expect(try folder.data("out/2-s.png").count > 9)
    try folder.write(plan: BatchFolder.plan.replacing("80", with: "70"))
    #expect(try folder.run("--resume").status == 0)
    #expect(try folder.records().count == 11)
  }

  @Test func `try again what may pass, and the rest only after a change`() throws {
    let folder = try BatchFolder(1)
    try folder.write("in/0.png\nin/none.png\nin/broken.png\n", to: "list")
    try Data(BatchFolder.picture.bytes.prefix(3000)).write(to: folder.scratch.file("in/broken.png"))
    let inputs = ["--files-from", "list"]
    #expect(try folder.run(inputs: inputs).status == 75)
    let first = try folder.records()
    #expect(first.compactMap(\.failureKind).sorted() == ["permanent broken", "transient unreadable"])
    #expect(first.first { $0.failureKind == "transient unreadable" }?["attempts"] as? Int == 2)
    #expect(try folder.run("--resume", "--retry", "0", inputs: inputs).status == 75)
    #expect(try folder.records().count == 4)
    try folder.add("none.png")
    // A failure that stays one is a failure of each run.
    #expect(try folder.run("--resume", inputs: inputs).status == 1)
    #expect(try folder.run("--resume", inputs: inputs).status == 1)
    #expect(try folder.run("--resume", "--tolerate", "1", inputs: inputs).status == 0)
    #expect(try folder.run("--resume", "--tolerate", "34%", inputs: inputs).status == 0)
    #expect(try folder.run("--resume", "--tolerate", "33%", inputs: inputs).status == 1)
    #expect(try folder.records().count == 5)
    #expect(try folder.run("--retry-failed-only", inputs: inputs).status == 1)
    #expect(try folder.records().count == 6)
    try folder.add("broken.png")
    #expect(try folder.run("--resume", inputs: inputs).status == 0)
    #expect(try folder.records().count == 7)
    #expect(folder.files().count == 6)
  }

  @Test func `take manifests of other machines`() throws {
    let folder = try BatchFolder(6)
    #expect(try folder.run("--shard", "0/2").status == 0)
    try FileManager.default.moveItem(at: folder.scratch.file("m.jsonl"), to: folder.scratch.file("a.jsonl"))
    let done = try folder.records("a.jsonl").count
    #expect(try folder.run("--resume", "--manifest-in", "a.jsonl").status == 0)
    #expect(try folder.records().count == 6 - done)
    #expect(try folder.run("--manifest-in", "a.jsonl").status == 2)
    #expect(try folder.run("--resume", "--manifest-in", "none.jsonl").status == 3)
  }

  @Test func `cut a torn line off, and keep what is none`() throws {
    let folder = try BatchFolder(2)
    #expect(try folder.run().status == 0)
    let whole = try folder.data("m.jsonl")
    try (whole + Data(#"{"schema":1,"input":"in/"#.utf8)).write(to: folder.scratch.file("m.jsonl"))
    #expect(try folder.run("--resume").status == 0)
    #expect(try folder.data("m.jsonl") == whole)
    for garbage in ["no record\n", #"{"schema":9,"input":"a","status":"ok"}"# + "\n"] {
      let wrong = whole + Data(garbage.utf8) + whole
      try wrong.write(to: folder.scratch.file("m.jsonl"))
      let result = try folder.run("--resume")
      #expect(result.status == 2)
      #expect(result.errors.contains("m.jsonl: line 3"))
      #expect(try folder.data("m.jsonl") == wrong)
    }
  }

  @Test func `lose nothing to kills, and do nothing twice`() throws {
    let folder = try BatchFolder(60)
    let reference = try BatchFolder(60)
    #expect(try reference.run("--quiet").status == 0)
    let line = """
      for round in $(seq 12); do
        "$H" batch --plan plan.json in --recursive --output-directory out --manifest m.jsonl --resume --quiet & child=$!
        sleep 0.0$(( RANDOM % 10 ))$(( RANDOM % 10 )); kill -9 $child; wait $child
      done 2> kills
      "$H" batch --plan plan.json in --recursive --output-directory out --manifest m.jsonl --resume; echo $?
      """
    let result = try Shell.run(line, in: folder.scratch.folder)
    #expect(result.lines == ["0"], "\(result.errors)")
    let records = try folder.records()
    #expect(records.allSatisfy { $0.status == "ok" })
    #expect(Set(records.compactMap { $0["input"] as? String }).count == 60)
    #expect(records.count == 60)
    #expect(folder.files() == reference.files())
    for file in folder.files() { #expect(try folder.data("out/\(file)") == reference.data("out/\(file)")) }
  }

  @Test func `keep what exists where that is asked for`() throws {
    let folder = try BatchFolder(2)
    try FileManager.default.createDirectory(at: folder.scratch.file("out"), withIntermediateDirectories: true)
    for name in ["0.jpg", "0-s.png", "1.jpg"] { try Data([1]).write(to: folder.scratch.file("out/\(name)")) }
    #expect(try folder.run("--quiet").status == 1)
    #expect(try folder.records().allSatisfy { $0.failureKind == "permanent exists" })
    #expect(!folder.files().contains("1-s.png"))
    #expect(try folder.run("--skip-existing").status == 0)
    let records = try folder.records().suffix(2)
    #expect(Set(records.compactMap(\.status)) == ["ok", "skipped"])
    #expect(try folder.data("out/0.jpg") == Data([1]) && folder.data("out/1.jpg") == Data([1]))
    #expect(try folder.run("--overwrite").status == 0)
    #expect(try folder.data("out/1.jpg").count > 1)
    let before = try folder.data("m.jsonl")
    #expect(try folder.run("--dry-run", "--overwrite").lines.count == 4)
    #expect(try folder.data("m.jsonl") == before)
  }
}
