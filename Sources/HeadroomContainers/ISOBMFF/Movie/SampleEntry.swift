/// A description of samples: an entry of `stsd` (ISO/IEC 14496-12 section 8.5.2).
package struct SampleEntry: Sendable {
  /// The codec: `hvc1`, `hev1`, `av01`, `vp09`, `mp4a`, ...
  package let format: FourCC
  /// The entry, in errors.
  package let box: ISOBox
  /// Size of coded pictures; nil for other samples.
  package let size: (width: Int, height: Int)?
  /// Boxes inside: configuration, colour, light, aspect. Only those of pictures are searched.
  package let boxes: [ISOBox]
  /// Where the boxes lie.
  package let list: ISOBoxList

  /// Bytes before the boxes of a picture's entry: six of zero, u16 data reference, 16 of zero, u16 width, height, 32.32
  /// resolution, u32 0, u16 1, 32 of a name, u16 24, u16 -1.
  private static let visualHeader = 78
  private static let visualHandlers: Set<FourCC> = ["vide", "pict", "auxv"]
  /// Most entries of a track.
  static let largestCount = 1024

  /// Reads an `stsd` box.
  static func read(_ box: ISOBox, in list: ISOBoxList, handler: FourCC) throws(ImageIOError) -> [SampleEntry] {
    var entries: [SampleEntry] = []
    let inner = try list.inside(box, skipping: 8)
    for child in try inner.boxes() {
      guard entries.count < largestCount else {
        throw .overLimit(
          part: box.path, quantity: "entry count", declared: UInt64(entries.count + 1), limit: UInt64(largestCount),
          offset: child.start)
      }
      entries.append(try SampleEntry(child, in: inner, isVisual: visualHandlers.contains(handler)))
    }
    return entries
  }

  private init(_ box: ISOBox, in list: ISOBoxList, isVisual: Bool) throws(ImageIOError) {
    self.box = box
    format = box.type
    guard isVisual else {
      (size, boxes, self.list) = (nil, [], list)
      return
    }
    var reader = list.reader(of: box)
    try reader.skip(24)
    size = (Int(try reader.u16()), Int(try reader.u16()))
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
