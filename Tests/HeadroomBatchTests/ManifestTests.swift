import Foundation
import Glibc
import HeadroomBatch
import Testing

@Suite("Manifests") struct ManifestTests {
  private func lines(of path: String) throws -> [ManifestLine] {
    var reader = try LineReader(path: path, longest: ManifestLine.longest)
    var lines: [ManifestLine] = []
    while let line = try reader.next() { lines.append(ManifestLine(line, of: path)) }
    return lines
  }

  private func inputs(of path: String) throws -> [String] {
    var inputs: [String] = []
    try ManifestRecords(of: path, by: nil).forEach { record in
      record.input
    } _: { input in
      inputs.append(input)
    }
    return inputs
  }

  @Test func `have a line for each record of several threads`() async throws {
    let folder = try BatchFolder()
    let writer = try ManifestWriter(path: folder.file("m.jsonl"))
    try await withThrowingTaskGroup { group in
      for thread in 0..<8 {
        group.addTask { for number in 0..<25 { try writer.append(.sample("\(thread)-\(number)")) } }
      }
      try await group.waitForAll()
    }
    let found = try inputs(of: folder.file("m.jsonl"))
    #expect(Set(found).count == 200 && found.count == 200)
  }

  @Test(arguments: [true, false]) func `are read by several threads in their order`(_ isParallel: Bool) throws {
    let folder = try BatchFolder()
    let path = folder.file("m.jsonl")
    let lines = (0..<20_000).map { ManifestRecord.sample("\($0)").line }
    func read(_ bytes: [UInt8]) throws -> (inputs: [String], isTorn: Bool, problem: BatchError?) {
      try Data(bytes).write(to: URL(filePath: path))
      var inputs: [String] = []
      do throws(BatchError) {
        let perform: ManifestRecords.Perform = { count, body in
          DispatchQueue.concurrentPerform(iterations: count) { body($0) }
        }
        let isTorn = try ManifestRecords(of: path, by: isParallel ? perform : nil).forEach { record in
          record.input.hasSuffix("7") ? nil : record.input
        } _: { input in
          inputs.append(input)
        }
        return (inputs, isTorn, nil)
      } catch {
        return (inputs, false, error)
      }
    }
    let wanted = (0..<20_000).filter { $0 % 10 != 7 }.map(String.init)
    let whole = try read(Array(lines.joined()))
    #expect(whole.inputs == wanted && !whole.isTorn && whole.problem == nil)
    let torn = try read(Array(lines.joined().dropLast(5)))
    #expect(torn.inputs == wanted.dropLast() && torn.isTorn)
    // The first line that is no record ends it, whichever thread reads it.
    let broken = Array(lines[..<10_001].joined()) + Array("garbage\n".utf8) + Array(lines[10_001...].joined())
    let problem = try read(broken + Array("more\n".utf8))
    #expect(problem.problem?.line == 10_002)
    #expect(problem.inputs == wanted.filter { Int($0)! <= 10_000 })
  }

  @Test func `lose a torn last line at the next start, and nothing else`() throws {
    let folder = try BatchFolder()
    let whole = ManifestRecord.sample("a").line + ManifestRecord.sample("b").line
    let next = ManifestRecord.sample("c").line
    for cut in [1, 5, 22, 23, 24, 100, next.count - 1] {
      let path = folder.file("m.jsonl")
      try Data(whole + next[..<cut]).write(to: URL(filePath: path))
      #expect(try inputs(of: path) == ["a", "b"])
      try ManifestWriter(path: path).append(.sample("d"))
      #expect(try inputs(of: path) == ["a", "b", "d"])
      #expect(try folder.bytes("m.jsonl").starts(with: whole))
    }
    // A power failure may leave the length of a line without its bytes.
    let path = folder.file("z.jsonl")
    try Data(whole + [UInt8](repeating: 0, count: 100_000)).write(to: URL(filePath: path))
    _ = try ManifestWriter(path: path)
    #expect(try folder.bytes("z.jsonl") == whole)
  }

  @Test func `are no other files, which stay as they are`() throws {
    let folder = try BatchFolder()
    for text in ["a photo", "a list\nwithout a last feed", #"{"schema":2,"input":""#, "\u{0}\u{1}"] {
      let path = try folder.write(text, "other")
      let error = #expect(throws: BatchError.self) { _ = try ManifestWriter(path: path) }
      #expect(error?.kind == .usage)
      #expect(try folder.text("other") == text)
    }
    for path in [folder.path, folder.file("none/m.jsonl"), "/dev/null", ""] {
      let error = #expect(throws: BatchError.self) { _ = try ManifestWriter(path: path) }
      #expect(error?.kind == .output, "\(path)")
    }
  }

  @Test func `are written by one at a time`() throws {
    let folder = try BatchFolder()
    let path = folder.file("m.jsonl")
    do {
      let first = try ManifestWriter(path: path)
      let error = #expect(throws: BatchError.self) { _ = try ManifestWriter(path: path) }
      #expect(error?.kind == .busy)
      try first.append(.sample("a"))
    }
    try ManifestWriter(path: path).append(.sample("b"))
    #expect(try inputs(of: path) == ["a", "b"])
  }

  @Test func `name lines that are no records and go on behind them`() throws {
    let folder = try BatchFolder()
    let a = String(decoding: ManifestRecord.sample("a").line, as: UTF8.self)
    let path = try folder.write(
      a + "garbage\n\n" + #"{"schema":7,"input":"a"}"# + "\n" + a + "{\"schema\":1", "m.jsonl")
    let found = try lines(of: path).map { line in
      switch line {
      case .record(let record, let number): "\(number) \(record.input)"
      case .problem(let problem): problem.description.replacing(folder.path + "/", with: "")
      case .torn(let number): "\(number) torn"
      }
    }
    #expect(
      found == [
        "1 a", "m.jsonl: line 2: no JSON: this begins no value (byte 1 of the line)",
        "m.jsonl: line 3: no JSON: it ends where a value is due (byte 1 of the line)",
        "m.jsonl: line 4: a record of schema 7; this version reads schema 1", "5 a", "6 torn",
      ])
    let error = #expect(throws: BatchError.self) { try inputs(of: path) }
    #expect(error?.line == 2 && error?.kind == .usage)
  }

  @Test func `end in what is left of a record, or are other files`() throws {
    let folder = try BatchFolder()
    let line = ManifestRecord.sample("a").line
    for end in 1..<line.count {
      let path = folder.file("torn.jsonl")
      try Data(line + line[..<end]).write(to: URL(filePath: path))
      #expect(try inputs(of: path) == ["a"])
    }
    for text in ["{\"schema\":1,\"outputs\":[]}", "a photo", "["] {
      let error = #expect(throws: BatchError.self) { try inputs(of: folder.write(text, "plan.json")) }
      #expect(error?.line == 1 && error?.kind == .usage)
    }
  }

  @Test func `may have lines of any length`() throws {
    let folder = try BatchFolder()
    let long = String(repeating: "x", count: ManifestLine.longest + 1)
    let a = String(decoding: ManifestRecord.sample("a").line, as: UTF8.self)
    let found = try lines(of: try folder.write(a + long + "\n" + a, "m.jsonl"))
    #expect(found.count == 3)
    guard case .problem(let problem) = found[1] else {
      Issue.record("the long line is no problem")
      return
    }
    #expect(problem.line == 2 && problem.text.contains("16 MiB"))
  }

  @Test func `that cannot be read say why`() throws {
    let folder = try BatchFolder()
    for path in [folder.file("none"), folder.path, ""] {
      let error = #expect(throws: BatchError.self) { try inputs(of: path) }
      #expect(error?.kind == .input)
    }
  }

  /// The limit of a file's size stands for the disk's end.
  @Test func `end as before where a record does not fit`() async throws {
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      let folder = try BatchFolder()
      let writer = try ManifestWriter(path: folder.file("m.jsonl"))
      try writer.append(.sample("a"))
      let before = try folder.bytes("m.jsonl")
      var limit = rlimit(rlim_cur: rlim_t(before.count + 100), rlim_max: rlim_t.max)
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let error = #expect(throws: BatchError.self) { try writer.append(.sample("b")) }
      #expect(error?.kind == .output)
      #expect(try folder.bytes("m.jsonl") == before)
      limit.rlim_cur = rlim_t.max
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      try writer.append(.sample("c"))
      #expect(try folder.bytes("m.jsonl") == before + ManifestRecord.sample("c").line)
    }
  }
}
