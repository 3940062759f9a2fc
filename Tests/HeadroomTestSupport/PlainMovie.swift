/// Puts small movies together, box by box: `ftyp`, `moov`, `mdat`, the samples of all tracks one behind the other.
public struct PlainMovie: Sendable {
  public struct Track: Sendable {
    public var id: UInt32
    public var handler = "pict"
    public var width: UInt16 = 16
    public var height: UInt16 = 16
    /// The codec and the boxes of the sample entry.
    public var format = "av01"
    public var configuration: [UInt8] = []
    public var samples: [[UInt8]] = []
    /// Samples of each chunk.
    public var samplesPerChunk = 1
    /// Runs of samples and ticks; nil makes one of 100 ticks each.
    public var durations: [(count: UInt32, ticks: UInt32)]?
    public var delays: [(count: UInt32, ticks: UInt32)]?
    /// Numbers of samples that stand alone; nil writes no such table.
    public var keys: [UInt32]?
    public var references: [(type: String, tracks: [UInt32])] = []
    /// Duration in the movie, and place in the track.
    public var edits: [(duration: UInt32, time: UInt32)] = []
    /// Speeds of the edits in 65,536ths; those that are missing are 1.
    public var rates: [Int32] = []
    /// a, b, c, d in 65,536ths.
    public var matrix: (Int32, Int32, Int32, Int32) = (1 << 16, 0, 0, 1 << 16)
    /// Boxes in front of the tables (`minf`).
    public var information: [UInt8] = []
    /// `stsz`, or `stz2` with so many bits.
    public var sizeBits = 32
    public var hasWideOffsets = false

    public init(id: UInt32 = 1) { self.id = id }
  }

  public var brands = ["avis", "msf1", "iso8"]
  public var tracks: [Track]
  /// Boxes between `ftyp` and `moov`, and inside `moov` behind the tracks.
  public var between: [UInt8] = []
  public var extra: [UInt8] = []

  public init(_ tracks: [Track]) { self.tracks = tracks }

  public static func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
    number(UInt32(8 + body.count)) + Array(type.utf8) + body
  }

  public static func fullBox(_ type: String, version: UInt8 = 0, _ body: [UInt8]) -> [UInt8] {
    box(type, [version, 0, 0, 1] + body)
  }

  public static func number<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    (0..<Value.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: value >> Value(8 * $0)) }
  }

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  /// The file.
  public func build() -> [UInt8] {
    let brandBytes = brands.flatMap { Array($0.utf8) }
    let head = Self.box("ftyp", Array(brandBytes.prefix(4)) + Self.zeros(4) + brandBytes) + between
    let start = head.count + movie(dataStart: 0).count + 8
    return head + movie(dataStart: start) + Self.box("mdat", tracks.flatMap { $0.samples.flatMap { $0 } })
  }

  /// The `moov` box of samples that lie one behind the other from `dataStart` on.
  public func movie(dataStart: Int) -> [UInt8] {
    let header = Self.zeros(8) + Self.number(UInt32(1000)) + Self.number(UInt32(500)) + Self.zeros(80)
    var place = dataStart
    var body = Self.fullBox("mvhd", header)
    for track in tracks {
      body += box(of: track, dataStart: place)
      place += track.samples.reduce(0) { $0 + $1.count }
    }
    return Self.box("moov", body + extra)
  }

  private func box(of track: Track, dataStart: Int) -> [UInt8] {
    let (a, b, c, d) = track.matrix
    let matrix = [a, b, 0, c, d, 0, 0, 0, 1 << 30].flatMap { Self.number($0) }
    let header =
      Self.zeros(8) + Self.number(track.id) + Self.zeros(4) + Self.number(UInt32(500)) + Self.zeros(16) + matrix
      + Self.number(UInt32(track.width) << 16) + Self.number(UInt32(track.height) << 16)
    var body = Self.fullBox("tkhd", header)
    if !track.edits.isEmpty {
      let rates = track.rates + Array(repeating: 1 << 16, count: track.edits.count)
      let entries: [UInt8] = zip(track.edits, rates).flatMap { edit, rate in
        Self.number(edit.duration) + Self.number(edit.time) + Self.number(rate)
      }
      body += Self.box("edts", Self.fullBox("elst", Self.number(UInt32(track.edits.count)) + entries))
    }
    if !track.references.isEmpty {
      body += Self.box("tref", track.references.flatMap { Self.box($0.type, $0.tracks.flatMap { Self.number($0) }) })
    }
    let times = Self.zeros(8) + Self.number(UInt32(600)) + Self.number(UInt32(300)) + [0x15, 0xC7, 0, 0]
    let kind = Self.zeros(4) + Array(track.handler.utf8) + Self.zeros(13)
    let information = Self.box("minf", track.information + Self.box("stbl", table(of: track, dataStart: dataStart)))
    body += Self.box("mdia", Self.fullBox("mdhd", times) + Self.fullBox("hdlr", kind) + information)
    return Self.box("trak", body)
  }

  private func table(of track: Track, dataStart: Int) -> [UInt8] {
    let entry =
      Self.zeros(6) + [0, 1] + Self.zeros(16) + Self.number(track.width) + Self.number(track.height) + Self.zeros(50)
    let isVisual = ["pict", "vide", "auxv"].contains(track.handler)
    let inside = isVisual ? entry + track.configuration : Self.zeros(28)
    var boxes = Self.fullBox("stsd", Self.number(UInt32(1)) + Self.box(track.format, inside))
    boxes += runs("stts", track.durations ?? [(UInt32(track.samples.count), 100)])
    if let delays = track.delays { boxes += runs("ctts", delays) }
    if let keys = track.keys {
      boxes += Self.fullBox("stss", Self.number(UInt32(keys.count)) + keys.flatMap { Self.number($0) })
    }
    boxes += sizes(of: track)
    let starts = stride(from: 0, to: track.samples.count, by: track.samplesPerChunk)
    let offsets = starts.map { dataStart + track.samples[..<$0].reduce(0) { $0 + $1.count } }
    let wide = track.hasWideOffsets
    boxes += Self.fullBox(
      wide ? "co64" : "stco",
      Self.number(UInt32(offsets.count))
        + offsets.flatMap { wide ? Self.number(UInt64($0)) : Self.number(UInt32($0)) })
    // The last chunk may hold fewer.
    let whole = track.samples.count / track.samplesPerChunk
    var chunkRuns: [[UInt32]] = whole > 0 ? [[1, UInt32(track.samplesPerChunk), 1]] : []
    let rest = track.samples.count % track.samplesPerChunk
    if rest > 0 { chunkRuns.append([UInt32(whole + 1), UInt32(rest), 1]) }
    return boxes
      + Self.fullBox(
        "stsc", Self.number(UInt32(chunkRuns.count)) + chunkRuns.flatMap { $0.flatMap { Self.number($0) } })
  }

  private func runs(_ type: String, _ runs: [(count: UInt32, ticks: UInt32)]) -> [UInt8] {
    Self.fullBox(
      type, Self.number(UInt32(runs.count)) + runs.flatMap { Self.number($0.count) + Self.number($0.ticks) })
  }

  private func sizes(of track: Track) -> [UInt8] {
    let counts = track.samples.map(\.count)
    let count = Self.number(UInt32(counts.count))
    switch track.sizeBits {
    case 4:
      let pairs = stride(from: 0, to: counts.count, by: 2).map { index in
        UInt8(counts[index] << 4 | (index + 1 < counts.count ? counts[index + 1] : 0))
      }
      return Self.fullBox("stz2", [0, 0, 0, 4] + count + pairs)
    case 8: return Self.fullBox("stz2", [0, 0, 0, 8] + count + counts.map { UInt8($0) })
    case 16: return Self.fullBox("stz2", [0, 0, 0, 16] + count + counts.flatMap { Self.number(UInt16($0)) })
    default: return Self.fullBox("stsz", Self.zeros(4) + count + counts.flatMap { Self.number(UInt32($0)) })
    }
  }
}
