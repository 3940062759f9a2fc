extension MotionVideo {
  /// Finds the video of a JPEG.
  ///
  /// - Parameters:
  ///   - file: the whole file.
  ///   - end: the end of its pictures; nil where it is not known.
  ///   - packet: the first picture's XMP.
  package static func find(in file: FileBytes, behind end: Int?, packet: XMPPacket?) -> MotionVideo? {
    samsung(in: file) ?? packet.flatMap { directory(in: file, $0) ?? micro(in: file, $0) }
      ?? end.flatMap { behindPictures(in: file, from: $0) }
  }

  /// A movie that nothing lists, except perhaps a Samsung trailer that does not lead to it. It
  /// ends where its boxes end.
  private static func behindPictures(in file: FileBytes, from start: Int) -> MotionVideo? {
    guard start < file.count, let found = video(in: file, at: start..<file.count, kind: .trailer) else { return nil }
    let end = endOfBoxes(in: file, from: start)
    let isSamsung = end < file.count && file.hasBytes("SEFT".utf8, at: file.count - 4)
    return MotionVideo(
      in: file, at: found.range.lowerBound..<end, kind: isSamsung ? .samsung : .trailer,
      trailer: isSamsung ? start..<file.count : nil)
  }

  /// The end of a chain of boxes: at bytes that are not a box, or at a box that reaches beyond the file.
  private static func endOfBoxes(in file: FileBytes, from start: Int) -> Int {
    let list = ISOBoxList(bytes: file, range: start..<file.count, path: "", depth: 0, limits: .standard)
    func isName(_ type: FourCC) -> Bool { type.bytes.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0xA9 } }
    let whole = list.boxesBeforeDamage().boxes.prefix { !$0.isCut && isName($0.type) }
    return whole.last?.payload.upperBound ?? file.count
  }

  /// Whether a packet announces a video.
  package static func isAnnounced(by packet: XMPPacket) -> Bool {
    (packet[XMPNamespace.camera, "MotionPhoto"] ?? packet[XMPNamespace.camera, "MicroVideo"])?.text == "1"
  }

  /// A video where an MP4 begins.
  private static func video(in file: FileBytes, at range: Range<Int>, kind: Kind) -> MotionVideo? {
    guard range.lowerBound > 0, range.count > 16, file.hasBytes("ftyp".utf8, at: range.lowerBound + 4) else {
      return nil
    }
    return MotionVideo(in: file, at: range, kind: kind)
  }

  /// Items stand in the order of the file, and their lengths are counted back from its end.
  private static func directory(in file: FileBytes, _ packet: XMPPacket) -> MotionVideo? {
    func text(_ item: XMPValue, _ name: String) -> String? { item[XMLName(XMPNamespace.containerItem, name)]?.text }
    let items = (packet[XMPNamespace.container, "Directory"]?.items ?? []).prefix(64)
      .map { $0[XMLName(XMPNamespace.container, "Item")] ?? $0 }
    var end = file.count
    for item in items.dropFirst().reversed() {
      guard let length = text(item, "Length").flatMap({ Int($0) }), (1...end).contains(length) else { return nil }
      let range = end - length..<end
      if text(item, "Semantic") == "MotionPhoto" { return video(in: file, at: range, kind: .directory) }
      end = range.lowerBound
    }
    return nil
  }

  private static func micro(in file: FileBytes, _ packet: XMPPacket) -> MotionVideo? {
    guard packet[XMPNamespace.camera, "MicroVideo"]?.text == "1",
      let offset = packet[XMPNamespace.camera, "MicroVideoOffset"]?.text.flatMap({ Int($0) }),
      (1..<file.count).contains(offset)
    else { return nil }
    return video(in: file, at: file.count - offset..<file.count, kind: .microVideo)
  }
}

// MARK: - Samsung

extension MotionVideo {
  private static let videoType = 0x0A30
  private static let mostBlocks = 256

  /// Blocks, their directory, and its length at the end of the file:
  ///
  ///     block:     u16 0 | u16 type | u32 length of the name | name | data
  ///     directory: 'SEFH' | u32 version | u32 count | count x (u16 0 | u16 type | u32 distance back to the block | u32 size)
  ///     end:       u32 bytes of the directory | 'SEFT'
  ///
  /// All numbers little-endian; distances count from 'SEFH'.
  private static func samsung(in file: FileBytes) -> MotionVideo? {
    guard file.hasBytes("SEFT".utf8, at: file.count - 4) else { return nil }
    var reader = ByteReader(file, part: "SEFT", byteOrder: .little)
    do throws(ImageIOError) {
      try reader.seek(to: file.count - 8)
      let directory = file.count - 8 - Int(try reader.u32())
      guard file.hasBytes("SEFH".utf8, at: directory) else { return nil }
      try reader.seek(to: directory + 8)
      var (start, video) = (directory, Range<Int>?.none)
      for _ in 0..<min(Int(try reader.u32()), mostBlocks) {
        try reader.skip(2)
        let type = Int(try reader.u16())
        let block = directory - Int(try reader.u32())
        let size = Int(try reader.u32())
        guard block > 0, size <= directory - block else { return nil }
        start = min(start, block)
        if type == videoType { video = try content(of: block..<block + size, file) }
      }
      guard let video, let found = self.video(in: file, at: video, kind: .samsung) else { return nil }
      return MotionVideo(in: file, at: found.range, kind: .samsung, trailer: start..<file.count)
    } catch {
      return nil
    }
  }

  private static func content(of block: Range<Int>, _ file: FileBytes) throws(ImageIOError) -> Range<Int> {
    var reader = ByteReader(file, range: block, part: "SEFT", byteOrder: .little)
    try reader.skip(4)
    try reader.skip(Int(try reader.u32()))
    return reader.position..<reader.end
  }
}
