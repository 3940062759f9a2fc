internal import CHeadroomRAW
internal import HeadroomContainers
internal import HeadroomPixels

/// A file that LibRaw has opened: used by one thread at a time, and closed with the last reference.
@safe final class LibRawSession {
  private let raw: OpaquePointer
  private let bytes: FileBytes

  /// - Throws: LibRaw's error for the file, or an error where LibRaw is not installed.
  init(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) {
    if let reason = unsafe hr_raw_missing() {
      throw .unsupported(part: "RAW", text: "LibRaw cannot be used: \(unsafe String(cString: reason))")
    }
    let megabytes = UInt32(clamping: Swift.min(limits.maxMemoryBytes, MemoryLedger.shared.limit ?? .max) >> 20)
    var code: Int32 = 0
    let opened = unsafe bytes.withUnsafeBytes { unsafe hr_raw_open($0.baseAddress, $0.count, max(megabytes, 1), &code) }
    guard let opened = unsafe opened else { throw Self.error(code) }
    unsafe raw = unsafe opened
    self.bytes = bytes
  }

  deinit { unsafe hr_raw_close(raw) }

  /// The contents of the headers.
  var info: hr_raw_info {
    var info = hr_raw_info()
    unsafe hr_raw_read_info(raw, &info)
    return info
  }

  /// Unpacks the sensor's numbers.
  ///
  /// - Returns: the number of pieces of data that were missing or wrong.
  func unpack() throws(ImageIOError) -> Int {
    var damage: Int32 = 0
    let code = unsafe hr_raw_unpack(raw, &damage)
    guard code == 0 else { throw Self.error(code) }
    return Int(damage)
  }

  /// The unpacked mosaic; nil where pixels have several colours.
  func withMosaic<Result>(_ body: (_ first: UnsafePointer<UInt16>, _ rowBytes: Int) -> Result) -> Result? {
    var rowBytes = 0
    return unsafe hr_raw_mosaic(raw, &rowBytes).map { unsafe body($0, rowBytes) }
  }

  /// The unpacked pixels of several colours.
  func withColors<Result>(
    _ body: (_ first: UnsafePointer<UInt16>, _ rowBytes: Int, _ components: Int) -> Result
  ) -> Result? {
    var rowBytes = 0
    var components: Int32 = 0
    return unsafe hr_raw_colors(raw, &rowBytes, &components).map { unsafe body($0, rowBytes, Int(components)) }
  }

  /// The embedded JPEG; nil for none.
  var preview: FileBytes? {
    var count = 0
    guard let first = unsafe hr_raw_preview(raw, &count), count > 0 else { return nil }
    return unsafe FileBytes(UnsafeBufferPointer(start: first, count: count))
  }

  /// Converts LibRaw's error codes.
  private static func error(_ code: Int32) -> ImageIOError {
    switch code {
    case -100_007: return .outOfMemory(bytes: 0)
    case -100_012: return .unsupported(part: "RAW", text: "its pixels need more memory than is allowed")
    case -100_008, -100_009: return .incompletePicture(part: "RAW", offset: nil)
    default:
      let text = unsafe hr_raw_text(code).map { unsafe String(cString: $0) } ?? "refused"
      return .codec(library: "LibRaw", code: Int(code), message: text, part: "RAW")
    }
  }
}

extension LibRawSession {
  /// Names of the cameras whose files are supported, from the library's list.
  static let cameras: [String] = {
    var count: Int32 = 0
    guard let names = unsafe hr_raw_cameras(&count) else { return [] }
    return (0..<Int(count)).compactMap { unsafe names[$0].map { unsafe String(cString: $0) } }
  }()
}
