import Foundation
import HeadroomColor
import HeadroomDisplay
import HeadroomGraphics
import HeadroomImage
import HeadroomTestSupport
import Testing

struct MTLTextureTests {
  static let formats = MTLPixelFormat.allCases.filter { $0 != .invalid }

  private static func texture(_ format: MTLPixelFormat, _ width: Int, _ height: Int, mipmapped: Bool = false) throws
    -> any MTLTexture
  {
    let device = try #require(MTLCreateSystemDefaultDevice())
    return try #require(
      device.makeTexture(
        descriptor: .texture2DDescriptor(pixelFormat: format, width: width, height: height, mipmapped: mipmapped)))
  }

  /// Bytes of a pixel, by Apple's tables.
  private static func size(_ format: MTLPixelFormat) -> Int {
    switch format {
    case .a8Unorm, .r8Unorm, .r8Unorm_srgb: 1
    case .r16Unorm, .r16Float, .rg8Unorm, .rg8Unorm_srgb: 2
    case .rgba16Unorm, .rgba16Float, .rg32Float, .bgra10_xr, .bgra10_xr_srgb: 8
    case .rgba32Float: 16
    default: 4
    }
  }

  @Test(arguments: formats) func `bytes come back as they were, by rectangle and row length`(format: MTLPixelFormat)
    throws
  {
    var random = SeededGenerator(seed: UInt64(format.rawValue))
    let size = Self.size(format)
    let texture = try Self.texture(format, 9, 7)
    #expect(texture.allocatedSize >= 63 * size && texture.pixelFormat == format)
    var written = (0..<5 * (4 * size + 3)).map { _ in UInt8.random(in: 0...255, using: &random) }
    unsafe texture.replace(
      region: MTLRegionMake2D(3, 2, 4, 5), mipmapLevel: 0, withBytes: &written, bytesPerRow: 4 * size + 3)
    var all = [UInt8](repeating: 1, count: 63 * size)
    unsafe texture.getBytes(&all, bytesPerRow: 9 * size, from: MTLRegionMake2D(0, 0, 9, 7), mipmapLevel: 0)
    for y in 0..<7 {
      for x in 0..<9 {
        let inside = (3..<7).contains(x) && y >= 2
        for byte in 0..<size {
          let wanted = inside ? written[(y - 2) * (4 * size + 3) + (x - 3) * size + byte] : 0
          #expect(all[(y * 9 + x) * size + byte] == wanted)
        }
      }
    }
  }

  /// What a shader reads of the first three components, by Apple's tables; nil where a format has no such component.
  private static func components(_ bytes: [UInt8], _ format: MTLPixelFormat) -> [Double] {
    func word(_ offset: Int, _ count: Int) -> UInt64 {
      (0..<count).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
    }
    func unorm(_ offset: Int, _ count: Int) -> Double { Double(word(offset, count)) / (pow(2, Double(8 * count)) - 1) }
    func half(_ offset: Int) -> Double { Double(Float16(bitPattern: UInt16(word(offset, 2)))) }
    func float(_ offset: Int) -> Double { Double(Float(bitPattern: UInt32(word(offset, 4)))) }
    func ten(_ shift: Int, _ count: Int = 4) -> UInt64 { word(0, count) >> UInt64(shift) & 1023 }
    func extended(_ code: UInt64) -> Double { (Double(code) - 384) / 510 }
    func linear(_ v: Double) -> Double {
      let size = abs(v)
      return copysign(size <= 0.04045 ? size / 12.92 : pow((size + 0.055) / 1.055, 2.4), v)
    }
    switch format {
    case .r8Unorm: return [unorm(0, 1)]
    case .r8Unorm_srgb: return [linear(unorm(0, 1))]
    case .r16Unorm: return [unorm(0, 2)]
    case .r16Float: return [half(0)]
    case .r32Float: return [float(0)]
    case .rg8Unorm: return [unorm(0, 1), unorm(1, 1)]
    case .rg8Unorm_srgb: return [linear(unorm(0, 1)), linear(unorm(1, 1))]
    case .rg16Unorm: return [unorm(0, 2), unorm(2, 2)]
    case .rg16Float: return [half(0), half(2)]
    case .rg32Float: return [float(0), float(4)]
    case .rgba8Unorm: return (0..<3).map { unorm($0, 1) }
    case .rgba8Unorm_srgb: return (0..<3).map { linear(unorm($0, 1)) }
    case .bgra8Unorm: return (0..<3).map { unorm(2 - $0, 1) }
    case .bgra8Unorm_srgb: return (0..<3).map { linear(unorm(2 - $0, 1)) }
    case .rgb10a2Unorm: return (0..<3).map { Double(ten(10 * $0)) / 1023 }
    case .bgr10a2Unorm: return (0..<3).map { Double(ten(20 - 10 * $0)) / 1023 }
    case .rgba16Unorm: return (0..<3).map { unorm(2 * $0, 2) }
    case .rgba16Float: return (0..<3).map { half(2 * $0) }
    case .rgba32Float: return (0..<3).map { float(4 * $0) }
    case .bgr10_xr: return (0..<3).map { extended(ten(20 - 10 * $0)) }
    case .bgr10_xr_srgb: return (0..<3).map { linear(extended(ten(20 - 10 * $0))) }
    case .bgra10_xr: return (0..<3).map { extended(ten(38 - 16 * $0, 8)) }
    case .bgra10_xr_srgb: return (0..<3).map { linear(extended(ten(38 - 16 * $0, 8))) }
    case .a8Unorm, .invalid: return []
    }
  }

  /// Bytes of random pixels whose alpha, where there is one, is 1, and whose floats are small numbers.
  private static func pixels(_ format: MTLPixelFormat, _ count: Int) -> [[UInt8]] {
    var random = SeededGenerator(seed: 3)
    return (0..<count).map { _ in
      switch format {
      case .r16Float, .rg16Float, .rgba16Float:
        return (0..<size(format) / 2).flatMap { index in
          let value: Float16 = index == 3 ? 1 : .random(in: -1...8, using: &random)
          return unsafe withUnsafeBytes(of: value) { unsafe Array($0) }
        }
      case .r32Float, .rg32Float, .rgba32Float:
        return (0..<size(format) / 4).flatMap { index in
          let value: Float = index == 3 ? 1 : .random(in: -1...8, using: &random)
          return unsafe withUnsafeBytes(of: value) { unsafe Array($0) }
        }
      case .bgra10_xr, .bgra10_xr_srgb:
        let codes = (0..<3).map { _ in UInt16.random(in: 0...1023, using: &random) << 6 } + [894 << 6]
        return codes.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
      case .bgr10_xr, .bgr10_xr_srgb:
        let word = UInt32.random(in: 0..<1 << 30, using: &random)
        return (0..<4).map { UInt8(word >> UInt32(8 * $0) & 255) }
      default:
        var bytes = (0..<size(format)).map { _ in UInt8.random(in: 0...255, using: &random) }
        switch format {
        case .rgba8Unorm, .rgba8Unorm_srgb, .bgra8Unorm, .bgra8Unorm_srgb: bytes[3] = 255
        case .rgb10a2Unorm, .bgr10a2Unorm: bytes[3] |= 0xC0
        case .rgba16Unorm: bytes[6...7] = [255, 255]
        default: break
        }
        return bytes
      }
    }
  }

  @Test(arguments: formats.filter { $0 != .a8Unorm }) func `Core Image reads and writes the numbers of every format`(
    format: MTLPixelFormat
  ) throws {
    let count = 257
    let pixels = Self.pixels(format, count)
    let texture = try Self.texture(format, count, 2)
    let size = Self.size(format)
    var bytes = (pixels + pixels.reversed()).flatMap { $0 }
    unsafe texture.replace(
      region: MTLRegionMake2D(0, 0, count, 2), mipmapLevel: 0, withBytes: &bytes, bytesPerRow: count * size)
    let image = try #require(CIImage(mtlTexture: texture, options: [.colorSpace: NSNull()]))
    let context = CIContext(mtlDevice: texture.device, options: [.workingColorSpace: NSNull()])
    var read = [Float](repeating: 0, count: count * 8)
    unsafe context.render(
      image, toBitmap: &read, rowBytes: count * 16, bounds: image.extent, format: .RGBAf, colorSpace: nil)
    for (index, pixel) in (pixels + pixels.reversed()).enumerated() {
      for (part, wanted) in Self.components(pixel, format).enumerated() {
        #expect(abs(Double(read[4 * index + part]) - wanted) <= 3e-6 * max(1, abs(wanted)), "pixel \(index), \(part)")
      }
    }
    // Back into a texture of the same kind: the same bytes.
    let target = try Self.texture(format, count, 2)
    let queue = try #require(texture.device.makeCommandQueue())
    let buffer = try #require(queue.makeCommandBuffer())
    let destination = CIRenderDestination(mtlTexture: target, commandBuffer: buffer)
    destination.colorSpace = nil
    destination.isClamped = false
    let task = try context.startTask(toRender: image, to: destination)
    buffer.commit()
    try task.waitUntilCompleted()
    var back = [UInt8](repeating: 0, count: bytes.count)
    unsafe target.getBytes(&back, bytesPerRow: count * size, from: MTLRegionMake2D(0, 0, count, 2), mipmapLevel: 0)
    #expect(back == bytes)
  }

  @Test func `XR formats hold every 8-bit code exactly`() throws {
    let texture = try Self.texture(.bgr10_xr, 256, 1)
    var words = (0..<256).map { UInt32(2 * $0 + 384) * 0x100401 }
    unsafe texture.replace(region: MTLRegionMake2D(0, 0, 256, 1), mipmapLevel: 0, withBytes: &words, bytesPerRow: 1024)
    let image = try #require(CIImage(mtlTexture: texture, options: [.colorSpace: NSNull()]))
    var codes = [UInt8](repeating: 0, count: 1024)
    unsafe CIContext(options: [.workingColorSpace: NSNull()]).render(
      image, toBitmap: &codes, rowBytes: 1024, bounds: image.extent, format: .RGBA8, colorSpace: nil)
    for index in 0..<256 {
      #expect(codes[4 * index..<4 * index + 4] == [UInt8(index), UInt8(index), UInt8(index), 255])
    }
  }

  @Test func `what cannot be made is nil`() throws {
    let device = try #require(MTLCreateSystemDefaultDevice())
    for (width, height) in [(0, 1), (1, 0), (-1, 4), (16_385, 1), (Int.max, Int.max)] {
      let descriptor = MTLTextureDescriptor.texture2DDescriptor(
        pixelFormat: .rgba16Float, width: width, height: height, mipmapped: false)
      #expect(device.makeTexture(descriptor: descriptor) == nil)
    }
    for change in [
      { $0.pixelFormat = .invalid }, { $0.depth = 2 }, { $0.sampleCount = 4 }, { $0.arrayLength = 6 },
      { $0.mipmapLevelCount = 9 }, { $0.mipmapLevelCount = 0 },
    ] as [(MTLTextureDescriptor) -> Void] {
      let descriptor = MTLTextureDescriptor.texture2DDescriptor(
        pixelFormat: .rgba8Unorm, width: 64, height: 4, mipmapped: false)
      change(descriptor)
      #expect(device.makeTexture(descriptor: descriptor) == nil)
    }
  }

  @Test func `smaller sizes and views share a texture's memory`() throws {
    let texture = try Self.texture(.bgra8Unorm, 10, 3, mipmapped: true)
    #expect(texture.mipmapLevelCount == 4)
    var pixel: [UInt8] = [10, 20, 30, 255]
    unsafe texture.replace(region: MTLRegionMake2D(0, 0, 1, 1), mipmapLevel: 3, withBytes: &pixel, bytesPerRow: 4)
    let view = try #require(texture.makeTextureView(pixelFormat: .rgba8Unorm_srgb))
    var read: [UInt8] = [0, 0, 0, 0]
    unsafe view.getBytes(&read, bytesPerRow: 4, from: MTLRegionMake2D(0, 0, 1, 1), mipmapLevel: 3)
    #expect(read == pixel && texture.makeTextureView(pixelFormat: .rgba16Float) == nil)
  }

  @Test func `formats have Apple's numbers`() {
    let numbers: [(MTLPixelFormat, UInt)] = [
      (.a8Unorm, 1), (.r8Unorm, 10), (.r16Float, 25), (.rgba8Unorm, 70), (.rgba8Unorm_srgb, 71), (.bgra8Unorm, 80),
      (.bgra8Unorm_srgb, 81), (.rgb10a2Unorm, 90), (.bgr10a2Unorm, 94), (.rgba16Unorm, 110), (.rgba16Float, 115),
      (.rgba32Float, 125), (.bgra10_xr, 552), (.bgra10_xr_srgb, 553), (.bgr10_xr, 554), (.bgr10_xr_srgb, 555),
    ]
    for (format, number) in numbers { #expect(format.rawValue == number) }
  }
}
