import Glibc
import HeadroomPixels
import Testing

@Suite struct StorageTests {
  @Test(arguments: PixelFormat.allCases)
  func sizesOfEveryFormatAddUp(_ format: PixelFormat) throws {
    let bitmap = try PixelBitmap(width: 33, height: 5, format: format)
    #expect(bitmap.rowBytes >= 33 * format.bytesPerPixel && bitmap.rowBytes % 64 == 0)
    #expect(bitmap.storage.byteCount >= bitmap.rowBytes * 5)
    #expect((bitmap.chromaPlane != nil) == (format.isYCbCr && format.chromaSubsampling != .monochrome))
    #expect(bitmap.planes.count == format.planeCount)
    #expect(format.hasAlpha || bitmap.alpha == .opaque)
    let chroma = format.planeSize(1, width: 33, height: 5)
    switch format.layout {
    case .biplanar420, .planar420, .planarAlpha420: #expect(chroma == (17, 3))
    case .biplanar422, .planar422, .planarAlpha422: #expect(chroma == (17, 5))
    default: #expect(chroma == (33, 5))
    }
  }

  @Test func hostileSizesAreRefused() {
    func error(_ body: () throws(PixelError) -> Void) -> PixelError? {
      do throws(PixelError) {
        try body()
        return nil
      } catch {
        return error
      }
    }
    #expect(
      error { () throws(PixelError) in _ = try PixelBitmap(width: 0, height: 5, format: .rgba8) }
        == .invalidSize(width: 0, height: 5))
    #expect(
      error { () throws(PixelError) in _ = try PixelBitmap(width: .max, height: .max, format: .rgbaFloat) }
        == .sizeOverflow(width: .max, height: .max, format: .rgbaFloat))
    #expect(
      error { () throws(PixelError) in _ = try PixelBitmap(width: .max / 4, height: 1, format: .rgba8) }
        == .sizeOverflow(width: .max / 4, height: 1, format: .rgba8))
    #expect(
      error { () throws(PixelError) in _ = try PixelBitmap(width: 3, height: .max / 64, format: .biplanar420) }
        != nil)
    #expect(
      error { () throws(PixelError) in _ = try PixelStorage(byteCount: .max) } == .outOfMemory(byteCount: .max))
    #expect(error { () throws(PixelError) in _ = try PixelStorage(byteCount: -1) } == .invalidByteCount(-1))
    // More than an address space holds, but countable.
    #expect(
      error { () throws(PixelError) in _ = try PixelStorage(byteCount: 1 << 60) } == .outOfMemory(byteCount: 1 << 60))
  }

  @Test func planesOutsideTheirStorageAreRefused() throws {
    let storage = try PixelStorage(byteCount: 1000)
    func make(_ planes: [PixelPlane], _ format: PixelFormat = .rgba8) throws(PixelError) {
      _ = try PixelBitmap(storage: storage, planes: planes, width: 10, height: 10, format: format)
    }
    try make([PixelPlane(offset: 0, rowBytes: 40)])
    // The last row need not be padded.
    try make([PixelPlane(offset: 24, rowBytes: 104)])
    #expect(throws: PixelError.rowBytesTooSmall(plane: 0, rowBytes: 39, needed: 40)) {
      try make([PixelPlane(offset: 0, rowBytes: 39)])
    }
    #expect(throws: PixelError.storageTooSmall(plane: 0, needed: 1001, available: 1000)) {
      try make([PixelPlane(offset: 25, rowBytes: 104)])
    }
    #expect(throws: PixelError.storageTooSmall(plane: 0, needed: 400, available: 1000)) {
      try make([PixelPlane(offset: -4, rowBytes: 40)])
    }
    #expect(throws: PixelError.misaligned(plane: 0, alignment: 2)) {
      try make([PixelPlane(offset: 1, rowBytes: 80)], .rgba16)
    }
    #expect(throws: PixelError.wrongPlaneCount(given: 1, needed: 2)) {
      try make([PixelPlane(offset: 0, rowBytes: 40)], .biplanar420)
    }
    #expect(throws: PixelError.self) { try make([PixelPlane(offset: .max, rowBytes: .max)]) }
  }

  @Test func croppedBitmapsReferToTheSamePixels() throws {
    let bitmap = try PixelBitmap(width: 20, height: 10, format: .gray8)
    bitmap.randomize(seed: 1)
    let part = try #require(bitmap.cropped(x: 3, y: 2, width: 5, height: 4))
    #expect(part.bytes(row: 1) == Array(bitmap.bytes(row: 3)[3..<8]))
    #expect(bitmap.cropped(x: 16, y: 0, width: 5, height: 1) == nil)
    #expect(bitmap.cropped(x: -1, y: 0, width: 5, height: 1) == nil)
    #expect(bitmap.cropped(x: 0, y: 0, width: 0, height: 1) == nil)
    let video = try PixelBitmap(width: 20, height: 10, format: .biplanar420)
    video.randomize(seed: 2)
    #expect(video.cropped(x: 1, y: 0, width: 4, height: 4) == nil)
    let inner = try #require(video.cropped(x: 2, y: 4, width: 4, height: 4))
    #expect(inner.chromaBytes(row: 1) == Array(video.chromaBytes(row: 3)[2..<6]))
  }

  @Test func thePoolReusesMemoryAndCountsIt() throws {
    let pool = StoragePool(idleByteLimit: 64 << 20)
    var first: PixelStorage? = try pool.storage(byteCount: 5 << 20)
    let address = unsafe Int(bitPattern: try #require(first).base)
    #expect(address % (2 << 20) == 0, "large memory lies on huge pages")
    #expect(pool.statistics.outstanding == 6 << 20)
    first = nil
    #expect(pool.statistics.outstanding == 0 && pool.statistics.idle == 6 << 20)
    let second = try pool.storage(byteCount: 4 << 20)
    #expect(unsafe Int(bitPattern: second.base) == address)
    #expect(second.byteCount == 4 << 20 && pool.statistics.reuses == 1)
    #expect(pool.statistics.idle == 0 && pool.statistics.peakOutstanding == 6 << 20)
  }

  @Test func aLargeBlockWaitsWhileSmallOnesAreTaken() throws {
    let pool = StoragePool(idleByteLimit: 1 << 30)
    var picture: PixelStorage? = try pool.storage(byteCount: 40 << 20)
    let address = unsafe Int(bitPattern: try #require(picture).base)
    picture = nil
    let small = try (0..<3).map { _ in try pool.storage(byteCount: 2 << 20) }
    let next = try pool.storage(byteCount: 40 << 20)
    #expect(unsafe Int(bitPattern: next.base) == address)
    #expect(withExtendedLifetime(small) { pool.statistics.reuses } == 1)
  }

  @Test func waitingMemoryHardlyLiftsTheFootprintAboveThePeakOfUse() throws {
    let pool = StoragePool(idleByteLimit: 1 << 30)
    for size in [10, 40, 3, 20, 12] {
      // Each is gone before the next comes; none fits another well enough to be taken for it every time.
      _ = try pool.storage(byteCount: size << 20)
      let now = pool.statistics
      #expect(now.outstanding + now.idle <= now.peakOutstanding * 5 / 4)
      #expect(now.outstanding + now.idle <= now.peakOutstanding + (32 << 20))
    }
    pool.trim(toIdleBytes: 0)
    #expect(pool.statistics.idle == 0)
  }

  @Test func theBudgetOfWaitingMemoryIsKept() throws {
    let pool = StoragePool(idleByteLimit: 8 << 20)
    func hold(_ count: Int) throws -> Int {
      let held = try (0..<count).map { _ in try pool.storage(byteCount: 4 << 20) }
      return withExtendedLifetime(held) { pool.statistics.outstanding }
    }
    #expect(try hold(6) == 24 << 20)
    #expect(pool.statistics.idle == 8 << 20 && pool.statistics.outstanding == 0)
  }

  @Test func shareableMemoryCanBeMappedThroughItsDescriptor() throws {
    let bitmap = try PixelBitmap(width: 64, height: 64, format: .rgba8, isShareable: true)
    let descriptor = try #require(bitmap.storage.fileDescriptor)
    #expect(try PixelBitmap(width: 64, height: 64, format: .rgba8).storage.fileDescriptor == nil)
    let length = bitmap.storage.byteCount
    let other = unsafe mmap(nil, length, PROT_READ, MAP_SHARED, descriptor, 0)
    let mapped = unsafe try #require(other)
    bitmap.randomize(seed: 3)
    #expect(unsafe memcmp(mapped, bitmap.storage.base, length) == 0)
    unsafe munmap(mapped, length)
  }

  @Test func foreignMemoryIsReleasedOnce() {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)
    let address = Int(bitPattern: memory)
    var storage: PixelStorage? = unsafe PixelStorage(foreign: memory, byteCount: 64) {
      unsafe UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
    }
    storage?.clear()
    storage = nil
    #expect(storage == nil)
  }

  @Test func formatsThatDoNotExistCannotBeMade() {
    #expect(PixelFormat(component: .half, layout: .biplanar420) == nil)
    #expect(PixelFormat(component: .packed10, layout: .gray) == nil)
    #expect(PixelFormat(component: .uint10High, layout: .rgba) == nil)
    #expect(PixelFormat(component: .uint10, layout: .biplanar420) == nil)
    #expect(PixelFormat(component: .uint16, layout: .planarAlpha422) != nil)
    #expect(Set(PixelFormat.allCases).count == PixelFormat.allCases.count)
    #expect(PixelFormat.rgb10.bytesPerPixel == 4 && PixelFormat.rgbaHalf.bytesPerPixel == 8)
    #expect(PixelFormat.biplanar420x10.bytesPerElement(plane: 1) == 4)
  }
}
