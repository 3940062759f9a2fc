import Foundation
import HeadroomDisplay
import HeadroomGraphics
import Testing

// Part of the one suite that connects displays, whose tests run one after the other: the main screen is everybody's.
extension ConnectedDisplayTests {
  @Test func readersFollowTheMainScreen() throws {
    let file = TestPictures.gainMapJPEG(peak: 4)
    let display = SimulatedDisplay(potentialHeadroom: 8, currentHeadroom: 4)
    display.connect()
    defer { display.disconnect() }
    #expect(UIImageReader.default.configuration.prefersHighDynamicRange)
    #expect(try #require(UIImageReader.default.image(data: file)).isHighDynamicRange)
    display.currentHeadroom = 1
    #expect(try #require(UIImageReader.default.image(data: file)).isHighDynamicRange == false)
  }

  @Test func formatsFollowTheMainScreen() throws {
    let size = CGSize(width: 4, height: 4)
    let display = SimulatedDisplay(potentialHeadroom: 8, currentHeadroom: 1)
    display.connect()
    defer { display.disconnect() }
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
