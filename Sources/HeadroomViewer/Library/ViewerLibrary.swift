internal import Glibc
package import HeadroomContainers
internal import HeadroomPixels
private import Synchronization

/// The pictures that a viewer shows, in their order, by ids that do not reveal their paths.
///
/// ``refresh()`` checks the disk, which takes some microseconds per file, so a thousand files can be checked every
/// second.
package final class ViewerLibrary: Sendable {
  private struct State {
    var found: [LibraryEntry] = []
    var uploads: [LibraryEntry] = []
    /// Memory reservations of the uploads.
    var rooms: [MemoryReservation] = []
    var places: [String: LibraryEntry] = [:]
    var generation = 0
    var uploadCount = 0

    mutating func index() {
      places = Dictionary((found + uploads).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      generation += 1
    }
  }

  private let scan: @Sendable () -> [LibraryFile]
  private let state = Mutex(State())
  /// The most bytes of all uploads together.
  private let uploadLimit: Int

  /// - Parameter scan: finds the files, in the order shown.
  package init(uploadLimit: Int = 1 << 30, scan: @escaping @Sendable () -> [LibraryFile]) {
    self.scan = scan
    self.uploadLimit = uploadLimit
    refresh()
  }

  /// Checks the disk again.
  ///
  /// - Returns: whether a file was added, removed or changed.
  @discardableResult package func refresh() -> Bool {
    var seen = Set<String>()
    let found = scan().map(LibraryEntry.init).filter { seen.insert($0.id).inserted }
    return state.withLock { state in
      let isSame =
        found.count == state.found.count
        && zip(found, state.found).allSatisfy { $0.id == $1.id && $0.version == $1.version }
      if isSame { return false }
      state.found = found
      state.index()
      return true
    }
  }

  package var generation: Int { state.withLock { $0.generation } }
  package var count: Int { state.withLock { $0.found.count + $0.uploads.count } }
  package subscript(id: String) -> LibraryEntry? { state.withLock { $0.places[id] } }

  /// A picture by its name, or by folder and name where several have one name: as people and filters refer to it.
  package func entry(named name: String) -> LibraryEntry? {
    state.withLock { state in
      let all = state.found + state.uploads
      return all.first { !$0.folder.isEmpty && "\($0.folder)/\($0.name)" == name } ?? all.first { $0.name == name }
    }
  }

  /// A part of the list, with the list's total and generation at that moment.
  package func page(offset: Int, limit: Int) -> (entries: [LibraryEntry], total: Int, generation: Int) {
    state.withLock { state in
      let all = state.found + state.uploads
      let start = min(max(offset, 0), all.count)
      return (Array(all[start..<min(start + max(limit, 0), all.count)]), all.count, state.generation)
    }
  }

  /// Adds uploaded bytes. They count in the process's memory and may take at most half of it; the rest is for showing
  /// them.
  package func add(_ bytes: FileBytes, name: String) throws(ViewerError) -> LibraryEntry {
    let limit = min(uploadLimit, MemoryLedger.shared.limit.map { $0 / 2 } ?? .max)
    let room = try? MemoryReservation(bytes.count)
    let entry = state.withLock { state -> LibraryEntry? in
      guard let room, state.uploads.reduce(bytes.count, { $0 + $1.byteCount }) <= limit else { return nil }
      state.uploadCount += 1
      let entry = LibraryEntry(
        name: name, bytes: bytes, number: state.uploadCount, modified: Int(time(nil)))
      state.uploads.append(entry)
      state.rooms.append(room)
      state.index()
      return entry
    }
    guard let entry else { throw ViewerError(status: 413, message: "there is no room for more pictures", file: name) }
    return entry
  }
}
