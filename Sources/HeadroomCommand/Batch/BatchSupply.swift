internal import Headroom
internal import HeadroomPictures
internal import Synchronization

/// Inputs of a run that are handed out as one chunk.
final class BatchSupply: Sendable {
  private let places: Mutex<[Int32]?>

  init(_ places: [Int32]) { self.places = Mutex(places) }

  func next() -> BatchFeed.Supply {
    guard let places = places.withLock({ $0.take() }), !places.isEmpty else { return .end }
    return .chunk(BatchFeed.Chunk(places: places, finish: { _ in }))
  }
}
