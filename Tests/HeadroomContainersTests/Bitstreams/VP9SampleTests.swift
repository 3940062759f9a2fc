import HeadroomContainers
import Testing

@Suite("Samples of VP9")
struct VP9SampleTests {
  // The first two bits are 2; then the profile, the type and whether the frame is shown.
  private static let shown: [UInt8] = [0b1000_0110, 1, 2]
  private static let hidden: [UInt8] = [0b1000_0100, 1, 2]
  private static let existing: [UInt8] = [0b1000_1000]

  @Test func `A frame says whether it is shown`() {
    #expect(VP9Sample.isShown(Self.shown))
    #expect(!VP9Sample.isShown(Self.hidden))
    #expect(VP9Sample.isShown(Self.existing))
    // Profile 3 has a bit more.
    #expect(VP9Sample.isShown([0b1011_0011, 0] as [UInt8]))
    #expect(!VP9Sample.isShown([0b1011_0010, 0] as [UInt8]))
  }

  @Test func `Several frames show what one of them does`() {
    func sample(_ frames: [[UInt8]], sizes: [UInt8]? = nil) -> [UInt8] {
      let marker = 0b1100_0000 | UInt8(frames.count - 1)
      return frames.joined() + [marker] + (sizes ?? frames.map { UInt8($0.count) }) + [marker]
    }
    #expect(VP9Sample.isShown(sample([Self.hidden, Self.shown])))
    #expect(VP9Sample.isShown(sample([Self.hidden, Self.existing])))
    #expect(!VP9Sample.isShown(sample([Self.hidden, Self.hidden])))
    // An index that cannot be is none: the first frame counts.
    #expect(!VP9Sample.isShown(sample([Self.hidden, Self.shown], sizes: [200, 3])))
  }

  @Test func `What cannot be read counts as shown`() {
    for bytes in [[], [0], [0xFF], [0b1100_0000]] as [[UInt8]] { #expect(VP9Sample.isShown(bytes)) }
  }
}
