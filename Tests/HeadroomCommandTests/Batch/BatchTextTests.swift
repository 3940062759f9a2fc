import Foundation
import Testing

/// What a batch says of itself, to the letter: numbers that differ from run to run stand as `N`.
@Suite("Texts of batches")
struct BatchTextTests {
  /// Two inputs, a damaged one and one that is missing.
  private func folder() throws -> BatchFolder {
    let folder = try BatchFolder(2, plan: #"{"schema":1,"outputs":[{"name":"{stem}.png","resize":"16x16"}]}"#)
    try Data(BatchFolder.picture.bytes.prefix(3000)).write(to: folder.scratch.file("in/broken.png"))
    try folder.write("in/0.png\nin/1.png\nin/broken.png\nin/none.png\nin/1.png\n", to: "list")
    return folder
  }

  private static let inputs = ["--files-from", "list", "--jobs", "1", "--retry", "0"]

  /// Numbers of the places that are given, and digests, as `N`.
  private func masked(_ text: String, after places: [String]) throws -> String {
    var text = text
    for place in places {
      let expression = try Regex("(\(NSRegularExpression.escapedPattern(for: place)))[0-9.e+-]+")
      text = text.replacing(expression) { "\($0.output[1].substring ?? "")N" }
    }
    return text.replacing(try Regex(#""[0-9a-f]{64}""#), with: "\"N\"")
  }

  @Test func `are a line for each failure, and one of the whole`() throws {
    let folder = try folder()
    let result = try folder.run(inputs: Self.inputs)
    #expect(result.status == 75 && result.output.isEmpty)
    let text = try masked(result.errors, after: ["may pass (--resume tries them again) ("])
    #expect(
      Set(text.split(separator: "\n").prefix(2)) == [
        #"headroom: in/broken.png: IDAT: the file ends inside the picture data; "allowPartial" reads what there is (offset 0xbb8)"#,
        "headroom: in/none.png: cannot be read: no such file",
      ])
    #expect(
      text.split(separator: "\n").dropFirst(2) == [
        "headroom: 1 inputs are listed again and were taken once",
        "headroom: 2 ok, 1 failed, 1 failed that may pass (--resume tries them again) (N s)",
      ])
    let quiet = try folder.run("--resume", "--quiet", inputs: Self.inputs)
    #expect(quiet.errors == "headroom: in/none.png: cannot be read: no such file\n")
    let resumed = try folder.run("--resume", inputs: Self.inputs)
    #expect(
      resumed.errors.contains(
        "headroom: 0 ok, 2 done before, 1 failed, 1 failed that may pass (--resume tries them again) ("))
  }

  @Test func `name every output where that is asked for`() throws {
    let folder = try folder()
    let result = try folder.run("--verbose", inputs: ["in/0.png"])
    #expect(
      try masked(result.errors, after: ["16x12, ", "1 ok ("]) == """
        headroom: in/0.png -> out/0.png: png, 16x12, N KiB
        headroom: 1 ok (N s)

        """)
    let dry = try folder.run("--overwrite", "--dry-run", inputs: ["in/0.png"])
    #expect(dry.text == "headroom: would write out/0.png: png, HDR, itur_2100_PQ, 16 bit\n")
  }

  @Test func `are records, with these members in this order`() throws {
    let folder = try folder()
    _ = try folder.run("--shard", "0/1", "--hash-inputs", inputs: Self.inputs)
    let places = [
      "mtimeNs\":", "\"bytes\":", "\"seconds\":", "cpuSeconds\":", "peakBytes\":", "eadroom\":", "\"version\":\"",
    ]
    let text = try masked(String(decoding: folder.data("m.jsonl"), as: UTF8.self), after: places)
    let size = BatchFolder.picture.bytes.count
    let costs = #""attempts":1,"seconds":N,"cpuSeconds":N,"peakBytes":N"#
    let plan = #""recipe":"N","version":"N","shard":"0/1""#
    func line(_ name: String) -> String? {
      text.split(separator: "\n").first { $0.contains(#""in/\#(name)""#) }.map(String.init)
    }
    #expect(
      line("0.png")
        == #"{"schema":1,"input":"in/0.png","size":\#(size),"mtimeNs":N,"inputSHA256":"N",\#(plan),"status":"ok","outputs":["#
        + #"{"path":"out/0.png","bytes":N,"sha256":"N","width":16,"height":12,"format":"png","hdr":"isoHDR","headroom":N}],"#
        + #""error":null,\#(costs),"hdr":{"in":"isoHDR","inHeadroom":N,"lost":false},"warnings":[]}"#)
    #expect(
      line("broken.png")
        == #"{"schema":1,"input":"in/broken.png","size":3000,"mtimeNs":N,"inputSHA256":"N",\#(plan),"status":"failed","outputs":[],"#
        + #""error":{"class":"permanent","code":"broken","message":"the file ends inside the picture data; "#
        + #"\"allowPartial\" reads what there is","part":"IDAT","offset":3000},"#
        + #"\#(costs),"hdr":{"in":"isoHDR","inHeadroom":N,"lost":false},"warnings":[]}"#)
    #expect(
      line("none.png")
        == #"{"schema":1,"input":"in/none.png","size":null,"mtimeNs":null,\#(plan),"status":"failed","outputs":[],"#
        + #""error":{"class":"transient","code":"unreadable","message":"cannot be read: no such file","part":null,"offset":null},"#
        + #"\#(costs),"hdr":null,"warnings":[]}"#)
  }

  @Test func `are events, of which each input has a first and a last`() throws {
    let folder = try folder()
    let result = try folder.run("--progress", "json", inputs: Self.inputs)
    let events = try masked(result.errors, after: ["\"seconds\":", "\"overall\":", "\"done\":"])
      .split(separator: "\n").filter { $0.hasPrefix("{") }.map(String.init)
    func names(_ name: String) -> String { #""file":"in/\#(name)","filePercentEncoded":null"# }
    for name in ["0.png", "1.png"] {
      let mine = events.filter { $0.contains("in/\(name)") }
      #expect(
        mine == [
          #"{"schema":1,"event":"started",\#(names(name))}"#,
          #"{"schema":1,"event":"progress",\#(names(name)),"share":1.0,"overall":N}"#,
          #"{"schema":1,"event":"finished",\#(names(name)),"done":N,"total":4,"seconds":N,"error":null}"#,
        ])
    }
    #expect(
      events.filter { $0.contains("in/none.png") } == [
        #"{"schema":1,"event":"started",\#(names("none.png"))}"#,
        #"{"schema":1,"event":"failed",\#(names("none.png")),"done":N,"total":4,"seconds":N,"#
          + #""error":"headroom: in/none.png: cannot be read: no such file"}"#,
      ])
    #expect(
      events.last
        == #"{"schema":1,"event":"done","done":N,"failed":2,"written":2,"skipped":0,"leftOut":[],"seconds":N}"#)
  }

  @Test func `tell of outputs what info tells of them`() throws {
    let plan = #"""
      {"schema":1,"outputs":[{"name":"a.png","resize":"32x32"},{"name":"b.jpg"},{"name":"c.webp"},{"name":"d.avif","speed":10}]}
      """#
    let folder = try BatchFolder(1, plan: plan)
    #expect(try folder.run().status == 0)
    let outputs = try #require(try folder.records().first).outputs
    #expect(outputs.count == 4)
    for output in outputs {
      let path = try #require(output["path"] as? String)
      let info = try Headroom.run("info", "--json", path, in: folder.scratch.folder).object()
      let light = try #require(info["hdr"] as? [String: Any])
      #expect(output["hdr"] as? String == light["kind"] as? String)
      #expect(output["headroom"] as? Double == light["contentHeadroom"] as? Double, "\(path)")
      #expect(output["width"] as? Int == info["width"] as? Int && output["height"] as? Int == info["height"] as? Int)
    }
  }
}
