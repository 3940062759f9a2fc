extension ICCTag {
  /// Longest table read; the type's numbers would allow four thousand million.
  static let largestCurve = 65536

  /// The largest light a curve may give for signal 1; more is damage.
  private static let largestLight = 65536.0

  /// A tone curve as the file has it: `curv` or `para`.
  func curve() throws(ICCError) -> TransferFunction {
    let found = try type()
    let curve =
      switch found {
      case "curv": try tableCurve()
      case "para": try parametricCurve()
      default: throw .unexpectedType(tag: signature, offset: offset, found: found)
      }
    guard curve.decode(1).magnitude <= Self.largestLight, curve.decode(0).magnitude <= Self.largestLight else {
      throw bad("the curve leaves the numbers' range")
    }
    return curve
  }

  // curv | 0 | u32 count | count x u16; none: identity; one: a power as u8Fixed8
  private func tableCurve() throws(ICCError) -> TransferFunction {
    let count = try unsigned32(at: 8)
    guard count <= Self.largestCurve else {
      throw .curveTooLong(tag: signature, offset: offset, count: count, limit: Self.largestCurve)
    }
    if count == 0 { return .linear }
    if count == 1 {
      let exponent = Double(try unsigned16(at: 12)) / 256
      guard exponent > 0 else { throw bad("the curve's power is 0") }
      return exponent == 1 ? .linear : .gamma(exponent)
    }
    let entries = Int(count)
    guard bytes.count - 12 >= 2 * entries else {
      throw .tagTooShort(
        tag: signature, offset: offset + 12, needed: 2 * entries, available: max(bytes.count - 12, 0))
    }
    let samples = (0..<entries).map { index in
      let start = offset + 12 + 2 * index
      return Double(UInt16(bytes[start]) << 8 | UInt16(bytes[start + 1])) / 65535
    }
    guard let table = SampledCurve(samples: samples) else { throw bad("the curve's table is not usable") }
    return .sampled(table)
  }

  // para | 0 | u16 function type | 0 | s15Fixed16 each
  private func parametricCurve() throws(ICCError) -> TransferFunction {
    let functionType = Int(try unsigned16(at: 8))
    guard ParametricCurve.parameterCounts.indices.contains(functionType) else {
      throw bad("parametric curve of type \(functionType)")
    }
    var parameters: [Double] = []
    for index in 0..<ParametricCurve.parameterCounts[functionType] { parameters.append(try fixed(at: 12 + 4 * index)) }
    guard let curve = ParametricCurve(functionType: functionType, parameters: parameters) else {
      throw bad("parametric curve without an inverse")
    }
    if functionType == 0 { return parameters[0] == 1 ? .linear : .gamma(parameters[0]) }
    return .parametric(curve)
  }
}
