import Foundation
import HeadroomBatch
import HeadroomContainers
import Synchronization
import Testing

@Suite("Claims") struct ClaimTests {
  /// A clock that tests move.
  private final class Clock: Sendable {
    private let now = Mutex(1000.0)
    func pass(_ seconds: Double) { now.withLock { $0 += seconds } }
    var time: @Sendable () -> Double { { self.now.withLock { $0 } } }
  }

  private func claims(_ folder: BatchFolder, _ clock: Clock, count: Int = 250, listing: String = "l") throws -> Claims {
    try Claims(directory: folder.file("claims"), listing: listing, inputCount: count, clock: clock.time)
  }

  private func chunk(_ claims: Claims) throws -> Claims.Chunk {
    guard case .chunk(let chunk) = try claims.next() else { throw CocoaError(.featureUnsupported) }
    return chunk
  }

  @Test func `give each chunk to one process, and end when all are done`() throws {
    let (folder, clock) = (try BatchFolder(), Clock())
    let (one, other) = (try claims(folder, clock), try claims(folder, clock))
    let first = try chunk(one)
    #expect(first.number == 0 && first.inputs == 0..<100)
    let second = try chunk(other)
    #expect(second.inputs == 100..<200)
    let third = try chunk(one)
    #expect(third.inputs == 200..<250)
    #expect(try other.next() == .wait(seconds: 5))
    for chunk in [first, third] { try one.finish(chunk) }
    #expect(try one.next() == .wait(seconds: 5))
    try other.finish(second)
    #expect(try one.next() == .end)
    #expect(try other.next() == .end)
    #expect(try claims(folder, clock).next() == .end)
    let names = FolderEntries.names(in: folder.file("claims")) { $0 != "." && $0 != ".." } ?? []
    #expect(names.sorted() == ["0.done", "1.done", "2.done", "listing"])
  }

  @Test func `are taken over after a minute without renewal, not before, and not where they are renewed`() throws {
    let (folder, clock) = (try BatchFolder(), Clock())
    let (dead, alive, heir) = (
      try claims(folder, clock, count: 200), try claims(folder, clock, count: 200),
      try claims(folder, clock, count: 200)
    )
    let lost = try chunk(dead)
    let kept = try chunk(alive)
    for _ in 0..<6 {
      #expect(try heir.next() == .wait(seconds: 5))
      clock.pass(9.9)
      #expect(try alive.renew().isEmpty)
    }
    clock.pass(0.7)
    #expect(try heir.next() == .chunk(lost))
    // Only one of several takes it, and the one that was taken for dead learns of it.
    #expect(try alive.next() == .wait(seconds: 5))
    #expect(try dead.renew() == [lost])
    #expect(try dead.renew().isEmpty)
    try heir.finish(lost)
    try alive.finish(kept)
    // It may still mark it as done.
    try dead.finish(lost)
    #expect(try heir.next() == .end)
  }

  @Test func `that are given back are taken at once`() throws {
    let (folder, clock) = (try BatchFolder(), Clock())
    let (one, other) = (try claims(folder, clock, count: 100), try claims(folder, clock, count: 100))
    for _ in 0..<3 {
      let chunk = try chunk(one)
      #expect(try other.next() == .wait(seconds: 5))
      try one.release(chunk)
      #expect(try other.next() == .chunk(chunk))
      try other.release(chunk)
    }
    let chunk = try chunk(one)
    #expect(try other.next() == .wait(seconds: 5))
    try one.finish(chunk)
    #expect(try other.next() == .end)
  }

  /// Clocks of machines differ and jump; what counts is how long one of them sees nothing change.
  @Test func `do not depend on clocks that agree`() throws {
    let folder = try BatchFolder()
    let (late, early) = (Clock(), Clock())
    late.pass(1e9)
    let (one, other) = (try claims(folder, late, count: 100), try claims(folder, early, count: 100))
    let chunk = try chunk(one)
    for _ in 0..<20 {
      #expect(try other.next() == .wait(seconds: 5))
      #expect(try one.renew().isEmpty)
      early.pass(50)
      late.pass(-1e6)
    }
    early.pass(-1e6)
    #expect(try other.next() == .wait(seconds: 5))
    early.pass(59)
    #expect(try other.next() == .wait(seconds: 5))
    early.pass(2)
    #expect(try other.next() == .chunk(chunk))
    #expect(try one.renew() == [chunk])
  }

  @Test func `are of one list and one plan`() throws {
    let (folder, clock) = (try BatchFolder(), Clock())
    let taken = try chunk(try claims(folder, clock))
    for wrong in [("l", 251), ("m", 250)] {
      let error = #expect(throws: BatchError.self) { try claims(folder, clock, count: wrong.1, listing: wrong.0) }
      #expect(error?.kind == .usage)
    }
    _ = taken
    let digests = try [
      [("a", ""), ("b", "")], [("b", ""), ("a", "")], [("a", "b")], [("ab", "")], [("a", "")], [],
      [("e\u{301}", "")], [("\u{E9}", "")],
    ].map { list in
      var identity = try ListingIdentity(recipe: "r")
      for (input, stem) in list { try identity.add(input: input, stem: stem) }
      return try identity.finish()
    }
    #expect(Set(digests).count == digests.count)
    var other = try ListingIdentity(recipe: "s")
    #expect(try !digests.contains(other.finish()))
  }

  @Test func `stand beside files that are none, and refuse false ones`() throws {
    let (folder, clock) = (try BatchFolder(), Clock())
    let one = try claims(folder, clock, count: 300)
    for name in [
      "1.99999999999999999999.lease", "-1.0.lease", "01.0.lease", "1.0.lease.swp", "7.done", "1..lease", "x", ".done",
      "1.0.LEASE", "\u{E9}.done", "2.01.lease", "99999999999999999999.done",
    ] { _ = try folder.write("x", "claims/\(name)") }
    // A lease that is a folder, and one that says nothing, are of dead processes.
    try FileManager.default.createDirectory(atPath: folder.file("claims/0.3.lease"), withIntermediateDirectories: true)
    _ = try folder.write(String(repeating: "x", count: 100_000), "claims/1.0.lease")
    #expect(try chunk(one).number == 2)
    clock.pass(61)
    #expect(try [chunk(one).number, chunk(one).number] == [0, 1])
    _ = try folder.write("done", "claims/2.done")
    let error = #expect(throws: BatchError.self) { try claims(folder, clock, count: 300).next() }
    #expect(error?.kind == .usage)
  }

  @Test func `need a folder that can be written`() throws {
    let folder = try BatchFolder()
    let file = try folder.write("", "file")
    for path in [file, "/proc/claims", folder.file("no/claims"), ""] {
      let error = #expect(throws: BatchError.self, "\(path)") {
        try Claims(directory: path, listing: "l", inputCount: 1)
      }
      #expect(error?.kind == .output, "\(path)")
    }
    #expect(try Claims(directory: folder.file("empty"), listing: "l", inputCount: 0).next() == .end)
  }

  /// Calls `body` with each chunk that one of eight processes gets, until all chunks are done; it says whether the process lives
  /// to finish it.
  private func work(
    _ count: Int, _ folder: BatchFolder, _ clock: Clock, _ body: @escaping @Sendable (Claims.Chunk) -> Bool
  ) async throws {
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          var mine = try self.claims(folder, clock, count: count)
          while true {
            switch try mine.next() {
            case .end: return
            case .wait:
              clock.pass(1)
              _ = try mine.renew()
              await Task.yield()
            case .chunk(let chunk):
              if body(chunk) { try mine.finish(chunk) } else { mine = try self.claims(folder, clock, count: count) }
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `give no chunk to two that live`() async throws {
    let times = Mutex([Int](repeating: 0, count: 40))
    let clock = Clock()
    try await work(4000, BatchFolder(), clock) { chunk in
      times.withLock { $0[chunk.number] += 1 }
      clock.pass(-1e9)
      return true
    }
    #expect(times.withLock { $0 } == [Int](repeating: 1, count: 40))
  }

  @Test func `survive processes that die at any moment`() async throws {
    let deaths = Mutex(0)
    let done = Mutex(Set<Int>())
    try await work(4000, BatchFolder(), Clock()) { chunk in
      let dies = deaths.withLock { deaths in
        deaths += 1
        return deaths % 3 != 0
      }
      if !dies { done.withLock { _ = $0.insert(chunk.number) } }
      return !dies
    }
    #expect(done.withLock { $0 } == Set(0..<40))
    #expect(deaths.withLock { $0 } >= 120)
  }
}
