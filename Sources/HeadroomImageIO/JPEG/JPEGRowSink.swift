internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// A JPEG file whose rows arrive in order.
///
/// The gain map is encoded first, because the segments before the base state its length. The base's length
/// is filled in at the end.
final class JPEGRowSink: StillRowSink {
  private let encoder: JPEGEncoder
  private let output: any ByteSink
  private let map: [UInt8]?
  private let motion: MotionVideo?
  /// The places of the primary picture's start and of the segment that states its length.
  private let start: Int
  private let directoryPlace: Int
  private let height: Int
  private var written = 0

  var rowGroup: Int { JPEGEncoder.batch }

  /// - Parameter segments: the application segments, as stored in the file.
  init(
    _ header: StillHeader, segments: [UInt8], map: [UInt8]?, motion: MotionVideo?, _ options: EncodeOptions,
    _ output: any ByteSink
  ) throws(ImageIOError) {
    encoder = try JPEGEncoder.started(
      JPEGEncoder.Settings(
        width: header.width, height: header.height, format: header.format, quality: options.quality,
        chroma: JPEGWriter.chroma(options), isProgressive: false, isDrained: true))
    self.output = output
    self.map = map
    self.motion = motion
    height = header.height
    start = output.count
    // The library begins with the two bytes of SOI.
    let head = encoder.take()
    try output.append(Array(head.prefix(2)))
    try output.append(segments)
    directoryPlace = output.count
    if map != nil { try output.append([UInt8](repeating: 0, count: MultiPictureFormat.segmentSize)) }
    try output.append(Array(head.dropFirst(2)))
  }

  func write(_ band: PixelBitmap) throws(ImageIOError) {
    precondition(band.height <= height - written, "more rows than the picture has")
    try encoder.write(band)
    written += band.height
    try output.append(encoder.take())
  }

  func finish(lightLevel: ContentLightLevel?) throws(ImageIOError) {
    guard written == height else { throw .internalError("\(written) of \(height) rows were written") }
    try output.append(try encoder.finish())
    if let map { try finish(map) }
    if let motion { try output.append(motion.jpegBytes) }
  }

  private func finish(_ map: [UInt8]) throws(ImageIOError) {
    let primarySize = output.count - start
    guard primarySize + map.count <= Int(UInt32.max) else {
      throw .notEncodable(format: "jpeg", text: "a gain map file has at most 4 GiB")
    }
    try output.append(map)
    try output.replace(
      at: directoryPlace,
      with: MultiPictureFormat.segment(
        primarySize: primarySize, secondSize: map.count, markPosition: directoryPlace - start + 8))
  }
}
