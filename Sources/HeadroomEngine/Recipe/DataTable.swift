package import Foundation
package import HeadroomContainers
internal import HeadroomPixels
internal import Synchronization

/// Bytes that a filter was given as a table of numbers. Tables of equal bytes are one object: they are compared once,
/// when a table is made, and by identity from then on.
package struct DataTable: Hashable, Sendable {
  package let contents: Contents

  package init(_ data: Data) { contents = Self.pool.withLock { $0.contents(of: data) } }

  /// Numbers as bytes.
  package init(_ numbers: [Float]) { self.init(unsafe numbers.withUnsafeBytes { unsafe Data($0) }) }

  package var data: Data { contents.data }
  /// The bytes as floats, four at a time; the last four are padded with 0.
  package var vectors: [SIMD4<Float>] { contents.vectors }
  /// How many whole floats there are.
  package var count: Int { contents.data.count / MemoryLayout<Float>.stride }

  package static func == (left: DataTable, right: DataTable) -> Bool { left.contents === right.contents }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(contents)) }

  /// A table's bytes and facts about them.
  package final class Contents: Sendable {
    package let data: Data
    package let vectors: [SIMD4<Float>]
    /// Whether every fourth number is 1: colours without transparency.
    package let isOpaque: Bool
    /// The largest of the first three of every four numbers.
    package let largestColor: Float
    private let knownLook = Mutex<Result<ColorLook, CubeFileError>?>(nil)
    private let knownSteps = Mutex<[[SIMD2<Float>]]?>(nil)

    /// The parsed bytes if they are the text of a `.cube` file, parsed when first needed; nil for numbers.
    package var look: Result<ColorLook, CubeFileError>? {
      knownLook.withLock { known in
        if known == nil, CubeFile.isCube(data) {
          known = Result { () throws(CubeFileError) in try ColorLook(data) }
        }
        return known
      }
    }

    /// The numbers as three columns, red, green and blue, each with the step to the next one, 0 at the end. They depend on the
    /// bytes alone and are made once, however often plans are bound.
    package var steps: [[SIMD2<Float>]] {
      knownSteps.withLock { known in
        if let known { return known }
        let made = (0..<3).map { steps(ofColumn: $0) }
        TableCount.note()
        known = made
        return made
      }
    }

    private func steps(ofColumn column: Int) -> [SIMD2<Float>] {
      let values = (0..<data.count / 12).map { index in
        let place = 3 * index + column
        return vectors[place / 4][place % 4]
      }
      return values.indices.map { index in
        SIMD2(values[index], index + 1 < values.count ? values[index + 1] - values[index] : 0)
      }
    }

    fileprivate init(_ data: Data) {
      self.data = data
      var vectors = [SIMD4<Float>](repeating: .zero, count: (data.count + 15) / 16)
      let bytes = data.count / 4 * 4
      unsafe vectors.withUnsafeMutableBytes { _ = unsafe data.copyBytes(to: $0, count: bytes) }
      self.vectors = vectors
      isOpaque = vectors.allSatisfy { $0.w == 1 }
      largestColor = vectors.reduce(-.infinity) { Swift.max($0, $1.x, $1.y, $1.z) }
    }
  }

  private static let pool = Mutex(Pool())

  /// All tables in use, by a hash of their bytes.
  private struct Pool: ~Copyable {
    private struct Known {
      weak var contents: Contents?
    }

    private var known: [Int: [Known]] = [:]
    /// Entries of freed tables are cleared when this many have been added.
    private var additionsLeft = 64

    mutating func contents(of data: Data) -> Contents {
      var hasher = Hasher()
      unsafe data.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
      let hash = hasher.finalize()
      for candidate in known[hash, default: []] {
        if let contents = candidate.contents, contents.data == data { return contents }
      }
      additionsLeft -= 1
      if additionsLeft <= 0 { clear() }
      let contents = Contents(data)
      known[hash, default: []].append(Known(contents: contents))
      return contents
    }

    private mutating func clear() {
      known = known.mapValues { $0.filter { $0.contents != nil } }.filter { !$0.value.isEmpty }
      additionsLeft = Swift.max(64, known.count)
    }
  }
}
