import Foundation
import Headroom
import Testing

/// What a program that knows Apple's names does with screens.
@Suite("Screens as a client has them")
struct DisplayTests {
  @Test func `without a screen there is one that shows SDR`() throws {
    try MainScreenTurn.take {
      let screen = UIScreen.main
      #expect(screen.currentEDRHeadroom >= 1 && screen.potentialEDRHeadroom >= screen.currentEDRHeadroom)
      #expect(UIScreen.screens.first === screen && NSScreen.main === NSScreen.screens.first)
      #expect(screen.referenceDisplayModeStatus == .notSupported)
      #expect(screen.bounds.width > 0 && screen.scale > 0)
    }
  }

  @Test func `a simulated display becomes the main screen and goes again`() throws {
    try MainScreenTurn.take {
      let before = UIScreen.main
      let display = SimulatedDisplay(potentialHeadroom: 8, currentHeadroom: 4)
      display.connect()
      #expect(UIScreen.main !== before)
      #expect(UIScreen.main.currentEDRHeadroom == 4 && UIScreen.main.potentialEDRHeadroom == 8)
      #expect(NSScreen.main?.maximumExtendedDynamicRangeColorComponentValue == 4)
      #expect(NSScreen.main?.maximumPotentialExtendedDynamicRangeColorComponentValue == 8)
      display.currentHeadroom = 2
      #expect(UIScreen.main.currentEDRHeadroom == 2)
      display.disconnect()
      #expect(UIScreen.main === before)
    }
  }

  @Test func `an observer hears of the reference mode`() {
    let display = SimulatedDisplay(potentialHeadroom: 16, currentHeadroom: 4)
    var heard: [UIScreen.ReferenceDisplayModeStatus] = []
    let recorder = Recorder()
    let token = NotificationCenter.default.addObserver(
      forName: UIScreen.referenceDisplayModeStatusDidChangeNotification, object: display.screen, queue: nil
    ) { note in
      recorder.add((note.object as? UIScreen)?.referenceDisplayModeStatus)
    }
    display.currentHeadroom = 3
    display.brightness = 0.9
    #expect(recorder.statuses.isEmpty)
    for status in [UIScreen.ReferenceDisplayModeStatus.enabled, .limited, .notEnabled] {
      display.referenceModeStatus = status
      heard.append(status)
      #expect(recorder.statuses == heard)
    }
    NotificationCenter.default.removeObserver(token)
    #expect("\(heard)".contains("limited"))
  }

  @Test func `reference mode is 100 and 1000 nits whatever the room`() {
    let display = SimulatedDisplay(.liquidRetinaXDR)
    #expect(display.currentHeadroom != 10)
    display.referenceModeStatus = .enabled
    display.brightness = 1
    display.ambientLight = 10_000
    #expect(display.currentHeadroom == 10 && display.referenceHeadroom == 10 && display.whiteLuminance == 100)
    #expect(display.nsScreen.maximumReferenceExtendedDynamicRangeColorComponentValue == 10)
  }

  @Test func `a window is on the display it was made by`() {
    let display = SimulatedDisplay(potentialHeadroom: 8, currentHeadroom: 4)
    let window = display.makeWindow()
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 10))
    window.addSubview(view)
    window.makeKeyAndVisible()
    #expect(view.window === window && window.screen === display.screen && window.isKeyWindow)
    #expect(window.windowScene?.windows.contains { $0 === window } == true)
    #expect(window.bounds == display.screen.bounds)
  }

  @Test func `a layer is emitted as its display gives it now`() throws {
    let display = SimulatedDisplay(potentialHeadroom: 8, currentHeadroom: 8)
    let layer = CALayer()
    let picture = try #require(Self.picture(of: 6))
    layer.contents = picture
    layer.preferredDynamicRange = .high
    let bright = try #require(display.emitted(by: layer)).light(0, 0)
    display.currentHeadroom = 2
    let dark = try #require(display.emitted(by: layer)).light(0, 0)
    #expect(abs(bright - 6) < 0.01 && dark <= 2.0001 && dark > 1)
  }

  /// One colour, in extended linear sRGB.
  private static func picture(of light: CGFloat) -> CGImage? {
    guard let space = CGColorSpace(name: CGColorSpace.extendedLinearSRGB),
      let color = CIColor(red: light, green: light, blue: light, colorSpace: space)
    else { return nil }
    let image = CIImage(color: color).cropped(to: CGRect(x: 0, y: 0, width: 4, height: 4))
    return CIContext().createCGImage(image, from: image.extent, format: .RGBAf, colorSpace: space)
  }

  /// What was heard, on whatever thread.
  private final class Recorder: @unchecked Sendable {
    private let lock = NSLock()
    private var heard: [UIScreen.ReferenceDisplayModeStatus] = []
    var statuses: [UIScreen.ReferenceDisplayModeStatus] { lock.withLock { heard } }
    func add(_ status: UIScreen.ReferenceDisplayModeStatus?) { lock.withLock { heard += status.map { [$0] } ?? [] } }
  }
}

extension CGImage {
  /// Red of a pixel of an image in 32-bit floats.
  fileprivate func light(_ x: Int, _ y: Int) -> Float {
    guard let data = dataProvider?.data as Data?, bitsPerComponent == 32 else { return .nan }
    let start = data.startIndex + y * bytesPerRow + x * bitsPerPixel / 8
    let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(data[start + $1]) << UInt32(8 * $1) }
    return Float(bitPattern: bits)
  }
}
