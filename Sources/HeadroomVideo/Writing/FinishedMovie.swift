internal import HeadroomContainers

/// A finished film that becomes another one under the same name.
struct FinishedMovie {
  let path: String

  /// Puts boxes into the sample entries of tracks.
  ///
  /// - Parameter boxes: of each track, in the file's order.
  func put(_ boxes: [[[UInt8]]]) throws(ImageIOError) {
    let movie = try MovieFile(try FileBytes(path: path, mapsFrom: 0) { _ in })
    var patcher = MoviePatcher(movie)
    for (track, own) in zip(movie.movie.tracks, boxes) {
      for box in own { try patcher.put(box, track: track.id) }
    }
    let sink = try FileByteSink(path: path)
    try patcher.rewrite().write(from: movie.bytes, to: sink)
    try sink.commit()
  }

  /// Moves the `moov` box before the samples, so that players can begin before they have all of a film.
  func moveTablesToFront() throws(ImageIOError) {
    let file = try FileBytes(path: path, mapsFrom: 0) { _ in }
    let list = ISOBoxList(of: file, limits: .standard)
    let boxes = try list.boxes()
    guard let movie = boxes.last, movie.type == "moov", let first = boxes.first, first.type == "ftyp" else { return }
    var bytes = file.copy(movie.start..<movie.payload.upperBound)
    let moved = ISOBoxList(of: FileBytes(bytes), limits: .standard)
    for box in try moved.boxes() { try shift(box, in: moved, by: UInt64(bytes.count), &bytes) }
    let sink = try FileByteSink(path: path)
    try copy(file, 0..<first.payload.upperBound, to: sink)
    try sink.append(bytes)
    try copy(file, first.payload.upperBound..<movie.start, to: sink)
    try sink.commit()
  }

  /// Adds to all offsets of chunks inside a box.
  private func shift(
    _ box: ISOBox, in list: ISOBoxList, by step: UInt64, _ bytes: inout [UInt8]
  ) throws(ImageIOError) {
    switch box.type {
    case "moov", "trak", "mdia", "minf", "stbl":
      let inner = try list.inside(box)
      for part in try inner.boxes() { try shift(part, in: inner, by: step, &bytes) }
    case "stco", "co64":
      let width = box.type == "co64" ? 8 : 4
      for start in stride(from: box.payload.lowerBound + 8, to: box.payload.upperBound - width + 1, by: width) {
        let old = bytes[start..<start + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard width == 8 || old + step <= UInt64(UInt32.max) else {
          throw .overLimit(
            part: box.path, quantity: "offset", declared: old + step, limit: UInt64(UInt32.max), offset: box.start)
        }
        for index in 0..<width {
          bytes[start + index] = UInt8(truncatingIfNeeded: (old + step) >> UInt64(8 * (width - 1 - index)))
        }
      }
    default: break
    }
  }

  private func copy(_ file: FileBytes, _ range: Range<Int>, to sink: FileByteSink) throws(ImageIOError) {
    let step = 1 << 20
    for start in stride(from: range.lowerBound, to: range.upperBound, by: step) {
      let part = start..<min(start + step, range.upperBound)
      try sink.append(file.copy(part))
      file.release(part)
    }
  }
}
