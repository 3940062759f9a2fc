/// A description of samples: an entry of `stsd` (ISO/IEC 14496-12 section 8.5.2).
package struct SampleEntry: Sendable {
  /// The codec: `hvc1`, `hev1`, `av01`, `vp09`, `mp4a`, ...
  package let format: FourCC
  /// The entry, in errors.
  package let box: ISOBox
  /// Number of the track's reference to the file that holds the samples.
  package let dataReference: UInt16
  /// Size of coded pictures; nil for other samples.
  package let size: (width: Int, height: Int)?
  /// The format of sound; nil for other samples.
  package let sound: SoundFormat?
  /// Boxes inside: configuration, colour, light, aspect. Only those of pictures and sound are searched.
  package let boxes: [ISOBox]
  /// Where the boxes lie.
  package let list: ISOBoxList

  /// Bytes before the boxes of a picture's entry: six of zero, u16 data reference, 16 of zero, u16 width, height, 32.32
  /// resolution, u32 0, u16 1, 32 of a name, u16 24, u16 -1.
  static let visualHeader = 78
  private static let visualHandlers: Set<FourCC> = ["vide", "pict", "auxv"]
  /// Most entries of a track.
  static let largestCount = 1024

  /// Reads an `stsd` box.
  static func read(_ box: ISOBox, in list: ISOBoxList, handler: FourCC) throws(ImageIOError) -> [SampleEntry] {
    var entries: [SampleEntry] = []
    var head = list.reader(of: box)
    let version = try head.fullBoxHeader().version
    let inner = try list.inside(box, skipping: 8)
    for child in try inner.boxes() {
      guard entries.count < largestCount else {
        throw .overLimit(
          part: box.path, quantity: "entry count", declared: UInt64(entries.count + 1), limit: UInt64(largestCount),
          offset: child.start)
      }
      entries.append(try SampleEntry(child, in: inner, handler: handler, version: version))
    }
    return entries
  }

  /// - Parameter version: of the `stsd` box.
  private init(_ box: ISOBox, in list: ISOBoxList, handler: FourCC, version: UInt8) throws(ImageIOError) {
    self.box = box
    format = box.type
    var reader = list.reader(of: box)
    guard Self.visualHandlers.contains(handler) else {
      // Entries of text and metadata are read by nobody here, and some are shorter than they should be.
      dataReference = (try? reader.skip(6)).flatMap { try? reader.u16() } ?? 0
      sound = handler == "soun" ? try? SoundFormat(list.reader(of: box), version: version) : nil
      size = nil
      let inner = sound.flatMap { try? list.inside(box, skipping: $0.headerCount) }
      (self.list, boxes) = (inner ?? list, inner?.boxesBeforeDamage().boxes ?? [])
      return
    }
    try reader.skip(6)
    dataReference = try reader.u16()
    try reader.skip(16)
    size = (Int(try reader.u16()), Int(try reader.u16()))
    sound = nil
    self.list = try list.inside(box, skipping: Self.visualHeader)
    // Some writers end an entry with four bytes of zero, or worse: the boxes before them count.
    boxes = self.list.boxesBeforeDamage().boxes
  }

  /// The first box of a type.
  package func box(_ type: FourCC) -> ISOBox? { boxes.first { $0.type == type } }

  /// The record of an `hvcC` box; nil where there is none.
  package func hevcConfiguration() throws(ImageIOError) -> HEVCConfiguration? {
    guard let box = box("hvcC") else { return nil }
    var reader = list.reader(of: box)
    return try HEVCConfiguration(&reader)
  }

  /// The record of an `av1C` box; nil where there is none.
  package func av1Configuration() throws(ImageIOError) -> AV1Configuration? {
    guard let box = box("av1C") else { return nil }
    var reader = list.reader(of: box)
    return try AV1Configuration(&reader)
  }
}
