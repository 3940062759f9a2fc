import Foundation
import HeadroomColor
internal import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomPixels
import Synchronization
import Testing

/// One of two providers that give their pixels when the other has been asked too.
private final class Partner: CIImageProvider {
  final class Meeting: Sendable {
    let present = Mutex<Set<Int>>([])
  }

  private let meeting: Meeting
  private let number: Int
  let hasMet = Mutex(false)

  init(_ meeting: Meeting, _ number: Int) {
    self.meeting = meeting
    self.number = number
  }

  func provideImageData(
    _ data: UnsafeMutableRawPointer, bytesPerRow rowbytes: Int, origin x: Int, _ y: Int, size width: Int, _ height: Int,
    userInfo info: Any?
  ) {
    _ = meeting.present.withLock { $0.insert(number) }
    for _ in 0..<2000 where meeting.present.withLock({ $0.count }) < 2 { Thread.sleep(forTimeInterval: 0.005) }
    let isComplete = meeting.present.withLock { $0.count } == 2
    hasMet.withLock { $0 = isComplete }
  }
}

@Suite struct SourceLoadTests {
  private static let bounds = PixelRect(x: 0, y: 0, width: 16, height: 16)

  private static func image(_ partner: Partner) -> CIImage {
    CIImage(imageProvider: partner, size: 16, 16, format: .RGBA8, colorSpace: nil)
  }

  @Test func `sources of one recipe are loaded at the same time`() throws {
    let meeting = Partner.Meeting()
    let partners = [Partner(meeting, 0), Partner(meeting, 1)]
    let both = Self.image(partners[0]).applyingFilter(
      "CIAdditionCompositing", parameters: ["inputBackgroundImage": Self.image(partners[1])])
    let context = CIContext(options: [:], pool: ThreadPool(workerCount: 2))
    _ = try context.bitmap(both, region: Self.bounds, format: .rgbaFloat, encoding: nil)
    #expect(partners.allSatisfy { $0.hasMet.withLock { $0 } })
  }
}
