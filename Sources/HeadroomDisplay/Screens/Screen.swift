package import Foundation
private import Synchronization

/// A screen as a live object: what it can give now, and who wants to hear of changes.
///
/// `UIScreen`, `NSScreen` and `SimulatedDisplay` are three views of one of these. Observers are told on the thread that makes
/// the change, before ``change(_:)`` returns, in the order in which they came.
package final class Screen: Sendable {
  package typealias Observer = @Sendable (_ old: DisplayState, _ new: DisplayState) -> Void

  /// What a person would call it.
  package let name: String
  /// Its size in pixels.
  package let size: CGSize
  private let content: Mutex<Content>

  private struct Content {
    var state: DisplayState
    var observers: [(token: Int, call: Observer)] = []
    var nextToken = 0
  }

  package init(name: String, size: CGSize, state: DisplayState) {
    self.name = name
    self.size = size
    content = Mutex(Content(state: state))
  }

  package var state: DisplayState { content.withLock { $0.state } }

  /// Changes the state; observers hear of it if it is another one then.
  package func change(_ edit: (inout DisplayState) -> Void) {
    let (old, new, observers) = content.withLock { content in
      let old = content.state
      edit(&content.state)
      return (old, content.state, content.observers)
    }
    guard old != new else { return }
    for observer in observers { observer.call(old, new) }
  }

  /// Calls `observer` after every change, until the token is given to ``stopObserving(_:)``.
  package func observe(_ observer: @escaping Observer) -> Int {
    content.withLock { content in
      content.nextToken += 1
      content.observers.append((content.nextToken, observer))
      return content.nextToken
    }
  }

  package func stopObserving(_ token: Int) {
    content.withLock { content in content.observers.removeAll { $0.token == token } }
  }
}
