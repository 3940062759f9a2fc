package import HeadroomPixels
internal import Synchronization

/// Pixels that are kept from render to render: those of steps, so that a moving slider computes only the steps after
/// it, and tiles of results, so that a moving view computes only the tiles that come into sight.
///
/// The least recently used pixels go first. All are freed when memory runs out anywhere in the process.
package final class StepCache: Sendable, PurgeableMemory {
  fileprivate struct Piece {
    let key: StepKey
    let pixels: StoredPixels
    var lastUse: Int
  }

  fileprivate struct CachedTile {
    let bitmap: PixelBitmap
    var lastUse: Int
  }

  fileprivate struct State {
    var pieces: [Piece] = []
    var tiles: [TileKey: CachedTile] = [:]
    var byteCount = 0
    var clock = 0
    var hits = 0
  }

  private let state = Mutex(State())
  /// The most bytes that are kept.
  package let byteLimit: Int
  /// The number of recipes, mostly zoom levels of one, of which pieces of the same step are kept.
  private static let mostRecipes = 6

  /// - Parameter ledger: counts the memory, and purges kept pixels when it runs out.
  package init(byteLimit: Int, ledger: MemoryLedger) {
    self.byteLimit = byteLimit
    ledger.add(self)
  }

  package var byteCount: Int { state.withLock { $0.byteCount } }

  /// How many steps did not have to be computed.
  package var hits: Int { state.withLock { $0.hits } }

  package func purge() {
    // Freed outside the lock.
    let dropped = state.withLock { state in
      defer { (state.pieces, state.tiles, state.byteCount) = ([], [:], 0) }
      return (state.pieces, state.tiles)
    }
    withExtendedLifetime(dropped) {}
  }

  // MARK: Steps

  /// A step's pixels over a rectangle, joined where renders of several regions left them in pieces.
  package func pixels(of key: StepKey, covering rect: PixelRect) -> StoredPixels? {
    let candidates = state.withLock { $0.pieces }.filter {
      !$0.pixels.rect.intersection(rect).isEmpty && $0.key.matches(key)
    }
    if let whole = candidates.first(where: { $0.pixels.rect.contains(rect) }) {
      state.withLock { $0.used([whole]) }
      return whole.pixels
    }
    let needed = candidates.needed(for: rect)
    guard !needed.isEmpty, let joined = try? StoredPixels(rect, isHalf: needed[0].pixels.isHalf) else { return nil }
    for piece in needed { joined.copy(from: piece.pixels) }
    state.withLock { $0.used(needed) }
    // Kept as one piece for the next time, replacing those inside it.
    keep(joined, of: key)
    return joined
  }

  /// Keeps a step's pixels, replacing those of the same recipe inside the rectangle.
  package func keep(_ pixels: StoredPixels, of key: StepKey) {
    guard pixels.byteCount <= byteLimit else { return }
    let dropped = state.withLock { state in
      var dropped = state.remove { $0.key.matches(key) && pixels.rect.contains($0.pixels.rect) }
      dropped += state.removeOldRecipes(of: key, leaving: Self.mostRecipes - 1)
      let tiles = state.makeRoom(for: pixels.byteCount, in: byteLimit, &dropped)
      state.clock += 1
      state.pieces.append(Piece(key: key, pixels: pixels, lastUse: state.clock))
      state.byteCount += pixels.byteCount
      return (dropped, tiles)
    }
    withExtendedLifetime(dropped) {}
  }

  // MARK: Tiles of results

  package func tile(_ key: TileKey) -> PixelBitmap? {
    state.withLock { state in
      state.clock += 1
      state.tiles[key]?.lastUse = state.clock
      return state.tiles[key]?.bitmap
    }
  }

  package func keep(_ bitmap: PixelBitmap, of key: TileKey) {
    guard bitmap.storage.byteCount <= byteLimit else { return }
    let dropped = state.withLock { state in
      let old = state.removeTile(key)
      var pieces: [Piece] = []
      let tiles = state.makeRoom(for: bitmap.storage.byteCount, in: byteLimit, &pieces)
      state.clock += 1
      state.tiles[key] = CachedTile(bitmap: bitmap, lastUse: state.clock)
      state.byteCount += bitmap.storage.byteCount
      return (old, pieces, tiles)
    }
    withExtendedLifetime(dropped) {}
  }
}

extension [StepCache.Piece] {
  /// The pieces that cover a rectangle together, larger parts first; none where a part of it is missing.
  fileprivate func needed(for rect: PixelRect) -> [StepCache.Piece] {
    var (missing, found): ([PixelRect], [StepCache.Piece]) = ([rect], [])
    let ordered = sorted { $0.pixels.rect.intersection(rect).area > $1.pixels.rect.intersection(rect).area }
    for piece in ordered where !missing.isEmpty {
      let left = missing.flatMap { $0.parts(outside: piece.pixels.rect) }
      if left != missing { found.append(piece) }
      missing = left
    }
    return missing.isEmpty ? found : []
  }
}

extension StepCache.State {
  fileprivate mutating func used(_ found: [StepCache.Piece]) {
    clock += 1
    hits += 1
    for index in pieces.indices where found.contains(where: { $0.pixels.storage === pieces[index].pixels.storage }) {
      pieces[index].lastUse = clock
    }
  }

  fileprivate mutating func remove(where isUnwanted: (StepCache.Piece) -> Bool) -> [StepCache.Piece] {
    let dropped = pieces.filter(isUnwanted)
    if dropped.isEmpty { return [] }
    pieces.removeAll(where: isUnwanted)
    byteCount -= dropped.reduce(0) { $0 + $1.pixels.byteCount }
    return dropped
  }

  fileprivate mutating func removeTile(_ key: TileKey) -> StepCache.CachedTile? {
    guard let tile = tiles.removeValue(forKey: key) else { return nil }
    byteCount -= tile.bitmap.storage.byteCount
    return tile
  }

  /// Drops a step's pieces of all but the newest recipes.
  fileprivate mutating func removeOldRecipes(of key: StepKey, leaving count: Int) -> [StepCache.Piece] {
    var newest: [Int: Int] = [:]
    for piece in pieces where piece.key.isOfSameStep(as: key) && piece.key.node.contentHash != key.node.contentHash {
      newest[piece.key.node.contentHash] = max(newest[piece.key.node.contentHash] ?? 0, piece.lastUse)
    }
    if newest.count <= count { return [] }
    let old = Set(newest.sorted { $0.value > $1.value }.dropFirst(count).map(\.key))
    return remove { $0.key.isOfSameStep(as: key) && old.contains($0.key.node.contentHash) }
  }

  /// Drops the least recently used pixels.
  fileprivate mutating func makeRoom(
    for bytes: Int, in limit: Int, _ dropped: inout [StepCache.Piece]
  ) -> [StepCache.CachedTile] {
    var old: [StepCache.CachedTile] = []
    while byteCount + bytes > limit {
      let piece = pieces.map(\.lastUse).min()
      let tile = tiles.min { $0.value.lastUse < $1.value.lastUse }
      if let tile, tile.value.lastUse < piece ?? .max {
        if let removed = removeTile(tile.key) { old.append(removed) }
      } else if let piece {
        dropped += remove { $0.lastUse == piece }
      } else {
        return old
      }
    }
    return old
  }
}

extension StepCache {
  /// Finds the kept pixels of a plan's steps, and removes from the plan's regions what only those steps would read.
  func resolve(_ plan: inout RenderPlan) -> [Int: StoredPixels] {
    var found: [Int: StoredPixels] = [:]
    for index in plan.steps.indices.reversed() {
      let step = plan.steps[index]
      guard let key = step.key, step.isStored || step.kind.isWhole, !step.region.isEmpty, !step.region.isInfinite,
        let pixels = pixels(of: key, covering: step.region)
      else { continue }
      found[index] = pixels
      plan.steps[index].isAvailable = true
    }
    if !found.isEmpty { plan.dropUnread() }
    return found
  }
}

extension RenderPlan {
  /// Removes regions and measurements that only available steps would have read.
  fileprivate mutating func dropUnread() {
    var needed = measurements.count(where: \.isNeeded)
    while true {
      fillRegions(wantedRegions())
      var used = Set(outputs.flatMap(\.program.measurements))
      for step in steps where !step.isAvailable && !step.region.isEmpty {
        if case .span(let program) = step.kind { used.formUnion(program.measurements) }
      }
      for index in measurements.indices { measurements[index].isNeeded = used.contains(index) }
      if used.count == needed { return }
      needed = used.count
    }
  }
}
