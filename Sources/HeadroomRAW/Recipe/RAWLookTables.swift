internal import HeadroomImage
internal import HeadroomPixels
internal import Synchronization

/// The tables of a picture's look, each in a slot with its inputs: when a slider moves, only the tables that depend on
/// it are rebuilt.
final class RAWLookTables: Sendable {
  struct ToneKey: Hashable {
    var settings: RAWToneSettings
    var darkening: Double
  }

  /// Keyed by the weights of the lights that the profile was measured under.
  let hueSat = TableSlot<[Double], HueSatTable?>()
  let look = TableSlot<Bool, HueSatTable?>()
  /// Keyed by the size of the area that it covers.
  let localToneMap = TableSlot<[Int], GainTable?>()
  let curve = TableSlot<ToneKey, RAWToneRows>()
  let linear = TableSlot<ToneKey, RAWToneRows>()
  let camera = TableSlot<CameraLook, CameraLookRows>()
  /// Keyed by whether there may be light above white.
  let colors = TableSlot<Bool, ColorLayerRows?>()
}

/// The table that was made last.
final class TableSlot<Key: Hashable & Sendable, Table: Sendable>: Sendable {
  private let known = Mutex<(key: Key, table: Table)?>(nil)

  func table(for key: Key, make: () -> Table) -> Table {
    if let known = known.withLock({ $0 }), known.key == key { return known.table }
    // Outside the lock: computing it twice does no harm.
    let made = make()
    TableCount.note()
    known.withLock { $0 = (key, made) }
    return made
  }
}
