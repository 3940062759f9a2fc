import Foundation
import Testing

/// Plans and lists that are wrong: one sentence with the place, exit code 2, and nothing written.
@Suite("Plans of batches")
struct BatchPlanTests {
  private func refusal(_ plan: String, inputs: [String] = ["in", "--recursive"]) throws -> String {
    let folder = try BatchFolder(2, plan: plan)
    let result = try folder.run(inputs: inputs)
    #expect(result.status == 2, "\(result.errors)")
    #expect(result.errorLines.count == 1)
    #expect(folder.files().isEmpty)
    #expect(try folder.records().isEmpty)
    return result.errors
  }

  @Test(arguments: [
    (#"{"schema":1,"outputs":[{"name":"{stem}.jpg"},{"name":"b.jpg","quality":300}]}"#, "$.outputs[1].quality"),
    (#"{"schema":1,"outputs":[{"name":"{stem}.jpg","qualty":3}]}"#, "$.outputs[0].qualty"),
    (#"{"schema":1,"outputs":[{"name":"{stem}.jpg","strip":["gps","us"]}]}"#, "$.outputs[0].strip[1]"),
    (#"{"schema":1,"outputs":[{"quality":3}]}"#, "$.outputs[0].name"),
    (#"{"schema":1,"outputs":[{"name":"{stm}.jpg"}]}"#, "$.outputs[0].name"),
    (#"{"schema":1,"outputs":[{"name":"../{stem}.jpg"}]}"#, "$.outputs[0].name"),
    (#"{"schema":1,"outputs":[{"name":"/tmp/{stem}.jpg"}]}"#, "$.outputs[0].name"),
    (#"{"schema":1,"outputs":[{"name":"{stem}.jpg"},{"name":"{stem}.{ext}","format":"jpeg"}]}"#, "$.outputs[1].name"),
    (#"{"schema":1,"outputs":[{"name":"{stem}"}]}"#, "'format' is missing"),
    (#"{"schema":1,"outputs":[{"name":"{stem}.png","quality":3}]}"#, "$.outputs[0]"),
    (#"{"schema":1,"outputs":[{"name":"{stem}.jpg","size":64,"resize":"9x9"}]}"#, "$.outputs[0].size"),
    (#"{"schema":1,"outputs":[{"name":"{stem}.jpg","keepMetadata":true}]}"#, "$.outputs[0].keepMetadata"),
    (#"{"schema":1,"outputs":[{"name":"{stem}.jpg","filters":["CINope"]}]}"#, "plan.json: $.outputs[0]"),
    (#"{"schema":1,"outputs":[]}"#, "$.outputs"), (#"{"schema":1,"output":[]}"#, "did you mean 'outputs'"),
    (#"{"schema":2,"outputs":[{"name":"{stem}.jpg"}]}"#, "$.schema"), (#"{"outputs":[]}"#, "'schema' is missing"),
    ("[]", "$: expected an object"), ("{", "line 1"), ("", "line 1"),
  ])
  func `are refused with the place of the mistake`(_ plan: String, _ place: String) throws {
    #expect(try refusal(plan).contains(place))
  }

  @Test func `give no two inputs one output, and replace no input`() throws {
    let same = try refusal(#"{"schema":1,"outputs":[{"name":"same.jpg"}]}"#)
    #expect(same.contains("in/0.png and in/1.png would both become out/same.jpg"))
    let folder = try BatchFolder(1, plan: #"{"schema":1,"outputs":[{"name":"{name}"}]}"#)
    let result = try Headroom.run(
      ["batch", "--plan", "plan.json", "--output-directory", "in", "--manifest", "m", "in/0.png", "--overwrite"],
      in: folder.scratch.folder)
    #expect(result.status == 2)
    #expect(try folder.data("in/0.png") == Data(BatchFolder.picture.bytes))
  }

  @Test func `drive by a list with stems, which may make folders`() throws {
    let folder = try BatchFolder(3)
    try folder.write("in/0.png\tlib/a/zero\nin/1.png\r\n\nin/2.png\n", to: "list")
    #expect(try folder.run(inputs: ["--files-from", "list"]).status == 0)
    #expect(
      folder.files() == ["1-s.png", "1.jpg", "2-s.png", "2.jpg", "lib/a/zero-s.png", "lib/a/zero.jpg"])
  }

  @Test(arguments: ["in/0.png\t../x\n", "in/0.png\t/x\n", "in/0.png\t\n", "\tx\n", "in/0.png\ta//b\n", "-\n"])
  func `refuse lists that leave the folder`(_ list: String) throws {
    let folder = try BatchFolder(1)
    try folder.write(list, to: "list")
    #expect(try folder.run(inputs: ["--files-from", "list"]).status == 2)
    #expect(folder.files().isEmpty)
  }

  @Test func `take names of any bytes`() throws {
    let folder = try BatchFolder(0)
    let line = """
      printf '%s\\0' $'in/a\\nb.png' $'in/\\xff\\xfe.png' $'in/e\\xcc\\x81.png' $'in/\\xc3\\xa9.png' > list
      while IFS= read -r -d '' name; do cp one.png "$name"; done < list
      "$H" batch --plan plan.json --files-from list --null --output-directory out --manifest m.jsonl; echo $?
      "$H" batch --plan plan.json --files-from list --null --output-directory out --manifest m.jsonl --resume; echo $?
      find out -type f -print0 | tr -dc '\\0' | wc -c
      """
    _ = try folder.scratch.write(BatchFolder.picture.bytes, to: "one.png")
    let result = try Shell.run(line, in: folder.scratch.folder)
    #expect(result.lines == ["0", "0", "8"], "\(result.errors)")
    let records = try folder.records()
    #expect(records.count == 4)
    #expect(records.contains { $0["inputPercentEncoded"] as? String == "in/%FF%FE.png" })
  }
}
