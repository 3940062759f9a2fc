internal import Glibc
internal import HeadroomColor
internal import HeadroomTestSupport
internal import Testing

/// Changes to a profile's bytes that tests need.
struct ProfileEditor {
  var bytes: [UInt8]

  func word(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 << 8 | Int(bytes[offset + $1]) } }

  mutating func set(_ offset: Int, _ word: UInt32) {
    for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * index)) }
  }

  /// Offset of a tag's entry in the table.
  func entry(_ tag: ICCSignature) -> Int? {
    (0..<word(128)).map { 132 + 12 * $0 }.first { word($0) == Int(tag.code) }
  }

  func place(_ tag: ICCSignature) -> Int? { entry(tag).map { word($0 + 4) } }

  /// Gives a tag a name that nobody looks for.
  func without(_ tags: ICCSignature...) -> [UInt8] {
    var copy = self
    for tag in tags {
      if let entry = copy.entry(tag) { copy.set(entry, ("zzzz" as ICCSignature).code) }
    }
    return copy.bytes
  }
}

@Suite("ICC profiles")
struct ICCProfileTests {
  static let named: [ColorEncoding] = ColorEncoding.allNames.compactMap(ColorEncoding.init(name:)).filter {
    ($0.model == .rgb || $0.model == .monochrome) && !$0.isExtended
  }

  @Test("The image state comes back; unknown or damaged ones are none", arguments: ICCImageState.allCases)
  func imageState(state: ICCImageState) throws {
    let bytes = try #require(ICCProfile.data(for: .itur2100HLG, imageState: state))
    let profile = try ICCProfile(parsing: bytes)
    #expect(profile.imageState == state && profile.encoding == .itur2100HLG)
    #expect(state.isSceneReferred == !state.rawValue.hasPrefix("r"))
    #expect(try ICCProfile(parsing: written(.itur2100HLG)).imageState == nil)
    var editor = ProfileEditor(bytes: bytes)
    let place = try #require(editor.place("ciis"))
    // signatureType: type, reserved, the state (ICC.1:2022, 10.23).
    let stored = Array(bytes[place..<place + 12])
    #expect(stored == [0x73, 0x69, 0x67, 0x20, 0, 0, 0, 0] + Array(state.rawValue.utf8))
    editor.set(place + 8, 0)
    #expect(try ICCProfile(parsing: editor.bytes).imageState == nil)
    editor.set(place, 0)
    #expect(try ICCProfile(parsing: editor.bytes).imageState == nil)
  }

  private func written(_ encoding: ColorEncoding) throws -> [UInt8] {
    try #require(ICCProfile.data(for: encoding))
  }

  @Test("Every named encoding comes back from its profile", arguments: named)
  func roundTrip(encoding: ColorEncoding) throws {
    let profile = try ICCProfile(parsing: written(encoding))
    #expect(profile.encoding == encoding)
    #expect(profile.version == "4.4")
    #expect(profile.description == encoding.name)
    #expect(profile.encodingSource == (profile.cicp == nil ? .curves : .cicp))
    #expect(profile.cicp == (encoding.model == .rgb ? CICP(encoding: encoding) : nil))
    #expect(profile.hasLUT == (encoding.model == .rgb && encoding.transfer.isHDR))
    #expect(!profile.hasDistinctCurves)
  }

  @Test("Without code points the encoding is found by its colorants and curves", arguments: named)
  func recognition(encoding: ColorEncoding) throws {
    guard !encoding.transfer.isHDR else { return }
    let bytes = try ProfileEditor(bytes: written(encoding)).without("cicp")
    let profile = try ICCProfile(parsing: bytes)
    #expect(profile.encoding == encoding)
    #expect(profile.encodingSource == .curves)
  }

  @Test("Extended encodings have the profiles of their standard ranges")
  func extendedRange() {
    #expect(
      ICCProfile.data(for: .extendedLinearDisplayP3, description: "x")
        == ICCProfile.data(for: .linearDisplayP3, description: "x"))
  }

  @Test("Models that a matrix cannot describe have no profile")
  func noMatrix() {
    for encoding in [ColorEncoding.genericXYZ, .genericLab, .genericCMYK] {
      #expect(ICCProfile.data(for: encoding) == nil)
    }
  }

  @Test("Profiles have the code points' reference bytes, an exact white and aligned tags")
  func layout() throws {
    let profile = try ProfileEditor(bytes: written(.itur2100PQ))
    #expect(profile.bytes.count == profile.word(0) && profile.bytes.count % 4 == 0)
    let cicp = try #require(profile.place("cicp"))
    #expect(Array(profile.bytes[cicp..<cicp + 12]) == [0x63, 0x69, 0x63, 0x70, 0, 0, 0, 0, 9, 16, 0, 1])
    for encoding in Self.named where encoding.model == .rgb {
      let profile = try ProfileEditor(bytes: written(encoding))
      let places = try ["rXYZ", "gXYZ", "bXYZ", "wtpt"].map { try #require(profile.place($0)) }
      for component in 0..<3 {
        let codes = places.map { Int(Int32(truncatingIfNeeded: profile.word($0 + 8 + 4 * component))) }
        #expect(codes[0] + codes[1] + codes[2] == codes[3])
      }
      for index in 0..<profile.word(128) { #expect(profile.word(132 + 12 * index + 4) % 4 == 0) }
    }
  }

  @Test("Tables of PQ and HLG are found however they are placed")
  func hdrTables() throws {
    let placements: [(TransferFunction, (Double) -> Double)] = [
      (.pq, { TransferFunction.pq.decode($0) * 203 / 10000 }), (.pq, { min(TransferFunction.pq.decode($0), 1) }),
      (.hlg, { TransferFunction.hlg.decode($0) }), (.hlg, { pow(TransferFunction.hlg.decode($0), 1.2) }),
      (.hlg, { min(pow(TransferFunction.hlg.decode($0), 1.2) * 1000 / 203, 1) }),
    ]
    for count in [1024, 4096] {
      for (transfer, placed) in placements {
        let samples = (0..<count).map { placed(Double($0) / Double(count - 1)) }
        let curve = try #require(SampledCurve(samples: samples))
        let encoding = ColorEncoding(primaries: .bt2020, transfer: .sampled(curve))
        let profile = try ICCProfile(parsing: written(encoding))
        #expect(profile.encoding == ColorEncoding(primaries: .bt2020, transfer: transfer))
      }
    }
  }

  @Test("Tables of SDR curves are found, others are kept")
  func sdrTables() throws {
    for transfer in [TransferFunction.sRGB, .bt709, .gamma(2.2), .romm, .linear] {
      let samples = (0..<1024).map { transfer.decode(Double($0) / 1023) }
      let curve = try #require(SampledCurve(samples: samples))
      let bytes = try written(ColorEncoding(primaries: .p3D65, transfer: .sampled(curve)))
      #expect(try ICCProfile(parsing: bytes).encoding?.transfer == transfer)
    }
    let samples = (0..<256).map { pow(Double($0) / 255, 3) * 0.7 + 0.3 * Double($0) / 255 }
    let curve = try #require(SampledCurve(samples: samples))
    let profile = try ICCProfile(parsing: written(ColorEncoding(primaries: .p3D65, transfer: .sampled(curve))))
    let read = try #require(profile.encoding?.transfer)
    for index in 0...100 { #expect(abs(read.decode(Double(index) / 100) - curve.decode(Double(index) / 100)) < 1e-5) }
  }

  @Test("Unknown primaries and parametric curves come back within the file's precision")
  func unknown() throws {
    let primaries = ColorPrimaries(
      red: Chromaticity(x: 0.66, y: 0.32), green: Chromaticity(x: 0.24, y: 0.65), blue: Chromaticity(x: 0.14, y: 0.08),
      white: .d65)
    let curve = try #require(ParametricCurve(g: 2.3, a: 0.9, b: 0.1, c: 0.08, d: 0.05, e: 0.001, f: 0.002))
    let encoding = ColorEncoding(primaries: primaries, transfer: .parametric(curve))
    let profile = try ICCProfile(parsing: written(encoding))
    let read = try #require(profile.encoding)
    #expect(isClose(read.primaries.white.x, 0.3127, 2e-4))
    let (expected, found) = (primaries.matrix(to: .bt709), read.primaries.matrix(to: .bt709))
    for (a, b) in zip(expected.rows, found.rows) { #expect(isClose(a, b, 2e-4)) }
    for index in 0...10 {
      #expect(abs(read.transfer.decode(Double(index) / 10) - curve.decode(Double(index) / 10)) < 1e-4)
    }
  }

  @Test("A version 2 profile with powers in 8.8 and its own white is read")
  func version2() throws {
    var editor = try ProfileEditor(bytes: written(.adobeRGB1998))
    editor.set(8, 0x0210_0000)
    let curve = try #require(editor.place("rTRC"))
    for (index, byte) in [UInt8]("curv".utf8).enumerated() { editor.bytes[curve + index] = byte }
    editor.set(curve + 8, 1)
    editor.set(curve + 12, 0x0233_0000)
    let white = try #require(editor.place("wtpt"))
    editor.set(white + 8, 0xF351)
    editor.set(white + 12, 0x10000)
    editor.set(white + 16, 0x116CC)
    let profile = try ICCProfile(parsing: editor.without("chad"))
    #expect(profile.version == "2.1")
    #expect(profile.encoding == .adobeRGB1998)
    #expect(profile.curves == Array(repeating: .gamma(563.0 / 256), count: 3))
  }

  @Test("Curves that differ between channels are reported")
  func distinctCurves() throws {
    var editor = try ProfileEditor(bytes: written(.adobeRGB1998))
    // All three share one place; blue gets the description's, overwritten with a power.
    let place = try #require(editor.place("desc"))
    for (index, byte) in [UInt8]("para".utf8).enumerated() { editor.bytes[place + index] = byte }
    editor.set(place + 8, 0)
    editor.set(place + 12, 0x1_8000)
    let entry = try #require(editor.entry("bTRC"))
    editor.set(entry + 4, UInt32(place))
    let profile = try ICCProfile(parsing: editor.bytes)
    #expect(profile.hasDistinctCurves)
    #expect(profile.curves[2] == .gamma(1.5))
    #expect(profile.description.isEmpty)
  }

  @Test("A profile of tables only has an encoding where its name says so, and one of nothing is an error")
  func tablesOnly() throws {
    let bytes = try written(.itur2100HLG)
    let without: [ICCSignature] = ["cicp", "rTRC", "rXYZ"]
    func profile(named name: String) throws -> ICCProfile {
      let bytes = try #require(ICCProfile.data(for: .itur2100HLG, description: name))
      return try ICCProfile(parsing: ProfileEditor(bytes: bytes).without(without[0], without[1], without[2]))
    }
    // The table itself is tone mapped: no matrix and curve.
    let unnamed = try profile(named: "A look")
    #expect(unnamed.hasLUT && unnamed.encoding == nil && unnamed.encodingSource == nil)
    for (name, encoding) in [
      ("Rec.2100 PQ", ColorEncoding.itur2100PQ), ("Rec. ITU-R BT.2100 HLG", .itur2100HLG),
      ("rec2100_pq v2", .itur2100PQ),
      (
        "High Dynamic Range UHDTV Wide Color Gamut Display (Rec. 2020) - SMPTE ST 2084 PQ EOTF",
        .itur2100PQ
      ), ("Rec2020 Gamut with HLG Transfer", .itur2100HLG),
    ] {
      let named = try profile(named: name)
      #expect(named.encoding == encoding && named.encodingSource == .description)
    }
    // Curves beside such tables show the same tone-mapped picture.
    let name = "Rec. 2020 with ST 2084 PQ"
    let withCurves = try #require(ICCProfile.data(for: .itur2100PQ, description: name))
    let both = try ICCProfile(parsing: ProfileEditor(bytes: withCurves).without("cicp"))
    #expect(both.encoding == .itur2100PQ && both.curves.count == 3)
    #expect(try profile(named: "Rec. 2020").encoding == nil)
    #expect(throws: ICCError.missingTag("rXYZ")) {
      try ICCProfile(parsing: ProfileEditor(bytes: bytes).without("cicp", "rXYZ", "A2B0"))
    }
  }

  @Test(
    "Tables that are a matrix and a curve in other words are these",
    arguments: [ColorEncoding.sRGB, .displayP3, .adobeRGB1998], ["mft1", "mft2", "mAB "])
  func tablesOfMatrixAndCurve(encoding: ColorEncoding, type: String) throws {
    let profile = try ICCProfile(parsing: TableProfile(encoding, type).bytes)
    let found = try #require(profile.encoding)
    #expect(profile.encodingSource == .table && found.primaries == encoding.primaries)
    for signal in stride(from: 0, through: 1, by: 0.05) {
      let difference = found.transfer.decode(signal) - encoding.transfer.decode(signal)
      #expect(abs(difference) < (type == "mft1" ? 0.01 : 0.002))
    }
  }

  @Test("Damaged tables give no encoding and no trap")
  func damagedTables() throws {
    for type in ["mft1", "mft2", "mAB "] {
      let bytes = TableProfile(.sRGB, type).bytes
      var random = SeededGenerator(seed: 9)
      for _ in 0..<300 {
        var damaged = bytes
        // The head of the table, where its sizes and places are.
        damaged[Int.random(in: 156..<240, using: &random)] = UInt8.random(in: 0...255, using: &random)
        _ = try? ICCProfile(parsing: damaged)
        _ = try? ICCProfile(parsing: Array(damaged.prefix(Int.random(in: 0..<bytes.count, using: &random))))
      }
    }
  }
}
