import HeadroomEngine
import HeadroomSymbols
private import Synchronization

/// The most recently used values, up to a number of bytes.
final class RecentValues<Value: Sendable>: Sendable {
  private struct Place {
    var value: Value
    var byteCount: Int
    var lastUse: Int
  }

  private struct State {
    var places: [String: Place] = [:]
    var byteCount = 0
    var uses = 0
  }

  private let state = Mutex(State())
  private let limit: Int

  /// - Parameter limit: bytes of all values together. A value larger than a quarter of it is not kept.
  init(limit: Int) { self.limit = limit }

  subscript(key: String) -> Value? {
    state.withLock { state in
      state.uses += 1
      state.places[key]?.lastUse = state.uses
      return state.places[key]?.value
    }
  }

  func keep(_ value: Value, byteCount: Int, for key: String) {
    guard byteCount <= limit / 4 else { return }
    state.withLock { state in
      state.uses += 1
      state.byteCount += byteCount - (state.places[key]?.byteCount ?? 0)
      state.places[key] = Place(value: value, byteCount: byteCount, lastUse: state.uses)
      while state.byteCount > limit, let oldest = state.places.min(by: { $0.value.lastUse < $1.value.lastUse }) {
        state.byteCount -= oldest.value.byteCount
        state.places[oldest.key] = nil
      }
    }
  }

  var byteCount: Int { state.withLock { $0.byteCount } }
}
