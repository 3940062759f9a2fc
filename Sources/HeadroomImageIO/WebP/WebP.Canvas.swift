internal import HeadroomContainers
internal import HeadroomPixels

extension WebP {
  /// The picture of an animation: frames composed one over another. Pixels that no frame has covered are transparent,
  /// as in browsers; the background colour of the file is a hint that they ignore.
  struct Canvas {
    let bitmap: PixelBitmap

    /// Most pixels that are decoded to show one picture, as a multiple of ``DecodeLimits/maxPixels``.
    private static let mostWork = 4

    /// The canvas as it is when a frame is shown.
    init(
      showing index: Int, of file: File, allowPartial: Bool, limits: DecodeLimits
    ) throws(ImageIOError) {
      try limits.check(width: UInt64(file.width), height: UInt64(file.height), part: "VP8X")
      let first = Self.firstNeeded(for: index, of: file)
      let work = file.frames[first...index].reduce(UInt64(0)) { $0 + UInt64($1.pixelCount) }
      let most = UInt64(max(limits.maxPixels, 0)).multipliedReportingOverflow(by: UInt64(Self.mostWork))
      guard most.overflow || work <= most.partialValue else {
        throw .overLimit(
          part: "ANMF", quantity: "pixels of the frames before", declared: work, limit: most.partialValue, offset: nil)
      }
      bitmap = try WebP.bitmap(file.width, file.height, .rgba8)
      bitmap.clear(rows: 0..<bitmap.height)
      for number in first...index {
        let frame = file.frames[number]
        let decoded = try WebP.decode(
          frame, of: file.bytes, isTransparent: true, allowPartial: allowPartial && number == index, limits: limits)
        lay(decoded.bitmap, frame)
        if frame.isDisposed, number < index { clear(frame) }
      }
    }

    /// The last frame at or before this one that does not depend on earlier frames.
    private static func firstNeeded(for index: Int, of file: File) -> Int {
      func isFull(_ frame: Frame) -> Bool { frame.width == file.width && frame.height == file.height }
      for number in stride(from: index, to: 0, by: -1) {
        let frame = file.frames[number]
        if isFull(frame), !frame.isBlended || !frame.hasAlpha { return number }
        let before = file.frames[number - 1]
        if isFull(before), before.isDisposed { return number }
      }
      return 0
    }

    private func lay(_ source: PixelBitmap, _ frame: Frame) {
      for row in 0..<frame.height {
        let from = unsafe source.rowAddress(row).assumingMemoryBound(to: UInt8.self)
        let to = unsafe (bitmap.rowAddress(frame.y + row) + frame.x * 4).assumingMemoryBound(to: UInt8.self)
        if frame.isBlended, frame.hasAlpha {
          for column in 0..<frame.width { unsafe Self.blend(from + column * 4, over: to + column * 4) }
        } else {
          unsafe UnsafeMutableRawPointer(to).copyMemory(from: from, byteCount: frame.width * 4)
        }
      }
    }

    /// Straight colours, 8 bits, rounded (RFC 9649, 2.7.1.1).
    private static func blend(_ source: UnsafePointer<UInt8>, over target: UnsafeMutablePointer<UInt8>) {
      let (cover, below) = unsafe (Int(source[3]), Int(target[3]))
      // In 255ths of 255ths.
      let left = below * (255 - cover)
      let sum = cover * 255 + left
      for channel in 0..<3 {
        let mixed = unsafe Int(source[channel]) * cover * 255 + Int(target[channel]) * left
        unsafe target[channel] = sum == 0 ? 0 : UInt8(clamping: (mixed + sum / 2) / sum)
      }
      unsafe target[3] = UInt8(clamping: (sum + 127) / 255)
    }

    private func clear(_ frame: Frame) {
      for row in frame.y..<frame.y + frame.height {
        unsafe (bitmap.rowAddress(row) + frame.x * 4).initializeMemory(
          as: UInt8.self, repeating: 0, count: frame.width * 4)
      }
    }
  }
}
