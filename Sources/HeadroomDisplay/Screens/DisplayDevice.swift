internal import HeadroomColor

/// A kind of display, as a starting point for a ``SimulatedDisplay``.
///
/// The potential headrooms are from Apple's documents. Peaks and whites are our own, chosen to agree with them:
/// headroom = min(potential, peak / white).
public struct DisplayDevice: Hashable, Sendable {
  /// Its display name.
  public let name: String
  /// The most that the display ever gives above white, as a ratio; 1 and more.
  public let potentialHeadroom: Double
  /// The brightest light that it gives, in cd/m².
  public let peakLuminance: Double
  /// SDR white in cd/m² with the brightness slider at 0 and at 1.
  public let whiteLuminances: ClosedRange<Double>
  /// Whether it has a reference mode: white 100, peak 1000 cd/m².
  public let hasReferenceMode: Bool

  private init(
    _ name: String, potential: Double, peak: Double, white: ClosedRange<Double>, hasReferenceMode: Bool = false
  ) {
    (self.name, potentialHeadroom, peakLuminance) = (name, potential, peak)
    (whiteLuminances, self.hasReferenceMode) = (white, hasReferenceMode)
  }

  /// A Mac, iPad or Studio Display with an ordinary backlight: up to 2, from backlight that SDR white does not use.
  public static let conventional = DisplayDevice("Conventional backlight", potential: 2, peak: 500, white: 2...500)

  /// An HDR10 display of another maker, 1000 cd/m² over a fixed white of 200: 5.
  public static let hdr10 = DisplayDevice("HDR10 display", potential: 5, peak: 1000, white: 200...200)

  /// An iPhone with Super Retina XDR: up to 8.
  public static let superRetinaXDR = DisplayDevice("Super Retina XDR", potential: 8, peak: 1600, white: 2...1000)

  /// An iPad Pro or MacBook Pro with Liquid Retina XDR: up to 16, and 3.8 at full brightness.
  public static let liquidRetinaXDR = DisplayDevice(
    "Liquid Retina XDR", potential: 16, peak: 1600, white: 4...(1600 / 3.8), hasReferenceMode: true)

  /// Pro Display XDR: 400 at its lowest brightness, 3.2 at full.
  public static let proDisplayXDR = DisplayDevice(
    "Pro Display XDR", potential: 400, peak: 1600, white: 4...500, hasReferenceMode: true)

  /// All devices.
  public static let all: [DisplayDevice] = [conventional, hdr10, superRetinaXDR, liquidRetinaXDR, proDisplayXDR]
}

extension PanelModel {
  /// The panel of a device, its slider in the middle.
  package init(_ device: DisplayDevice) {
    self.init(
      potentialHeadroom: device.potentialHeadroom, peakLuminance: device.peakLuminance,
      whiteLuminances: device.whiteLuminances,
      referenceModeStatus: device.hasReferenceMode ? .notEnabled : .notSupported)
  }

  /// A panel with given headrooms: white is 203 cd/m² with the slider in the middle, a fifth of it at 0 and five times
  /// as much at 1.
  package init(potentialHeadroom: Double, currentHeadroom: Double) {
    let white = ReferenceWhite.nits
    self.init(
      potentialHeadroom: potentialHeadroom, peakLuminance: white, whiteLuminances: white / 5...white * 5,
      referenceModeStatus: .notEnabled)
    self.currentHeadroom = currentHeadroom
  }
}
