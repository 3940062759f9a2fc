import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// Files made here, box by box.
@Suite struct HEIFDecodingTests {
  static func open(_ builder: HEIFBuilder) throws -> any ImageReader {
    try ImageFormats.open(FileBytes(builder.build()))
  }

  /// The 8-bit components of a pixel.
  static func pixel(_ bitmap: PixelBitmap, _ x: Int, _ y: Int) -> [UInt8] {
    let count = bitmap.format.channelCount
    let row = unsafe bitmap.rowAddress(y).assumingMemoryBound(to: UInt8.self)
    return (0..<count).map { unsafe row[x * count + $0] }
  }

  static func color(_ x: Int, _ y: Int) -> [UInt8] { [UInt8(16 * x), UInt8(16 * y), UInt8(255 - 8 * x - 8 * y)] }

  static let corners = [(0, 0), (15, 0), (0, 15), (15, 15), (3, 11)]

  @Test func `a lossless picture comes out as it went in`() throws {
    let reader = try Self.open(.picture())
    #expect(reader.info.format == "avif")
    #expect(reader.info.cicp == CICP(primaries: 1, transfer: 13, matrix: 0))
    #expect(reader.info.chroma == "444")
    #expect(reader.info.warnings.isEmpty)
    let base = try reader.decode(DecodeRequest()).base
    #expect(base.format == .rgb8)
    for (x, y) in Self.corners { #expect(Self.pixel(base, x, y) == Self.color(x, y)) }
  }

  @Test func `HEVC is decoded through its parameter sets`() throws {
    var builder = HEIFBuilder.hevcPicture()
    #expect(try Self.open(builder).info.format == "heic")
    let base = try Self.open(builder).decode(DecodeRequest()).base
    for (found, wanted) in zip(Self.pixel(base, 8, 8), [200, 100, 50] as [UInt8]) {
      #expect(abs(Int(found) - Int(wanted)) <= 3)
    }
    // A unit that claims more bytes than there are.
    builder.items[0].data[3] = 0x7F
    #expect(throws: ImageIOError.self) { try Self.open(builder).decode(DecodeRequest()) }
  }

  @Test func `a grid is put together and cut to its size`() throws {
    var builder = HEIFBuilder.picture()
    builder.items = [
      HEIFBuilder.Item(id: 1, type: "grid", data: [0, 0, 0, 1, 0, 24, 0, 14], properties: ["nclx"], construction: 1),
      HEIFBuilder.Item(
        id: 2, type: "av01", data: HEIFBuilder.colorPicture, isHidden: true, properties: ["av1C!", "ispe"]),
      HEIFBuilder.Item(
        id: 3, type: "av01", data: HEIFBuilder.colorPicture, isHidden: true, properties: ["av1C!", "ispe"]),
    ]
    builder.references = [("dimg", 1, [2, 3])]
    let base = try Self.open(builder).decode(DecodeRequest()).base
    #expect((base.width, base.height) == (24, 14))
    #expect(Self.pixel(base, 15, 13) == Self.color(15, 13))
    #expect(Self.pixel(base, 16, 13) == Self.color(0, 13))
    #expect(Self.pixel(base, 23, 0) == Self.color(7, 0))
  }

  @Test func `transforms become the orientation of table 5`() throws {
    let rows: [(turns: UInt8?, axis: UInt8?, orientation: CGImagePropertyOrientation)] = [
      (nil, nil, .up), (nil, 1, .upMirrored), (2, nil, .down), (nil, 0, .downMirrored), (1, 0, .leftMirrored),
      (3, nil, .right), (3, 0, .rightMirrored), (1, nil, .left),
    ]
    for row in rows {
      var builder = HEIFBuilder.picture()
      if let turns = row.turns { builder.add("irot", HEIFBuilder.box("irot", [turns])) }
      if let axis = row.axis { builder.add("imir", HEIFBuilder.box("imir", [axis])) }
      #expect(try Self.open(builder).info.orientation == row.orientation)
    }
  }

  @Test func `a clean aperture crops the stored picture, also behind a rotation`() throws {
    // 8x4 with its top left corner at 2, 3.
    func aperture(_ width: UInt32, _ height: UInt32, _ x: Int32, _ y: Int32) -> [UInt8] {
      let numbers: [[UInt8]] = [
        HEIFBuilder.number(width), HEIFBuilder.number(UInt32(1)), HEIFBuilder.number(height),
        HEIFBuilder.number(UInt32(1)), HEIFBuilder.number(x), HEIFBuilder.number(UInt32(1)), HEIFBuilder.number(y),
        HEIFBuilder.number(UInt32(1)),
      ]
      return HEIFBuilder.box("clap", numbers.flatMap { $0 })
    }
    var builder = HEIFBuilder.picture()
    builder.add("clap", aperture(8, 4, -2, -3))
    let base = try Self.open(builder).decode(DecodeRequest()).base
    #expect((base.width, base.height) == (8, 4))
    #expect(Self.pixel(base, 0, 0) == Self.color(2, 3))
    // A quarter turn counter-clockwise shows the stored right column on top; then the top 8x4 are cut out of that.
    var turned = HEIFBuilder.picture()
    turned.add("irot", HEIFBuilder.box("irot", [1]))
    turned.add("clap", aperture(8, 4, 0, -6))
    let still = try Self.open(turned).decode(DecodeRequest())
    #expect((still.base.width, still.base.height) == (4, 8))
    #expect(still.orientation == .left)
    #expect(Self.pixel(still.base, 0, 0) == Self.color(12, 4))
    var outside = HEIFBuilder.picture()
    outside.add("clap", aperture(17, 4, 0, 0))
    #expect(try Self.open(outside).info.width == 16)
    #expect(try Self.open(outside).info.warnings.count == 1)
  }

  @Test func `an auxiliary picture becomes alpha, and colour multiplied by it is divided`() throws {
    for isPremultiplied in [false, true] {
      var builder = HEIFBuilder.picture()
      let urn = Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0".utf8)
      builder.properties.append(("auxC", HEIFBuilder.fullBox("auxC", urn)))
      builder.items.append(
        HEIFBuilder.Item(
          id: 2, type: "av01", data: HEIFBuilder.grayPicture, isHidden: true, properties: ["grayC!", "ispe", "auxC!"]))
      builder.references = [("auxl", 2, [1])]
      if isPremultiplied { builder.references.append(("prem", 1, [2])) }
      let still = try Self.open(builder).decode(DecodeRequest())
      #expect(still.base.format == .rgba8)
      #expect(still.base.alpha == .straight)
      let found = Self.pixel(still.base, 3, 11)
      #expect(found[3] == 112)
      let blue = Int(Self.color(3, 11)[2])
      #expect(Int(found[2]) == (isPremultiplied ? min((blue * 255 + 56) / 112, 255) : blue))
      #expect(Self.pixel(still.base, 0, 0)[3] == 0)
    }
  }

  /// A grid of two tiles, of which so many have an alpha of their own.
  private static func gridWithAlpha(ofTiles count: Int) -> HEIFBuilder {
    var builder = HEIFBuilder.picture()
    let urn = Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0".utf8)
    builder.properties.append(("auxC", HEIFBuilder.fullBox("auxC", urn)))
    builder.items = [
      HEIFBuilder.Item(id: 1, type: "grid", data: [0, 0, 0, 1, 0, 24, 0, 14], properties: ["nclx"], construction: 1)
    ]
    for id: UInt16 in [2, 3] {
      builder.items.append(
        HEIFBuilder.Item(
          id: id, type: "av01", data: HEIFBuilder.colorPicture, isHidden: true, properties: ["av1C!", "ispe"]))
    }
    builder.references = [("dimg", 1, [2, 3])]
    for id in (UInt16(4)..<4 + UInt16(count)) {
      builder.items.append(
        HEIFBuilder.Item(
          id: id, type: "av01", data: HEIFBuilder.grayPicture, isHidden: true, properties: ["grayC!", "ispe", "auxC!"]))
      builder.references.append(("auxl", id, [id - 2]))
    }
    return builder
  }

  @Test func `the alpha of each tile is the alpha of a grid without one`() throws {
    let still = try Self.open(Self.gridWithAlpha(ofTiles: 2)).decode(DecodeRequest())
    #expect(still.base.format == .rgba8 && still.warnings.isEmpty)
    #expect(Self.pixel(still.base, 0, 0) == Self.color(0, 0) + [0])
    #expect(Self.pixel(still.base, 3, 11)[3] == 112)
    // The second tile begins anew.
    #expect(Self.pixel(still.base, 16, 0) == Self.color(0, 0) + [0])
    #expect(Self.pixel(still.base, 19, 11)[3] == 112)
    // One tile without alpha leaves the picture opaque, and that is said.
    let half = try Self.open(Self.gridWithAlpha(ofTiles: 1)).decode(DecodeRequest())
    #expect(half.base.format == .rgb8 && half.warnings.contains { $0.contains("1 of 2 tiles") })
  }

  @Test func `a tone-mapped item is the gain map`() throws {
    let reader = try Self.open(.gainMap())
    #expect(reader.info.warnings.isEmpty)
    #expect(reader.info.frameCount == 1)
    #expect(reader.info.kind == .gainMap)
    #expect(reader.info.gainMap?.kinds == [.iso])
    #expect(reader.info.gainMap?.alternateEncoding == .itur2100PQ)
    #expect(reader.info.contentHeadroom == 4)
    let map = try #require(try reader.decode(DecodeRequest()).gainMap)
    #expect(map.bitmap.format == .gray8)
    for (x, y) in Self.corners { #expect(Self.pixel(map.bitmap, x, y) == [UInt8(8 * x + 8 * y)]) }
    #expect(map.metadata?.max.x == 2)
  }

  @Test func `Apple's auxiliary picture is used where there is no tone-mapped item`() throws {
    var builder = HEIFBuilder.gainMap()
    builder.items.removeAll { $0.type == "tmap" }
    builder.groups = []
    builder.references = [("auxl", 3, [1]), ("cdsc", 4, [3])]
    builder.properties.append(
      ("auxC", HEIFBuilder.fullBox("auxC", Array("urn:com:apple:photo:2020:aux:hdrgainmap\0".utf8))))
    builder.items[1].properties.append("auxC!")
    let xmp = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:HDRGainMap="http://ns.apple.com/HDRGainMap/1.0/" HDRGainMap:HDRGainMapVersion="131072"
      HDRGainMap:HDRGainMapHeadroom="3.5"/></rdf:RDF></x:xmpmeta>
      """
    builder.items.append(
      HEIFBuilder.Item(id: 4, type: "mime", data: Array(xmp.utf8), contentType: "application/rdf+xml", isHidden: true))
    let info = try Self.open(builder).info
    #expect(info.gainMap?.kinds == [.apple])
    #expect(info.contentHeadroom == 3.5)
    #expect(info.metadata.xmp == nil)
  }

  @Test func `pictures are counted without tiles, thumbnails and auxiliary ones`() throws {
    var builder = HEIFBuilder.gainMap()
    builder.items += [
      HEIFBuilder.Item(id: 5, type: "av01", data: HEIFBuilder.grayPicture, properties: ["grayC!", "ispe"]),
      HEIFBuilder.Item(id: 6, type: "av01", data: HEIFBuilder.grayPicture, properties: ["grayC!", "ispe"]),
    ]
    builder.references.append(("thmb", 5, [1]))
    let reader = try Self.open(builder)
    #expect(reader.info.frameCount == 2)
    #expect(reader.info.auxiliary == ["thumbnail 16x16"])
    #expect(try reader.preview(at: 0, limits: .standard)?.base.format == .gray8)
    #expect(try reader.preview(at: 1, limits: .standard)?.base.width == nil)
    let second = try reader.info(at: 1)
    #expect(second.channels == 1)
    #expect(second.kind == .sdr)
    #expect(try reader.decode(DecodeRequest(index: 1)).base.format == .gray8)
    #expect(throws: ImageIOError.self) { try reader.info(at: 2) }
  }

  @Test func `smaller pictures are averages`() throws {
    let reader = try Self.open(.picture())
    for scale in [2, 4, 8] {
      let request = DecodeRequest(scaleDenominator: scale)
      let base = try reader.decode(request).base
      #expect((base.width, base.height) == (16 / scale, 16 / scale))
      #expect(reader.decodedSize(request) == (16 / scale, 16 / scale))
      let transfer = reader.info.encoding.transfer
      let light = (0..<scale).map { transfer.decode(16.0 * Double($0) / 255) }.reduce(0, +) / Double(scale)
      #expect((Double(Self.pixel(base, 0, 0)[0]) - transfer.encode(light) * 255).magnitude <= 0.51)
    }
  }

  /// The codes of the mean light of squares of an interleaved picture of three channels.
  private static func means(
    _ codes: [UInt16], width: Int, by scale: Int, _ transfer: TransferFunction = .sRGB
  ) -> [Double] {
    let small = (width / scale, codes.count / 3 / width / scale)
    return (0..<small.0 * small.1 * 3).map { place in
      let (x, y, channel) = (place / 3 % small.0, place / 3 / small.0, place % 3)
      let square = (0..<scale * scale).map { step in
        let code = codes[((y * scale + step / scale) * width + x * scale + step % scale) * 3 + channel]
        return transfer.decode(Double(code) / 255)
      }
      return transfer.encode(square.reduce(0, +) / Double(square.count)) * 255
    }
  }

  private static func distance(_ one: [Double], _ other: [Double]) -> Double {
    (zip(one, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } / Double(one.count)).squareRoot()
  }

  @Test(arguments: [0, 1])
  func `a fraction is the mean light of the pixels; a quarter and an eighth are as near to the original`(
    index: Int
  ) throws {
    let writer = try #require([HEICFormat.writer, AVIFFormat.writer][index])
    let picture = try HEIFSamples.picture(256, 192)
    let original = samples(of: picture.base)
    let file = try writer.encode(picture, options: EncodeOptions(quality: 50))
    let reader = try ImageFormats.open(FileBytes(file))
    let whole = samples(of: try reader.decode(DecodeRequest()).base)
    for scale in [2, 4, 8] {
      let small = samples(of: try reader.decode(DecodeRequest(scaleDenominator: scale)).base).map(Double.init)
      let decoded = Self.means(whole, width: 256, by: scale)
      let wanted = Self.means(original, width: 256, by: scale)
      // Of a half, the loop filters are there; rounding alone is 0.3 codes.
      if scale == 2 { #expect(Self.distance(small, decoded) < 0.6) }
      #expect(Self.distance(small, wanted) < 1.1 * Self.distance(decoded, wanted) + 0.4)
    }
  }

  @Test(arguments: [2, 4, 8], [EncodeOptions.Chroma.quarter, .full])
  func `a picture in PQ that is decoded smaller keeps its light`(scale: Int, chroma: EncodeOptions.Chroma) throws {
    // Lamps in the dark, of one pixel and more: in codes a lamp of 1/64 of a square is 1/30 as bright in the mean.
    let bitmap = try HEIFSamples.bitmap(128, 128, .rgb16) { x, y in
      let isLamp = (x % 16 < 1 + y / 32) && (y % 16 < 1 + x / 32)
      return SIMD4(repeating: isLamp ? 0.72 : 0.2)
    }
    let picture = StillImage(base: bitmap, encoding: .itur2100PQ)
    var options = EncodeOptions(quality: 95)
    options.chroma = chroma
    let file = try #require(AVIFFormat.writer).encode(picture, options: options)
    let reader = try ImageFormats.open(FileBytes(file))
    func light(_ request: DecodeRequest) throws -> [Double] {
      samples(of: try reader.decode(request).base).map { TransferFunction.pq.decode(Double($0) / 65535) }
    }
    let (whole, small) = (try light(DecodeRequest()), try light(DecodeRequest(scaleDenominator: scale)))
    #expect(small.count == whole.count / scale / scale)
    let means = [whole, small].map { $0.reduce(0, +) / Double($0.count) }
    #expect((means[1] / means[0] - 1).magnitude < 0.01)
  }

  @Test func `the gain map has a scale of its own`() throws {
    let reader = try Self.open(.gainMap())
    let whole = try reader.decode(DecodeRequest())
    let small = try reader.decode(DecodeRequest(gainMapScaleDenominator: 4))
    #expect(small.base.width == whole.base.width)
    #expect(small.gainMap?.bitmap.width == (whole.gainMap?.bitmap.width).map { ($0 + 3) / 4 })
  }
}

extension HEIFBuilder {
  /// Gives item 1 another property.
  mutating func add(_ name: String, _ box: [UInt8]) {
    properties.append((name, box))
    items[0].properties.append(name + "!")
  }
}
