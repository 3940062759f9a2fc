import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Synchronization
import Testing

/// Codecs that are stopped on the way.
@Suite(.serialized) struct CodecCancellationTests {
  private static let edge = Stopper.edge(700)
  /// These hand a whole picture to their library in one call, which nothing ends.
  private static let inOneCall: Set = ["heic", "avif", "jxl"]
  private static let names = ImageFormats.all.filter { $0.writer != nil }.map { $0.name }

  private static func format(_ name: String) throws -> any ImageFormat.Type { try #require(ImageFormats.named(name)) }

  private static func writer(_ name: String) throws -> any ImageWriter {
    guard let writer = try format(name).writer else { throw ImageIOError.unknownFormat }
    return writer
  }

  private static func decode(_ reader: any ImageReader, _ request: DecodeRequest) throws(ImageIOError) -> StillImage {
    try reader.bytes.reading { () throws(ImageIOError) in try reader.decode(request) }
  }

  /// Waves with some noise, which no codec finds easy.
  private static func picture(for format: any ImageFormat.Type) throws -> StillImage {
    let pixels: PixelFormat = format.writableDepths.contains(.bits8) ? .rgb8 : .rgbFloat
    let bitmap = try PixelBitmap(width: edge, height: edge, format: pixels)
    var generator = SeededGenerator(seed: 1)
    let noise = (0..<1024).map { _ in Float.random(in: -0.05...0.05, using: &generator) }
    let buffer = RowBuffer(capacity: edge)
    for y in 0..<edge {
      let rows = unsafe buffer.rows
      for x in 0..<edge {
        let wave = 0.5 + 0.4 * sin(Float(x) / 37) * cos(Float(y) / 23)
        unsafe rows.r[x] = wave + noise[(x * 7 + y * 31) & 1023]
        unsafe rows.g[x] = 1 - wave + noise[(x * 13 + y * 5) & 1023]
        unsafe rows.b[x] = wave * wave
        unsafe rows.a[x] = 1
      }
      unsafe RowCodec.pack(rows, count: edge, into: bitmap, row: y, x: 0)
    }
    return StillImage(base: bitmap, encoding: pixels == .rgb8 ? .sRGB : .extendedLinearSRGB)
  }

  private func isStopped(_ body: () throws -> Void) throws -> Bool {
    do {
      try body()
      return false
    } catch ImageIOError.cancelled {
      return true
    }
  }

  /// Runs something several times and stops it at random moments.
  private func stop(_ name: String, isInOneCall: Bool, _ body: () throws -> Void) throws {
    let whole = try Stopper.seconds(body)
    var generator = SeededGenerator(seed: 5)
    var (longest, stopped) = (0.0, 0)
    for _ in 0..<4 {
      let context = TaskContext()
      let stopper = Stopper(after: whole * Double.random(in: 0.05...0.8, using: &generator)) { context.cancel() }
      guard try isStopped({ try context.bound(body) }) else { continue }
      stopped += 1
      longest = max(longest, stopper.secondsSince ?? 0)
    }
    print("\(name): \(Int(whole * 1000)) ms, stopped within \(Int((longest * 1000).rounded(.up))) ms")
    // Generous: other suites run beside this one.
    #expect(isInOneCall || longest < 0.4, "\(name)")
    // Before anything has begun.
    let context = TaskContext()
    context.cancel()
    #expect(try isStopped { try context.bound(body) }, "\(name)")
    // Nothing of it stays.
    try body()
  }

  @Test(arguments: names) func `decoders and encoders stop soon and say so`(_ name: String) throws {
    let format = try Self.format(name)
    let writer = try Self.writer(name)
    let picture = try Self.picture(for: format)
    let file = Mutex<[UInt8]>([])
    let isInOneCall = Self.inOneCall.contains(name)
    try stop("\(name), encoding", isInOneCall: isInOneCall) {
      let bytes = try writer.encode(picture, options: EncodeOptions())
      file.withLock { $0 = bytes }
    }
    let reader = try format.open(FileBytes(file.withLock { $0 }), limits: .standard)
    let before = try reader.decode(DecodeRequest()).base
    try stop("\(name), decoding", isInOneCall: isInOneCall) {
      _ = try Self.decode(reader, DecodeRequest(allowPartial: true))
    }
    let after = try reader.decode(DecodeRequest()).base
    let count = Self.edge * before.format.bytesPerPixel
    let differences = (0..<Self.edge).count { unsafe memcmp(before.rowAddress($0), after.rowAddress($0), count) != 0 }
    #expect(differences == 0)
  }

  @Test func `a JPEG of several scans stops in the middle of what is held whole`() throws {
    let picture = try Self.picture(for: try Self.format("jpeg"))
    var options = EncodeOptions()
    options.isProgressive = true
    let writer = try Self.writer("jpeg")
    try stop("progressive jpeg, encoding", isInOneCall: false) { _ = try writer.encode(picture, options: options) }
    let bytes = try writer.encode(picture, options: options)
    let reader = try ImageFormats.open(FileBytes(bytes))
    try stop("progressive jpeg, decoding", isInOneCall: false) {
      _ = try Self.decode(reader, DecodeRequest())
    }
  }

  @Test func `progress of encoders grows to one`() throws {
    for name in Self.names {
      let format = try Self.format(name)
      let shares = Mutex<[Double]>([])
      let context = TaskContext { share in shares.withLock { $0.append(share) } }
      let picture = try Self.picture(for: format)
      let writer = try Self.writer(name)
      _ = try context.bound { try writer.encode(picture, options: EncodeOptions()) }
      let reported = shares.withLock { $0 }
      #expect(zip(reported, reported.dropFirst()).allSatisfy { $0 < $1 }, "\(name)")
      #expect(reported.allSatisfy { 0...1 ~= $0 }, "\(name)")
    }
  }

  @Test func `a write that is cancelled leaves no file`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cancelled-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("out.bin").path
    let context = TaskContext()
    let sink = try FileByteSink(path: path)
    try sink.append([1, 2, 3])
    context.cancel()
    #expect(try isStopped { try context.bound { try sink.commit() } })
    #expect(try isStopped { try context.bound { try AtomicFile.write([1], to: path) } })
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    try AtomicFile.write([1], to: path)
    #expect(FileManager.default.fileExists(atPath: path))
  }
}
