internal import Synchronization

/// All records of a manifest in their order, read by several threads: of a million, that takes longer than anything else
/// before a run begins.
package struct ManifestRecords {
  /// Calls a body once for every number below a count, on several threads, and returns when all calls have.
  package typealias Perform = (_ count: Int, _ body: @Sendable (Int) -> Void) -> Void

  private let path: String
  private let perform: Perform

  /// Lines that a thread reads in one piece, and pieces that are in memory.
  private static let pieceSize = 256
  private static let pieces = 16
  /// Bytes of lines that are in memory, but for one line more.
  private static let mostBytes = 8 << 20

  /// - Parameter perform: nil reads on the calling thread alone.
  package init(of path: String, by perform: Perform?) {
    self.path = path
    self.perform = perform ?? { count, body in (0..<count).forEach(body) }
  }

  /// Calls `body` with what `fact` makes of each record, in the order of the records.
  ///
  /// - Parameter fact: is called on several threads; nil leaves a record out.
  /// - Returns: whether the last line is unfinished, which is passed over: its writer died, or is writing it.
  /// - Throws: ``BatchError``: of kind `usage` at the first line that is no record, `input` where the file cannot be read,
  ///   and what `fact` and `body` throw.
  @discardableResult
  package func forEach<Fact: Sendable>(
    _ fact: @Sendable (ManifestRecord) throws(BatchError) -> Fact?, _ body: (Fact) throws(BatchError) -> Void
  ) throws(BatchError) -> Bool {
    var reader = try LineReader(path: path, longest: ManifestLine.longest)
    while true {
      let lines = try Self.lines(of: &reader)
      if lines.isEmpty { return false }
      for piece in facts(of: lines, fact) {
        for fact in piece.facts { try body(fact) }
        if let problem = piece.problem { throw problem }
        if piece.isTorn { return true }
      }
    }
  }

  /// The next lines; none at the end.
  private static func lines(of reader: inout LineReader) throws(BatchError) -> [LineReader.Line] {
    var lines: [LineReader.Line] = []
    var byteCount = 0
    while lines.count < pieceSize * pieces, byteCount < mostBytes, let line = try reader.next() {
      byteCount += line.bytes.count
      lines.append(line)
    }
    return lines
  }

  /// What a thread reads, up to the first line that is no record.
  private struct Piece<Fact: Sendable>: Sendable {
    var facts: [Fact] = []
    var problem: BatchError?
    var isTorn = false
  }

  private func facts<Fact: Sendable>(
    of lines: [LineReader.Line], _ fact: @Sendable (ManifestRecord) throws(BatchError) -> Fact?
  ) -> [Piece<Fact>] {
    let count = (lines.count + Self.pieceSize - 1) / Self.pieceSize
    let results = Mutex<[Piece<Fact>?]>(Array(repeating: nil, count: count))
    perform(count) { [path] number in
      let start = number * Self.pieceSize
      let piece = Self.piece(lines[start..<min(start + Self.pieceSize, lines.count)], of: path, fact)
      results.withLock { $0[number] = piece }
    }
    return results.withLock { $0.compactMap(\.self) }
  }

  private static func piece<Fact: Sendable>(
    _ lines: ArraySlice<LineReader.Line>, of path: String, _ fact: (ManifestRecord) throws(BatchError) -> Fact?
  ) -> Piece<Fact> {
    var piece = Piece<Fact>()
    piece.facts.reserveCapacity(lines.count)
    for line in lines {
      switch ManifestLine(line, of: path) {
      case .record(let record, _):
        do throws(BatchError) {
          if let fact = try fact(record) { piece.facts.append(fact) }
        } catch {
          piece.problem = error
        }
      case .problem(let problem): piece.problem = problem
      case .torn: piece.isTorn = true
      }
      if piece.problem != nil || piece.isTorn { break }
    }
    return piece
  }
}
