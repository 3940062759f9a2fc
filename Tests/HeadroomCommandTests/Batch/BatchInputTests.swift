import Foundation
import Testing

/// Inputs and outputs that are not what they seem, or do not stay what they are.
@Suite("Inputs of batches")
struct BatchInputTests {
  /// A plan that takes some tenths of a second for an input.
  private static let slow = #"{"schema":1,"outputs":[{"name":"{stem}.png","resize":"4000x4000"}]}"#

  /// Runs a batch over one slow input, and does something to it while it is worked on.
  private func disturbed(_ change: String, _ options: String = "--retry 0") throws -> (BatchFolder, Shell.Result) {
    let folder = try BatchFolder(1, plan: Self.slow)
    let line = """
      touch -d @1700000000 in/0.png
      "$H" batch --plan plan.json in -r --output-directory out --manifest m.jsonl --progress json \(options) 2> events &
      until grep -q started events; do sleep 0.01; done
      sleep 0.15
      \(change)
      wait $!; echo $?
      """
    return (folder, try Shell.run(line, in: folder.scratch.folder))
  }

  @Test(arguments: [
    ("touch in/0.png", "changed while it was read"), ("rm in/0.png", "went away while it was read"),
    ("truncate -s 100 in/0.png", "changed while it was read"),
    ("cp in/0.png new && mv new in/0.png", "changed while it was read"),
  ])
  func `that change while they are read may pass another time`(_ change: String, _ message: String) throws {
    let (folder, result) = try disturbed(change)
    #expect(result.lines == ["75"], "\(result.errors)")
    let records = try folder.records()
    #expect(records.count == 1 && records[0].failureKind == "transient changed")
    #expect(records[0].failure?["message"] as? String == message)
    #expect(folder.files().isEmpty)
  }

  @Test func `that changed are read again`() throws {
    let (folder, result) = try disturbed("touch in/0.png", "--retry 1")
    #expect(result.lines == ["0"], "\(result.errors)")
    #expect(try folder.records().map { $0["attempts"] as? Int } == [2])
    #expect(try folder.run("--resume").status == 0)
    #expect(try folder.records().count == 1)
  }

  @Test func `that are no files fail for good, and unreadable ones may pass`() throws {
    let folder = try BatchFolder(2)
    // Root reads everything.
    let line = """
      mkdir -p in/shut; cp in/0.png in/shut/2.png; chmod 0 in/shut in/1.png; mkfifo in/pipe.png; chmod 777 .
      as=; [ "$(id -u)" = 0 ] && as="setpriv --reuid=65534 --regid=65534 --clear-groups"
      printf 'in/0.png\\nin/1.png\\nin\\nin/pipe.png\\n/dev/null\\n' > list
      $as "$H" batch --plan plan.json --files-from list --output-directory out --manifest m.jsonl --retry 0; echo $?
      $as "$H" batch --plan plan.json in/shut -r --output-directory o2 --manifest n.jsonl --retry 0; echo $?
      chmod 755 in/shut
      """
    let result = try Shell.run(line, in: folder.scratch.folder)
    #expect(result.lines == ["75", "75"], "\(result.errors)")
    let kinds = try folder.records().map { "\($0["input"] ?? "") \($0.failureKind ?? "ok")" }
    #expect(
      Set(kinds) == [
        "in/0.png ok", "in/1.png transient unreadable", "in permanent unsupported", "in/pipe.png permanent unsupported",
        "/dev/null permanent unsupported",
      ])
    #expect(try folder.records("n.jsonl").map(\.failureKind) == ["transient unreadable"])
  }

  @Test func `are told to be over the limits`() throws {
    let folder = try BatchFolder(1)
    #expect(try folder.run("--max-pixels", "3071").status == 1)
    #expect(try folder.records().map(\.failureKind) == ["permanent overLimit"])
    #expect(try folder.run("--max-pixels", "3072", "--retry-failed-only").status == 0)
  }

  @Test func `are not replaced by their outputs, wherever links lead`() throws {
    let folder = try BatchFolder(2, plan: #"{"schema":1,"outputs":[{"name":"sub/{stem}.png"}]}"#)
    let manager = FileManager.default
    try manager.createDirectory(at: folder.scratch.file("out"), withIntermediateDirectories: true)
    try manager.createSymbolicLink(atPath: folder.scratch.path("out/sub"), withDestinationPath: "../in")
    #expect(try folder.run("--overwrite").status == 1)
    #expect(try folder.records().map(\.failureKind) == ["permanent exists", "permanent exists"])
    for name in ["in/0.png", "in/1.png"] { #expect(try folder.data(name) == Data(BatchFolder.picture.bytes)) }
  }

  @Test func `whose size gives two outputs one name fail for good`() throws {
    let plan = #"{"schema":1,"outputs":[{"name":"{stem}-{width}.png","resize":"16x16"},{"name":"{stem}-16.png"}]}"#
    let folder = try BatchFolder(1, plan: plan)
    #expect(try folder.run("--overwrite").status == 1)
    #expect(try folder.records().map(\.failureKind) == ["permanent settings"])
    #expect(try folder.records()[0].failure?["message"] as? String == "two outputs would become out/0-16.png")
    #expect(folder.files().isEmpty)
  }

  @Test func `whose HDR is lost fail where the plan is strict`() throws {
    let folder = try BatchFolder(1, plan: #"{"schema":1,"outputs":[{"name":"{stem}.webp","strict":true}]}"#)
    #expect(try folder.run().status == 1)
    #expect(try folder.records().map(\.failureKind) == ["permanent hdrLost"])
    #expect(folder.files().isEmpty)
    try folder.write(plan: #"{"schema":1,"outputs":[{"name":"{stem}.webp"}]}"#)
    #expect(try folder.run("--resume").status == 0)
    let light = try folder.records().last?["hdr"] as? [String: Any]
    #expect(light?["lost"] as? Bool == true)
  }
}
