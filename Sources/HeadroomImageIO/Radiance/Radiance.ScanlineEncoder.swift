internal import HeadroomPixels

extension Radiance {
  /// Makes scanlines of float rows.
  enum ScanlineEncoder {
    /// Shorter runs cost more than they save.
    private static let shortestRun = 4
    private static let longestRun = 127
    private static let longestPlain = 128

    /// The brightest value that fits: 255 * 2^119.
    static let brightest = Float(sign: .plus, exponent: 255 - exponentBias, significand: 255)

    static func encode(_ rows: Range<Int>, of bitmap: PixelBitmap) -> [UInt8] {
      let width = bitmap.width
      var out: [UInt8] = []
      out.reserveCapacity(rows.count * width * 4)
      var planes = [UInt8](repeating: 0, count: 4 * width)
      for row in rows {
        let source = unsafe UnsafePointer(bitmap.rowAddress(row).assumingMemoryBound(to: Float.self))
        unsafe planes.withUnsafeMutableBufferPointer {
          unsafe quantize(source, isGray: bitmap.format.isGray, count: width, into: $0)
        }
        if runLengths.contains(width) {
          out += [2, 2, UInt8(width >> 8), UInt8(width & 0xFF)]
          for plane in 0..<4 { appendRuns(planes[plane * width..<(plane + 1) * width], to: &out) }
        } else {
          for x in 0..<width { for plane in 0..<4 { out.append(planes[plane * width + x]) } }
        }
      }
      return out
    }

    /// Makes mantissas and exponents, one component after the other.
    private static func quantize(
      _ source: UnsafePointer<Float>, isGray: Bool, count: Int, into planes: UnsafeMutableBufferPointer<UInt8>
    ) {
      let (step, green, blue) = isGray ? (1, 0, 0) : (3, 1, 2)
      for x in 0..<count {
        let pixel = unsafe source + x * step
        // NaN fails the comparison and becomes 0.
        let r = unsafe pixel[0] > 0 ? min(pixel[0], brightest) : 0
        let g = unsafe pixel[green] > 0 ? min(pixel[green], brightest) : 0
        let b = unsafe pixel[blue] > 0 ? min(pixel[blue], brightest) : 0
        let code = quantize(r, g, b)
        for plane in 0..<4 { unsafe planes[plane * count + x] = code[plane] }
      }
    }

    private static func quantize(_ r: Float, _ g: Float, _ b: Float) -> SIMD4<UInt8> {
      let peak = max(r, g, b)
      // The exponent that brings the peak to 128..<256; below 2^-119 there is none, and the pixel is black.
      var biased = Int(peak.bitPattern >> 23)
      guard biased >= 8 else { return .zero }
      var scale = Float(bitPattern: UInt32(261 - biased) << 23)
      if (peak * scale).rounded() > 255 {
        biased += 1
        scale /= 2
      }
      let mantissas = (SIMD3(r, g, b) * scale).rounded(.toNearestOrAwayFromZero)
      return SIMD4(UInt8(mantissas.x), UInt8(mantissas.y), UInt8(mantissas.z), UInt8(biased + 2))
    }

    private static func appendRuns(_ plane: ArraySlice<UInt8>, to out: inout [UInt8]) {
      var start = plane.startIndex
      while start < plane.endIndex {
        let (run, length) = nextRun(plane, from: start)
        while start < run {
          let count = min(run - start, longestPlain)
          out.append(UInt8(count))
          out += plane[start..<start + count]
          start += count
        }
        guard length > 0 else { return }
        out.append(UInt8(128 + length))
        out.append(plane[run])
        start = run + length
      }
    }

    /// The next run worth writing as one; its length is 0 where there is none and `run` is the end.
    private static func nextRun(_ plane: ArraySlice<UInt8>, from start: Int) -> (run: Int, length: Int) {
      var position = start
      while position < plane.endIndex {
        let value = plane[position]
        let limit = min(plane.endIndex, position + longestRun)
        var end = position + 1
        while end < limit, plane[end] == value { end += 1 }
        if end - position >= shortestRun { return (position, end - position) }
        position = end
      }
      return (plane.endIndex, 0)
    }
  }
}
