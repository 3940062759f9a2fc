import Foundation
import HeadroomDisplay
import HeadroomGraphics
import HeadroomTestSupport
import Testing

struct MainScreenTests {
  private func take(current: Double, _ body: (SimulatedDisplay) -> Void) {
    MainScreenTurn.take {
      let display = SimulatedDisplay(potentialHeadroom: 8, currentHeadroom: current)
      display.connect()
      defer { display.disconnect() }
      body(display)
    }
  }

  @Test func readersFollowTheMainScreen() {
    let file = TestPictures.gainMapJPEG(peak: 4)
    take(current: 4) { display in
      #expect(UIImageReader.default.configuration.prefersHighDynamicRange)
      #expect(UIImageReader.default.image(data: file)?.isHighDynamicRange == true)
      display.currentHeadroom = 1
      #expect(UIImageReader.default.image(data: file)?.isHighDynamicRange == false)
    }
  }

  @Test func formatsFollowTheMainScreen() {
    let size = CGSize(width: 4, height: 4)
    take(current: 1) { display in
      #expect(!UIGraphicsImageRendererFormat.preferred().supportsHighDynamicRange)
      #expect(UIGraphicsImageRenderer(size: size).image { _ in }.cgImage?.bitsPerComponent == 8)
      display.currentHeadroom = 2
      #expect(UIGraphicsImageRendererFormat.default().supportsHighDynamicRange)
      #expect(UIGraphicsImageRenderer(size: size).image { _ in }.cgImage?.bitsPerComponent == 16)
      let format = UIGraphicsImageRendererFormat.preferred()
      format.preferredRange = .standard
      #expect(!format.supportsHighDynamicRange)
    }
  }
}
