extension HeadroomAdaptiveToneMap {
  /// The message for carriage in ITU-T T.35.
  public func serializedT35() -> [UInt8] { Self.t35Prefix + serialized() }

  /// The application information, with the slope of each point written out. Numbers outside the format's ranges
  /// saturate; more than four renditions or 32 points are cut.
  public func serialized() -> [UInt8] {
    let hasWhite = referenceWhiteNits != ReferenceWhite.nits
    var data = BigEndianBytes()
    data.append([0, (hasWhite ? 0x80 : 0) | (toneMap == nil ? 0 : 0x40)])
    if hasWhite { data.append(Self.code(referenceWhiteNits, 5, 1...50000)) }
    switch toneMap {
    case nil: break
    case .referenceWhite(let contentStops):
      data.append(Self.code(contentStops, 10000, 0...60000))
      data.append([0x80])
    case .curves(let curves): Self.append(curves, to: &data)
    }
    return data.bytes
  }

  private static func code(_ value: Double, _ scale: Double, _ range: ClosedRange<Double>) -> UInt16 {
    let scaled = (value * scale).rounded()
    return UInt16(scaled > range.lowerBound ? min(scaled, range.upperBound) : range.lowerBound)
  }

  private static func append(_ curves: Curves, to data: inout BigEndianBytes) {
    let modes: [ColorPrimaries] = [.bt709, .p3D65, .bt2020]
    let mode = modes.firstIndex(of: curves.primaries) ?? 3
    let alternates = curves.alternates.prefix(4)
    data.append(code(curves.contentStops, 10000, 0...60000))
    data.append([UInt8(alternates.count << 4 | mode << 2)])
    if mode == 3 {
      let primaries = curves.primaries
      for point in [primaries.red, primaries.green, primaries.blue, primaries.white] {
        data.append(code(point.x, 50000, 0...50000))
        data.append(code(point.y, 50000, 0...50000))
      }
    }
    for alternate in alternates {
      data.append(code(alternate.stops, 10000, 0...60000))
      append(alternate.mixing, to: &data)
      append(alternate.curve, sign: curves.contentStops < alternate.stops ? 1 : -1, to: &data)
    }
  }

  private static func append(_ mixing: ComponentMixing, to data: inout BigEndianBytes) {
    if let type = [ComponentMixing.max, .component, .meanAndMax].firstIndex(of: mixing) {
      data.append([UInt8(type << 6)])
      return
    }
    let weights = [
      mixing.components.x, mixing.components.y, mixing.components.z, mixing.maximum, mixing.minimum, mixing.own,
    ].map { code($0, 50000, 0...50000) }
    let flags = weights.reduce(UInt8(0)) { $0 << 1 | ($1 > 0 ? 1 : 0) }
    data.append([0xC0 | flags])
    for weight in weights where weight > 0 { data.append(weight) }
  }

  private static func append(_ curve: GainCurve, sign: Double, to data: inout BigEndianBytes) {
    let nodes = curve.nodes.isEmpty ? [GainCurve.Node(x: 0, stops: 0, slope: 0)] : Array(curve.nodes.prefix(32))
    data.append([UInt8((nodes.count - 1) << 3)])
    for node in nodes { data.append(code(node.x, 1000, 0...64000)) }
    for node in nodes { data.append(code(sign * node.stops, 10000, 0...60000)) }
    for node in nodes { data.append(code(Libm.atan(node.slope) * 36000 / .pi + 18000, 1, 1...35999)) }
  }
}
