internal import HeadroomContainers

/// When the tracks of a finished film begin and end, written over the edits that its muxer wrote.
///
/// ```
/// elst: version and flags, u32 count; entries: u32 or u64 duration, i32 or i64 media time, u32 rate
/// ```
struct MovieEditChanges {
  /// From when to when a track is shown, in ticks of its timescale.
  struct Shown {
    var range: Range<Int64>
    var timescale: CMTimeScale
  }

  private var writes: [ByteChange] = []
  private let bytes: FileBytes

  /// - Parameter shown: of the tracks in the file's order.
  static func writes(_ shown: [Shown], over bytes: FileBytes) throws(ImageIOError) -> [ByteChange] {
    var changes = MovieEditChanges(bytes: bytes)
    try changes.make(shown)
    return changes.writes
  }

  private init(bytes: FileBytes) { self.bytes = bytes }

  private mutating func make(_ shown: [Shown]) throws(ImageIOError) {
    let file = try MovieFile(bytes)
    let scale = CMTimeScale(clamping: file.movie.timescale)
    let boxes = try file.list.inside(file.box).boxes()
    let tracks = boxes.filter { $0.type == "trak" }
    guard tracks.count == shown.count else { return }
    var end: UInt64 = 0
    for (track, wanted) in zip(tracks, shown) {
      let length = try change(
        track, in: try file.list.inside(file.box), wanted, scale, isFragmented: file.movie.isFragmented)
      end = max(end, length)
    }
    guard !file.movie.isFragmented, end > 0, let head = boxes.first(where: { $0.type == "mvhd" }) else { return }
    try setDuration(end, of: head, in: file.list, at: (16, 24))
  }

  /// - Returns: the length of the track in the film.
  private mutating func change(
    _ track: ISOBox, in list: ISOBoxList, _ wanted: Shown, _ scale: CMTimeScale, isFragmented: Bool
  ) throws(ImageIOError) -> UInt64 {
    func inMovie(_ ticks: Int64) -> Int64 { CMTime(value: ticks, timescale: wanted.timescale).ticks(scale) }
    let (first, last) = (inMovie(wanted.range.lowerBound), inMovie(wanted.range.upperBound))
    let parts = try list.inside(track)
    let boxes = try parts.boxes()
    guard let edits = boxes.first(where: { $0.type == "edts" }) else { return UInt64(max(last, 0)) }
    let inner = try parts.inside(edits)
    guard let table = try inner.boxes().first(where: { $0.type == "elst" }) else { return UInt64(max(last, 0)) }
    var reader = inner.reader(of: table)
    let isWide = try reader.fullBoxHeader().version == 1
    let count = try reader.u32()
    let start = table.payload.lowerBound + 8
    let size = isWide ? 20 : 12
    guard count == 1 || count == 2 else { return UInt64(max(last, 0)) }
    if count == 2 { try moveStart(start, size, isWide, to: first, scale, wanted.timescale) }
    let place = start + (count == 2 ? size : 0)
    set(UInt64(max(last - (count == 2 ? first : 0), 0)), at: place, isWide: isWide)
    if !isFragmented, let head = boxes.first(where: { $0.type == "tkhd" }) {
      try setDuration(UInt64(max(last, 0)), of: head, in: parts, at: (20, 28))
    }
    return UInt64(max(last, 0))
  }

  /// Lets the second edit begin at a time of the film, with what is shown then.
  private mutating func moveStart(
    _ start: Int, _ size: Int, _ isWide: Bool, to first: Int64, _ scale: CMTimeScale, _ timescale: CMTimeScale
  ) throws(ImageIOError) {
    let delay = try number(at: start, isWide: isWide)
    // Behind the second entry's duration.
    let place = start + size + (isWide ? 8 : 4)
    let media = try number(at: place, isWide: isWide)
    guard first > delay else { return }
    let later = CMTime(value: first - delay, timescale: scale).ticks(timescale)
    set(UInt64(first), at: start, isWide: isWide)
    set(UInt64(max(media + later, 0)), at: place, isWide: isWide)
  }

  /// - Parameter offsets: of the field in versions 0 and 1, from the payload on.
  private mutating func setDuration(
    _ value: UInt64, of box: ISOBox, in list: ISOBoxList, at offsets: (narrow: Int, wide: Int)
  ) throws(ImageIOError) {
    var reader = list.reader(of: box)
    let isWide = try reader.fullBoxHeader().version == 1
    set(value, at: box.payload.lowerBound + (isWide ? offsets.wide : offsets.narrow), isWide: isWide)
  }

  private func number(at place: Int, isWide: Bool) throws(ImageIOError) -> Int64 {
    let width = isWide ? 8 : 4
    guard place + width <= bytes.count else {
      throw .truncated(part: "elst", needed: UInt64(width), available: UInt64(bytes.count - place), offset: place)
    }
    let value = bytes.copy(place..<place + width).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return isWide ? Int64(bitPattern: value) : Int64(Int32(truncatingIfNeeded: value))
  }

  private mutating func set(_ value: UInt64, at place: Int, isWide: Bool) {
    var out = ByteWriter(reserving: 8)
    if isWide { out.u64(value) } else { out.u32(UInt32(clamping: value)) }
    writes.append((place, out.bytes))
  }
}
