import Foundation
import HeadroomDisplay
import Synchronization
import Testing

struct ScreenTests {
  @Test func observersHearOfChangesBeforeTheChangeReturns() {
    let screen = Screen(
      name: "test", size: CGSize(width: 64, height: 64), state: DisplayState(potentialHeadroom: 8, currentHeadroom: 2))
    let heard = Mutex<[Double]>([])
    let token = screen.observe { old, new in heard.withLock { $0 += [old.currentHeadroom, new.currentHeadroom] } }
    screen.change { $0.currentHeadroom = 4 }
    screen.change { $0.currentHeadroom = 4 }
    screen.stopObserving(token)
    screen.change { $0.currentHeadroom = 1 }
    #expect(heard.withLock { $0 } == [2, 4])
  }
}
