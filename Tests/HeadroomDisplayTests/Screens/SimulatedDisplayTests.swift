import Foundation
import HeadroomColor
import HeadroomDisplay
import HeadroomTestSupport
import Synchronization
import Testing

/// Notifications that were posted by the work of one test: others run at the same time.
final class Notices: Sendable {
  @TaskLocal static var current: Notices?
  private let heard = Mutex<[Notification.Name]>([])

  /// What is posted, on this thread, while `body` runs.
  static func during(_ names: [Notification.Name], object: AnyObject? = nil, _ body: () -> Void) -> [Notification.Name]
  {
    let notices = Notices()
    let tokens = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { note in
        current?.heard.withLock { $0.append(note.name) }
      }
    }
    $current.withValue(notices, operation: body)
    for token in tokens { NotificationCenter.default.removeObserver(token) }
    return notices.heard.withLock { $0 }
  }
}

struct SimulatedDisplayTests {
  private static let reference = UIScreen.referenceDisplayModeStatusDidChangeNotification
  private static let parameters = NSApplication.didChangeScreenParametersNotification

  private func display() -> SimulatedDisplay { SimulatedDisplay(potentialHeadroom: 16, currentHeadroom: 4) }

  @Test func itsTwoFacesShowTheSameScreen() {
    let display = display()
    #expect(display.screen.currentEDRHeadroom == 4 && display.screen.potentialEDRHeadroom == 16)
    #expect(display.nsScreen.maximumExtendedDynamicRangeColorComponentValue == 4)
    #expect(display.nsScreen.maximumPotentialExtendedDynamicRangeColorComponentValue == 16)
    #expect(display.nsScreen.maximumReferenceExtendedDynamicRangeColorComponentValue == 0)
    display.referenceModeStatus = .enabled
    #expect(display.screen.currentEDRHeadroom == 10 && display.screen.referenceDisplayModeStatus == .enabled)
    #expect(display.nsScreen.maximumReferenceExtendedDynamicRangeColorComponentValue == 10)
    #expect(display.referenceHeadroom == 10)
  }

  @Test func uiScreenTellsOfTheReferenceModeAlone() {
    let display = display()
    let screen = display.screen
    #expect(Notices.during([Self.reference], object: screen) { display.currentHeadroom = 2 }.isEmpty)
    #expect(Notices.during([Self.reference], object: screen) { display.brightness = 1 }.isEmpty)
    for status in [ReferenceDisplayModeStatus.enabled, .limited, .notSupported, .notEnabled] {
      #expect(Notices.during([Self.reference], object: screen) { display.referenceModeStatus = status }.count == 1)
      #expect(Notices.during([Self.reference], object: screen) { display.referenceModeStatus = status }.isEmpty)
    }
  }

  @Test func noticesCarryTheScreenAndComeBeforeTheChangeReturns() {
    let display = display()
    let other = SimulatedDisplay(potentialHeadroom: 2, currentHeadroom: 1)
    let seen = Mutex<[ReferenceDisplayModeStatus]>([])
    let token = NotificationCenter.default.addObserver(forName: Self.reference, object: nil, queue: nil) { note in
      guard let screen = note.object as? UIScreen, screen === display.screen else { return }
      seen.withLock { $0.append(screen.referenceDisplayModeStatus) }
    }
    display.referenceModeStatus = .limited
    #expect(seen.withLock { $0 } == [.limited])
    #expect(Notices.during([Self.reference], object: other.screen) { display.referenceModeStatus = .enabled }.isEmpty)
    NotificationCenter.default.removeObserver(token)
  }

  @Test func appKitTellsOfHeadroomsToo() {
    let display = display()
    let names = [Self.parameters]
    #expect(Notices.during(names, object: NSApplication.shared) { display.currentHeadroom = 2 }.count == 1)
    #expect(Notices.during(names) { display.currentHeadroom = 2 }.isEmpty, "nothing has changed")
    #expect(Notices.during(names) { display.brightness = 0.9 }.count == 1)
    #expect(Notices.during(names) { display.referenceModeStatus = .enabled }.count == 1)
    #expect(Notices.during(names) { display.brightness = 0.1 }.isEmpty, "reference mode goes by no slider")
    #expect(Notices.during([Self.reference, Self.parameters]) { display.referenceModeStatus = .notEnabled }.count == 2)
  }

  @Test func itMayBeUsedFromAnyThread() async {
    let display = display()
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for step in 0..<200 {
            display.currentHeadroom = Double(1 + (task + step) % 15)
            display.referenceModeStatus = step % 2 == 0 ? .notEnabled : .enabled
            _ = display.screen.currentEDRHeadroom
          }
        }
      }
    }
    #expect([1...16].contains { $0 ~= display.currentHeadroom })
  }

  @Test func aScreenIsReleasedWithItsDisplay() {
    weak var screen: UIScreen?
    do {
      let display = display()
      screen = display.screen
      display.referenceModeStatus = .enabled
      #expect(screen != nil)
    }
    #expect(screen == nil)
  }

  @Test func theBrightnessOfItsScreenIsItsOwn() {
    let display = display()
    display.screen.brightness = 0.25
    #expect(display.brightness == 0.25 && display.screen.brightness == 0.25)
    #expect(display.currentHeadroom > 4)
  }

  @Test func sizesAreInPointsAndPixels() {
    let panel = PanelModel(potentialHeadroom: 2, currentHeadroom: 2)
    let display = SimulatedDisplay(name: "P", size: CGSize(width: 2000, height: 1000), scale: 2, panel: panel)
    #expect(display.screen.bounds == CGRect(x: 0, y: 0, width: 1000, height: 500))
    #expect(display.screen.nativeBounds == CGRect(x: 0, y: 0, width: 2000, height: 1000))
    #expect(display.screen.scale == 2 && display.nsScreen.backingScaleFactor == 2)
    #expect(display.nsScreen.frame == display.screen.bounds && display.nsScreen.localizedName == "P")
  }

  @Test func statusesPrintTheirNames() {
    let names = ReferenceDisplayModeStatus.allCases.map { "\($0)" }
    #expect(names == ["notSupported", "notEnabled", "limited", "enabled"])
    #expect(UIScreen.ReferenceDisplayModeStatus.limited == .limited)
  }

  @Test func anInstrumentReadsWhiteAtItsLuminanceAndColour() {
    let display = display()
    let white = display.tristimulus(of: SIMD3(1, 1, 1))
    #expect(abs(white.y - 203) < 1e-9)
    display.referenceModeStatus = .enabled
    display.manualWhitePoint = .dci
    let peak = display.tristimulus(of: SIMD3(10, 10, 10))
    #expect(abs(peak.y - 1000) < 1e-9)
    let color = Chromaticity(xyz: peak)
    #expect(abs(color.x - 0.314) < 1e-12 && abs(color.y - 0.351) < 1e-12)
    #expect(display.referenceFormats.count == 5)
    display.referenceModeStatus = .notSupported
    #expect(display.referenceFormats.isEmpty)
  }
}

/// Displays that are plugged into the process.
struct ConnectedDisplayTests {
  private func display(_ current: Double) -> SimulatedDisplay {
    SimulatedDisplay(potentialHeadroom: 8, currentHeadroom: current)
  }

  @Test func theLastOneConnectedIsTheMainScreen() {
    MainScreenTurn.take {
      let (before, first, second) = (UIScreen.main, display(3), display(2))
      first.connect()
      second.connect()
      #expect(UIScreen.main === second.screen && NSScreen.main === second.nsScreen)
      #expect(UIScreen.screens.prefix(2).elementsEqual([second.screen, first.screen]))
      second.disconnect()
      #expect(UIScreen.main === first.screen && UIScreen.main.currentEDRHeadroom == 3)
      first.disconnect()
      #expect(UIScreen.main === before)
    }
  }

  @Test func appKitTellsOfScreensThatComeAndGo() {
    MainScreenTurn.take {
      let (display, names) = (display(3), [NSApplication.didChangeScreenParametersNotification])
      #expect(Notices.during(names) { display.connect() }.count == 1)
      #expect(Notices.during(names) { display.connect() }.isEmpty)
      #expect(Notices.during(names) { display.disconnect() }.count == 1)
      #expect(Notices.during(names) { display.disconnect() }.isEmpty)
    }
  }

  @Test func aConnectedDisplayStaysWhenNobodyHoldsIt() {
    MainScreenTurn.take {
      let before = UIScreen.main
      display(5).connect()
      #expect(UIScreen.main.currentEDRHeadroom == 5)
      ScreenList.shared.disconnect(ScreenList.shared.main)
      #expect(UIScreen.main === before)
    }
  }
}
