/// The meaning of component values: a model, primaries, a curve and a range; the value inside a colour space object.
public struct ColorEncoding: Hashable, Sendable {
  /// The kind of components.
  public enum Model: String, Hashable, Sendable, CaseIterable {
    /// Red, green, blue.
    case rgb
    /// One gray channel; here replicated into three equal components.
    case monochrome
    /// CIE XYZ relative to the encoding's white at Y = 1.
    case xyz
    /// CIE L* 0...100, a*, b* relative to the encoding's white.
    case lab
    /// Cyan, magenta, yellow, key; see ``ColorEncoding/decode(cmyk:)``.
    case cmyk
  }

  /// The kind of components.
  public var model: Model
  /// The primaries of the linear light that ``decode(_:placement:)`` gives.
  public var primaries: ColorPrimaries
  /// The curve of each channel.
  public var transfer: TransferFunction
  /// Whether values outside 0...1 are meant to be stored; conversions here never clamp either way.
  public var isExtended: Bool

  /// Makes an encoding.
  public init(
    model: Model = .rgb, primaries: ColorPrimaries, transfer: TransferFunction, isExtended: Bool = false
  ) {
    self.model = model
    self.primaries = primaries
    self.transfer = transfer
    self.isExtended = isExtended
  }

  /// Encoded components to linear light of ``primaries``, 1.0 = reference white (203 cd/m² for PQ and HLG).
  ///
  /// HLG passes the luminance-weighted OOTF of ``hlgSystem(_:)``. Unclamped. For CMYK the components are those of the RGB
  /// that ``decode(cmyk:)`` makes.
  public func decode(_ components: SIMD3<Double>, placement: HDRPlacement = .reference) -> SIMD3<Double> {
    switch model {
    case .xyz: return components / primaries.whiteXYZ
    case .lab: return CIELab.relativeXYZ(lab: components)
    case .rgb, .monochrome, .cmyk:
      let light = components.mapped(transfer.decode)
      switch transfer {
      case .pq: return light * placement.pqScale
      case .hlg: return hlgSystem(placement).display(fromScene: light)
      default: return light
      }
    }
  }

  /// Linear light of ``primaries`` to encoded components, the inverse of ``decode(_:placement:)``. Unclamped.
  ///
  /// For ``Model/monochrome`` the three components are treated alike; make them equal first.
  public func encode(_ linear: SIMD3<Double>, placement: HDRPlacement = .reference) -> SIMD3<Double> {
    switch model {
    case .xyz: return linear * primaries.whiteXYZ
    case .lab: return CIELab.lab(relativeXYZ: linear)
    case .rgb, .monochrome, .cmyk:
      switch transfer {
      case .pq: return (linear / placement.pqScale).mapped(transfer.encode)
      case .hlg: return hlgSystem(placement).scene(fromDisplay: linear).mapped(transfer.encode)
      default: return linear.mapped(transfer.encode)
      }
    }
  }

  /// Device CMYK, 0...1 each, to linear light: R' = (1 - C)(1 - K) and so on, read with ``transfer``.
  ///
  /// The device formula; printing conditions need a profile with tables.
  public func decode(cmyk: SIMD4<Double>) -> SIMD3<Double> {
    decode(SIMD3(1 - cmyk.x, 1 - cmyk.y, 1 - cmyk.z) * (1 - cmyk.w))
  }

  /// The display step of HLG signals in these primaries: 1000 cd/m², gamma 1.2, this encoding's luminance weights.
  public var hlgSystem: HLGSystem { hlgSystem(.reference) }

  /// The display step of HLG signals in these primaries under a placement.
  public func hlgSystem(_ placement: HDRPlacement) -> HLGSystem {
    HLGSystem(
      peakNits: placement.hlgPeakNits, gamma: placement.hlgGamma,
      weights: primaries == .bt2020 ? HLGSystem.bt2100Weights : primaries.luminanceWeights)
  }

  /// The headroom assumed for content in this encoding when nothing else is known, as a linear ratio.
  ///
  /// 1000/203 for PQ and HLG; 0, which is "unknown", for extended-range encodings; 1 for all others.
  public var contentHeadroomDefault: Double {
    if transfer.isHDR { return ReferenceWhite.defaultHeadroom }
    return isExtended ? 0 : 1
  }

  /// The same primaries with linear components.
  public var linearized: ColorEncoding {
    ColorEncoding(model: model, primaries: primaries, transfer: .linear, isExtended: isExtended)
  }

  /// The same encoding with values outside 0...1 allowed; PQ and HLG stay as they are, because
  /// their curves set their range.
  public var extended: ColorEncoding {
    ColorEncoding(model: model, primaries: primaries, transfer: transfer, isExtended: isExtended || !transfer.isHDR)
  }

  /// The same encoding with values limited to 0...1.
  public var standardRange: ColorEncoding {
    ColorEncoding(model: model, primaries: primaries, transfer: transfer)
  }
}
