internal import HeadroomContainers
internal import HeadroomImage
internal import HeadroomRAW

/// `--white-balance`: the camera's, the picture's own, a kind of light, or kelvins.
package enum WhiteBalanceChoice: Equatable, Sendable {
  /// The camera's neutral.
  case camera
  /// Estimated from the picture's edges.
  case auto
  case light(KnownLight)
  /// With the tint of the camera's white.
  case kelvins(Double)

  /// Kinds of light, by their names in cameras and raw developers.
  package enum KnownLight: String, CaseIterable, Sendable {
    case daylight, cloudy, shade, tungsten, fluorescent, flash

    /// As in Adobe's and Apple's programs: D55, D65, D75, A.
    package var white: (kelvins: Double, tint: Double) {
      switch self {
      case .daylight, .flash: (5500, 10)
      case .cloudy: (6500, 10)
      case .shade: (7500, 10)
      case .tungsten: (2850, 0)
      case .fluorescent: (3800, 21)
      }
    }
  }

  package static let names = ["camera", "auto"] + KnownLight.allCases.map(\.rawValue)

  package init(parsing text: String) throws {
    switch text.lowercased() {
    case "camera": self = .camera
    case "auto": self = .auto
    case let name:
      if let light = KnownLight(rawValue: name) {
        self = .light(light)
      } else if let kelvins = Self.kelvins(text) {
        self = .kelvins(kelvins)
      } else {
        throw SettingProblem(
          "a white balance is \(Self.names.joined(separator: ", ")), or kelvins from 2000 to 50000 such as 5200K")
      }
    }
  }

  /// `5200` and `5200K`.
  package static func kelvins(_ text: String) -> Double? {
    let number = text.hasSuffix("K") || text.hasSuffix("k") ? text.dropLast() : text[...]
    guard let kelvins = DecimalNumber.parse(number), (2000...50000).contains(kelvins) else { return nil }
    return kelvins
  }
}

extension CIRAWFilter {
  func setWhite(_ choice: WhiteBalanceChoice) {
    switch choice {
    case .camera: break
    case .auto: _ = balanceByEdges()
    case .light(let light):
      neutralTemperature = Float(light.white.kelvins)
      neutralTint = Float(light.white.tint)
    case .kelvins(let kelvins): neutralTemperature = Float(kelvins)
    }
  }
}
