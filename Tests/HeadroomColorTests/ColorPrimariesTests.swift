internal import HeadroomColor
internal import Testing

@Suite struct ColorPrimariesTests {
  static let spaces: [String: ColorPrimaries] = [
    "srgb_rec709": .bt709, "display_p3": .p3D65, "dci_p3": .dciP3, "rec2020": .bt2020, "adobe_rgb_1998": .adobeRGB,
    "prophoto_romm": .romm, "rec601_525_smpte_c": .smpteC, "rec601_625_ebu": .ebu, "aces_ap0": .ap0, "aces_ap1": .ap1,
  ]

  @Test func `The matrices of every space are those of the reference`() throws {
    for (name, space) in ColorVectors.block("primaries")["spaces"].members {
      let primaries = try #require(Self.spaces[name])
      #expect(!primaries.isDegenerate)
      for (point, key) in [(primaries.red, "red_xy"), (primaries.green, "green_xy"), (primaries.blue, "blue_xy")] {
        #expect([point.x, point.y] == space[key].doubles)
      }
      #expect([primaries.white.x, primaries.white.y] == space["white_xy"].doubles)
      #expect(isClose(primaries.toXYZ, space["rgb_to_xyz"].matrix, 1e-12), "\(name)")
      #expect(isClose(primaries.fromXYZ, space["xyz_to_rgb"].matrix, 1e-12), "\(name)")
      #expect(isClose(primaries.toProfileConnectionSpace, space["rgb_to_xyz_d50_bradford"].matrix, 1e-12), "\(name)")
      #expect(isClose(primaries.luminanceWeights, space["luminance_weights"].vector, 1e-12), "\(name)")
      let adaptation = ChromaticAdaptation.matrix(
        from: primaries.whiteXYZ, to: ChromaticAdaptation.profileConnectionWhite)
      #expect(isClose(adaptation, space["bradford_to_icc_d50"].matrix, 1e-12), "\(name)")
    }
  }

  @Test func `Conversions between spaces are those of the reference`() throws {
    for (name, expected) in ColorVectors.block("rgb_to_rgb")["matrices"].members {
      let parts = name.split(separator: "_to_", maxSplits: 1).map(String.init)
      let source = try #require(Self.spaces[parts[0]])
      let destination = try #require(Self.spaces[parts[1]])
      #expect(isClose(source.matrix(to: destination), expected.matrix, 1e-12), "\(name)")
    }
  }

  @Test func `Adaptation matrices of both cone spaces are those of the reference`() throws {
    let block = ColorVectors.block("chromatic_adaptation")
    let whites = block["white_points_XYZ"]
    for (name, expected) in block["matrices"].members {
      let method = name.split(separator: ":")
      let ends = method[1].split(separator: "->").map(String.init)
      let cones = method[0] == "bradford" ? ChromaticAdaptation.bradfordCones : ChromaticAdaptation.cat16Cones
      let matrix = ChromaticAdaptation.matrix(from: whites[ends[0]].vector, to: whites[ends[1]].vector, cones: cones)
      #expect(isClose(matrix, expected.matrix, 1e-12), "\(name)")
    }
    #expect(isClose(Chromaticity.d65.xyz, whites["D65_xy3127_3290"].vector, 1e-12))
    #expect(isClose(Chromaticity.d60.xyz, whites["D60_aces"].vector, 1e-12))
    #expect(isClose(Chromaticity.dci.xyz, whites["DCI"].vector, 1e-12))
    #expect(isClose(Chromaticity.illuminantE.xyz, whites["E"].vector, 1e-12))
  }

  @Test func `White stays white between any two spaces, and there and back is the identity`() {
    let all = Array(Self.spaces.values) + [.ebu3213, .bt470M, .film, .xyzAxes, .xyzD50]
    for source in all {
      #expect(isClose(source.luminanceWeights.sum(), 1, 1e-14))
      for destination in all {
        let there = source.matrix(to: destination)
        #expect(isClose(there.apply(SIMD3(1, 1, 1)), SIMD3(1, 1, 1), 1e-12))
        #expect(isClose(destination.matrix(to: source) * there, .identity, 1e-10))
      }
    }
  }

  @Test func `Primaries come back from their matrix`() throws {
    let again = try #require(ColorPrimaries(rgbToXYZ: ColorPrimaries.bt2020.toXYZ * 3))
    #expect(isClose(again.red.x, 0.708, 1e-14) && isClose(again.blue.y, 0.046, 1e-14))
    #expect(isClose(again.white.y, 0.3290, 1e-14))
    #expect(ColorPrimaries(rgbToXYZ: Matrix3x3(diagonal: SIMD3(1, 1, 0))) == nil)
  }

  @Test func `Primaries that span no space say so and have harmless matrices`() {
    let point = Chromaticity(x: 0.3, y: 0.3)
    let zero = Chromaticity(x: 0, y: 0)
    let faults = [
      ColorPrimaries(red: point, green: point, blue: point, white: .d65),
      ColorPrimaries(red: zero, green: zero, blue: zero, white: zero),
      ColorPrimaries(red: .d65, green: .d50, blue: .d60, white: Chromaticity(x: .nan, y: 1)),
    ]
    for primaries in faults {
      #expect(primaries.isDegenerate)
      #expect(primaries.toXYZ == .identity)
    }
  }
}
