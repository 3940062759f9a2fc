import Foundation
import HeadroomDisplay
import HeadroomEngine
import HeadroomTestSupport
import Synchronization
import Testing

struct ScreenTests {
  @Test func `A screen shows as many pictures a second as its mode, 60 where that is unknown`() {
    func rate(_ stated: Double?) -> Int {
      let state = DisplayState(potentialHeadroom: 1, currentHeadroom: 1)
      let screen = Screen(name: "screen", size: CGSize(width: 64, height: 32), refreshRate: stated, state: state)
      #expect(screen.uiScreen.maximumFramesPerSecond == screen.nsScreen.maximumFramesPerSecond)
      return screen.uiScreen.maximumFramesPerSecond
    }
    #expect(rate(nil) == 60 && rate(.nan) == 60 && rate(0) == 60 && rate(.infinity) == 60)
    #expect(rate(143.856) == 144 && rate(29.97) == 30)
  }

  @Test func `A screen that gets another size says so where programs look, and tells them`() {
    MainScreenTurn.take {
      let screen = Screen(
        name: "page", size: CGSize(width: 64, height: 32),
        state: DisplayState(potentialHeadroom: 8, currentHeadroom: 2))
      let notices = Mutex(0)
      let token = NotificationCenter.default.addObserver(
        forName: NSApplication.didChangeScreenParametersNotification, object: nil, queue: nil
      ) { _ in notices.withLock { $0 += 1 } }
      defer { NotificationCenter.default.removeObserver(token) }
      let face = screen.uiScreen
      screen.resize(to: CGSize(width: 200, height: 100), scale: 2)
      let heard = notices.withLock { $0 }
      #expect(heard >= 1)
      #expect(face.nativeBounds == CGRect(x: 0, y: 0, width: 200, height: 100))
      #expect(face.bounds == CGRect(x: 0, y: 0, width: 100, height: 50))
      #expect(face.scale == 2 && screen.nsScreen.backingScaleFactor == 2)
    }
  }
}
