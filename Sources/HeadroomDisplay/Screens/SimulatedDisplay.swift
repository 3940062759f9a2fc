package import Foundation
public import HeadroomColor
internal import HeadroomEngine

/// A display without glass: what it emits can be looked at, number by number.
///
/// ```swift
/// let display = SimulatedDisplay(potentialHeadroom: 8, currentHeadroom: 4)
/// display.connect()
/// UIScreen.main.currentEDRHeadroom        // 4
/// display.currentHeadroom = 2             // it got warm
/// display.disconnect()
/// ```
///
/// It works with and without being connected: ``connect()`` only makes it the screen that ``UIScreen/main`` gives. Its current
/// headroom is min(``potentialHeadroom``, peak / white), where white follows ``brightness`` and ``ambientLight``, and never
/// below 1. All of it may be used from any thread; what changes is heard of before the change returns.
public final class SimulatedDisplay: Sendable {
  package let faces: ScreenFaces
  package var model: Screen { faces.screen }

  /// The most that the display ever gives above SDR white, as a ratio of luminances: 1 and more, infinite for a display that
  /// cuts nothing. (In reference mode ``UIScreen/potentialEDRHeadroom`` is at least 10.)
  public let potentialHeadroom: Double

  /// Makes a display of given headrooms.
  ///
  /// - Parameters:
  ///   - potentialHeadroom: the most that it ever gives above white; numbers below 1 and NaN count as 1.
  ///   - currentHeadroom: what it gives now, with the slider in the middle, where white is 203 cd/m². Brought to
  ///     1 ... `potentialHeadroom`.
  public convenience init(potentialHeadroom: Double, currentHeadroom: Double) {
    self.init(
      name: "Simulated display", size: CGSize(width: 1920, height: 1080), scale: 1,
      panel: PanelModel(potentialHeadroom: potentialHeadroom, currentHeadroom: currentHeadroom))
  }

  /// Makes a display as a device is, its slider in the middle.
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

  /// Makes the display the main screen. What was the main screen before comes back when it is disconnected. A display that
  /// is connected stays so, also when nobody holds it any more.
  public func connect() { ScreenList.shared.connect(faces) }

  /// Undoes ``connect()``, in whatever order displays were connected. Without effect when it is not connected.
  public func disconnect() { ScreenList.shared.disconnect(model) }
}

// What can be set. All displays of this class have a model of their panel.
extension SimulatedDisplay {
  /// What the display gives above SDR white now. Setting it moves the peak of the panel, as heat and power do: it is brought to
  /// 1 ... ``potentialHeadroom``, and ``brightness`` and ``ambientLight`` go on from there. In reference mode it is 10, and
  /// what is set shows when that is off.
  public var currentHeadroom: Double {
    get { model.state.currentHeadroom }
    set { model.changePanel { $0.currentHeadroom = newValue } }
  }

  /// What reference mode guarantees: 10 when it is enabled, else 0.
  public var referenceHeadroom: Double { model.state.referenceHeadroom }

  /// Whether reference values are shown. With `enabled`, SDR white is 100 cd/m² and the peak 1000, so that the headroom
  /// is 10, and neither slider nor room plays a part. With `limited` white is the same, but the panel gives what it can, at
  /// most 10, and guarantees nothing. A change is posted as ``UIScreen/referenceDisplayModeStatusDidChangeNotification``.
  public var referenceModeStatus: ReferenceDisplayModeStatus {
    get { model.state.referenceModeStatus }
    set { model.changePanel { $0.referenceModeStatus = newValue } }
  }

  /// The brightness slider, 0 ... 1; numbers outside are brought to the nearer end. White goes up with it in equal ratios, and
  /// the headroom down. Plays no part in reference mode.
  public var brightness: Double {
    get { model.panel?.brightness ?? 1 }
    set { model.changePanel { $0.brightness = newValue } }
  }

  /// The light that falls on the display, in lux; 0 (the default) to 1,000,000, numbers outside are brought to the nearer end.
  /// Where it makes white paper (nine tenths of the light thrown back) brighter than white, white is raised to that, as far as
  /// the slider reaches. Plays no part in reference mode.
  public var ambientLight: Double {
    get { model.panel?.ambientLight ?? 0 }
    set { model.changePanel { $0.ambientLight = newValue } }
  }

  /// Luminance of SDR white (1.0 of what is emitted) now, in cd/m².
  public var whiteLuminance: Double { model.panel?.whiteLuminance ?? ReferenceWhite.nits }

  /// The white that reference mode is calibrated to; nil (the default) for D65. What cannot be a white (x or y of 0 or less, or
  /// both together 1 or more) is not taken. Kept, but without effect, while reference mode is off.
  public var manualWhitePoint: Chromaticity? {
    get { model.panel?.manualWhitePoint }
    set { model.changePanel { $0.manualWhitePoint = newValue } }
  }

  /// Chromaticity of white now: ``manualWhitePoint`` in reference mode, else D65.
  public var whitePoint: Chromaticity { model.panel?.whitePoint ?? .d65 }

  /// Formats that are shown as their standards say when reference mode is on.
  public var referenceFormats: [ReferenceFormat] {
    referenceModeStatus == .notSupported ? [] : ReferenceFormat.allCases
  }

  /// What an instrument before the glass would read of an emitted colour: CIE XYZ, Y in cd/m².
  ///
  /// - Parameter linear: red, green and blue of what is emitted, in extended linear sRGB, 1 being SDR white. Such numbers are
  ///   relative to the display's white, whatever its colour; here it shows. Nothing is limited.
  public func tristimulus(of linear: SIMD3<Double>) -> SIMD3<Double> {
    let sRGB = ColorPrimaries.bt709
    let panel = ColorPrimaries(red: sRGB.red, green: sRGB.green, blue: sRGB.blue, white: whitePoint)
    return panel.toXYZ.apply(linear) * whiteLuminance
  }
}
