import Foundation
internal import HeadroomEngine
import HeadroomFilters
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import HeadroomSymbols
import HeadroomTestSupport
import Testing

/// Codes: sizes and refusals, descriptions, and what independent readers find in them.
@Suite struct BarcodeTests {
  private static func output(_ name: String, _ parameters: [String: Any]) -> CIImage? {
    guard let filter = CIFilter(name: name) else { return nil }
    for (key, value) in parameters { filter.setValue(value, forKey: key) }
    return filter.outputImage
  }

  /// The rows of a code from the top, `true` for dark.
  private static func modules(_ image: CIImage) throws -> [[Bool]] {
    let rect = PixelRect(enclosing: image.extent)
    let picture = try TestPicture.render(image, rect)
    return (0..<rect.height).reversed().map { row in
      (0..<rect.width).map { picture.pixels[(row * rect.width + $0) * 4] < 0.5 }
    }
  }

  // MARK: Sizes

  @Test(
    "the longest message fits and one byte more gives nothing",
    arguments: [("L", 2953), ("M", 2331), ("Q", 1663), ("H", 1273)])
  func longestMessages(_ level: String, _ count: Int) throws {
    let message = Data(repeating: 200, count: count)
    let parameters: [String: Any] = ["inputMessage": message, "inputCorrectionLevel": level]
    #expect(Self.output("CIQRCodeGenerator", parameters)?.extent == CGRect(x: 0, y: 0, width: 179, height: 179))
    let longer = parameters.merging(["inputMessage": message + [1]]) { $1 }
    #expect(Self.output("CIQRCodeGenerator", longer) == nil)
    #expect(Self.output("CIRoundedQRCodeGenerator", longer) == nil)
  }

  @Test func `what no symbol holds gives nothing`() {
    let generators = [
      "CIQRCodeGenerator", "CIRoundedQRCodeGenerator", "CIAztecCodeGenerator", "CICode128BarcodeGenerator",
      "CIPDF417BarcodeGenerator",
    ]
    for name in generators {
      #expect(Self.output(name, [:]) == nil)
      #expect(Self.output(name, ["inputMessage": Data()]) == nil)
      #expect(Self.output(name, ["inputMessage": Data(repeating: 7, count: 100_000)]) == nil, "\(name)")
    }
    #expect(Self.output("CIBarcodeGenerator", [:]) == nil)
    let text = Data("text".utf8)
    #expect(Self.output("CIQRCodeGenerator", ["inputMessage": text, "inputCorrectionLevel": "X"]) == nil)
    #expect(Self.output("CICode128BarcodeGenerator", ["inputMessage": Data("é".utf8)]) == nil)
    #expect(Self.output("CIPDF417BarcodeGenerator", ["inputMessage": text, "inputCompactionMode": 1]) == nil)
    #expect(Self.output("CIPDF417BarcodeGenerator", ["inputMessage": Data([200]), "inputCompactionMode": 2]) == nil)
    #expect(
      Self.output("CIPDF417BarcodeGenerator", ["inputMessage": text, "inputMaxHeight": 13, "inputDataColumns": 1])
        == nil)
    #expect(
      Self.output("CIAztecCodeGenerator", ["inputMessage": Data(repeating: 7, count: 80), "inputLayers": 1]) == nil)
    #expect(
      Self.output("CIAztecCodeGenerator", ["inputMessage": text, "inputLayers": 9, "inputCompactStyle": 1]) == nil)
  }

  @Test func `limits of a PDF417 symbol hold`() throws {
    let message = Data("a message of some length, 0123456789012345678901234567890".utf8)
    func extent(_ parameters: [String: Any]) throws -> CGRect {
      let all = parameters.merging(["inputMessage": message]) { $1 }
      return try #require(Self.output("CIPDF417BarcodeGenerator", all)).extent
    }
    #expect(try extent(["inputDataColumns": 4]).width == 17 * 4 + 69 + 4)
    #expect(try extent(["inputDataColumns": 4, "inputCompactStyle": 1]).width == 17 * 4 + 35 + 4)
    #expect(try extent(["inputRows": 40]).height == 40 * 3 + 4)
    #expect(try extent(["inputMaxWidth": 150]).width <= 150)
    #expect(try extent(["inputMinWidth": 300]).width >= 300)
    #expect(try extent(["inputMaxHeight": 50]).height <= 50)
    #expect(try extent(["inputMinHeight": 200]).height >= 200)
    let (flat, tall) = (
      try extent(["inputPreferredAspectRatio": 8]), try extent(["inputPreferredAspectRatio": 0.5])
    )
    #expect(flat.width / flat.height > 5)
    #expect(tall.width / tall.height < 1)
    #expect(try extent(["inputCorrectionLevel": 6]).size.area > extent(["inputCorrectionLevel": 1]).size.area)
  }

  @Test func `typed properties and keys are the same`() throws {
    let filter = CIFilter.pdf417BarcodeGenerator()
    #expect(filter.rows == 0)
    #expect(filter.value(forKey: "inputRows") == nil)
    filter.message = Data("text".utf8)
    filter.rows = 12
    #expect(filter.outputImage?.extent.height == 40)
    filter.rows = 0
    #expect(filter.value(forKey: "inputRows") == nil)
    let aztec = CIFilter.aztecCodeGenerator()
    (aztec.message, aztec.compactStyle, aztec.layers) = (Data("text".utf8), 0, 5)
    #expect(aztec.outputImage?.extent.width == CGFloat(14 + 20 + 1 + 2))
  }

  // MARK: Descriptions

  @Test func `a described symbol is the generated one`() throws {
    // Byte mode, 14 bytes: what fills a symbol of version 1 at level M but for the terminator.
    let message = Array("hello headroom".utf8)
    var bits = "0100" + "00001110"
    for byte in message { bits += String(repeating: "0", count: byte.leadingZeroBitCount) + String(byte, radix: 2) }
    bits += "0000"
    let digits = Array(bits)
    let payload = Data(
      stride(from: 0, to: digits.count, by: 8).map { UInt8(String(digits[$0..<$0 + 8]), radix: 2) ?? 0 })
    let generated = try Self.modules(#require(Self.output("CIQRCodeGenerator", ["inputMessage": Data(message)])))
    let described = try (0..<8).map { mask in
      let descriptor = try #require(
        CIQRCodeDescriptor(
          payload: payload, symbolVersion: 1, maskPattern: UInt8(mask), errorCorrectionLevel: .levelM))
      return try Self.modules(#require(Self.output("CIBarcodeGenerator", ["inputBarcodeDescriptor": descriptor])))
    }
    #expect(described.count { $0 == generated } == 1)
    #expect(Set(described).count == 8)
  }

  @Test func `descriptions of what cannot be are refused`() {
    let (some, long) = (Data([1, 2, 3]), Data(repeating: 1, count: 5000))
    func qr(_ payload: Data, _ version: Int, _ mask: UInt8) -> CIBarcodeDescriptor? {
      CIQRCodeDescriptor(
        payload: payload, symbolVersion: version, maskPattern: mask, errorCorrectionLevel: .levelH)
    }
    #expect(qr(some, 1, 7) != nil)
    for (payload, version, mask) in [(some, 0, 0), (some, 41, 0), (some, 1, 8), (Data(), 1, 0), (long, 40, 0)]
      as [(Data, Int, UInt8)]
    { #expect(qr(payload, version, mask) == nil) }
    func aztec(_ payload: Data, _ isCompact: Bool, _ layers: Int, _ words: Int) -> CIBarcodeDescriptor? {
      CIAztecCodeDescriptor(payload: payload, isCompact: isCompact, layerCount: layers, dataCodewordCount: words)
    }
    #expect(aztec(some, true, 1, 4) != nil)
    #expect(aztec(some, true, 1, 5) == nil)
    #expect(aztec(some, true, 5, 1) == nil)
    #expect(aztec(some, false, 33, 1) == nil)
    #expect(aztec(some, false, 0, 1) == nil)
    #expect(aztec(long, false, 32, 2049) == nil)
    #expect(CIPDF417CodeDescriptor(payload: some, isCompact: false, rowCount: 2, columnCount: 1) == nil)
    #expect(CIPDF417CodeDescriptor(payload: some, isCompact: false, rowCount: 3, columnCount: 31) == nil)
    #expect(CIPDF417CodeDescriptor(payload: long, isCompact: false, rowCount: 30, columnCount: 30) == nil)
    #expect(CIDataMatrixCodeDescriptor(payload: some, rowCount: 11, columnCount: 11, eccVersion: .v200) == nil)
    #expect(CIDataMatrixCodeDescriptor(payload: long, rowCount: 10, columnCount: 10, eccVersion: .v200) == nil)
    // Withdrawn from the standard: known, but not drawn.
    let old = CIDataMatrixCodeDescriptor(payload: some, rowCount: 11, columnCount: 11, eccVersion: .v100)
    #expect(old != nil)
    #expect(Self.output("CIBarcodeGenerator", ["inputBarcodeDescriptor": old as Any]) == nil)
    // A count that is none, and correction codewords that are no power of two.
    for (first, rows) in [(9, 3), (1, 3), (200, 3), (2, 5)] as [(UInt8, Int)] {
      let payload = Data([0, first, 3, 132])
      let wrong = CIPDF417CodeDescriptor(payload: payload, isCompact: false, rowCount: rows, columnCount: 1)
      #expect(Self.output("CIBarcodeGenerator", ["inputBarcodeDescriptor": wrong as Any]) == nil)
    }
  }

  @Test func `descriptions are compared by what they say`() {
    let one = CIDataMatrixCodeDescriptor(payload: Data([1]), rowCount: 10, columnCount: 10, eccVersion: .v200)
    let same = CIDataMatrixCodeDescriptor(payload: Data([1]), rowCount: 10, columnCount: 10, eccVersion: .v200)
    let other = CIDataMatrixCodeDescriptor(payload: Data([1]), rowCount: 12, columnCount: 12, eccVersion: .v200)
    #expect(one == same)
    #expect(one?.hashValue == same?.hashValue)
    #expect(one != other)
    #expect(
      (one as CIBarcodeDescriptor?)
        != CIQRCodeDescriptor(
          payload: Data([1]), symbolVersion: 1, maskPattern: 0, errorCorrectionLevel: .levelL))
  }

  @Test func `descriptions are data in recipes`() throws {
    let descriptors: [CIBarcodeDescriptor?] = [
      CIQRCodeDescriptor(
        payload: Data([64, 17]), symbolVersion: 3, maskPattern: 5, errorCorrectionLevel: .levelQ),
      CIAztecCodeDescriptor(payload: Data([1, 2, 3]), isCompact: true, layerCount: 1, dataCodewordCount: 4),
      CIPDF417CodeDescriptor(payload: Data([0, 2, 3, 132]), isCompact: true, rowCount: 4, columnCount: 1),
      CIDataMatrixCodeDescriptor(payload: Data([73]), rowCount: 8, columnCount: 18, eccVersion: .v200),
    ]
    for descriptor in descriptors {
      let known = try #require(descriptor)
      let image = try #require(Self.output("CIBarcodeGenerator", ["inputBarcodeDescriptor": known]))
      let again = try CIImage(recipe: image.recipeJSON())
      #expect(try Self.modules(again) == Self.modules(image))
      #expect(try again.recipeJSON() == image.recipeJSON())
    }
    for message in [Data("base64:text".utf8), Data([0, 255, 128]), Data("aGVsbG8=".utf8)] {
      let image = try #require(Self.output("CIQRCodeGenerator", ["inputMessage": message]))
      #expect(try Self.modules(CIImage(recipe: image.recipeJSON())) == Self.modules(image))
    }
  }

  // MARK: Readers

  @Test(
    "zxing reads what was written", .enabled(if: CodeReader.zxing != nil, "ZXingReader (zxing-cpp-tools) is not there"),
    arguments: ["QRCode", "Aztec", "Code128", "PDF417", "DataMatrix", "Rounded"])
  func readBack(_ format: String) throws {
    var generator = SeededGenerator(seed: UInt64(format.utf8.count))
    let reader = try #require(CodeReader.zxing)
    for size in [1, 2, 7, 20, 61, 150] {
      for draw in 0..<3 {
        let message = Self.message(size, draw, format, &generator)
        guard let image = try Self.code(format, message, draw) else { continue }
        #expect(try reader.read(image, as: format) == message, "\(format), \(size) bytes, \(draw)")
      }
    }
  }

  @Test(
    "zbar reads what was written", .enabled(if: CodeReader.zbar != nil, "zbarimg (zbar-tools) is not there"),
    arguments: ["QRCode", "Code128", "Rounded"])
  func readBackByZBar(_ format: String) throws {
    let reader = try #require(CodeReader.zbar)
    for text in ["HEADROOM", "https://example.org/?a=1&b=2", "0123456789 and text"] {
      let image = try #require(try Self.code(format, Data(text.utf8), 1))
      #expect(try reader.read(image, as: format) == Data(text.utf8), "\(format) \(text)")
    }
  }

  /// Digits, text, or bytes of any kind where a code takes them.
  private static func message(
    _ size: Int, _ draw: Int, _ format: String, _ generator: inout SeededGenerator
  ) -> Data {
    let range: ClosedRange<UInt8> =
      draw == 0 ? 48...57 : draw == 1 || ["Code128", "DataMatrix"].contains(format) ? 32...126 : 128...255
    return Data((0..<size).map { _ in UInt8.random(in: range, using: &generator) })
  }

  private static func code(_ format: String, _ message: Data, _ draw: Int) throws -> CIImage? {
    let level = ["L", "Q", "H"][draw]
    switch format {
    case "QRCode": return output("CIQRCodeGenerator", ["inputMessage": message, "inputCorrectionLevel": level])
    case "Rounded":
      let parameters: [String: Any] = [
        "inputMessage": message, "inputCorrectionLevel": level, "inputScale": 9, "inputRoundedMarkers": draw,
        "inputCenterSpaceSize": 0.2,
      ]
      return output("CIRoundedQRCodeGenerator", parameters)
    case "Aztec":
      return output("CIAztecCodeGenerator", ["inputMessage": message, "inputCorrectionLevel": 10 + 30 * draw])
    case "Code128":
      return message.count > 61 ? nil : output("CICode128BarcodeGenerator", ["inputMessage": message])
    case "PDF417":
      return output("CIPDF417BarcodeGenerator", ["inputMessage": message, "inputAlwaysSpecifyCompaction": draw])
    default:
      // ASCII encodation: a character's code and one. Symbols of eight sizes, squares and rectangles.
      let size = dataMatrixSizes.first { $0.2 >= message.count }
      guard let size, message.allSatisfy({ $0 < 127 }) else { return nil }
      let descriptor = CIDataMatrixCodeDescriptor(
        payload: Data(message.map { $0 + 1 }), rowCount: size.0, columnCount: size.1, eccVersion: .v200)
      return output("CIBarcodeGenerator", ["inputBarcodeDescriptor": descriptor as Any])
    }
  }
}

/// Rows, columns, data codewords.
private let dataMatrixSizes = [
  (10, 10, 3), (8, 18, 5), (14, 14, 8), (12, 26, 16), (16, 36, 32), (32, 32, 62), (48, 48, 174),
]

extension CGSize {
  fileprivate var area: Double { Double(width * height) }
}

/// A program that reads codes from a picture's file.
private struct CodeReader {
  let program: URL
  let arguments: @Sendable (_ format: String, _ file: String) -> [String]

  static let zxing = find("ZXingReader") { ["-bytes", "-format", $0 == "Rounded" ? "QRCode" : $0, $1] }
  static let zbar = find("zbarimg") { ["--quiet", "--raw", "--nodbus", $1] }

  private static func find(
    _ name: String, _ arguments: @escaping @Sendable (_ format: String, _ file: String) -> [String]
  ) -> CodeReader? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { URL(filePath: "\($0)/\(name)") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
      .map { CodeReader(program: $0, arguments: arguments) }
  }

  /// What it finds in an image, four pixels for each of the image's (but where they are many), with white around.
  func read(_ image: CIImage, as format: String) throws -> Data {
    let scale = image.extent.width > 400 || format == "Rounded" ? 1 : 4
    let rect = PixelRect(enclosing: image.extent)
    let picture = try TestPicture.render(image, rect)
    let margin = 12 * scale
    let (width, height) = (rect.width * scale + 2 * margin, rect.height * scale + 2 * margin)
    var bytes = Data("P5 \(width) \(height) 255\n".utf8)
    for y in 0..<height {
      for x in 0..<width {
        let (column, row) = ((x - margin + scale) / scale - 1, (y - margin + scale) / scale - 1)
        let isInside = (0..<rect.width).contains(column) && (0..<rect.height).contains(row)
        let value = isInside ? picture.pixels[((rect.height - 1 - row) * rect.width + column) * 4] : 1
        bytes.append(UInt8(max(0, min(255, value * 255))))
      }
    }
    let file = FileManager.default.temporaryDirectory.appending(path: "code-\(UUID().uuidString).pgm")
    try bytes.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    (process.executableURL, process.arguments) = (program, arguments(format, file.path))
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, FileHandle.nullDevice)
    try process.run()
    var output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if self.program == Self.zbar?.program, output.last == 10 { output.removeLast() }
    return output
  }
}
