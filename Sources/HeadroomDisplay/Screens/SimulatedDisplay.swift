package import Foundation
public import HeadroomColor
internal import HeadroomEngine

/// A virtual display whose emitted light can be read as numbers.
///
/// ```swift
/// let display = SimulatedDisplay(potentialHeadroom: 8, currentHeadroom: 4)
/// display.connect()
/// UIScreen.main.currentEDRHeadroom        // 4
/// display.currentHeadroom = 2             // it got warm
/// display.disconnect()
/// ```
///
/// It also works without being connected: ``connect()`` only makes it ``UIScreen/main``. Its current headroom is
/// min(``potentialHeadroom``, peak / white), where white follows ``brightness`` and ``ambientLight``, and at least 1.
/// All members may be used from any thread; changes are reported before they return.
public final class SimulatedDisplay: Sendable {
  package let faces: ScreenFaces
  package var model: Screen { faces.screen }

  /// The most that the display ever gives above SDR white, as a ratio of luminances: at least 1, infinite for a display
  /// that clips nothing. (In reference mode ``UIScreen/potentialEDRHeadroom`` is at least 10.)
  public let potentialHeadroom: Double

  /// Makes a display of given headrooms.
  ///
  /// - Parameters:
  ///   - potentialHeadroom: the most that it ever gives above white; numbers below 1 and NaN count as 1.
  ///   - currentHeadroom: the current headroom, with the slider in the middle, where white is 203 cd/m². Clamped to 1
  ///     ... `potentialHeadroom`.
  public convenience init(potentialHeadroom: Double, currentHeadroom: Double) {
    self.init(
      name: "Simulated display", size: CGSize(width: 1920, height: 1080), scale: 1,
      panel: PanelModel(potentialHeadroom: potentialHeadroom, currentHeadroom: currentHeadroom))
  }

  /// Makes a display like a device, with its slider in the middle.
  public convenience init(_ device: DisplayDevice) {
    self.init(name: device.name, size: CGSize(width: 1920, height: 1080), scale: 1, panel: PanelModel(device))
  }

  package init(name: String, size: CGSize, scale: CGFloat, panel: PanelModel) {
    potentialHeadroom = panel.potentialHeadroom
    faces = ScreenFaces(Screen(name: name, size: size, scale: scale, panel: panel))
  }

  /// The display under UIKit's names; the same object every time.
  public var screen: UIScreen { faces.uiScreen }
  /// The display under AppKit's names; the same object every time.
  public var nsScreen: NSScreen { faces.nsScreen }

  /// Makes the display the main screen. The previous main screen returns when it is disconnected. A connected display
  /// stays connected even if the program no longer holds it.
  public func connect() { ScreenList.shared.connect(faces) }

  /// Undoes ``connect()``, whatever the order in which displays were connected. Without effect when it is not
  /// connected.
  public func disconnect() { ScreenList.shared.disconnect(model) }
}

// The settings. All displays of this class have a panel model.
extension SimulatedDisplay {
  /// The display's current headroom above SDR white. Setting it moves the peak of the panel, as heat and power do: it
  /// is clamped to 1 ... ``potentialHeadroom``, and ``brightness`` and ``ambientLight`` then act on the new peak. In
  /// reference mode it is 10, and a number set then takes effect when the mode is off.
  public var currentHeadroom: Double {
    get { model.state.currentHeadroom }
    set { model.changePanel { $0.currentHeadroom = newValue } }
  }

  /// The headroom that reference mode guarantees: 10 when it is enabled, otherwise 0.
  public var referenceHeadroom: Double { model.state.referenceHeadroom }

  /// Whether reference values are shown. With `enabled`, SDR white is 100 cd/m² and the peak 1000, so that the headroom
  /// is 10, independent of slider and room. With `limited` white is the same, but the panel gives what it can, at most
  /// 10, and guarantees nothing. A change is posted as ``UIScreen/referenceDisplayModeStatusDidChangeNotification``.
  public var referenceModeStatus: ReferenceDisplayModeStatus {
    get { model.state.referenceModeStatus }
    set { model.changePanel { $0.referenceModeStatus = newValue } }
  }

  /// The brightness slider, 0 ... 1; numbers outside are clamped. White rises with it in equal ratios, and the headroom
  /// falls. It has no effect in reference mode.
  public var brightness: Double {
    get { model.panel?.brightness ?? 1 }
    set { model.changePanel { $0.brightness = newValue } }
  }

  /// The light that falls on the display, in lux; 0 (the default) to 1,000,000, numbers outside are clamped. If it
  /// makes white paper (which reflects nine tenths) brighter than white, white is raised to that, up to the slider's
  /// maximum. It has no effect in reference mode.
  public var ambientLight: Double {
    get { model.panel?.ambientLight ?? 0 }
    set { model.changePanel { $0.ambientLight = newValue } }
  }

  /// The current luminance of SDR white (1.0 of emitted light) in cd/m².
  public var whiteLuminance: Double { model.panel?.whiteLuminance ?? ReferenceWhite.nits }

  /// The white that reference mode is calibrated to; nil (the default) for D65. Invalid chromaticities (x or y of 0 or
  /// less, or x + y of 1 or more) are ignored. It is stored, but without effect, while reference mode is off.
  public var manualWhitePoint: Chromaticity? {
    get { model.panel?.manualWhitePoint }
    set { model.changePanel { $0.manualWhitePoint = newValue } }
  }

  /// The current chromaticity of white: ``manualWhitePoint`` in reference mode, otherwise D65.
  public var whitePoint: Chromaticity { model.panel?.whitePoint ?? .d65 }

  /// Formats that are shown according to their standards when reference mode is on.
  public var referenceFormats: [ReferenceFormat] {
    referenceModeStatus == .notSupported ? [] : ReferenceFormat.allCases
  }

  /// The reading of an instrument in front of the glass for an emitted colour: CIE XYZ, Y in cd/m².
  ///
  /// - Parameter linear: emitted red, green and blue, in extended linear sRGB, 1 being SDR white. These numbers are
  ///   relative to the display's white; the result includes the colour of that white. Nothing is limited.
  public func tristimulus(of linear: SIMD3<Double>) -> SIMD3<Double> {
    let sRGB = ColorPrimaries.bt709
    let panel = ColorPrimaries(red: sRGB.red, green: sRGB.green, blue: sRGB.blue, white: whitePoint)
    return panel.toXYZ.apply(linear) * whiteLuminance
  }
}
