internal import HeadroomColor
internal import Testing

@Suite struct HDRMetadataBytesTests {
  static let block = ColorVectors.block("hdr_metadata")

  @Test func `Mastering display bytes are those of the reference in all three orders, both ways`() throws {
    for sample in Self.block["mdcv"].array {
      let display = MasteringDisplayColorVolume(
        primaries: sample["primaries"].string == "2020" ? .bt2020 : .p3D65,
        maximumNits: sample["max_nits"].double, minimumNits: sample["min_nits"].double)
      #expect(display.seiBytes == sample["sei_hevc_gbr"].bytes)
      #expect(display.pngBytes == sample["png_mdcv_rgb"].bytes)
      #expect(display.av1Bytes == sample["av1_payload"].bytes)
      #expect(try MasteringDisplayColorVolume(seiBytes: display.seiBytes) == display)
      #expect(try MasteringDisplayColorVolume(pngBytes: display.pngBytes) == display)
      let av1 = try MasteringDisplayColorVolume(av1Bytes: display.av1Bytes)
      #expect(av1.av1Bytes == display.av1Bytes)
      #expect(isClose(av1.green.y, display.green.y, 1e-4) && isClose(av1.minimumNits, display.minimumNits, 1e-4))
      #expect(display.isPlausible == (sample["max_nits"].double > 0))
    }
  }

  @Test func `Light level bytes are those of the reference, both ways`() throws {
    for sample in Self.block["clli"].array {
      let level = ContentLightLevel(maxCLL: sample["max_cll"].double, maxFALL: sample["max_fall"].double)
      #expect(level.seiBytes == sample["sei"].bytes)
      #expect(level.pngBytes == sample["png_clli"].bytes)
      #expect(try ContentLightLevel(seiBytes: level.seiBytes) == level)
      #expect(try ContentLightLevel(pngBytes: level.pngBytes) == level)
    }
    #expect(try ContentLightLevel(pngBytes: [0, 0, 0, 1, 0, 0, 0, 1]).maxCLL == 0.0001)
  }

  @Test func `Ambient environment bytes are those of the reference, both ways`() throws {
    for sample in Self.block["ambient_viewing_environment"].array {
      let ambient = AmbientViewingEnvironment(
        illuminanceLux: sample["lux"].double, light: Chromaticity(x: sample["x"].double, y: sample["y"].double))
      #expect(ambient.seiBytes == sample["sei"].bytes)
      #expect(try AmbientViewingEnvironment(seiBytes: ambient.seiBytes) == ambient)
    }
  }

  @Test func `Diffuse white and reference environment are read with and without version and flags`() throws {
    let white = NominalDiffuseWhite(nits: 203)
    #expect(white.boxBody == [0, 0, 0, 0, 0x00, 0x1e, 0xf9, 0xb0])
    #expect(try NominalDiffuseWhite(boxBody: white.boxBody) == white)
    #expect(try NominalDiffuseWhite(boxBody: white.boxBody.dropFirst(4)) == white)
    #expect(try NominalDiffuseWhite(boxBody: [0, 0, 0, 0]).nits == 203)

    let environment = ReferenceViewingEnvironment(surroundNits: 5, peripheryNits: 1.5, peripheryLight: .d60)
    #expect(environment.boxBody.count == 20)
    let again = try ReferenceViewingEnvironment(boxBody: environment.boxBody)
    #expect(again.peripheryNits == 1.5 && again.surroundLight == .d65)
    #expect(try ReferenceViewingEnvironment(boxBody: environment.boxBody.dropFirst(4)) == again)
  }

  @Test func `A colour volume carries just the fields it has`() throws {
    let corners = ContentColorVolume.Primaries(
      red: Chromaticity(x: 0.7, y: 0.3), green: Chromaticity(x: 0.2, y: -0.1), blue: Chromaticity(x: 0.15, y: 0.06))
    for (volume, length) in [
      (ContentColorVolume(maximumLuminance: 0.1), 5),
      (ContentColorVolume(minimumLuminance: 0, averageLuminance: 0.02), 9),
      (ContentColorVolume(primaries: corners), 25),
      (ContentColorVolume(primaries: corners, minimumLuminance: 0.5, maximumLuminance: 1, averageLuminance: 0.75), 37),
    ] {
      let body = try #require(volume.boxBody)
      #expect(body.count == length)
      #expect(try ContentColorVolume(boxBody: body) == volume)
    }
    #expect(ContentColorVolume().boxBody == nil)
    #expect(ContentColorVolume(maximumLuminance: 0.1).boxBody == [0x08, 0x00, 0x0f, 0x42, 0x40])
  }

  @Test func `Blocks of a wrong length are refused with both lengths`() {
    let bytes = [UInt8](repeating: 1, count: 40)
    for length in 0...40 where length != 24 {
      #expect(throws: HDRMetadataError.wrongLength(block: "mdcv", expected: 24, found: length)) {
        try MasteringDisplayColorVolume(seiBytes: bytes.prefix(length))
      }
    }
    #expect(throws: HDRMetadataError.wrongLength(block: "clli", expected: 4, found: 3)) {
      try ContentLightLevel(seiBytes: [1, 2, 3])
    }
    #expect(throws: HDRMetadataError.wrongLength(block: "ndwt", expected: 8, found: 5)) {
      try NominalDiffuseWhite(boxBody: bytes.prefix(5))
    }
    #expect(throws: HDRMetadataError.empty(block: "cclv")) { try ContentColorVolume(boxBody: []) }
    #expect(throws: HDRMetadataError.empty(block: "cclv")) { try ContentColorVolume(boxBody: [0x03]) }
    #expect(throws: HDRMetadataError.wrongLength(block: "cclv", expected: 25, found: 24)) {
      try ContentColorVolume(boxBody: [0x20] + bytes.prefix(23))
    }
    #expect(
      "\(HDRMetadataError.wrongLength(block: "clli", expected: 4, found: 3))" == "clli: 3 bytes where 4 are needed")
  }

  @Test func `Numbers that do not fit take the nearest that does`() {
    let level = ContentLightLevel(maxCLL: 1e9, maxFALL: -3)
    #expect(level.seiBytes == [0xff, 0xff, 0, 0])
    #expect(ContentLightLevel(maxCLL: .nan, maxFALL: .infinity).pngBytes == [0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff])
  }
}
