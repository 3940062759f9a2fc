internal import HeadroomContainers
internal import HeadroomPixels

/// The corrections of a file's first list, on the numbers as they are stored. Positions are counted from the corner of
/// the stored picture, not of the active area.
enum StoredCorrections {
  /// The changed numbers; the same bitmap where there are no corrections.
  static func apply(_ opcodes: [DNGOpcode], to image: SensorImage) throws(ImageIOError) -> PixelBitmap {
    guard !opcodes.isEmpty else { return image.samples }
    let bitmap = try copy(image.samples)
    let planes = bitmap.format == .rgb16 || bitmap.format == .rgbFloat ? 3 : 1
    for opcode in opcodes {
      try TaskContext.check()
      switch opcode.operation {
      case .fixBadPixelsConstant(let value, _) where planes == 1:
        BadPixels(bitmap, image).fix { $0 == Float(value) }
      case .fixBadPixelsList(_, let points, let rects) where planes == 1:
        BadPixels(bitmap, image).fix(points + rects)
      default: try change(bitmap, planes: planes, opcode)
      }
    }
    return bitmap
  }

  static func copy(_ bitmap: PixelBitmap) throws(ImageIOError) -> PixelBitmap {
    do throws(PixelError) {
      let copy = try PixelBitmap(width: bitmap.width, height: bitmap.height, format: bitmap.format)
      for row in 0..<bitmap.height {
        unsafe copy.rowAddress(row).copyMemory(
          from: bitmap.rowAddress(row), byteCount: min(copy.rowBytes, bitmap.rowBytes))
      }
      return copy
    } catch {
      throw ImageIOError(error)
    }
  }

  private static func change(_ bitmap: PixelBitmap, planes: Int, _ opcode: DNGOpcode) throws(ImageIOError) {
    let isFloat = bitmap.format == .grayFloat || bitmap.format == .rgbFloat
    guard
      let step = try RowCorrection(
        opcode, list: "OpcodeList1", width: bitmap.width, height: bitmap.height, unit: isFloat ? 1 : 65_535)
    else {
      guard opcode.isOptional else {
        throw .unsupported(part: "OpcodeList1", text: "an opcode that cannot be applied to stored numbers")
      }
      return
    }
    let count = bitmap.width * planes
    ThreadPool.shared.concurrentPerform(bitmap.height) { row in
      if isFloat {
        let samples = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: Float.self)
        unsafe step.apply(row: row, sample: 0, count: count, planes: planes, to: samples)
      } else {
        let samples = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: UInt16.self)
        unsafe apply(step, row, samples, count, planes)
      }
    }
  }

  private static func apply(
    _ step: RowCorrection, _ row: Int, _ samples: UnsafeMutablePointer<UInt16>, _ count: Int, _ planes: Int
  ) {
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: count) { buffer in
      guard let line = buffer.baseAddress else { return }
      for i in 0..<count { unsafe line[i] = Float(Int32(samples[i])) }
      unsafe step.apply(row: row, sample: 0, count: count, planes: planes, to: line)
      for i in 0..<count {
        let value = unsafe line[i]
        let clamped = value > 0 ? min(value, 65_535) : 0
        unsafe samples[i] = UInt16(truncatingIfNeeded: (clamped + 8_388_608).bitPattern)
      }
    }
  }
}
