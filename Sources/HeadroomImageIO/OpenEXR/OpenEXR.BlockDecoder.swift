internal import CHeadroomCodecs
internal import HeadroomContainers

extension OpenEXR {
  /// Undoes the compression of single blocks.
  struct BlockDecoder: Sendable {
    let bytes: FileBytes
    let part: Part
    let table: BlockTable

    /// Memory for a block, for one thread.
    @safe struct Scratch: ~Copyable {
      fileprivate let block: UnsafeMutablePointer<UInt8>
      fileprivate let work: UnsafeMutablePointer<UInt8>

      init(byteCount: Int) {
        unsafe block = .allocate(capacity: max(byteCount, 1))
        unsafe work = .allocate(capacity: max(byteCount, 1))
      }

      deinit {
        unsafe block.deallocate()
        unsafe work.deallocate()
      }
    }

    /// The uncompressed bytes of a block, valid until the scratch memory is used again.
    func decode(_ block: Block, _ scratch: borrowing Scratch) throws(ImageIOError) -> UnsafeRawPointer {
      let stored = try table.range(of: block)
      let size = part.byteCount(of: block.area)
      let packed = unsafe bytes.baseAddress + stored.lowerBound
      // A block that compression does not shrink is stored uncompressed.
      if part.compression == .none || stored.count == size {
        guard stored.count == size else { throw damaged(block, 0) }
        return unsafe packed
      }
      guard stored.count < size else { throw damaged(block, 0) }
      let source = unsafe packed.assumingMemoryBound(to: UInt8.self)
      var code: Int32 = 0
      let result: Int32
      switch part.compression {
      case .zip, .zips:
        result = unsafe headroom_exr_unzip(source, stored.count, scratch.block, size, scratch.work)
      case .rle: result = unsafe headroom_exr_unrle(source, stored.count, scratch.block, size, scratch.work)
      default:
        let file = SingleBlockFile.bytes(part, block, packed: bytes.copy(stored))
        let top = Int32(truncatingIfNeeded: block.area.minY)
        result = unsafe headroom_exr_decode_block(
          file, file.count, block.tile == nil ? 0 : 1, top, scratch.block, size, &code)
        if Int(result) == HEADROOM_EXR_NO_LIBRARY, part.isDWA {
          try unsafe decodeByCPlusPlus(block, file, into: scratch.block)
          return unsafe UnsafeRawPointer(scratch.block)
        }
      }
      if Int(result) == HEADROOM_EXR_NO_MEMORY { throw .outOfMemory(bytes: UInt64(size)) }
      guard Int(result) == HEADROOM_EXR_OK else { throw damaged(block, Int(code)) }
      return unsafe UnsafeRawPointer(scratch.block)
    }

    private func damaged(_ block: Block, _ code: Int) -> ImageIOError {
      .codec(
        library: "OpenEXR", code: code, message: "the \(part.compression) data is damaged", part: "block \(block.index)"
      )
    }

    /// DWAA and DWAB: red, green, blue and alpha of the block as half floats, put at the block's places for them.
    /// Channels of other names are left black; the picture's choice of channels ensures that none is requested.
    private func decodeByCPlusPlus(
      _ block: Block, _ file: [UInt8], into out: UnsafeMutablePointer<UInt8>
    ) throws(ImageIOError) {
      let (width, height) = (block.area.width, block.area.height)
      var rgba = [UInt16](repeating: 0, count: 4 * width * height)
      let result = unsafe Int(
        headroom_exr_decode_rgba(file, file.count, UInt32(width), UInt32(height), &rgba))
      guard result != HEADROOM_EXR_NO_LIBRARY else {
        throw .unsupported(part: "compression", text: "\(part.compression) needs OpenEXR's C++ library")
      }
      guard result == HEADROOM_EXR_OK else { throw damaged(block, 0) }
      var target = UnsafeMutableRawPointer(out)
      let components = ["R": 0, "G": 1, "B": 2, "A": 3, "Y": 0]
      for y in 0..<height {
        for channel in part.channels {
          let component = components[channel.name]
          for x in 0..<width {
            let bits = component.map { rgba[4 * (y * width + x) + $0] } ?? 0
            switch channel.type {
            case .half: unsafe target.storeBytes(of: bits, as: UInt16.self)
            case .float: unsafe target.storeBytes(of: Float(Float16(bitPattern: bits)), as: Float.self)
            case .uint: unsafe target.storeBytes(of: 0, as: UInt32.self)
            }
            unsafe target += channel.type.byteCount
          }
        }
      }
    }
  }
}
