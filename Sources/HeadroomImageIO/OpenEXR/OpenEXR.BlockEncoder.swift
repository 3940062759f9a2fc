internal import CHeadroomCodecs
internal import HeadroomContainers
internal import HeadroomPixels

extension OpenEXR {
  /// Makes ZIP blocks of rows.
  struct BlockEncoder: Sendable {
    let bitmap: PixelBitmap
    /// Whether colours have to be multiplied by alpha, the last component.
    let premultiplies: Bool
    /// Components of a pixel in the order of the channels.
    let components: [Int]
    let level: Int32

    func blockBytes(_ rows: Int) -> Int { rows * bitmap.width * bitmap.format.bytesPerPixel }

    /// A block, its differences, and the deflated differences.
    @safe private struct Scratch: ~Copyable {
      let block: UnsafeMutablePointer<UInt8>
      let work: UnsafeMutablePointer<UInt8>
      let packed: UnsafeMutablePointer<UInt8>
      let capacity: Int

      init(byteCount: Int) {
        capacity = headroom_exr_zip_bound(byteCount)
        unsafe block = .allocate(capacity: byteCount)
        unsafe work = .allocate(capacity: byteCount)
        unsafe packed = .allocate(capacity: capacity)
      }

      deinit {
        unsafe block.deallocate()
        unsafe work.deallocate()
        unsafe packed.deallocate()
      }
    }

    /// The blocks of rows in order; nil for one without memory.
    func encode(_ rows: Range<Int>, blockHeight: Int) throws(ImageIOError) -> [[UInt8]?] {
      let count = (rows.count + blockHeight - 1) / blockHeight
      let results = Results<[UInt8]>(count: count)
      let capacity = blockBytes(blockHeight)
      let makeScratch: @Sendable () -> Scratch = { Scratch(byteCount: capacity) }
      try ThreadPool.shared.forEachPiece(count, scratch: makeScratch) { index, scratch in
        let start = rows.lowerBound + index * blockHeight
        results[index] = encode(start..<min(start + blockHeight, rows.upperBound), scratch)
      }
      return results.all
    }

    private func encode(_ rows: Range<Int>, _ scratch: borrowing Scratch) -> [UInt8]? {
      var target = unsafe UnsafeMutableRawPointer(scratch.block)
      for row in rows {
        for component in components { unsafe gather(row, component, &target) }
      }
      let size = blockBytes(rows.count)
      var produced = 0
      let code = unsafe Int(
        headroom_exr_zip(scratch.block, size, level, scratch.packed, scratch.capacity, &produced, scratch.work))
      guard code == HEADROOM_EXR_OK else { return nil }
      // A block that does not become smaller is stored uncompressed.
      return produced < size
        ? unsafe [UInt8](UnsafeBufferPointer(start: scratch.packed, count: produced))
        : unsafe [UInt8](UnsafeBufferPointer(start: scratch.block, count: size))
    }

    /// Appends one component of a row.
    private func gather(_ row: Int, _ component: Int, _ target: inout UnsafeMutableRawPointer) {
      let (count, step) = (bitmap.width, bitmap.format.channelCount)
      let multiplies = premultiplies && component != step - 1
      if bitmap.format.component == .half {
        let source = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: UInt16.self)
        let out = unsafe target.assumingMemoryBound(to: UInt16.self)
        if multiplies {
          for x in 0..<count {
            let color = unsafe Float(Float16(bitPattern: source[x * step + component]))
            let alpha = unsafe Float(Float16(bitPattern: source[x * step + step - 1]))
            unsafe out[x] = Float16(color * alpha).bitPattern
          }
        } else {
          for x in 0..<count { unsafe out[x] = source[x * step + component] }
        }
        unsafe target += 2 * count
      } else {
        let source = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: Float.self)
        let out = unsafe target.assumingMemoryBound(to: Float.self)
        for x in 0..<count {
          unsafe out[x] =
            multiplies ? source[x * step + component] * source[x * step + step - 1] : source[x * step + component]
        }
        unsafe target += 4 * count
      }
    }
  }
}
