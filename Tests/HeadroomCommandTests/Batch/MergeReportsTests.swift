import Foundation
import Testing

/// `merge-reports`: what manifests say together, and whether that is success.
@Suite("Merge-reports")
struct MergeReportsTests {
  /// A line as a run writes it.
  private func line(_ input: String, _ status: String = "ok", _ more: String = "") -> String {
    let error =
      status == "failed"
      ? #"{"class":"permanent","code":"broken","message":"m","part":null,"offset":null}"# : "null"
    let outputs =
      status == "failed"
      ? "[]"
      : #"[{"path":"o/\#(input)","bytes":250,"sha256":"","width":1,"height":1,"format":"jpeg","hdr":"gainMap","headroom":2}]"#
    return #"{"schema":1,"input":"\#(input)","size":1000,"mtimeNs":1,"recipe":"r","version":"1","shard":null,"#
      + #""status":"\#(status)","outputs":\#(outputs),"error":\#(error),"attempts":1,"seconds":0.5,"cpuSeconds":0.25,"#
      + #""peakBytes":1,"hdr":{"in":"gainMap","inHeadroom":4,"lost":false},"warnings":[]\#(more)}"# + "\n"
  }

  private func merged(_ manifests: [String], _ options: String...) throws -> Headroom.Result {
    let scratch = try Scratch()
    for (number, text) in manifests.enumerated() { _ = try scratch.write(Array(text.utf8), to: "\(number).jsonl") }
    _ = try scratch.write(Array("a\tstem\nb\nc\n\nc\n".utf8), to: "list")
    _ = try scratch.write(Array("a\0b\0".utf8), to: "list0")
    let names = manifests.indices.map { "\($0).jsonl" }
    return try Headroom.run(["merge-reports"] + names + options, in: scratch.folder)
  }

  @Test func `print these members in this order`() throws {
    let manifests = [line("a", "failed") + line("b"), line("a") + line("d", "failed")]
    let result = try merged(manifests, "--files-from", "list", "--json")
    #expect(result.status == 1 && result.errors.isEmpty)
    #expect(
      result.text
        == #"{"schema":1,"inputs":4,"ok":2,"failed":1,"skipped":0,"missing":1,"duplicates":1,"byError":{"broken":1},"#
        + #""bytesIn":3000,"bytesOut":500,"seconds":1.5,"cpuSeconds":0.75,"filesPerSecond":2.0,"#
        + #""hdr":{"kept":2,"made":0,"sdr":0,"lost":0}}"# + "\n")
  }

  @Test func `print lines for people`() throws {
    let result = try merged([line("a", "failed") + line("b") + line("a", "failed")], "--files-from", "list")
    #expect(result.status == 1)
    #expect(
      result.text == """
        3 inputs: 1 ok, 1 failed, 0 skipped, 1 missing
          1 failed: broken
          missing: c
        1 older records of the same inputs do not count
        2000 bytes became 250 bytes
        1.00 s, of processors 0.50 s; 2.00 files a second and worker
        HDR: 1 kept, 0 made, 0 lost; 0 SDR

        """)
  }

  @Test func `succeed where nothing failed and nothing is missing`() throws {
    #expect(try merged([line("a"), line("b"), line("c")], "--files-from", "list").status == 0)
    #expect(try merged([line("a", "failed"), line("a", "skipped")]).status == 0)
    #expect(try merged([line("a"), line("a", "failed")]).status == 1)
    #expect(try merged([line("a")], "--files-from", "list").status == 1)
    #expect(try merged([line("a") + line("b")], "--files-from", "list0", "--null").status == 0)
    #expect(try merged([""]).status == 0)
    #expect(try merged([line("a", "ok", #","later":{"key":[1,"x"]}"#)]).status == 0)
  }

  @Test func `pass over a torn last line, and say so`() throws {
    let result = try merged([line("a") + line("b").prefix(60)], "--json")
    #expect(result.status == 0)
    #expect(try result.object()["inputs"] as? Int == 1)
    #expect(result.errors == "headroom: 0.jsonl: warning: its last line is unfinished and does not count\n")
  }

  @Test(arguments: [
    ("garbage\n", "line 2"), (#"{"schema":2,"input":"a","status":"ok"}"# + "\n", "schema 2"),
    ("[]\n", "line 2"), ("\n", "line 2"), (#"{"schema":1,"input":"a"}"# + "\n", "'status'"),
    (#"{"schema":1,"input":"a","status":"fine"}"# + "\n", "'status'"),
    (#"{"schema":1,"input":"a","status":"ok","seconds":-1}"# + "\n", "'seconds'"),
  ])
  func `name the line that is no record`(_ text: String, _ place: String) throws {
    for options in [[], ["--json"]] {
      let scratch = try Scratch()
      _ = try scratch.write(Array((line("x") + text + line("y")).utf8), to: "0.jsonl")
      let result = try Headroom.run(["merge-reports", "0.jsonl"] + options, in: scratch.folder)
      #expect(result.status == 2 && result.output.isEmpty)
      #expect(result.errorLines.count == 1 && result.errors.contains(place), "\(result.errors)")
    }
  }

  @Test func `refuse what is not there`() throws {
    #expect(try Headroom.run("merge-reports").status == 2)
    #expect(try Headroom.run("merge-reports", "none.jsonl").status == 3)
    #expect(try merged([line("a")], "--files-from", "none").status == 3)
    #expect(try merged([line("a")], "--null").status == 2)
    #expect(try Headroom.run("merge-reports", "-", "-").status == 2)
    #expect(try Headroom.run("merge-reports", "-", input: Data(line("a").utf8)).status == 0)
  }
}
