internal import HeadroomContainers
internal import HeadroomPixels

extension TIFF {
  /// Turns rows of decoded samples into rows of a bitmap: unpacks, swaps, scales and reorders.
  struct RowExpander: Sendable {
    private let layout: SampleLayout
    /// Samples from one pixel to the next.
    private let pixelStride: Int
    /// Components of the bitmap that this plane fills, and the samples they come from.
    private let pairs: [(component: Int, sample: Int)]
    private let channels: Int
    private let bits: Int
    /// Whether rows can be copied as they are.
    private let isIdentity: Bool
    /// Bytes that ``expand(_:count:swaps:into:scratch:)`` needs for a pixel.
    let scratchBytesPerPixel: Int

    /// - Parameter plane: the sample that the segment holds, where each has its own; nil where they are interleaved.
    init(_ layout: SampleLayout, of page: Page, plane: Int?) {
      self.layout = layout
      let isXYZ = layout.isXYZ
      pixelStride = isXYZ ? 3 : page.samplesPerSegment
      channels = layout.format.channelCount
      if let plane {
        pairs = layout.map.enumerated().filter { $0.element == plane }.map { ($0.offset, 0) }
      } else {
        pairs = layout.map.enumerated().map { ($0.offset, $0.element) }
      }
      if case .integers(let count) = layout.source { bits = count } else { bits = 0 }
      let isOrdered = pairs.map(\.sample) == Array(0..<pixelStride) && pairs.map(\.component) == Array(0..<channels)
      isIdentity = isOrdered && layout.palette.isEmpty
      scratchBytesPerPixel = pixelStride * 4
    }
  }
}

extension TIFF.RowExpander {
  /// Writes `count` pixels, the first at column `x` of a row of `bitmap`.
  ///
  /// - Parameters:
  ///   - source: the samples, unaligned.
  ///   - swaps: whether their bytes are in the other order.
  ///   - scratch: ``scratchBytesPerPixel`` bytes for each pixel, aligned to 8.
  func expand(
    _ source: UnsafeRawPointer, count: Int, swaps: Bool, into bitmap: PixelBitmap, row: Int, x: Int,
    scratch: UnsafeMutableRawPointer
  ) {
    let target = unsafe bitmap.rowAddress(row) + x * bitmap.format.bytesPerPixel
    guard layout.palette.isEmpty else {
      let indices = unsafe load16(source, count * pixelStride, swaps: swaps, scratch)
      unsafe lookUp(indices.assumingMemoryBound(to: UInt16.self), count, target)
      return
    }
    switch layout.format.component {
    case .uint8:
      let samples = unsafe load8(source, count * pixelStride, scratch)
      unsafe place(samples, UInt8.self, count, target)
    case .uint16, .half:
      let samples = unsafe load16(source, count * pixelStride, swaps: swaps, scratch)
      unsafe place(samples, UInt16.self, count, target)
    default:
      let samples = unsafe load32(source, count * pixelStride, swaps: swaps, scratch)
      unsafe place(samples, UInt32.self, count, target)
    }
  }

  // MARK: - Loading

  /// Samples of up to 8 bits as bytes, scaled to 0...255.
  private func load8(
    _ source: UnsafeRawPointer, _ count: Int, _ scratch: UnsafeMutableRawPointer
  ) -> UnsafeRawPointer {
    guard bits < 8 else { return unsafe source }
    let out = unsafe scratch.assumingMemoryBound(to: UInt8.self)
    let peak = (1 << bits) - 1
    for index in 0..<count {
      let code = unsafe Self.packed(source, index, bits: bits)
      unsafe out[index] = UInt8(truncatingIfNeeded: (code * 255 + peak / 2) / peak)
    }
    return UnsafeRawPointer(scratch)
  }

  /// Samples of 9 to 16 bits or halves as 16 bits of the machine's order, scaled to 0...65535; a palette's indices as
  /// they are.
  private func load16(
    _ source: UnsafeRawPointer, _ count: Int, swaps: Bool, _ scratch: UnsafeMutableRawPointer
  ) -> UnsafeRawPointer {
    let out = unsafe scratch.assumingMemoryBound(to: UInt16.self)
    if bits > 0, bits < 16 {
      let peak = (1 << bits) - 1
      let scale = layout.palette.isEmpty ? 65535 : peak
      for index in 0..<count {
        let code = unsafe Self.packed(source, index, bits: bits)
        unsafe out[index] = UInt16(truncatingIfNeeded: (code * scale + peak / 2) / peak)
      }
      return UnsafeRawPointer(scratch)
    }
    if swaps {
      for index in 0..<count {
        unsafe out[index] = source.loadUnaligned(fromByteOffset: 2 &* index, as: UInt16.self).byteSwapped
      }
      return UnsafeRawPointer(scratch)
    }
    if Int(bitPattern: source) & 1 == 0 { return unsafe source }
    unsafe scratch.copyMemory(from: source, byteCount: 2 * count)
    return UnsafeRawPointer(scratch)
  }

  /// Floats of any size, and integers of 32 bits scaled to 0...1, as 32 bits of the machine's order.
  private func load32(
    _ source: UnsafeRawPointer, _ count: Int, swaps: Bool, _ scratch: UnsafeMutableRawPointer
  ) -> UnsafeRawPointer {
    let out = unsafe scratch.assumingMemoryBound(to: UInt32.self)
    switch layout.source {
    case .float24:
      for index in 0..<count { unsafe out[index] = unsafe Self.float24(source + 3 &* index, swaps: swaps).bitPattern }
    case .double:
      for index in 0..<count {
        let word = unsafe source.loadUnaligned(fromByteOffset: 8 &* index, as: UInt64.self)
        unsafe out[index] = Float(Double(bitPattern: swaps ? word.byteSwapped : word)).bitPattern
      }
    case .wideIntegers:
      for index in 0..<count {
        let word = unsafe source.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self)
        unsafe out[index] = Float(Double(swaps ? word.byteSwapped : word) / 4_294_967_295).bitPattern
      }
    default:
      if !swaps, Int(bitPattern: source) & 3 == 0 { return unsafe source }
      for index in 0..<count {
        let word = unsafe source.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self)
        unsafe out[index] = swaps ? word.byteSwapped : word
      }
    }
    return UnsafeRawPointer(scratch)
  }

  /// A sample of up to 16 bits among others without gaps, highest bit first.
  @inline(__always)
  private static func packed(_ source: UnsafeRawPointer, _ index: Int, bits: Int) -> Int {
    let first = index &* bits
    let last = first &+ bits &- 1
    var word = 0
    for byte in first >> 3...last >> 3 {
      unsafe word = word << 8 | Int(source.load(fromByteOffset: byte, as: UInt8.self))
    }
    return word >> (7 &- last & 7) & (1 << bits &- 1)
  }

  /// A float of 1 sign bit, 7 bits of exponent with bias 64 and 16 bits of fraction (Adobe's TIFF technical
  /// note 3).
  private static func float24(_ source: UnsafeRawPointer, swaps: Bool) -> Float {
    let (first, last) = swaps ? (2, 0) : (0, 2)
    let low = unsafe UInt32(source.load(fromByteOffset: first, as: UInt8.self))
    let middle = unsafe UInt32(source.load(fromByteOffset: 1, as: UInt8.self))
    let high = unsafe UInt32(source.load(fromByteOffset: last, as: UInt8.self))
    let word = low | middle << 8 | high << 16
    let sign: Float = word >> 23 == 0 ? 1 : -1
    let (exponent, fraction) = (Int(word >> 16 & 0x7F), word & 0xFFFF)
    switch exponent {
    case 0: return sign * Float(fraction) * Float(sign: .plus, exponent: -63 - 16, significand: 1)
    case 127: return fraction == 0 ? sign * .infinity : .nan
    default: return sign * Float(sign: .plus, exponent: exponent - 64, significand: 1 + Float(fraction) / 65536)
    }
  }

  // MARK: - Placing

  private func place<Sample: FixedWidthInteger>(
    _ samples: UnsafeRawPointer, _ type: Sample.Type, _ count: Int, _ target: UnsafeMutableRawPointer
  ) {
    let out = unsafe target.assumingMemoryBound(to: Sample.self)
    if isIdentity {
      unsafe target.copyMemory(from: samples, byteCount: count * channels * MemoryLayout<Sample>.size)
    } else {
      let source = unsafe samples.assumingMemoryBound(to: Sample.self)
      for (component, sample) in pairs {
        for index in 0..<count { unsafe out[index &* channels &+ component] = source[index &* pixelStride &+ sample] }
      }
    }
    if layout.isInverted { unsafe invert(out, count) }
  }

  /// Turns gray around where 0 is white; alpha stays.
  private func invert<Sample: FixedWidthInteger>(_ out: UnsafeMutablePointer<Sample>, _ count: Int) {
    guard pairs.contains(where: { $0.component == 0 }) else { return }
    for index in stride(from: 0, to: count * channels, by: channels) {
      switch layout.format.component {
      case .half:
        let value = unsafe 1 - Float16(bitPattern: UInt16(truncatingIfNeeded: out[index]))
        unsafe out[index] = Sample(truncatingIfNeeded: value.bitPattern)
      case .float:
        let value = unsafe 1 - Float(bitPattern: UInt32(truncatingIfNeeded: out[index]))
        unsafe out[index] = Sample(truncatingIfNeeded: value.bitPattern)
      default: unsafe out[index] = ~out[index]
      }
    }
  }

  private func lookUp(_ indices: UnsafePointer<UInt16>, _ count: Int, _ target: UnsafeMutableRawPointer) {
    if layout.format.component == .uint8 {
      unsafe lookUp(indices, count, target.assumingMemoryBound(to: UInt8.self))
    } else {
      unsafe lookUp(indices, count, target.assumingMemoryBound(to: UInt16.self))
    }
  }

  private func lookUp<Sample: FixedWidthInteger>(
    _ indices: UnsafePointer<UInt16>, _ count: Int, _ out: UnsafeMutablePointer<Sample>
  ) {
    let palette = layout.palette
    for index in 0..<count {
      let start = unsafe 3 &* Int(indices[index &* pixelStride])
      for component in 0..<3 {
        unsafe out[3 &* index &+ component] = Sample(truncatingIfNeeded: palette[start + component])
      }
    }
  }
}
