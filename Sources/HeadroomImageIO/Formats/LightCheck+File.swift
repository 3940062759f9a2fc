internal import HeadroomColor
package import HeadroomContainers
package import HeadroomPixels

extension LightCheck {
  /// Rows of a file that are examined together.
  private static let bandHeight = 256

  /// Measures a written file as readers decode it.
  ///
  /// - Returns: its fidelity; nil where it has another size, as a picture that is stored turned.
  package mutating func fidelity(of file: FileBytes) throws(ImageIOError) -> GainMapFidelity? {
    let limits = DecodeLimits(maxPixels: .max, maxDimension: .max)
    let request = DecodeRequest(includesGainMap: false, limits: limits)
    let reader = try ImageFormats.open(file, limits: limits)
    guard let rows = try reader.rows(request) else {
      let still = try reader.decode(request)
      guard still.base.width == width, still.base.height == height else { return nil }
      try addRead(still.base, still.encoding, firstRow: 0)
      return fidelity
    }
    guard rows.width == width, rows.height == height else { return nil }
    try addRead(rows)
    return fidelity
  }

  private mutating func addRead(_ rows: any StillRowSource) throws(ImageIOError) {
    var bands = try RowBands(rows, height: max(rows.rowGroup, Self.bandHeight))
    while let (band, first) = try bands.next() { try addRead(band, rows.encoding, firstRow: first) }
  }
}

extension StillImage {
  /// The fidelity in light that readers get from a lossy file of this picture; nil for pictures without PQ or HLG.
  package func lightFidelity(of file: [UInt8]) throws(ImageIOError) -> GainMapFidelity? {
    guard encoding.transfer.isHDR else { return nil }
    var check = try LightCheck(width: base.width, height: base.height, encoding: encoding)
    try check.addWritten(base, firstRow: 0)
    return try check.fidelity(of: FileBytes(file))
  }
}

/// A ``LightCheck`` of a file that is written row by row: its bytes are kept beside it, and read again at its end.
package struct LightCheckingSink {
  private let echo: EchoByteSink
  private var check: LightCheck
  private var row = 0

  /// Nil where nothing is to be checked.
  ///
  /// - Parameter file: the destination of the bytes.
  package init?(_ file: any ByteSink, _ header: StillHeader, _ options: EncodeOptions) throws(ImageIOError) {
    guard options.checksLight, header.encoding.transfer.isHDR else { return nil }
    echo = EchoByteSink(file)
    check = try LightCheck(width: header.width, height: header.height, encoding: header.encoding)
  }

  /// The sink to use in place of the file.
  package var output: any ByteSink { echo }

  /// Examines the next rows, which are written.
  package mutating func add(_ band: PixelBitmap) throws(ImageIOError) {
    try check.addWritten(band, firstRow: row)
    row += band.height
  }

  /// How near the complete file comes to them.
  package mutating func fidelity() throws(ImageIOError) -> GainMapFidelity? {
    try check.fidelity(of: FileBytes(echo.bytes))
  }
}

/// A sink that keeps a copy of a file's bytes, which are read again when it is complete.
private final class EchoByteSink: ByteSink {
  private let target: any ByteSink
  private let memory = MemoryByteSink()

  init(_ target: any ByteSink) { self.target = target }

  var bytes: [UInt8] { memory.bytes }
  var count: Int { target.count }
  var canReplace: Bool { target.canReplace }

  func append(_ bytes: UnsafeRawBufferPointer) throws(ImageIOError) {
    try unsafe target.append(bytes)
    unsafe memory.append(bytes)
  }

  func replace(at offset: Int, with bytes: [UInt8]) throws(ImageIOError) {
    try target.replace(at: offset, with: bytes)
    memory.replace(at: offset, with: bytes)
  }
}
