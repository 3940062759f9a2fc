internal import Glibc
internal import HeadroomContainers
internal import Synchronization

/// Shares the inputs of one list among processes, which know of each other only by a folder that all of them see.
///
/// A process takes a chunk by making its lease, renews its leases every ``renewal`` seconds, and marks chunks as done. A lease
/// that another process has not seen change for ``patience`` seconds of its own steady clock is taken over, so that no clock needs
/// to be right.
package final class Claims: Sendable {
  /// Seconds between renewals.
  package static let renewal = 10.0
  /// Seconds without a renewal after which a chunk is taken over.
  package static let patience = 60.0
  /// Inputs of a chunk.
  package static let chunkSize = 100

  /// Some inputs that one process works on.
  package struct Chunk: Hashable, Sendable {
    package let number: Int
    /// Places in the list, from 0.
    package let inputs: Range<Int>
  }

  package enum Next: Hashable, Sendable {
    case chunk(Chunk)
    /// Other processes have all chunks that are left; they may die.
    case wait(seconds: Double)
    /// All chunks are done.
    case end
  }

  private struct Seen {
    var content: String?
    var since: Double
  }

  private struct State {
    /// The turns of the chunks that this process has.
    var held: [Int: (turn: Int, beat: Int)] = [:]
    /// What leases of others said when they were last seen to change.
    var seen: [ClaimName: Seen] = [:]
    /// Chunks that are done; they stay so.
    var done: Set<Int> = []
  }

  private let folder: ClaimFolder
  private let listing: String
  private let inputCount: Int
  private let clock: @Sendable () -> Double
  private let state = Mutex(State())

  private var chunkCount: Int { (inputCount + Self.chunkSize - 1) / Self.chunkSize }

  /// - Parameters:
  ///   - directory: the shared folder; it is made where it is missing.
  ///   - listing: ``ListingIdentity``'s digest.
  ///   - inputCount: the inputs of the list.
  ///   - clock: seconds that only ever grow, from any time on.
  /// - Throws: ``BatchError``: of kind `usage` where the folder has claims of another list or plan, `output` where it cannot be written.
  package init(
    directory: String, listing: String, inputCount: Int, clock: @escaping @Sendable () -> Double = Claims.steadyClock
  ) throws(BatchError) {
    (self.listing, self.inputCount, self.clock) = (listing, inputCount, clock)
    let owner = String(UInt64.random(in: .min ... .max), radix: 36) + "-\(getpid())"
    folder = try ClaimFolder(path: directory, owner: owner)
    try checkListing()
  }

  /// Seconds of the system's clock that nobody sets.
  package static let steadyClock: @Sendable () -> Double = {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static let listingName = "listing"

  private func checkListing() throws(BatchError) {
    let content = "headroom claims 1 \(listing) \(inputCount) \(Self.chunkSize)\n"
    if try folder.make(Self.listingName, content) { return }
    guard folder.content(Self.listingName) == content else {
      throw BatchError(
        .usage, file: folder.path,
        "has claims of another list of inputs or another plan; each needs a folder of its own")
    }
  }

  private func content(_ beat: Int) -> String {
    ClaimContent(listing: listing, owner: folder.owner, beat: beat).text
  }

  private func chunk(_ number: Int) -> Chunk {
    let start = number * Self.chunkSize
    return Chunk(number: number, inputs: start..<min(start + Self.chunkSize, inputCount))
  }
}

extension Claims {
  /// Takes a chunk that nobody has, or whose owner is gone.
  ///
  /// - Throws: ``BatchError`` where the folder cannot be read or written, or has files of another list.
  package func next() throws(BatchError) -> Next {
    let now = clock()
    return try locked { state throws(BatchError) in try take(&state, now) }
  }

  private func take(_ state: inout State, _ now: Double) throws(BatchError) -> Next {
    let turns = try turns(&state)
    for number in 0..<chunkCount where !state.done.contains(number) && state.held[number] == nil {
      guard let turn = try freeTurn(number, turns[number], &state, now) else { continue }
      guard try folder.make(ClaimName(chunk: number, .lease(turn: turn)).text, content(0)) else { continue }
      // Its owner may have finished it since the folder was read: the mark is made before leases are removed.
      if folder.exists(ClaimName(chunk: number, .done).text) {
        folder.remove(ClaimName(chunk: number, .lease(turn: turn)).text)
        state.done.insert(number)
        continue
      }
      state.held[number] = (turn, 0)
      return .chunk(chunk(number))
    }
    if state.done.count < chunkCount { return .wait(seconds: Self.renewal / 2) }
    try folder.removeHidden()
    return .end
  }

  /// The name that counts of each chunk: the highest turn, and of it rather the lease.
  private func turns(_ state: inout State) throws(BatchError) -> [Int: ClaimName] {
    var turns: [Int: ClaimName] = [:]
    for name in try folder.names().compactMap(ClaimName.init) where name.chunk < chunkCount {
      if name.kind == .done {
        if !state.done.contains(name.chunk) { try checkDone(name) }
        state.done.insert(name.chunk)
      } else if let other = turns[name.chunk] {
        if name.order > other.order { turns[name.chunk] = name }
      } else {
        turns[name.chunk] = name
      }
    }
    state.seen = state.seen.filter { turns[$0.key.chunk] == $0.key }
    return turns
  }

  private func checkDone(_ name: ClaimName) throws(BatchError) {
    guard let text = folder.content(name.text), ClaimContent(text)?.listing == listing else {
      throw BatchError(.usage, file: folder.file(name.text), "is no mark of this list of inputs")
    }
  }

  /// The turn in which a chunk can be taken; nil as long as another process has it.
  private func freeTurn(
    _ number: Int, _ name: ClaimName?, _ state: inout State, _ now: Double
  ) throws(BatchError) -> Int? {
    guard let name else { return 0 }
    guard name.turn < ClaimName.mostTurns else {
      throw BatchError(.usage, file: folder.file(name.text), "is no lease: there are no more turns")
    }
    if case .free = name.kind { return name.turn + 1 }
    let text = folder.content(name.text)
    guard let seen = state.seen[name], seen.content == text, now >= seen.since else {
      state.seen[name] = Seen(content: text, since: now)
      return nil
    }
    return now - seen.since >= Self.patience ? name.turn + 1 : nil
  }
}

extension Claims {
  /// Renews the leases of this process.
  ///
  /// - Returns: the chunks that it has no more, because another process took them for abandoned: nothing more of them is to be begun.
  /// - Throws: ``BatchError`` of kind `output` where a lease cannot be written.
  package func renew() throws(BatchError) -> [Chunk] {
    try locked { state throws(BatchError) in
      var lost: [Chunk] = []
      for (number, lease) in state.held {
        if try renew(number, lease.turn, lease.beat + 1) {
          state.held[number] = (lease.turn, lease.beat + 1)
        } else {
          state.held[number] = nil
          lost.append(chunk(number))
        }
      }
      return lost.sorted { $0.number < $1.number }
    }
  }

  private func renew(_ number: Int, _ turn: Int, _ beat: Int) throws(BatchError) -> Bool {
    if folder.exists(ClaimName(chunk: number, .lease(turn: turn + 1)).text) { return false }
    return try folder.rewrite(ClaimName(chunk: number, .lease(turn: turn)).text, content(beat))
  }

  /// Marks a chunk as done, for good and for all processes.
  package func finish(_ chunk: Chunk) throws(BatchError) {
    try locked { state throws(BatchError) in
      let turn = state.held.removeValue(forKey: chunk.number)?.turn ?? 0
      // Another process may have made it where this one was taken for dead.
      _ = try folder.make(ClaimName(chunk: chunk.number, .done).text, content(0))
      state.done.insert(chunk.number)
      for turn in 0...turn {
        folder.remove(ClaimName(chunk: chunk.number, .lease(turn: turn)).text)
        folder.remove(ClaimName(chunk: chunk.number, .free(turn: turn)).text)
      }
    }
  }

  /// Gives a chunk back that is not done, so that others need not wait for it.
  package func release(_ chunk: Chunk) throws(BatchError) {
    try locked { state throws(BatchError) in
      guard let turn = state.held.removeValue(forKey: chunk.number)?.turn else { return }
      _ = try folder.make(ClaimName(chunk: chunk.number, .free(turn: turn + 1)).text, content(0))
    }
  }

  /// Threads of one process take turns: they have one name in the folder.
  private func locked<Value: Sendable>(
    _ body: (inout State) throws(BatchError) -> Value
  ) throws(BatchError) -> Value {
    let result = state.withLock { state in Result { () throws(BatchError) in try body(&state) } }
    return try result.get()
  }
}

extension ClaimName {
  var turn: Int {
    switch kind {
    case .lease(let turn), .free(let turn): turn
    case .done: 0
    }
  }

  /// Grows with the turn; of one turn the lease is more than the chunk given back.
  var order: Int {
    if case .lease = kind { return 2 * turn + 1 }
    return 2 * turn
  }
}
