import HeadroomColor
import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

@Suite struct OpenEXRLayerTests {
  /// Layers of a renderer's file, and what OpenEXR 3.5.3 from PyPI reads in their channels (`make-exr-fixtures.py`).
  static let layers: [(part: Int, name: String, hash: UInt64)] = [
    (0, "RGBA", 0xbe1c_fd28_90a0_7565), (0, "key", 0x3e11_4283_cb03_c555), (0, "N", 0xf90f_165d_729c_4555),
    (0, "Z", 0xe6aa_3760_a85c_1c35), (0, "id", 0xbf35_4d19_84be_bc35), (1, "Y", 0x1e07_9ec8_9dda_bc35),
    (1, "fill", 0xe1ef_c030_7610_a555),
  ]

  private static func request(_ part: Int, _ layer: String?) -> DecodeRequest {
    var request = DecodeRequest(index: part)
    request.layer = layer
    return request
  }

  @Test("Layers with colours, vectors and single channels decode to OpenEXR's bits", arguments: layers.indices)
  func decodes(_ place: Int) throws {
    let (part, name, hash) = Self.layers[place]
    let reader = try EXRFixture.open("layers")
    let picture = try reader.decode(Self.request(part, name))
    #expect(bitHash(of: floatSamples(of: picture.base)) == hash)
  }

  @Test("The list has what is shown first, then layers, then channels that are in none")
  func list() throws {
    let reader = try EXRFixture.open("layers")
    #expect(reader.info.layers == ["RGBA", "N", "key", "Z", "id"])
    #expect(reader.info.pictureName == "beauty" && reader.info.frameCount == 2)
    #expect(try reader.info(at: 1).layers == ["Y", "fill"])
    #expect(try EXRFixture.open("mixed").info.layers == ["RGB", "left", "Z"])
    #expect(try EXRFixture.open("zip").info.layers.isEmpty)
    let luminance = try EXRFixture.open("luminance-chroma-alpha").info
    #expect(luminance.layers.isEmpty)
  }

  @Test("Headers are those of the layer: a depth is one float, a vector has no alpha")
  func headers() throws {
    let reader = try EXRFixture.open("layers")
    let depth = try reader.info(of: Self.request(0, "Z"))
    #expect(depth.channels == 1 && depth.bitDepth == 32 && depth.encoding == .extendedLinearGray)
    let normals = try reader.info(of: Self.request(0, "N"))
    #expect(normals.channels == 3 && normals.bitDepth == 16 && !normals.isAlphaPremultiplied)
  }

  @Test("A layer that is not there is refused, with the names of those that are, by containers without layers too")
  func unknown() throws {
    let reader = try EXRFixture.open("layers")
    do {
      _ = try reader.decode(Self.request(0, "fill"))
      Issue.record("the first part has no such layer")
    } catch {
      #expect("\(error)".contains("RGBA, N, key, Z, id"))
    }
    let pfm = Array("Pf\n1 1\n-1.0\n".utf8) + [0, 0, 128, 63]
    let other = try ImageFormats.open(FileBytes(pfm))
    #expect(throws: ImageIOError.self) { try other.info(of: Self.request(0, "N")) }
  }

  @Test("Rows of a layer are its pixels")
  func rows() throws {
    let reader = try EXRFixture.open("layers")
    let whole = floatSamples(of: try reader.decode(Self.request(0, "N")).base)
    let source = try #require(try reader.rows(Self.request(0, "N")))
    let bitmap = try PixelBitmap(width: source.width, height: source.height, format: source.format, alpha: source.alpha)
    try source.read(source.height, into: bitmap, row: 0)
    #expect(floatSamples(of: bitmap).map(\.bitPattern) == whole.map(\.bitPattern))
  }
}
