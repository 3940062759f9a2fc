internal import HeadroomContainers
internal import HeadroomPixels

extension GIF {
  /// The pictures of a file, put on its screen one after the other.
  struct Animation {
    private let file: File
    /// The screen before the next picture: red, green, blue and alpha.
    private var screen: [UInt8]

    /// - Throws: ``ImageIOError`` where the screen needs more memory than the limits allow.
    init(_ file: File, limits: DecodeLimits) throws(ImageIOError) {
      try limits.check(width: UInt64(file.width), height: UInt64(file.height), part: "screen", offset: 6)
      self.file = file
      screen = [UInt8](repeating: 0, count: 4 * file.width * file.height)
    }

    /// The screen with one more picture, and the seconds that it is shown. Rows that are missing stay as they were.
    mutating func show(_ frame: Frame) throws(ImageIOError) -> PixelBitmap {
      let before = frame.disposal == .restore ? screen : []
      draw(frame)
      let result = try bitmap()
      switch frame.disposal {
      case .keep: break
      case .clear: clear(frame)
      case .restore: screen = before
      }
      return result
    }

    private mutating func draw(_ frame: Frame) {
      let colors = Picture.colors(of: frame, in: file)
      var reader = CodeReader(file.bytes, frame)
      var indices = [UInt8](repeating: 0, count: frame.width)
      let columns = visibleColumns(frame)
      for row in Picture.rows(of: frame) {
        let count = reader.read(into: &indices)
        guard reader.failure == nil || count > 0, frame.top + row < file.height else {
          if reader.failure != nil { return }
          continue
        }
        var place = 4 * ((frame.top + row) * file.width + frame.left)
        for index in indices.prefix(min(count, columns)) {
          let color = 4 * Int(index)
          if colors[color + 3] != 0 { for channel in 0..<4 { screen[place + channel] = colors[color + channel] } }
          place += 4
        }
      }
    }

    private mutating func clear(_ frame: Frame) {
      let columns = visibleColumns(frame)
      for row in frame.top..<max(frame.top, min(frame.top + frame.height, file.height)) {
        let start = 4 * (row * file.width + frame.left)
        for place in start..<start + 4 * columns { screen[place] = 0 }
      }
    }

    private func visibleColumns(_ frame: Frame) -> Int { max(min(frame.width, file.width - frame.left), 0) }

    private func bitmap() throws(ImageIOError) -> PixelBitmap {
      do throws(PixelError) {
        let bitmap = try PixelBitmap(width: file.width, height: file.height, format: .rgba8, alpha: .straight)
        for row in 0..<file.height {
          let target = unsafe bitmap.rowAddress(row)
          unsafe screen.withUnsafeBytes { bytes in
            let line = unsafe UnsafeRawBufferPointer(rebasing: bytes[4 * row * file.width..<4 * (row + 1) * file.width])
            if let start = line.baseAddress { unsafe target.copyMemory(from: start, byteCount: line.count) }
          }
        }
        return bitmap
      } catch {
        throw ImageIOError(error)
      }
    }
  }
}
