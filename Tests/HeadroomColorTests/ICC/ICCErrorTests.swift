internal import HeadroomColor
internal import HeadroomTestSupport
internal import Testing

@Suite("Damaged ICC profiles")
struct ICCErrorTests {
  static let seeds: [[UInt8]] = [
    .sRGB, .itur2100PQ, .linearGray, .adobeRGB1998,
    ColorEncoding(
      primaries: .p3D65,
      transfer: SampledCurve(samples: (0..<64).map { Double($0 * $0) / 3969 }).map { .sampled($0) } ?? .linear),
  ].compactMap { (encoding: ColorEncoding) in ICCProfile.data(for: encoding) }

  private func edited(_ change: (inout ProfileEditor) throws -> Void) rethrows -> [UInt8] {
    var editor = ProfileEditor(bytes: Self.seeds[0])
    try change(&editor)
    return editor.without("cicp")
  }

  @Test("Every prefix is an error that says how much is missing")
  func prefixes() {
    let bytes = Self.seeds[0]
    for count in stride(from: 0, to: bytes.count, by: 37) {
      #expect(throws: ICCError.truncated(declared: count < 132 ? 132 : bytes.count, available: count)) {
        try ICCProfile(parsing: Array(bytes[..<count]))
      }
    }
  }

  @Test("The header's faults are told apart")
  func header() {
    #expect(throws: ICCError.notAProfile(found: "acsq")) {
      try ICCProfile(parsing: edited { $0.bytes[39] = UInt8(ascii: "q") })
    }
    #expect(throws: ICCError.unsupportedVersion(major: 9)) { try ICCProfile(parsing: edited { $0.bytes[8] = 9 }) }
    #expect(throws: ICCError.unsupportedColorSpace("nope")) {
      try ICCProfile(parsing: edited { $0.set(16, ("nope" as ICCSignature).code) })
    }
    var many = ProfileEditor(bytes: Self.seeds[0])
    many.set(128, 0xFFFF_FFFF)
    #expect(throws: ICCError.tooManyTags(count: 0xFFFF_FFFF, limit: 256)) { try ICCProfile(parsing: many.bytes) }
  }

  @Test("A tag outside the profile is named with its place")
  func outside() throws {
    let bytes = try edited { editor in
      let entry = try #require(editor.entry("gXYZ"))
      editor.set(entry + 4, 0xFFFF_FFF0)
      editor.set(entry + 8, 0x20)
    }
    #expect(
      throws: ICCError.tagOutOfBounds(tag: "gXYZ", offset: 0xFFFF_FFF0, size: 0x20, available: bytes.count)
    ) { try ICCProfile(parsing: bytes) }
  }

  @Test("Curves are limited before anything is allocated")
  func longCurve() throws {
    var place = 0
    let bytes = try edited { editor in
      place = try #require(editor.place("rTRC"))
      for (index, byte) in [UInt8]("curv".utf8).enumerated() { editor.bytes[place + index] = byte }
      editor.set(place + 8, 0xFFFF_FFFF)
    }
    #expect(throws: ICCError.curveTooLong(tag: "rTRC", offset: place, count: 0xFFFF_FFFF, limit: 65536)) {
      try ICCProfile(parsing: bytes)
    }
    var short = ProfileEditor(bytes: bytes)
    short.set(place + 8, 1000)
    #expect(throws: ICCError.tagTooShort(tag: "rTRC", offset: place + 12, needed: 2000, available: 20)) {
      try ICCProfile(parsing: short.bytes)
    }
  }

  @Test("Curves and colorants without an inverse are errors")
  func badValues() throws {
    var place = 0
    let curve = try edited { editor in
      place = try #require(editor.place("rTRC"))
      editor.set(place + 12, 0)
    }
    #expect(
      throws: ICCError.badValue(tag: "rTRC", offset: place, reason: "parametric curve without an inverse")
    ) { try ICCProfile(parsing: curve) }
    let flat = try edited { editor in
      place = try #require(editor.place("rXYZ"))
      for tag in ["rXYZ", "gXYZ", "bXYZ"] as [ICCSignature] {
        let start = try #require(editor.place(tag)) + 8
        for word in 0..<3 { editor.set(start + 4 * word, 0x8000) }
      }
    }
    #expect(
      throws: ICCError.badValue(tag: "rXYZ", offset: place, reason: "the colorants span no colour space")
    ) { try ICCProfile(parsing: flat) }
  }

  @Test("Damaged profiles give a value or an error")
  func mutations() {
    var generator = SeededGenerator(seed: 8)
    for seed in Self.seeds {
      for _ in 0..<(seed.count > 4000 ? 500 : 4000) {
        var bytes = seed
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
          // Most of the structure is at the start.
          let range = Bool.random(using: &generator) ? min(600, bytes.count) : bytes.count
          bytes[Int.random(in: 0..<range, using: &generator)] = .random(in: 0...255, using: &generator)
        }
        guard let profile = try? ICCProfile(parsing: bytes), let encoding = profile.encoding else { continue }
        // A mutation may leave any numbers, but none that traps further on.
        _ = profile.hasDistinctCurves
        _ = encoding.encode(encoding.decode(SIMD3(-0.5, 0.5, 1.5)))
        _ = encoding.primaries.matrix(to: .bt2020)
        _ = ICCProfile.data(for: encoding)
      }
    }
  }
}
