import Foundation
import HeadroomColor
import HeadroomEngine
import HeadroomGraphics
import HeadroomImage
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// Frames of codecs, in a plane for each component, as sources and destinations of renders.
@Suite("Planar frames")
struct PlanarFrameTests {
  private static let hlg = ColorEncoding.itur2100HLG
  private static let pq = ColorEncoding.itur2100PQ

  private static func context() -> CIContext {
    CIContext(options: [.workingColorSpace: CGColorSpace(name: CGColorSpace.extendedLinearITUR_2020) as Any])
  }

  /// A bitmap of a format, over memory of its own.
  private static func bitmap(
    _ format: PixelFormat, _ width: Int, _ height: Int, _ ycbcr: YCbCrEncoding = .bt2020
  ) throws -> PixelBitmap {
    let bitmap = try PixelBitmap(width: width, height: height, format: format, alpha: .straight, ycbcr: ycbcr)
    bitmap.storage.clear()
    return bitmap
  }

  private static func planar(_ bits: Int, _ sampling: PlanarPicture.Subsampling, hasAlpha: Bool = false) throws
    -> PixelFormat
  {
    try #require(PixelFormat(planar: sampling, bitDepth: bits, hasAlpha: hasAlpha))
  }

  /// Smooth colours, with alpha where the format has it.
  private static func fill(_ bitmap: PixelBitmap, seed: Int = 1) {
    let (first, second) = (0, bitmap.width + 1)
    let buffer = RowBuffer(capacity: 2 * bitmap.width + 1)
    func colors(_ y: Int, from start: Int) -> RowPointers {
      let rows = unsafe buffer.rows.advanced(by: start)
      for x in 0..<bitmap.width {
        unsafe rows.r[x] = 0.5 + 0.3 * Float(sin(Double(x + seed) / 7))
        unsafe rows.g[x] = 0.5 + 0.3 * Float(cos(Double(y + seed) / 5))
        unsafe rows.b[x] = 0.5 + 0.3 * Float(sin(Double(x - y) / 9))
        unsafe rows.a[x] = 0.2 + 0.8 * Float(x) / Float(bitmap.width)
      }
      return unsafe rows
    }
    for y in stride(from: 0, to: bitmap.height, by: 2) {
      let upper = unsafe colors(y, from: first)
      let lower = unsafe y + 1 < bitmap.height ? colors(y + 1, from: second) : nil
      unsafe RowCodec.packPair(upper, lower, count: bitmap.width, into: bitmap, row: y, x: 0)
    }
  }

  private static func codes(_ bitmap: PixelBitmap, plane: Int) -> [Int] {
    let size = bitmap.format.planeSize(plane, width: bitmap.width, height: bitmap.height)
    let (place, bytes) = (bitmap.planes[plane], bitmap.format.bytesPerComponent)
    let shift = bitmap.format.component == .uint10High ? 6 : 0
    let count = size.width * bitmap.format.bytesPerElement(plane: plane) / bytes
    return unsafe bitmap.storage.withUnsafeMutableBytes { memory in
      (0..<size.height).flatMap { y in
        (0..<count).map { x in
          let at = place.offset + y * place.rowBytes + x * bytes
          return unsafe (bytes == 1 ? Int(memory[at]) : Int(memory[at]) | Int(memory[at + 1]) << 8) >> shift
        }
      }
    }
  }

  private static func luma(_ bitmap: PixelBitmap) -> [Int] { codes(bitmap, plane: 0) }

  private static func render(
    _ image: CIImage, into bitmap: PixelBitmap, _ encoding: ColorEncoding, dithers: Bool = false
  )
    throws
  {
    let destination = CIRenderDestination(bitmap: bitmap, encoding: encoding)
    destination.isDithered = dithers
    try context().preparedRender(of: image, to: destination).run(to: destination)
  }

  @Test("planes render to the codes that pairs render to", arguments: [false, true])
  func pairs(_ dithers: Bool) throws {
    for (width, height) in [(640, 66), (61, 47)] {
      let pairs = try Self.bitmap(.biplanar420x10, width, height)
      Self.fill(pairs)
      let planes = try Self.bitmap(Self.planar(10, .quarter), width, height)
      Self.fill(planes)
      let images = [pairs, planes].map { CIImage(frame: $0, encoding: Self.hlg) }
      let outputs = try [
        Self.bitmap(.biplanar420x10, width, height), Self.bitmap(Self.planar(10, .quarter), width, height),
      ]
      for (image, output) in zip(images, outputs) {
        let scaled = image.transformed(by: CGAffineTransform(scaleX: 0.8, y: 0.8)).composited(over: image)
        try Self.render(scaled, into: output, Self.pq, dithers: dithers)
      }
      #expect(Self.luma(outputs[0]) == Self.luma(outputs[1]))
      let chroma = Self.codes(outputs[0], plane: 1)
      #expect(Self.codes(outputs[1], plane: 1) == stride(from: 0, to: chroma.count, by: 2).map { chroma[$0] })
      #expect(Self.codes(outputs[1], plane: 2) == stride(from: 1, to: chroma.count, by: 2).map { chroma[$0] })
    }
  }

  @Test("any depth and subsampling is read and written, odd sizes and alpha too")
  func depths() throws {
    for bits in [8, 10, 12, 16] {
      for sampling in PlanarPicture.Subsampling.allCases {
        let copy = try Self.bitmap(Self.planar(bits, sampling, hasAlpha: true), 61, 47)
        try Self.render(Self.source(bits, sampling, hasAlpha: true), into: copy, Self.hlg)
        let original = try Self.bitmap(copy.format, 61, 47)
        Self.fill(original)
        // Luma is that of colours whose chroma was halved and doubled; alpha is exact but for light of half precision.
        let light = zip(Self.luma(copy), Self.luma(original)).map { abs($0 - $1) }.max() ?? .max
        #expect(light <= 1 + 3 << max(bits - 10, 0), "\(bits) \(sampling)")
        let plane = copy.format.planeCount - 1
        #expect(Self.codes(copy, plane: plane) == Self.codes(original, plane: plane), "alpha of \(bits) \(sampling)")
      }
    }
  }

  private static func source(_ bits: Int, _ sampling: PlanarPicture.Subsampling, hasAlpha: Bool) throws -> CIImage {
    let bitmap = try bitmap(planar(bits, sampling, hasAlpha: hasAlpha), 61, 47)
    fill(bitmap)
    return CIImage(frame: bitmap, encoding: hlg)
  }

  @Test("every code of a ramp survives linear light", arguments: [hlg, pq, ColorEncoding.itur709])
  func ramp(_ encoding: ColorEncoding) throws {
    let ycbcr: YCbCrEncoding = encoding.primaries == .bt709 ? .bt709 : .bt2020
    let source = try Self.bitmap(Self.planar(10, .quarter), 877, 4, ycbcr)
    unsafe source.storage.withUnsafeMutableBytes { memory in
      for plane in 0..<3 {
        let size = source.format.planeSize(plane, width: 877, height: 4)
        for y in 0..<size.height {
          for x in 0..<size.width {
            let (at, code) = (
              source.planes[plane].offset + y * source.planes[plane].rowBytes + 2 * x, plane == 0 ? 64 + x : 512
            )
            unsafe (memory[at], memory[at + 1]) = (UInt8(code & 255), UInt8(code >> 8))
          }
        }
      }
    }
    let copy = try Self.bitmap(source.format, 877, 4, ycbcr)
    try Self.render(CIImage(frame: source, encoding: encoding), into: copy, encoding)
    #expect(Self.luma(copy) == Self.luma(source))
    #expect(Self.codes(copy, plane: 1).allSatisfy { $0 == 512 } && Self.codes(copy, plane: 2).allSatisfy { $0 == 512 })
  }

  /// A frame of one grey.
  private static func grey(_ bits: Int, _ code: Int, _ ycbcr: YCbCrEncoding) throws -> PixelBitmap {
    let bitmap = try bitmap(planar(bits, .quarter), 40, 6, ycbcr)
    unsafe bitmap.storage.withUnsafeMutableBytes { memory in
      for plane in 0..<3 {
        let size = bitmap.format.planeSize(plane, width: 40, height: 6)
        for y in 0..<size.height {
          for x in 0..<size.width {
            let at = bitmap.planes[plane].offset + y * bitmap.planes[plane].rowBytes + x * (bits > 8 ? 2 : 1)
            let value = plane == 0 ? code : 128 << (bits - 8)
            unsafe memory[at] = UInt8(value & 255)
            if bits > 8 { unsafe memory[at + 1] = UInt8(value >> 8) }
          }
        }
      }
    }
    return bitmap
  }

  @Test("reference white has its code in every encoding, at any mix of two frames")
  func white() throws {
    let frames = [
      CIImage(frame: try Self.grey(10, 721, .bt2020), encoding: Self.hlg),
      CIImage(frame: try Self.grey(10, 573, .bt2020), encoding: Self.pq),
      CIImage(frame: try Self.grey(8, 235, .bt709), encoding: .itur709),
    ]
    for (encoding, code) in [(Self.hlg, 721), (Self.pq, 573)] {
      let output = try Self.bitmap(Self.planar(10, .quarter), 40, 6)
      for frame in frames {
        try Self.render(frame, into: output, encoding)
        #expect(Self.luma(output).allSatisfy { $0 == code })
        try Self.render(frame.blended(.componentMax, with: frames[0]), into: output, encoding)
        #expect(Self.luma(output).allSatisfy { $0 == code })
        for plane in 1...2 { #expect(Self.codes(output, plane: plane).allSatisfy { $0 == 512 }) }
      }
    }
  }

  /// The specification works with the exact functions in double precision.
  @Test("frames are within a tenth of a code of the reference renderer", arguments: [hlg, pq, ColorEncoding.itur709])
  func reference(_ encoding: ColorEncoding) throws {
    let source = try Self.bitmap(Self.planar(10, .quarter), 61, 47)
    Self.fill(source)
    let image = CIImage(frame: source, encoding: encoding)
    let whole = PixelRect(x: 0, y: 0, width: 61, height: 47)
    let found = try Self.context().bitmap(image, region: whole, format: .rgbaFloat, encoding: encoding)
    let exact = try ReferenceRenderer.numbers(
      of: image.node, region: whole, in: WorkingSpace(primaries: .bt2020),
      destination: PlanDestination(encoding: encoding, isPremultiplied: false, isOpaque: true))
    let buffer = RowBuffer(capacity: 61)
    for y in 0..<47 {
      let rows = unsafe buffer.rows
      unsafe RowCodec.unpack(found, row: y, x: 0, count: 61, into: rows)
      for x in 0..<61 {
        let meant = exact[x, 46 - y]
        let difference = unsafe [rows.r[x] - meant.r, rows.g[x] - meant.g, rows.b[x] - meant.b]
        #expect(difference.allSatisfy { abs($0) * 876 < 0.1 }, "\(x), \(y)")
      }
    }
  }

  @Test("a frame is constant, and the next one needs no planning")
  func constant() throws {
    let context = Self.context()
    let frames = try (0..<4).map { index in
      let bitmap = try Self.bitmap(Self.planar(10, .quarter), 64, 36)
      Self.fill(bitmap, seed: index)
      return bitmap
    }
    let outputs = try (0..<2).map { _ in try Self.bitmap(Self.planar(10, .quarter), 64, 36) }
    let destinations = outputs.map { CIRenderDestination(bitmap: $0, encoding: Self.hlg) }
    func image(_ index: Int) -> CIImage {
      let frame = CIImage(frame: frames[index], encoding: Self.hlg)
      #expect(frame.node.isConstant && frame.colorSpace == CGColorSpace(name: CGColorSpace.itur_2100_HLG))
      return frame.transformed(by: CGAffineTransform(scaleX: -1, y: 1).translatedBy(x: -64, y: 0))
    }
    let render = try context.preparedRender(of: image(0), to: destinations[0])
    for index in frames.indices {
      try render.bind(image(index))
      try render.run(to: destinations[index % 2])
      let alone = try Self.bitmap(Self.planar(10, .quarter), 64, 36)
      let destination = CIRenderDestination(bitmap: alone, encoding: Self.hlg)
      _ = try Self.context().startTask(toRender: image(index), to: destination).waitUntilCompleted()
      for plane in 0..<3 {
        #expect(Self.codes(outputs[index % 2], plane: plane) == Self.codes(alone, plane: plane), "frame \(index)")
      }
    }
    #expect(context.plans.plannings == 1)
  }

  @Test("nothing beside an encoder's picture is written")
  func inPlace() throws {
    let coded = try PlanarPicture(
      width: 80, height: 48, bitDepth: 10, subsampling: .quarter,
      coding: PlanarPicture.Coding(matrix: 9, isFullRange: false, siting: .left))
    for plane in coded.planes {
      for y in 0..<plane.height {
        for x in 0..<plane.width { unsafe plane.row(y).storeBytes(of: 7, toByteOffset: 2 * x, as: UInt16.self) }
      }
    }
    let output = try PixelBitmap(planar: coded.part(x: 8, y: 4, width: 61, height: 37))
    let source = try Self.bitmap(Self.planar(10, .quarter), 61, 37)
    Self.fill(source)
    try Self.render(CIImage(frame: source, encoding: Self.hlg), into: output, Self.hlg)
    for (index, plane) in coded.planes.enumerated() {
      let scale = index == 0 ? 1 : 2
      for y in 0..<plane.height {
        for x in 0..<plane.width {
          let isInside =
            (8 / scale..<8 / scale + (60 + scale) / scale).contains(x)
            && (4 / scale..<4 / scale + (36 + scale) / scale).contains(y)
          let code = unsafe plane.row(y).load(fromByteOffset: 2 * x, as: UInt16.self)
          #expect((code == 7) != isInside, "\(x), \(y) of plane \(index)")
        }
      }
    }
  }
}
