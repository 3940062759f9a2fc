internal import HeadroomContainers
internal import HeadroomPixels

extension GIF {
  /// The first picture of a file on its screen.
  struct Picture {
    /// Straight RGBA where something is transparent, else RGB.
    let bitmap: PixelBitmap
    /// Why rows are missing; they are transparent or black.
    private(set) var damage: ImageIOError?

    /// Most pixels that a byte can stand for: codes of two bits, each a run as long as the table.
    private static let largestExpansion = 4 * 4096
    /// Rows between checks for cancellation.
    private static let batch = 16

    /// - Throws: `ImageIOError` where the data is cut or damaged and `allowPartial` is not set.
    init(decoding file: File, allowPartial: Bool, limits: DecodeLimits) throws(ImageIOError) {
      let frame = file.frame
      try limits.check(width: UInt64(file.width), height: UInt64(file.height), part: "screen", offset: 6)
      let stored = frame.range.upperBound - frame.content
      guard allowPartial || frame.pixelCount / Self.largestExpansion <= stored else {
        throw frame.isCut
          ? .incompletePicture(part: "image", offset: file.bytes.count)
          : .malformed(
            part: "image", text: "\(stored) bytes cannot hold \(frame.pixelCount) pixels", offset: frame.content)
      }
      do throws(PixelError) {
        bitmap = try PixelBitmap(
          width: file.width, height: file.height, format: file.hasAlpha ? .rgba8 : .rgb8, alpha: .straight)
      } catch {
        throw ImageIOError(error)
      }
      if !file.isCovered || allowPartial { bitmap.clear(rows: 0..<bitmap.height) }
      try decode(file, allowPartial: allowPartial)
    }

    private mutating func decode(_ file: File, allowPartial: Bool) throws(ImageIOError) {
      let frame = file.frame
      let colors = Self.colors(of: frame, in: file)
      var reader = CodeReader(file.bytes, frame)
      var indices = [UInt8](repeating: 0, count: frame.width)
      for (number, row) in Self.rows(of: frame).enumerated() {
        if number % Self.batch == 0 {
          try TaskContext.check()
          TaskContext.advance(to: Double(number) / Double(frame.height))
        }
        let count = reader.read(into: &indices)
        write(indices.prefix(count), colors, x: frame.left, y: frame.top + row)
        guard let failure = reader.failure else { continue }
        guard allowPartial else { throw failure }
        damage = failure
        return
      }
    }

    private func write(_ indices: ArraySlice<UInt8>, _ colors: [UInt8], x: Int, y: Int) {
      let size = bitmap.format.bytesPerPixel
      let target = unsafe (bitmap.rowAddress(y) + x * size).assumingMemoryBound(to: UInt8.self)
      var place = 0
      for index in indices {
        let color = 4 * Int(index)
        for channel in 0..<size { unsafe target[place + channel] = colors[color + channel] }
        place += size
      }
    }

    /// The rows in the order in which they are stored: interlaced ones every eighth first, then those between.
    static func rows(of frame: Frame) -> [Int] {
      guard frame.isInterlaced else { return Array(0..<frame.height) }
      return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { first, step in
        Array(stride(from: first, to: frame.height, by: step))
      }
    }

    /// Red, green, blue and alpha of all indices; those beyond the table are black.
    static func colors(of frame: Frame, in file: File) -> [UInt8] {
      let table = (frame.table ?? file.table).map { file.bytes.copy($0) } ?? []
      var colors: [UInt8] = []
      for index in 0..<256 {
        let color = 3 * index < table.count ? table[3 * index..<3 * index + 3] : [0, 0, 0]
        let isTransparent = frame.transparentIndex == UInt8(index)
        colors += isTransparent ? [0, 0, 0, 0] : color + [255]
      }
      return colors
    }
  }
}
