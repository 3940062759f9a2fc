internal import HeadroomContainers
internal import HeadroomPixels

extension Radiance {
  /// Makes float pixels from scanlines that a ``ScanlineIndex`` has found to be complete.
  struct RasterDecoder {
    let bytes: FileBytes
    let width: Int

    /// 2^(exponent - 136) by exponent; 0 for exponent 0, which is black.
    private static let scales: [Float] = (0..<256).map {
      $0 == 0 ? 0 : Float(sign: .plus, exponent: $0 - exponentBias, significand: 1)
    }

    /// Scanlines of one part of the parallel job.
    private static let bandHeight = 16

    func decode(_ scanlines: [ScanlineIndex.Scanline], into bitmap: PixelBitmap) throws(ImageIOError) {
      let bands = (scanlines.count + Self.bandHeight - 1) / Self.bandHeight
      let width = width
      let makeScratch: @Sendable () -> Scratch = { Scratch(byteCount: 4 * width) }
      try ThreadPool.shared.forEachPiece(bands, scratch: makeScratch) { band, scratch in
        for row in band * Self.bandHeight..<min((band + 1) * Self.bandHeight, scanlines.count) {
          let target = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: Float.self)
          switch scanlines[row].storage {
          case .components:
            unsafe expandComponents(scanlines[row].offset + 4, into: scratch.base)
            unsafe planarToFloat(scratch.base, target)
          case .pixels: unsafe decodePixels(scanlines[row].offset, into: target)
          }
        }
      }
    }

    /// Mantissas and exponents of a scanline, one component after the other.
    @safe private struct Scratch: ~Copyable {
      let base: UnsafeMutablePointer<UInt8>

      init(byteCount: Int) { unsafe base = .allocate(capacity: byteCount) }
      deinit { unsafe base.deallocate() }
    }

    private func expandComponents(_ offset: Int, into planes: UnsafeMutablePointer<UInt8>) {
      var source = unsafe bytes.baseAddress.assumingMemoryBound(to: UInt8.self) + offset
      // The index saw to it that runs end with each component.
      var filled = 0
      while filled < 4 * width {
        let code = unsafe Int(source[0])
        if code > 128 {
          unsafe (planes + filled).update(repeating: source[1], count: code - 128)
          filled += code - 128
          unsafe source += 2
        } else {
          unsafe (planes + filled).update(from: source + 1, count: code)
          filled += code
          unsafe source += 1 + code
        }
      }
    }

    private func planarToFloat(_ planes: UnsafeMutablePointer<UInt8>, _ target: UnsafeMutablePointer<Float>) {
      unsafe Self.scales.withUnsafeBufferPointer { scales in
        let (r, g, b, e) = unsafe (planes, planes + width, planes + 2 * width, planes + 3 * width)
        for x in 0..<width {
          let scale = unsafe scales[Int(e[x])]
          unsafe target[3 * x] = Float(r[x]) * scale
          unsafe target[3 * x + 1] = Float(g[x]) * scale
          unsafe target[3 * x + 2] = Float(b[x]) * scale
        }
      }
    }

    private func decodePixels(_ offset: Int, into target: UnsafeMutablePointer<Float>) {
      var (position, x, shift) = (offset, 0, 0)
      while x < width {
        if let count = Radiance.repeatCount(bytes, at: position), x > 0 {
          for _ in 0..<min(count << shift, width - x) {
            for channel in 0..<3 { unsafe target[3 * x + channel] = target[3 * (x - 1) + channel] }
            x += 1
          }
          shift += 8
        } else {
          let scale = Self.scales[Int(bytes[position + 3] ?? 0)]
          for channel in 0..<3 { unsafe target[3 * x + channel] = Float(bytes[position + channel] ?? 0) * scale }
          x += 1
          shift = 0
        }
        position += 4
      }
    }
  }
}
