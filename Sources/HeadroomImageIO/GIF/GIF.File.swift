internal import HeadroomContainers

extension GIF {
  /// What happens to a picture before the next one is put on the screen.
  enum Disposal: Hashable, Sendable { case keep, clear, restore }

  /// A picture of a file.
  struct Frame: Sendable {
    var left: Int
    var top: Int
    var width: Int
    var height: Int
    let isInterlaced: Bool
    /// Its own colour table; nil where it uses the file's.
    let table: Range<Int>?
    /// The colour that is transparent.
    let transparentIndex: UInt8?
    /// Seconds until the next picture as the file states them; nil where it does not.
    let delay: Double?
    let disposal: Disposal
    /// Bits of a pixel's first codes.
    let codeSize: Int
    /// All its bytes.
    let range: Range<Int>
    /// Where the sub-blocks of its codes begin.
    let content: Int
    /// Whether the file ends inside it.
    let isCut: Bool

    var pixelCount: Int { width * height }
  }

  /// The headers of a file: its first picture, and the number of pictures.
  struct File: Sendable {
    let bytes: FileBytes
    /// Size of the screen that pictures are put on.
    private(set) var width: Int
    private(set) var height: Int
    /// The file's colour table.
    let table: Range<Int>?
    /// Width of a pixel relative to its height; nil where that is not stated.
    let pixelAspect: Double?
    private(set) var frame: Frame
    private(set) var frameCount: Int
    /// How often an animation is shown, 0 for without end; nil where the file does not state it.
    let loopCount: Int?
    private let limits: DecodeLimits
    private(set) var comments: [[UInt8]]
    private(set) var xmp: [UInt8]?
    private(set) var hasTrailer: Bool
    /// Offset after the last block that could be read.
    private(set) var end: Int
    private(set) var warnings: WarningList

    init(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) {
      var reader = ByteReader(bytes, part: "header", byteOrder: .little)
      let signature = try reader.take(6)
      guard GIF.signatures.contains(signature) else {
        throw .unsupported(part: "header", text: "GIF of a version that is neither 87a nor 89a")
      }
      let screen = (width: Int(try reader.u16()), height: Int(try reader.u16()))
      let flags = try reader.u8()
      try reader.skip(1)
      let shape = try reader.u8()
      let tableSize = GIF.tableSize(flags)
      try reader.skip(tableSize)
      self.bytes = bytes
      self.limits = limits
      table = tableSize > 0 ? GIF.headerSize..<GIF.headerSize + tableSize : nil
      // 49 is 1:1.
      pixelAspect = shape == 0 || shape == 49 ? nil : (Double(shape) + 15) / 64
      var contents = Contents(bytes, limits: limits)
      try contents.read(from: GIF.headerSize + tableSize)
      guard var frame = contents.frame else {
        throw contents.end >= bytes.count
          ? .incompletePicture(part: "blocks", offset: bytes.count)
          : .malformed(part: "blocks", text: "the file holds no picture", offset: contents.end)
      }
      // As in Chromium and Firefox: a picture without a size has the screen's, and a screen that is too small for its
      // first picture is made larger.
      if frame.width == 0 || frame.height == 0 { (frame.width, frame.height) = screen }
      width = max(screen.width, frame.left + frame.width)
      height = max(screen.height, frame.top + frame.height)
      self.frame = frame
      loopCount = contents.loopCount
      (frameCount, comments, xmp) = (contents.frameCount, contents.comments, contents.xmp)
      (hasTrailer, end, warnings) = (contents.hasTrailer, contents.end, contents.warnings)
      if (width, height) != screen {
        warnings.append(
          "image: \(frame.width)x\(frame.height) at \(frame.left), \(frame.top) does not fit the screen of "
            + "\(screen.width)x\(screen.height), which is made larger")
      }
      try limits.check(width: UInt64(width), height: UInt64(height), part: "screen", offset: 6)
      try limits.check(
        width: UInt64(frame.width), height: UInt64(frame.height), part: "image", offset: frame.range.lowerBound)
      guard frame.table ?? table != nil else {
        throw .malformed(part: "image", text: "the picture has no colour table", offset: frame.range.lowerBound)
      }
    }

    /// All pictures before the first damage, at most as many as the limits allow.
    func frames() -> [Frame] {
      var contents = Contents(bytes, limits: limits)
      contents.mostFrames = max(limits.maxFrames, 1)
      try? contents.read(from: GIF.headerSize + (table?.count ?? 0))
      var frames = contents.frames
      if !frames.isEmpty { frames[0] = frame }
      return frames
    }

    /// Whether the picture leaves parts of the screen open.
    var isCovered: Bool { frame.width == width && frame.height == height }
    var hasAlpha: Bool { frame.transparentIndex != nil || !isCovered }
  }
}

/// What the extension before a picture says of it.
private struct Control {
  var transparentIndex: UInt8?
  var delay: Double?
  var disposal = GIF.Disposal.keep
}

/// The contents of a file's blocks.
private struct Contents {
  let bytes: FileBytes
  let limits: DecodeLimits
  var frame: GIF.Frame? { frames.first }
  /// The first pictures.
  var frames: [GIF.Frame] = []
  var mostFrames = 1
  var frameCount = 0
  var loopCount: Int?
  var comments: [[UInt8]] = []
  var xmp: [UInt8]?
  var hasTrailer = false
  var end = 0
  var warnings = WarningList()
  /// From the extension before a picture.
  private var control = Control()
  private var commentBytes = 0

  /// More comments than any real file has.
  private static let mostComments = 64

  init(_ bytes: FileBytes, limits: DecodeLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  mutating func read(from start: Int) throws(ImageIOError) {
    var walker = GIF.BlockWalker(bytes, from: start)
    end = start
    while true {
      do throws(ImageIOError) {
        guard let block = try walker.next() else { return }
        end = block.range.upperBound
        try take(block)
      } catch {
        // Everything after the shown picture may be broken.
        guard frame != nil else { throw error }
        warnings.append("\(error); what follows is ignored")
        return
      }
    }
  }

  private mutating func take(_ block: GIF.Block) throws(ImageIOError) {
    switch block.kind {
    case .trailer: hasTrailer = true
    case .picture:
      frameCount += 1
      if frames.count < mostFrames { frames.append(try picture(block)) }
      control = Control()
    case .extension(GIF.Label.control): control = try control(block)
    // A text should be drawn like a picture, but no reader does.
    case .extension(GIF.Label.plainText): control = Control()
    case .extension(GIF.Label.comment) where block.isComplete: takeComment(block)
    case .extension(GIF.Label.application) where block.isComplete: takeApplication(block)
    default: break
    }
  }

  private func picture(_ block: GIF.Block) throws(ImageIOError) -> GIF.Frame {
    var reader = ByteReader(bytes, range: block.range, part: "image", byteOrder: .little)
    try reader.skip(1)
    let (left, top) = (Int(try reader.u16()), Int(try reader.u16()))
    let (width, height) = (Int(try reader.u16()), Int(try reader.u16()))
    let flags = try reader.u8()
    let tableSize = GIF.tableSize(flags)
    let table = reader.position..<reader.position + tableSize
    try reader.skip(tableSize)
    let codeSize = Int(try reader.u8())
    guard (1...8).contains(codeSize) else {
      throw .malformed(
        part: "image", text: "codes of \(codeSize) bits are not those of 256 colours", offset: reader.position - 1)
    }
    return GIF.Frame(
      left: left, top: top, width: width, height: height, isInterlaced: flags & 0x40 != 0,
      table: table.isEmpty ? nil : table, transparentIndex: control.transparentIndex, delay: control.delay,
      disposal: control.disposal, codeSize: codeSize, range: block.range,
      content: reader.position, isCut: !block.isComplete)
  }

  /// ```
  /// u8 4 | u8 flags (1: a colour is transparent; 4, 8, 12: disposal) | u16 delay in 1/100 s | u8 transparent colour | u8 0
  /// ```
  private func control(_ block: GIF.Block) throws(ImageIOError) -> Control {
    let content = try block.contentBytes(of: bytes, limit: limits.maxMetadataBytes)
    guard content.count >= 4 else { return Control() }
    return Control(
      transparentIndex: content[0] & 1 != 0 ? content[3] : nil,
      delay: Double(Int(content[1]) + 256 * Int(content[2])) / 100,
      disposal: [2: .clear, 3: .restore][content[0] >> 2 & 7] ?? .keep)
  }

  private mutating func takeComment(_ block: GIF.Block) {
    do throws(ImageIOError) {
      let comment = try block.contentBytes(of: bytes, limit: limits.maxMetadataBytes - commentBytes)
      guard comments.count < Self.mostComments else { return warnings.append("comment: there are too many") }
      commentBytes += comment.count
      comments.append(comment)
    } catch {
      warnings.append("\(error); the comment is ignored")
    }
  }

  /// XMP is stored plainly, without sub-blocks; 258 bytes after it lead readers of sub-blocks to its end.
  private mutating func takeApplication(_ block: GIF.Block) {
    let start = block.content + 12
    // u8 1 | u16 how often
    if bytes.hasBytes([11] + Array("NETSCAPE2.0".utf8) + [3, 1], at: block.content), let low = bytes[start + 2],
      let high = bytes[start + 3]
    {
      loopCount = Int(low) + 256 * Int(high)
    }
    guard xmp == nil, bytes.hasBytes([11] + Array("XMP DataXMP".utf8), at: block.content) else { return }
    let end = block.range.upperBound - 258
    guard end > start, bytes.hasBytes([1, 0xFF, 0xFE], at: end) else {
      return warnings.append("application: the XMP packet has no end and is ignored")
    }
    guard end - start <= limits.maxMetadataBytes else {
      return warnings.append("application: an XMP packet of \(end - start) bytes is over the limit and is ignored")
    }
    xmp = bytes.copy(start..<end)
  }
}
