import HeadroomBatch
import HeadroomContainers
import Testing

@Suite("Records of a manifest") struct ManifestRecordTests {
  @Test(arguments: [ManifestRecord.Status.ok, .failed, .skipped])
  func `are read as they were written`(_ status: ManifestRecord.Status) throws {
    let record = ManifestRecord.sample("a/b.heic", status)
    let line = record.line
    #expect(line.last == UInt8(ascii: "\n") && line.dropLast().firstIndex(of: UInt8(ascii: "\n")) == nil)
    #expect(try ManifestRecord(line: Array(line.dropLast())) == record)
  }

  @Test func `have the keys of the manifest in their order`() throws {
    guard case .object(let members) = ManifestRecord.sample("a").json else {
      Issue.record("no object")
      return
    }
    #expect(
      members.map(\.key) == [
        "schema", "input", "size", "mtimeNs", "inputSHA256", "recipe", "version", "shard", "status", "outputs", "error",
        "attempts", "seconds", "cpuSeconds", "peakBytes", "hdr", "warnings",
      ])
    let short = ManifestRecord(input: "a", recipe: "r", version: "v", status: .ok)
    #expect(
      short.json.description
        == #"{"schema":1,"input":"a","size":null,"mtimeNs":null,"recipe":"r","version":"v","shard":null,"status":"ok","#
        + #""outputs":[],"error":null,"attempts":1,"seconds":0.0,"cpuSeconds":0.0,"peakBytes":0,"hdr":null,"warnings":[]}"#
    )
  }

  /// Names of the system are bytes.
  @Test(arguments: [
    [0x63, 0xE9, 0x2E, 0x6A], [0xFF, 0xFE], Array("a%41b\n\t\"\\".utf8), Array("e\u{301}".utf8),
    Array("\u{E9}".utf8), [0xF4, 0x8F, 0xBA, 0x80], [0xF4, 0x8F, 0xBA, 0x80, 0xFF, 0x25], Array("\u{1F600}".utf8),
    Array("\u{202E}\u{7F}\u{E0041}".utf8), [0xED, 0xA0, 0x80], [0x25],
  ])
  func `keep every byte of a name`(_ bytes: [UInt8]) throws {
    let name = SystemPath.string(bytes)
    var record = ManifestRecord.sample(name)
    record.outputs = [.sample(name)]
    let line = record.line.dropLast()
    let read = try ManifestRecord(line: Array(line))
    #expect(SystemPath.bytes(read.input) == bytes)
    #expect(read.outputs.map { SystemPath.bytes($0.path) } == [bytes])
    // The project's reader of whole documents is as content with it.
    _ = try JSONValue(parsing: Array(line))
  }

  @Test(arguments: [
    "", "{", "[]", "1", "null", "nul", "{}", #"{"schema":1}"#, #"{"schema":1,"input":"a"}"#,
    #"{"schema":"1","input":"a"}"#,
    #"{"schema":1,"input":"a","status":"done"}"#, #"{"schema":1,"input":1,"status":"ok"}"#,
    #"{"schema":1,"input":"a\u0000","status":"ok"}"#, #"{"schema":1,"input":"a","status":"ok"} x"#,
    #"{"schema":1,"input":"a","status":"ok",}"#, #"{"schema":1,"input":"a" "status":"ok"}"#,
    #"{"schema":1,"input":"a\ud800","status":"ok"}"#, #"{"schema":1,"input":"a\x","status":"ok"}"#,
    #"{"schema":1,"input":"a\"#,
    #"{"schema":1,"input":"a","status":"ok","size":1.5}"#, #"{"schema":1,"input":"a","status":"ok","size":1e9}"#,
    #"{"schema":1,"input":"a","status":"ok","size":9223372036854775808}"#,
    #"{"schema":1,"input":"a","status":"ok","seconds":NaN}"#, #"{"schema":1,"input":"a","status":"ok","seconds":-1}"#,
    #"{"schema":1,"input":"a","status":"ok","seconds":1e999}"#,
    #"{"schema":1,"input":"a","status":"ok","seconds":"1"}"#,
    #"{"schema":1,"input":"a","status":"ok","seconds":01}"#, #"{"schema":1,"input":"a","status":"ok","seconds":1.}"#,
    #"{"schema":1,"input":"a","status":"ok","peakBytes":-1}"#, #"{"schema":1,"input":"a","status":"ok","outputs":{}}"#,
    #"{"schema":1,"input":"a","status":"ok","outputs":[{}]}"#, #"{"schema":1,"input":"a","status":"ok","outputs":[1]}"#,
    #"{"schema":1,"input":"a","status":"failed","error":{"class":"odd"}}"#,
    #"{"schema":1,"inputPercentEncoded":"%0","status":"ok"}"#,
    #"{"schema":1,"inputPercentEncoded":"%00","status":"ok"}"#,
    #"{"schema":1,"input":"a","status":"ok","x":tru}"#, #"{"schema":1,"input":"a","status":"ok","x":"\"#,
    "{\"schema\":1,\"input\":\"a\nb\",\"status\":\"ok\"}",
  ])
  func `are no other texts`(_ text: String) {
    let error = #expect(throws: RecordProblem.self) { try ManifestRecord(line: Array(text.utf8)) }
    #expect(error?.reason.hasPrefix("no ") == true, "\(error?.reason ?? "")")
  }

  @Test func `of another schema say so, whatever their keys mean`() {
    let error = #expect(throws: RecordProblem.self) {
      try ManifestRecord(line: Array(#"{"schema":2,"input":{"path":"a"}}"#.utf8))
    }
    #expect(error?.reason == "a record of schema 2; this version reads schema 1")
  }

  @Test func `are bytes of UTF-8, not nested without end`() {
    let wrong = Array(#"{"schema":1,"status":"ok","input":"a"#.utf8) + [0xFF] + Array("\"}".utf8)
    #expect(throws: RecordProblem.self) { try ManifestRecord(line: wrong) }
    for pair in [("[", "]"), (#"{"a":"#, "}")] {
      let deep = String(repeating: pair.0, count: 200_000) + "1" + String(repeating: pair.1, count: 200_000)
      #expect(throws: RecordProblem.self) {
        try ManifestRecord(line: Array(#"{"schema":1,"input":"a","status":"ok","x":\#(deep)}"#.utf8))
      }
    }
  }

  @Test func `may have more keys, other spaces and any order`() throws {
    let text =
      #" { "status" : "ok","later":[{"a":[1,-2.5e+3,true,false,null,"\u00e9\ud83d\ude00"]}, {}, [] ],"# + "\t"
      + #""inputPercentEncoded":null,"input":"\u0061\/b","schema":1, "mtimeNs":-9223372036854775808} "#
    let record = try ManifestRecord(line: Array(text.utf8))
    #expect(record.input == "a/b" && record.status == .ok && record.mtimeNs == .min)
    #expect(record.size == nil && record.outputs.isEmpty && record.seconds == 0)
  }

  /// Every cut of a record is a torn line, and every changed byte a record or a problem.
  @Test func `damaged anywhere are problems or records, never a trap`() {
    let line = Array(ManifestRecord.sample("a/\u{E9}.heic", .failed).line.dropLast())
    for end in line.indices {
      #expect(throws: RecordProblem.self) { try ManifestRecord(line: Array(line[..<end])) }
    }
    for place in line.indices {
      for byte in [0, 0x22, 0x2C, 0x30, 0x5C, 0x7B, 0x7D, 0xFF] as [UInt8] {
        var changed = line
        changed[place] = byte
        _ = try? ManifestRecord(line: changed)
      }
    }
  }
}
