import Foundation
import Testing

/// Signals, disks, and other processes beside a batch.
@Suite("Ends of batches")
struct BatchEndingTests {
  /// A plan that takes some tenths of a second for an input.
  private static let slow = #"{"schema":1,"outputs":[{"name":"{stem}.png","resize":"4000x4000"}]}"#

  private func signalled(_ signals: String) throws -> (folder: BatchFolder, result: Shell.Result) {
    let folder = try BatchFolder(30, plan: Self.slow)
    // A shell lets its background processes ignore SIGINT.
    let line = """
      python3 - "$H" <<'END'
      import signal, subprocess, sys, time
      line = [sys.argv[1]] + "batch --plan plan.json in -r --output-directory out --manifest m.jsonl --jobs 2".split()
      child = subprocess.Popen(line, stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
      time.sleep(0.6)
      start = time.time()
      for name in "\(signals)".split():
        child.send_signal(getattr(signal, name))
        time.sleep(0.02)
      status = child.wait()
      print(status, time.time() - start < 10)
      END
      """
    return (folder, try Shell.run(line, in: folder.scratch.folder))
  }

  @Test(arguments: [("SIGTERM", "143"), ("SIGINT", "130"), ("SIGINT SIGINT", "130"), ("SIGHUP", "129")])
  func `come soon after a signal, with a manifest that is whole`(_ signals: String, _ status: String) throws {
    let (folder, result) = try signalled(signals)
    #expect(result.lines == ["\(status) True"], "\(result.errors)")
    let records = try folder.records()
    #expect(records.count < 30 && records.allSatisfy { $0.status == "ok" })
    for output in records.flatMap(\.outputs) {
      #expect(try folder.data(output["path"] as? String ?? "").count == output["bytes"] as? Int)
    }
    #expect(folder.files().allSatisfy { !$0.hasPrefix(".") })
  }

  @Test func `come to an input that takes too long`() throws {
    let folder = try BatchFolder(1, plan: Self.slow)
    let result = try folder.run("--timeout", "0.02", "--retry", "0")
    #expect(result.status == 75, "\(result.errors)")
    #expect(try folder.records().first?.failureKind == "transient timeout")
    #expect(folder.files().isEmpty)
  }

  @Test func `are not those of a run beside, which has the manifest`() throws {
    let folder = try BatchFolder(1)
    try folder.write("", to: "m.jsonl")
    let line = """
      flock m.jsonl "$H" batch --plan plan.json in -r --output-directory out --manifest m.jsonl; echo $?
      """
    let result = try Shell.run(line, in: folder.scratch.folder)
    #expect(result.lines == ["75"], "\(result.errors)")
  }

  @Test func `share a list by claims`() throws {
    let folder = try BatchFolder(230)
    let line = """
      run() {
        "$H" batch --plan plan.json in -r --output-directory out --manifest $1.jsonl --claim c --jobs 1 --quiet; echo $?
      }
      run a & run b & wait; run c
      """
    let result = try Shell.run(line, in: folder.scratch.folder)
    #expect(result.lines == ["0", "0", "0"], "\(result.errors)")
    let names = try ["a", "b", "c"].flatMap { try folder.records("\($0).jsonl") }.compactMap { $0["input"] as? String }
    #expect(names.count == 230 && Set(names).count == 230)
    #expect(folder.files().count == 460)
    try folder.write("in/0.png\n", to: "list")
    #expect(try folder.run("--claim", "c", inputs: ["--files-from", "list"]).status == 2)
    #expect(try folder.run("--claim", "d", "--shard", "0/2").status == 2)
  }

  @Test(arguments: [
    ["--shard", "0/0"], ["--shard", "2/2"], ["--shard", "x"], ["--shard", "auto"], ["--shards", "3"],
    ["--jobs", "0"], ["--timeout", "0"], ["--tolerate", "-1"], ["--tolerate", "101%"],
    ["--overwrite", "--skip-existing"],
  ])
  func `come at once where the command line is wrong`(_ options: [String]) throws {
    let folder = try BatchFolder(1)
    let result = try folder.run(inputs: ["in", "-r"] + options)
    #expect(result.status == 2, "\(result.errors)")
    #expect(try folder.files().isEmpty && folder.records().isEmpty)
  }

  @Test func `know the shard from the environment`() throws {
    let folder = try BatchFolder(9)
    let engines = [
      "JOB_COMPLETION_INDEX=1 HEADROOM_SHARDS=2",
      "SLURM_ARRAY_TASK_ID=4 SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_COUNT=2",
    ]
    for (number, names) in engines.enumerated() {
      let files = "--output-directory o\(number) --manifest \(number).jsonl"
      let line = "\(names) \"$H\" batch --plan plan.json in -r \(files) --shard auto; echo $?"
      #expect(try Shell.run(line, in: folder.scratch.folder).lines == ["0"])
      #expect(try folder.records("\(number).jsonl").allSatisfy { $0["shard"] as? String == "1/2" })
    }
    #expect(folder.files("o0") == folder.files("o1"))
  }
}
