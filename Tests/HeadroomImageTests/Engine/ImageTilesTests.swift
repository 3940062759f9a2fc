import Foundation
import HeadroomColor
import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import HeadroomTestSupport
import Synchronization
import Testing

/// Tiles for views that scroll, zoom and follow sliders.
@Suite struct ImageTilesTests {
  private let space = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)
  private let photo = TestPictures.random(width: 300, height: 200)

  private func context(_ options: [CIContextOption: Any] = [:], ledger: MemoryLedger = MemoryLedger()) -> CIContext {
    CIContext(options: options, pool: .shared, ledger: ledger)
  }

  private func tiles(in context: CIContext, size: Int = 64) -> ImageTiles {
    ImageTiles(context: context, format: .RGBAf, colorSpace: space, tileSize: size)
  }

  private func all(
    _ tiles: ImageTiles, _ image: CIImage, level: Int = 0, _ visible: CGRect, margin: Int = 0
  ) throws -> [ImageTile] {
    var found: [ImageTile] = []
    try tiles.forEachTile(of: image, level: level, visible: visible, margin: margin) { found.append($0) }
    return found
  }

  private func edited(_ amount: Double) -> CIImage {
    photo.applyingFilter("CIGammaAdjust", parameters: ["inputPower": 1.2])
      .applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 3])
      .applyingFilter("CIHueAdjust", parameters: ["inputAngle": 0.3])
      .applyingFilter("CIVibrance", parameters: ["inputAmount": amount])
  }

  @Test(arguments: [-1, 0, 1, 3]) func `tiles have the pixels of the image at their level`(_ level: Int) throws {
    let scale = pow(2, -Double(level))
    let whole = edited(0.2).transformed(by: CGAffineTransform(scaleX: scale, y: scale))
    let visible = whole.extent.insetBy(dx: whole.extent.width / 8, dy: 1)
    let context = context()
    for _ in 0..<2 {
      let found = try all(tiles(in: context), edited(0.2), level: level, visible, margin: 1)
      #expect(!found.isEmpty)
      for tile in found {
        let expected = try CIContext().bitmap(
          whole, region: PixelRect(enclosing: tile.rect), format: .rgbaFloat, encoding: .extendedLinearSRGB)
        #expect(pixels(of: tile.image.bitmap) == pixels(of: expected), "\(tile.column) \(tile.row)")
        #expect(tile.level == level)
      }
      let touched = found.reduce(CGRect.null) { $0.union($1.rect) }
      #expect(touched.contains(visible))
    }
  }

  @Test func `scrolling and zooming compute what comes into view, once`() throws {
    let tiles = tiles(in: context())
    let image = edited(0.1)
    func computed(_ visible: CGRect, level: Int = 0) throws -> Int {
      try all(tiles, image, level: level, visible).count { !$0.isKept }
    }
    let first = CGRect(x: 0, y: 0, width: 128, height: 128)
    #expect(try computed(first) == 4)
    #expect(try computed(first) == 0)
    #expect(try computed(first.offsetBy(dx: 64, dy: 0)) == 2)
    // Down a corner: three tiles of four are new, in two renders.
    #expect(try computed(first.offsetBy(dx: 128, dy: 64)) == 3)
    #expect(try computed(first.offsetBy(dx: 10, dy: 10)) == 2)
    #expect(try computed(CGRect(x: 0, y: 0, width: 64, height: 64), level: 1) == 1)
    #expect(try computed(first) == 0)
    #expect(try computed(CGRect(x: 0, y: 0, width: 64, height: 64), level: 1) == 0)
    #expect(try computed(CGRect(x: -900, y: 900, width: 100, height: 100)) == 0)
  }

  @Test func `visible tiles come first, kept ones before those that are computed`() throws {
    let tiles = tiles(in: context())
    let visible = CGRect(x: 64, y: 64, width: 128, height: 64)
    _ = try all(tiles, photo, CGRect(x: 128, y: 64, width: 64, height: 64))
    let found = try all(tiles, photo, visible, margin: 1)
    #expect(found.map(\.isKept) == [true] + [Bool](repeating: false, count: found.count - 1))
    #expect(found.map { visible.contains($0.rect) } == [true, true] + [Bool](repeating: false, count: found.count - 2))
    // The picture ends above the fourth row of tiles.
    #expect(found.count == 4 * 3)
    #expect(Set(found.map { [$0.column, $0.row] }).count == found.count)
  }

  @Test func `a slider computes what lies behind it, at each level and after scrolling`() throws {
    let context = context()
    let tiles = tiles(in: context)
    let (left, right) = (CGRect(x: 0, y: 0, width: 128, height: 128), CGRect(x: 128, y: 0, width: 64, height: 128))
    func hits(_ amount: Double, _ visible: CGRect, level: Int = 0) throws -> Int {
      let before = context.kept.hits
      let found = try all(tiles, edited(amount), level: level, visible)
      let fresh = try all(self.tiles(in: self.context()), edited(amount), level: level, visible)
      for (tile, other) in zip(found, fresh) {
        #expect(pixels(of: tile.image.bitmap) == pixels(of: other.image.bitmap))
      }
      return context.kept.hits - before
    }
    _ = try hits(0.1, left)
    _ = try hits(0.2, left)
    #expect(try hits(0.3, left) == 1)
    // What comes into view is kept beside what was there, and both serve the next move.
    #expect(try hits(0.3, right) == 0)
    #expect(try hits(0.4, left.union(right)) == 1)
    #expect(try hits(0.5, left.union(right)) == 1)
    _ = try hits(0.5, CGRect(x: 0, y: 0, width: 64, height: 64), level: 1)
    _ = try hits(0.6, CGRect(x: 0, y: 0, width: 64, height: 64), level: 1)
    #expect(try hits(0.7, CGRect(x: 0, y: 0, width: 64, height: 64), level: 1) == 1)
    #expect(try hits(0.8, left.union(right)) == 1)
  }

  @Test func `tiles stay under the limit of memory, and go when it is short`() throws {
    let ledger = MemoryLedger()
    let small = context([.memoryLimit: 2], ledger: ledger)
    _ = try all(tiles(in: small), photo, photo.extent)
    #expect(small.kept.byteCount > 0 && small.kept.byteCount <= small.kept.byteLimit)
    ledger.purge()
    #expect(small.kept.byteCount == 0)
    let tiles = tiles(in: small)
    let tile = CGRect(x: 0, y: 0, width: 64, height: 64)
    #expect(try all(tiles, photo, tile).allSatisfy { !$0.isKept })
    #expect(try all(tiles, photo, tile).allSatisfy(\.isKept))
    small.clearCaches()
    #expect(try all(tiles, photo, tile).allSatisfy { !$0.isKept })
  }

  @Test func `memory that its owner writes to is never kept`() throws {
    var made: CVPixelBuffer?
    _ = unsafe CVPixelBufferCreate(nil, 60, 50, kCVPixelFormatType_64RGBAHalf, nil, &made)
    let buffer = try #require(made)
    let context = context()
    let tiles = tiles(in: context)
    let image = CIImage(cvPixelBuffer: buffer)
    for seed in UInt64(1)...2 {
      context.render(TestPictures.random(width: 60, height: 50, seed: seed), to: buffer)
      let found = try all(tiles, image, image.extent)
      let fresh = try all(self.tiles(in: self.context()), image, image.extent)
      #expect(pixels(of: found[0].image.bitmap) == pixels(of: fresh[0].image.bitmap))
      #expect(!found[0].isKept)
    }
  }

  @Test func `what has no bounds, or too many tiles, is refused`() throws {
    let endless = CIImage(color: .red)
    let tiles = tiles(in: context())
    #expect(try all(tiles, endless, CGRect(x: -100, y: -100, width: 64, height: 64)).count == 4)
    #expect(throws: RenderError.self) { try all(tiles, endless, .infinite) }
    #expect(throws: RenderError.self) { try all(tiles, endless, CGRect(x: 0, y: 0, width: 1e6, height: 1e6)) }
    #expect(try all(tiles, photo, .null).isEmpty)
    #expect(try all(tiles, photo, .infinite).count == 5 * 4)
    #expect(ImageTiles(context: context(), format: .RGBA8, colorSpace: space, tileSize: -5).tileSize == 16)
  }

  /// Processor seconds of the first picture of a view and of a slider's moves on the last of twelve nodes, two megapixels.
  private static func sliderSeconds() throws -> (first: Double, moves: [Double]) {
    let photo = TestPictures.random(width: 1920, height: 1080)
    func edited(_ amount: Double) -> CIImage {
      let graded = (1...4).reduce(photo) { image, step in
        image.applyingFilter("CIVibrance", parameters: ["inputAmount": 0.1 * Double(step)])
          .applyingFilter("CIGammaAdjust", parameters: ["inputPower": 1 + 0.02 * Double(step)])
      }
      let soft = graded.clampedToExtent().applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 10])
      return soft.cropped(to: photo.extent)
        .applyingFilter("CISoftLightBlendMode", parameters: [kCIInputBackgroundImageKey: graded])
        .applyingFilter("CIExposureAdjust", parameters: ["inputEV": amount])
    }
    let tiles = ImageTiles(
      context: CIContext(), format: .RGBAh, colorSpace: CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
    func seconds(_ amount: Double) throws -> Double {
      let start = clock()
      try tiles.forEachTile(of: edited(amount), visible: photo.extent) { _ in }
      return Double(clock() - start) / Double(CLOCKS_PER_SEC)
    }
    // Planning, tables and memory are there; what is measured is the first picture of a view.
    _ = try seconds(0)
    let other = TestPictures.random(width: 1920, height: 1080, seed: 7)
    try tiles.forEachTile(of: other, visible: other.extent) { _ in }
    let first = try ImageTilesTests.fresh(edited(0.05))
    return (first, try (1...7).map { try seconds(Double($0) / 10) })
  }

  private static func fresh(_ image: CIImage) throws -> Double {
    let tiles = ImageTiles(
      context: CIContext(), format: .RGBAh, colorSpace: CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
    let start = clock()
    try tiles.forEachTile(of: image, visible: image.extent) { _ in }
    return Double(clock() - start) / Double(CLOCKS_PER_SEC)
  }

  /// In a process of its own, whose processor time is that of the views.
  @Test func `a slider on the last of twelve nodes takes a fifth of the first picture`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      OwnProcess.run {
        let (first, moves) = try ImageTilesTests.sliderSeconds()
        // The first move shows what changes, the second stores what lies in front.
        let later = moves.dropFirst(2).sorted()[2]
        return first / later > 5 ? [] : ["first \(first), moves \(moves)"]
      }
    }
    OwnProcess.expectNothingWrong(result)
  }

  @Test func `the newest request wins`() async throws {
    // The first render waits for the second request, so that it is under way when that comes.
    let (hasBegun, mayGoOn) = (Gate(), Gate())
    let kernel = CIColorKernel { pixels, _ in
      hasBegun.open()
      mayGoOn.wait()
      return pixels[0]
    }
    let slow = try #require(
      kernel.apply(
        extent: CGRect(x: 0, y: 0, width: 4000, height: 4000), arguments: [CIImage(color: .red)]))
    let tiles = tiles(in: context(), size: 256)
    let older = tiles.tiles(of: slow, visible: slow.extent)
    while !hasBegun.isOpen { try await Task.sleep(for: .milliseconds(1)) }
    let newest = tiles.tiles(of: photo, visible: photo.extent)
    mayGoOn.open()
    var newer = 0
    for try await tile in newest { newer += tile.image.width / 256 }
    #expect(newer == 2)
    var count = 0
    do {
      for try await _ in older { count += 1 }
      Issue.record("the older request went on to its end")
    } catch RenderError.cancelled {
      #expect(count < 256)
    }
  }
}

/// What threads wait at until somebody opens it.
private final class Gate: Sendable {
  private let state = Atomic(false)
  var isOpen: Bool { state.load(ordering: .acquiring) }
  func open() { state.store(true, ordering: .releasing) }
  func wait() { while !isOpen { usleep(200) } }
}
