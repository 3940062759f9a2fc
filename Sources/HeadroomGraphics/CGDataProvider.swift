public import Foundation
package import HeadroomPixels
internal import Synchronization

/// Called when a data provider no longer needs the memory it was given.
public typealias CGDataProviderReleaseDataCallback =
  @convention(c) (_ info: UnsafeMutableRawPointer?, _ data: UnsafeRawPointer, _ size: Int) -> Void

/// Provides the bytes of an image or a profile.
///
/// The bytes must not change while a provider of them exists.
// Sendable: the bytes are constant by the rule above, and the one thing made later is behind a mutex.
public final class CGDataProvider: @unchecked Sendable {
  private enum Source {
    case data(Data)
    case storage(PixelStorage, offset: Int, byteCount: Int)
    case made(@Sendable () -> Data)
  }

  private let source: Source
  private let madeData = Mutex<Data?>(nil)

  /// Makes a provider of `data`.
  public init?(data: CFData) {
    source = .data(data)
  }

  /// Makes a provider of a file's contents. Nil when the file cannot be read.
  public convenience init?(url: URL) {
    guard url.isFileURL, let data = try? Data(contentsOf: url, options: .mappedIfSafe) else { return nil }
    self.init(data: data)
  }

  /// Makes a provider of the contents of the file at a path. Nil when the file cannot be read.
  public convenience init?(filename: String) {
    self.init(url: URL(fileURLWithPath: filename))
  }

  /// Makes a provider of memory that stays where it is.
  ///
  /// - Parameters:
  ///   - info: passed on to `releaseData`.
  ///   - data: the first byte; must stay valid and constant until `releaseData` is called.
  ///   - size: the number of bytes.
  ///   - releaseData: called once when neither the provider nor an image made from it needs the memory any more.
  public init?(
    dataInfo info: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int,
    releaseData: CGDataProviderReleaseDataCallback?
  ) {
    guard size >= 0 else { return nil }
    let owner = unsafe ForeignMemory(info: info, data: data, size: size, release: releaseData)
    let storage = unsafe PixelStorage(
      foreign: UnsafeMutableRawPointer(mutating: data), byteCount: size, release: { owner.release() })
    source = .storage(storage, offset: 0, byteCount: size)
  }

  /// Makes a provider of pixels in storage, which it keeps alive and does not copy.
  package init(storage: PixelStorage, offset: Int, byteCount: Int) {
    precondition(offset >= 0 && byteCount >= 0 && offset <= storage.byteCount - byteCount, "range outside the storage")
    source = .storage(storage, offset: offset, byteCount: byteCount)
  }

  /// Makes a provider whose bytes are made on first use.
  package init(making make: @escaping @Sendable () -> Data) {
    source = .made(make)
  }

  /// The bytes. Those of an image are not copied: they stay where they are as long as the image or the data is there.
  public var data: CFData? {
    switch source {
    case .data(let data): return data
    case .storage(let storage, let offset, let byteCount):
      return StorageBytes.of(storage).data(offset..<offset + byteCount)
    case .made(let make):
      return madeData.withLock { made in
        if let made { return made }
        let data = make()
        made = data
        return data
      }
    }
  }

  /// A copy of the bytes as an array.
  package var bytes: [UInt8] { data.map { [UInt8]($0) } ?? [] }

  /// How many bytes there are.
  package var byteCount: Int {
    switch source {
    case .data(let data): data.count
    case .storage(_, _, let byteCount): byteCount
    case .made: data?.count ?? 0
    }
  }

  /// The storage that holds the bytes, where they lie in pixel storage.
  package var pixelStorage: (storage: PixelStorage, offset: Int)? {
    guard case .storage(let storage, let offset, _) = source else { return nil }
    return (storage, offset)
  }

  /// Calls `body` with the bytes, which must not be kept.
  package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    guard case .storage(let storage, let offset, let byteCount) = source else {
      return unsafe (data ?? Data()).withUnsafeBytes { unsafe body($0) }
    }
    return unsafe storage.withUnsafeMutableBytes { bytes in
      unsafe body(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + byteCount]))
    }
  }
}

/// The bytes of pixel storage as data, which the storage keeps: data that is changed is copied first, since it is never the
/// only one.
// Sendable: the pointer is that of the memory it keeps, whose bytes are constant by then.
@safe private final class StorageBytes: @unchecked Sendable {
  private let memory: PixelMemory
  private let base: UnsafeMutableRawPointer
  private let parts = Mutex<[Range<Int>: Data]>([:])

  private init(_ storage: PixelStorage) {
    memory = storage.memory
    unsafe base = unsafe storage.base
  }

  static func of(_ storage: PixelStorage) -> StorageBytes { storage.view { StorageBytes(storage) } }

  func data(_ range: Range<Int>) -> Data {
    parts.withLock { parts in
      if let known = parts[range] { return known }
      let memory = memory
      let data = unsafe Data(
        bytesNoCopy: base + range.lowerBound, count: range.count,
        deallocator: .custom { _, _ in withExtendedLifetime(memory) {} })
      parts[range] = data
      return data
    }
  }
}

/// Memory lent by a client, and the function that releases it. Sendable: the pointers are only passed back to the
/// client's function, once.
@safe private final class ForeignMemory: @unchecked Sendable {
  private let info: UnsafeMutableRawPointer?
  private let data: UnsafeRawPointer
  private let size: Int
  private let callback: CGDataProviderReleaseDataCallback?

  init(
    info: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int, release: CGDataProviderReleaseDataCallback?
  ) {
    unsafe self.info = info
    unsafe self.data = unsafe data
    self.size = size
    unsafe callback = unsafe release
  }

  func release() {
    unsafe callback?(info, data, size)
  }
}
