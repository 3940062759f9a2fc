internal import Headroom
internal import HeadroomBatch
internal import HeadroomPictures

/// Threads for lists of a million inputs, of which each is little work.
extension ThreadPool {
  /// Numbers that a thread takes at once.
  private static let pieceSize = 4096

  /// What `body` makes of each number below a count, in their order.
  ///
  /// - Throws: what `body` throws for the first of them.
  func map<Value: Sendable>(
    _ count: Int, _ body: @Sendable (Int) throws(PictureError) -> Value
  ) throws(PictureError) -> [Value] {
    let pieces = (count + Self.pieceSize - 1) / Self.pieceSize
    let results = Results<Result<[Value], PictureError>>(count: pieces)
    concurrentPerform(pieces) { piece in
      let start = piece * Self.pieceSize
      results[piece] = Result { () throws(PictureError) in
        try (start..<min(start + Self.pieceSize, count)).map(body)
      }
    }
    var values: [Value] = []
    values.reserveCapacity(count)
    for piece in 0..<pieces { values += try results[piece]?.get() ?? [] }
    return values
  }

  /// These threads for the records of manifests, whose module knows none.
  var forRecords: ManifestRecords.Perform { { count, body in self.concurrentPerform(count, body) } }
}
