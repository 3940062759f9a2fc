internal import HeadroomEngine
internal import Synchronization

/// The headroom of an image's content: a number, or a function that finds it when it is first read.
package struct ContentHeadroom: Sendable {
  private enum Source: Sendable {
    case known(Float)
    case sought(SoughtHeadroom)
  }

  private let source: Source

  package static func known(_ headroom: Float) -> ContentHeadroom { ContentHeadroom(source: .known(headroom)) }

  /// - Parameter find: returns the same number each time.
  package static func sought(_ find: @escaping @Sendable () -> Float) -> ContentHeadroom {
    ContentHeadroom(source: .sought(SoughtHeadroom(find)))
  }

  /// Whether reading it costs nothing.
  package var isKnown: Bool {
    switch source {
    case .known: true
    case .sought(let sought): sought.isFound
    }
  }

  package var value: Float {
    switch source {
    case .known(let headroom): headroom
    case .sought(let sought): sought.value
    }
  }
}

private final class SoughtHeadroom: Sendable {
  private let found = Mutex<Float?>(nil)
  private let find: @Sendable () -> Float

  init(_ find: @escaping @Sendable () -> Float) { self.find = find }

  var isFound: Bool { found.withLock { $0 != nil } }

  var value: Float {
    if let known = found.withLock({ $0 }) { return known }
    // Outside the lock: it may render. A second thread finds the same number.
    let value = find()
    found.withLock { $0 = value }
    return value
  }
}
