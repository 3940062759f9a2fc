internal import HeadroomContainers
private import Synchronization

/// The most recently used files. The headers of some dozens are kept, and as many pixels as fit into a budget.
final class OpenFiles: Sendable {
  private let limits: DecodeLimits
  private let fileLimit: Int
  private let pixelLimit: Int
  /// The most recently used one is last.
  private let files = Mutex<[OpenFile]>([])

  /// - Parameters:
  ///   - fileLimit: the most files whose headers are kept. Each keeps a descriptor.
  ///   - pixelLimit: the most bytes of decoded pixels that are kept.
  init(limits: DecodeLimits, fileLimit: Int = 48, pixelLimit: Int = 512 << 20) {
    self.limits = limits
    self.fileLimit = fileLimit
    self.pixelLimit = pixelLimit
  }

  /// - Parameter layer: the layer to show, by name; nil or empty for the first.
  func file(_ entry: LibraryEntry, layer: String? = nil) throws -> OpenFile {
    let layer = layer?.isEmpty ?? true ? nil : layer
    func isSame(_ file: OpenFile) -> Bool { file.entry.version == entry.version && file.layerName == layer }
    let known = files.withLock { files -> OpenFile? in
      guard let place = files.firstIndex(where: { $0.entry.id == entry.id && isSame($0) }) else { return nil }
      let file = files.remove(at: place)
      files.append(file)
      return file
    }
    if let known { return known }
    let opened = try OpenFile(entry, layer: layer, limits: limits)
    files.withLock { files in
      files.removeAll { $0.entry.id == entry.id && (isSame($0) || $0.entry.version != entry.version) }
      files.append(opened)
      files.removeFirst(max(files.count - fileLimit, 0))
    }
    return opened
  }

  /// Frees the least recently used pixels beyond the budget.
  func trim() {
    var byteCount = 0
    for file in files.withLock({ $0 }).reversed() {
      byteCount += file.decodedByteCount
      if byteCount > pixelLimit { file.purge() }
    }
  }
}
