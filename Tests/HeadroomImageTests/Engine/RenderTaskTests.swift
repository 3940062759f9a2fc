import Foundation
import HeadroomColor
import HeadroomEngine
import HeadroomFilters
import HeadroomImage
import HeadroomPixels
import Synchronization
import Testing

@Suite struct RenderTaskTests {
  private static let region = PixelRect(x: 0, y: 0, width: 900, height: 700)

  /// A picture with stored intermediates and, where wanted, a peak that has to be measured first.
  private static func image(isMeasured: Bool) -> CIImage {
    let board = CIFilter(name: "CICheckerboardGenerator")?.outputImage ?? CIImage.empty()
    let blurred = board.cropped(to: CGRect(x: 0, y: 0, width: 900, height: 700))
      .applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 9])
      .applyingFilter("CIUnsharpMask", parameters: ["inputRadius": 5])
    return isMeasured ? blurred.applyingFilter("CIToneMapHeadroom", parameters: ["inputTargetHeadroom": 1]) : blurred
  }

  private func check(_ shares: [Double]) {
    #expect(shares.count > 5)
    #expect(zip(shares, shares.dropFirst()).allSatisfy { $0 < $1 })
    #expect(shares.allSatisfy { $0 > 0 && $0 <= 1 })
    #expect(shares.last == 1)
  }

  @Test(arguments: [false, true])
  func `Progress grows to 1 through all passes of a render`(_ isMeasured: Bool) throws {
    let shares = Mutex<[Double]>([])
    let task = RenderTask { share in shares.withLock { $0.append(share) } }
    _ = try CIContext().bitmap(
      Self.image(isMeasured: isMeasured), region: Self.region, format: .rgba16, encoding: .sRGB, task: task)
    check(shares.withLock { $0 })
    #expect(task.share == 1)
  }

  @Test func `Progress grows to 1 through all bands`() throws {
    let shares = Mutex<[Double]>([])
    let task = RenderTask { share in shares.withLock { $0.append(share) } }
    let render = try #require(
      try CIContext().bandedRender(
        Self.image(isMeasured: true), region: Self.region, format: .rgba16, encoding: .sRGB, isForced: true,
        bandHeight: 64, task: task))
    _ = try render.run { _ in }
    check(shares.withLock { $0 })
  }

  @Test func `A part reports its share of the whole, and ends with it`() {
    let shares = Mutex<[Double]>([])
    let task = RenderTask { share in shares.withLock { $0.append(share) } }
    let (first, second) = (task.part(from: 0, to: 0.5), task.part(from: 0.5, to: 1))
    for share in [0.5, 0.25, 1, 3] { first.advance(to: share) }
    second.advance(to: 0.5)
    #expect(shares.withLock { $0 } == [0.25, 0.5, 0.75])
    task.cancel()
    #expect(second.isCancelled)
  }

  @Test func `A render that is cancelled ends with that error`() {
    let task = RenderTask()
    task.cancel()
    #expect(Self.failure(of: task)?.contains("cancel") == true)
  }

  private static func failure(of task: RenderTask) -> String? {
    do throws(RenderError) {
      _ = try CIContext().bitmap(
        image(isMeasured: false), region: region, format: .rgba16, encoding: .sRGB, task: task)
      return nil
    } catch {
      return String(describing: error)
    }
  }
}
