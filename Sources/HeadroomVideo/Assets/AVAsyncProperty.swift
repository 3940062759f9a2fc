public import Foundation

/// A property of an asset or a track that may have to be read first.
public class AVAnyAsyncProperty: CustomStringConvertible, @unchecked Sendable {
  /// The property's name.
  public let description: String

  fileprivate init(_ name: String) { description = name }
}

/// A property of a kind of object, without the type of its value.
///
/// Sendable: classes of this kind are made here only, and all that they store never changes.
public class AVPartialAsyncProperty<Root>: AVAnyAsyncProperty, @unchecked Sendable {}

/// A property that `load(_:)` reads, as `.duration` and `.tracks`.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
  /// How far the reading of a property is.
  public enum Status {
    case notYetLoaded
    case loading
    case loaded(Value)
    case failed(NSError)
  }

  let value: @Sendable (Root) throws -> Value
  let state: @Sendable (Root) -> LoadingState

  init(
    _ name: String, state: @escaping @Sendable (Root) -> LoadingState,
    value: @escaping @Sendable (Root) throws -> Value
  ) {
    (self.value, self.state) = (value, state)
    super.init(name)
  }
}

extension AVAsyncProperty.Status: Sendable where Value: Sendable {}
extension AVAsyncProperty.Status: Equatable where Value: Equatable {}

/// What has properties that may have to be read first: assets and their tracks.
public protocol AVAsynchronousKeyValueLoading {}

extension AVAsynchronousKeyValueLoading {
  /// The value of a property, read from the file if nobody did yet.
  ///
  /// - Throws: ``AVError`` where the file cannot be read.
  public func load<A>(_ property: AVAsyncProperty<Self, A>) async throws -> A { try property.value(self) }

  /// The values of two properties.
  public func load<A, B>(
    _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>
  ) async throws -> (A, B) {
    (try propertyA.value(self), try propertyB.value(self))
  }

  /// The values of three and more properties.
  public func load<A, B, C, each Rest>(
    _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
    _ propertyC: AVAsyncProperty<Self, C>, _ rest: repeat AVAsyncProperty<Self, each Rest>
  ) async throws -> (A, B, C, repeat each Rest) {
    (
      try propertyA.value(self), try propertyB.value(self), try propertyC.value(self),
      repeat try (each rest).value(self)
    )
  }

  /// How far the reading of a property is; it starts none and waits for none.
  public func status<Value>(of property: AVAsyncProperty<Self, Value>) -> AVAsyncProperty<Self, Value>.Status {
    switch property.state(self) {
    case .notYetLoaded: return .notYetLoaded
    case .loading: return .loading
    case .failed(let error): return .failed(error as NSError)
    case .loaded:
      do {
        return .loaded(try property.value(self))
      } catch {
        return .failed(error as NSError)
      }
    }
  }
}
