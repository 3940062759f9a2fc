import Foundation
import Testing

/// `batch simulate`: its answer's form, its limits, and numbers that have to be right by what they mean.
@Suite("Batch simulate")
struct BatchSimulateTests {
  private static func record(_ input: Int, _ seconds: Double, _ status: String = "ok") -> String {
    #"{"schema":1,"input":"\#(input)","status":"\#(status)","seconds":\#(seconds),"cpuSeconds":\#(seconds)}"# + "\n"
  }

  /// A hundred inputs of two seconds each.
  private static let even = (0..<100).map { record($0, 2) }.joined()

  private func simulated(_ manifest: String = Self.even, _ options: String) throws -> Headroom.Result {
    let scratch = try Scratch()
    _ = try scratch.write(Array(manifest.utf8), to: "m.jsonl")
    let words = options.split(separator: " ").map(String.init)
    return try Headroom.run(["batch", "simulate", "--manifest", "m.jsonl"] + words, in: scratch.folder)
  }

  private func answer(_ options: String) throws -> [String: Any] {
    let result = try simulated(Self.even, options + " --json")
    #expect(result.status == 0, "\(result.errors)")
    return try result.object()
  }

  @Test func `print these members in this order`() throws {
    let result = try simulated(Self.even, "--inputs 1000 --nodes 2 --cores 5 --price 3 --chunk 10 --json")
    #expect(result.status == 0 && result.errors.isEmpty)
    // Ten chunks for each core: 20 s each, and what a process takes to start.
    let hours = 10 * 20.05 / 3600
    let answer = try result.object()
    let times = try #require(answer["hours"] as? [String: Double])
    #expect(Set(answer.keys) == ["schema", "hours", "machineHours", "cost", "bestChunk", "lostInputs"])
    #expect(Set(times.keys) == ["p50", "p90"])
    #expect(result.text.hasPrefix(#"{"schema":1,"hours":{"p50":"#) && result.lines.count == 1)
    #expect(abs((times["p50"] ?? 0) - hours) < 1e-9 && times["p90"] == times["p50"])
    #expect(abs((answer["machineHours"] as? Double ?? 0) - 2 * hours) < 1e-9)
    #expect(abs((answer["cost"] as? Double ?? 0) - 6 * hours) < 1e-9)
    #expect(answer["bestChunk"] as? Int == 10 && answer["lostInputs"] as? Double == 0)
    #expect(try self.answer("--inputs 5 --nodes 1 --cores 1")["cost"] is NSNull)
  }

  @Test func `print lines for people`() throws {
    let result = try simulated(Self.even, "--inputs 1000 --nodes 2 --cores 5 --price 3 --chunk 10")
    #expect(
      result.text == """
        200.50 s; 9 of 10 times no more than 200.50 s
        0.11 machine hours, 0.33 of money
        chunks of 10 inputs
        0.00 inputs begun in vain on machines that die

        """)
  }

  @Test func `are the same for the same seed, and others for another`() throws {
    let options = "--inputs 20k --nodes 8 --cores 4 --mtbf 30m --startup 60s --seed"
    let texts = try [1, 1, 2].map { try simulated(Self.even, "\(options) \($0) --json").text }
    #expect(texts[0] == texts[1] && texts[0] != texts[2])
  }

  @Test func `take longer where machines start slowly, die, or redo chunks`() throws {
    func hours(_ options: String) throws -> Double {
      (try answer("--inputs 20k --nodes 8 --cores 4 --chunk 100 \(options)")["hours"] as? [String: Double])?["p50"] ?? 0
    }
    let plain = try hours("")
    #expect(abs(try hours("--startup 1h") - plain - 1) < 1e-9)
    let dying = try hours("--mtbf 10m --startup 2m")
    #expect(dying > plain + 2.0 / 60)
    #expect(try hours("--mtbf 10m --startup 2m --redo-chunks --takeover 60s") > dying)
    let lost = try answer("--inputs 20k --nodes 8 --cores 4 --mtbf 10m")["lostInputs"] as? Double ?? 0
    #expect(lost > 1)
  }

  @Test(arguments: [
    "--inputs 1G --nodes 3 --cores 7 --chunk 100k --seed 18446744073709551615", "--inputs 1 --nodes 1M --cores 1",
    "--inputs 10 --nodes 1 --cores 1 --mtbf 1s",
    "--inputs 1M --nodes 50 --cores 16 --mtbf 7d --startup 100d --price 0", "--inputs 7 --nodes 1 --cores 1 --chunk 1G",
  ])
  func `answer at the ends of what can be asked`(_ options: String) throws {
    let times = try #require(try answer(options)["hours"] as? [String: Double])
    #expect((times["p50"] ?? -1) > 0 && (times["p90"] ?? -1) >= (times["p50"] ?? 0))
  }

  @Test(arguments: [
    "", "--inputs 5 --nodes 1", "--inputs 0 --nodes 1 --cores 1", "--inputs 5 --nodes 0 --cores 1",
    "--inputs 5 --nodes 1 --cores 0", "--inputs 1T --nodes 1 --cores 1", "--inputs 5 --nodes 1M --cores 1M",
    "--inputs 5 --nodes 1 --cores 1 --mtbf 0", "--inputs 5 --nodes 1 --cores 1 --mtbf 1y",
    "--inputs 5 --nodes 1 --cores 1 --price -1", "--inputs 5 --nodes 1 --cores 1 --chunk 0",
    "--inputs 5 --nodes 1 --cores 1 --seed x", "--inputs 1G --nodes 1 --cores 1 --chunk 1",
    "--inputs 1M --nodes 1 --cores 1 --mtbf 1ms",
    "--inputs 1M --nodes 1 --cores 1 --mtbf 0.01s",
  ])
  func `refuse what makes no sense`(_ options: String) throws {
    let result = try simulated(Self.even, options)
    #expect(result.status == 2 && result.output.isEmpty && result.errorLines.count == 1, "\(result.errors)")
  }

  @Test func `need a manifest with times`() throws {
    let options = "--inputs 5 --nodes 1 --cores 1"
    #expect(try simulated("", options).status == 2)
    #expect(try simulated(Self.record(0, 0), options).status == 2)
    #expect(try simulated(Self.record(0, 3, "skipped"), options).status == 2)
    let result = try simulated(Self.record(0, 3) + "garbage\n", options)
    #expect(result.status == 2 && result.errors.contains("m.jsonl: line 2: "))
    let words = options.split(separator: " ").map(String.init)
    #expect(try Headroom.run(["batch", "simulate", "--manifest", "none"] + words).status == 3)
  }
}
