internal import CHeadroomMedia
internal import HeadroomPixels

/// The memory of decoded frames: the pool's, so that it is counted and reused.
enum FrameMemory {
  static var callbacks: hr_media_memory {
    unsafe hr_media_memory(
      allocate: { count, object in
        guard let storage = try? StoragePool.shared.storage(byteCount: count) else { return nil }
        unsafe object?.pointee = unsafe Unmanaged.passRetained(storage).toOpaque()
        return unsafe storage.base
      },
      release: { object in
        guard let object = unsafe object else { return }
        unsafe Unmanaged<PixelStorage>.fromOpaque(object).release()
      })
  }
}
