/// The contents of single tags.
enum ICCTagData {
  private static func start(_ type: ICCSignature) -> BigEndianBytes {
    var data = BigEndianBytes()
    data.append(type)
    data.append(UInt32(0))
    return data
  }

  /// `mluc` with one record, for English.
  static func text(_ text: String) -> [UInt8] {
    let units = Array(text.utf16)
    var data = start("mluc")
    data.append(UInt32(1))
    data.append(UInt32(12))
    data.append("enUS" as ICCSignature)
    data.append(UInt32(2 * units.count))
    data.append(UInt32(28))
    for unit in units { data.append(unit) }
    return data.bytes
  }

  static func xyz(_ xyz: SIMD3<Double>) -> [UInt8] {
    Self.xyz(codes: SIMD3(BigEndianBytes.fixed(xyz.x), BigEndianBytes.fixed(xyz.y), BigEndianBytes.fixed(xyz.z)))
  }

  static func xyz(codes: SIMD3<UInt32>) -> [UInt8] {
    var data = start("XYZ ")
    data.append(codes.x)
    data.append(codes.y)
    data.append(codes.z)
    return data.bytes
  }

  /// Bradford from the primaries' white to the connection space.
  static func adaptation(of primaries: ColorPrimaries) -> [UInt8] {
    let matrix = ChromaticAdaptation.matrix(
      from: primaries.whiteXYZ, to: ChromaticAdaptation.profileConnectionWhite)
    var data = start("sf32")
    for row in matrix.rows { data.append(xyz: row) }
    return data.bytes
  }

  /// The three colorants in 16.16 codes. The green one, the largest, is adjusted so that their sum is exactly the
  /// white's codes: then equal components are exactly neutral.
  static func colorants(of primaries: ColorPrimaries) -> [SIMD3<UInt32>] {
    let columns = primaries.toProfileConnectionSpace.columns
    let white = ChromaticAdaptation.profileConnectionWhite
    func codes(_ column: SIMD3<Double>) -> SIMD3<UInt32> {
      SIMD3(BigEndianBytes.fixed(column.x), BigEndianBytes.fixed(column.y), BigEndianBytes.fixed(column.z))
    }
    let (red, blue) = (codes(columns[0]), codes(columns[2]))
    return [red, codes(white) &- red &- blue, blue]
  }

  static func imageState(_ state: ICCImageState) -> [UInt8] {
    var data = start("sig ")
    data.append(Array(state.rawValue.utf8))
    return data.bytes
  }

  static func cicp(_ cicp: CICP) -> [UInt8] {
    var data = start("cicp")
    data.append([cicp.primaries, cicp.transfer, 0, 1])
    return data.bytes
  }

  /// The curve as a formula where ICC has one, else as a table of 16 bits.
  static func curve(_ transfer: TransferFunction) -> [UInt8] {
    switch transfer {
    case .linear: return parametric(0, [1])
    case .gamma(let exponent): return parametric(0, [exponent])
    case .bt1886: return parametric(0, [2.4])
    case .sRGB: return parametric(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    case .bt709:
      let curve = SceneCurve.exact
      let (alpha, slope) = (curve.alpha, curve.slope)
      return parametric(3, [1 / 0.45, 1 / alpha, (alpha - 1) / alpha, 1 / slope, slope * curve.breakpoint])
    case .romm: return parametric(3, [1.8, 1, 0, 1.0 / 16, 1.0 / 32])
    case .parametric(let curve):
      let numbers = [curve.g, curve.a, curve.b, curve.c, curve.d, curve.e, curve.f]
      return numbers.allSatisfy { $0.magnitude < 32767 } ? parametric(4, numbers) : sampled(transfer)
    case .sampled(let curve) where curve.samples.count <= 4096: return table(curve.samples)
    default: return sampled(transfer)
    }
  }

  /// A line through 0; readers clamp its result to 0...1.
  static func gain(_ factor: Double) -> [UInt8] { parametric(1, [1, factor, 0]) }

  private static func parametric(_ functionType: UInt16, _ numbers: [Double]) -> [UInt8] {
    var data = start("para")
    data.append(functionType)
    data.append(UInt16(0))
    for number in numbers { data.append(fixed: number) }
    return data.bytes
  }

  /// 4096 points of a curve, with its largest value at 1.
  private static func sampled(_ transfer: TransferFunction) -> [UInt8] {
    let peak = transfer.decode(1)
    return table((0...4095).map { transfer.decode(Double($0) / 4095) / (peak > 0 ? peak : 1) })
  }

  static func table(_ samples: [Double]) -> [UInt8] {
    var data = start("curv")
    data.append(UInt32(samples.count))
    for sample in samples { data.append(unit: sample) }
    return data.bytes
  }

  /// `mAB`: input curves, colour table, curves, matrix, output curves; applied in that order.
  static func toConnectionSpace(
    input: [UInt8], gridPoints: Int, grid: [SIMD3<Double>], curve: [UInt8], matrix: Matrix3x3
  ) -> [UInt8] {
    let identity = parametric(0, [1])
    var body = BigEndianBytes()
    func place() -> UInt32 { UInt32(32 + body.bytes.count) }
    func append(three curve: [UInt8]) {
      for _ in 0..<3 {
        body.append(curve)
        body.pad(to: 4)
      }
    }
    let outputPlace = place()
    append(three: identity)
    let matrixPlace = place()
    for row in matrix.rows { body.append(xyz: row) }
    body.append(xyz: .zero)
    let curvePlace = place()
    append(three: curve)
    let gridPlace = place()
    body.append([UInt8](repeating: UInt8(gridPoints), count: 3) + [UInt8](repeating: 0, count: 13) + [2, 0, 0, 0])
    for node in grid {
      for component in 0..<3 { body.append(unit: node[component]) }
    }
    body.pad(to: 4)
    let inputPlace = place()
    append(three: input)
    var data = start("mAB ")
    data.append([3, 3, 0, 0])
    for offset in [outputPlace, matrixPlace, curvePlace, gridPlace, inputPlace] { data.append(offset) }
    return data.bytes + body.bytes
  }
}
