import CAllocationCount
import Foundation
import HeadroomColor
import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// Renders that are prepared once give what others give, without planning and without taking memory.
@Suite("Prepared renders", .serialized)
struct PreparedRenderTests {
  /// Memory that is rendered to, and its bytes.
  @safe private final class Memory {
    let destination: CIRenderDestination
    private let base: UnsafeMutableRawPointer
    private let byteCount: Int

    init(width: Int = 61, height: Int = 47, format: CIFormat = .BGRA8) {
      let rowBytes = width * 16
      byteCount = rowBytes * height
      unsafe base = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
      unsafe base.initializeMemory(as: UInt8.self, repeating: 7, count: byteCount)
      unsafe destination = CIRenderDestination(
        bitmapData: base, width: width, height: height, bytesPerRow: rowBytes, format: format)
    }

    /// As it was before anything was rendered.
    func wipe() { unsafe base.initializeMemory(as: UInt8.self, repeating: 7, count: byteCount) }

    var bytes: [UInt8] { unsafe [UInt8](UnsafeRawBufferPointer(start: base, count: byteCount)) }

    deinit { unsafe base.deallocate() }
  }

  /// What a render by itself gives.
  private func fresh(_ image: CIImage, _ format: CIFormat = .BGRA8, _ change: (CIRenderDestination) -> Void = { _ in })
    throws -> [UInt8]
  {
    let memory = Memory(format: format)
    change(memory.destination)
    _ = try CIContext().startTask(toRender: image, to: memory.destination).waitUntilCompleted()
    return memory.bytes
  }

  private static let frames = (0..<6).map { TestPictures.random(width: 40, height: 30, seed: UInt64($0)) }
  private static let ground = TestPictures.random(width: 61, height: 47, seed: 99, isOpaque: true)

  /// A layer that moves, turns and fades over a ground.
  private static func composite(_ frame: CIImage, _ time: Double) -> CIImage {
    let turned = frame.transformed(
      by: CGAffineTransform(rotationAngle: 0.1 + CGFloat(time)).translatedBy(x: CGFloat(10 * time) + 0.5, y: 3))
    let faded = turned.applyingFilter(
      "CIColorMatrix", parameters: ["inputAVector": CIVector(x: 0, y: 0, z: 0, w: CGFloat(1 - time / 2))])
    return faded.cropped(to: CGRect(x: 2, y: 2, width: 50, height: 40 - 5 * time)).composited(over: ground)
  }

  @Test("frames, numbers and destinations change, the bits are those of renders by themselves")
  func bits() throws {
    let context = CIContext()
    let memories = (0..<3).map { _ in Memory() }
    let render = try context.preparedRender(of: Self.composite(Self.frames[0], 0.1), to: memories[0].destination)
    for (index, frame) in Self.frames.enumerated() {
      let image = Self.composite(frame, Double(index / 2 + 1) / 5)
      let memory = memories[index % 3]
      try render.bind(image)
      try render.run(to: memory.destination)
      #expect(memory.bytes == (try fresh(image)), "frame \(index)")
    }
    #expect(context.plans.plannings == 1)
  }

  @Test("prepareRender makes the plan that a task then finds", arguments: [false, true])
  func planned(_ isFlipped: Bool) throws {
    let context = CIContext()
    let memory = Memory()
    memory.destination.isFlipped = isFlipped
    let (image, part) = (Self.composite(Self.frames[0], 0.1), CGRect(x: 3, y: 4, width: 30, height: 20))
    try context.prepareRender(image, from: part, to: memory.destination, at: CGPoint(x: 5, y: 6))
    #expect(context.plans.plannings == 1)
    _ = try context.startTask(toRender: image, from: part, to: memory.destination, at: CGPoint(x: 5, y: 6))
      .waitUntilCompleted()
    #expect(context.plans.plannings == 1)
    let outside = CGPoint(x: 1000, y: 0)
    #expect(throws: RenderError.self) {
      try context.prepareRender(image, from: part, to: memory.destination, at: outside)
    }
  }

  @Test("settings of the first destination hold: rows from the bottom, dither, float, half")
  func settings() throws {
    for format in [CIFormat.RGBA8, .RGBAf, .RGBAh, .R8] {
      let memory = Memory(format: format)
      func change(_ destination: CIRenderDestination) {
        destination.isFlipped = true
        destination.isDithered = format == .RGBA8
      }
      change(memory.destination)
      let image = Self.composite(Self.frames[0], 0.3)
      try CIContext().preparedRender(of: image, to: memory.destination).run(to: memory.destination)
      #expect(memory.bytes == (try fresh(image, format, change)), "\(format)")
    }
  }

  @Test("a part of the image goes to a place of the destination, the rest of which stays")
  func parts() throws {
    let image = Self.composite(Self.frames[1], 0.2)
    let (part, place) = (CGRect(x: 5, y: 7, width: 20, height: 11), CGPoint(x: 30, y: 20))
    let (memory, other) = (Memory(), Memory())
    try CIContext().preparedRender(of: image, from: part, to: memory.destination, at: place).run(to: memory.destination)
    _ = try CIContext().startTask(toRender: image, from: part, to: other.destination, at: place).waitUntilCompleted()
    #expect(memory.bytes == other.bytes)
  }

  @Test("pixel buffers: new pixels in the same buffer, other buffers, shared chroma")
  func buffers() throws {
    func buffer(_ format: OSType) throws -> CVPixelBuffer {
      var buffer: CVPixelBuffer?
      _ = unsafe CVPixelBufferCreate(nil, 40, 30, format, nil, &buffer)
      return try #require(buffer)
    }
    let context = CIContext()
    let sources = try (0..<2).map { _ in try buffer(kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange) }
    let target = try buffer(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
    let destination = CIRenderDestination(pixelBuffer: target)
    let render = try context.preparedRender(of: CIImage(cvPixelBuffer: sources[0]), to: destination)
    for (index, frame) in Self.frames.enumerated() {
      context.render(frame.composited(over: .gray), to: sources[index % 2])
      let image = CIImage(cvPixelBuffer: sources[index % 2])
      try render.bind(image)
      try render.run(to: destination)
      let other = try buffer(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
      _ = try CIContext().startTask(toRender: image, to: CIRenderDestination(pixelBuffer: other)).waitUntilCompleted()
      let whole = PixelRect(x: 0, y: 0, width: 40, height: 30)
      let shown = try [target, other].map { buffer in
        pixels(
          of: try CIContext().bitmap(
            CIImage(cvPixelBuffer: buffer), region: whole, format: .rgbaFloat, encoding: .extendedLinearSRGB))
      }
      #expect(shown[0] == shown[1], "frame \(index)")
    }
  }

  @Test("recipes of any structure can follow one another, and run again", arguments: UInt64(0)..<40)
  func randomRecipes(_ seed: UInt64) throws {
    let limits: [Int?] = [nil, 16, 0]
    let limit = limits[Int(seed % 3)]
    let context = CIContext(options: limit.map { [.memoryLimit: $0] })
    let memory = Memory(format: .RGBAf)
    var render: PreparedRender?
    for walk in UInt64(0)..<6 {
      // Four times the same, first with other parameters in all steps, then in the last ones; then another.
      let recipe = RandomRecipe(
        seed: seed &* 3 &+ walk / 4, amounts: seed &* 77 &+ min(walk, 1), last: walk < 2 ? nil : walk)
      if let render { try render.bind(recipe.image) }
      let prepared = try render ?? context.preparedRender(of: recipe.image, to: memory.destination)
      let steps = recipe.steps.joined(separator: ", ")
      let expected = try fresh(recipe.image, .RGBAf)
      for run in 0..<2 {
        memory.wipe()
        try prepared.run(to: memory.destination)
        #expect(memory.bytes == expected, "seed \(seed) walk \(walk) run \(run): \(steps)")
      }
      render = prepared
    }
  }

  /// How often this thread allocates; below zero where that is not known.
  private func allocations(_ body: () throws -> Void) rethrows -> Int {
    allocation_count_begin()
    do {
      try body()
    } catch {
      _ = allocation_count_end()
      throw error
    }
    return allocation_count_end()
  }

  @Test("a run allocates nothing, whatever the recipe, neither does binding the same frame again", arguments: [1, 2])
  func nothingIsAllocated(_ workers: Int) throws {
    let context = CIContext(options: [:], pool: ThreadPool(workerCount: workers))
    for format in [CIFormat.BGRA8, .RGBAf] {
      let memories = (0..<3).map { _ in Memory(width: 300, height: 400, format: format) }
      var image = Self.composite(Self.frames[0].transformed(by: CGAffineTransform(scaleX: 8, y: 9)), 0.2)
      for count in [0, 30] {
        for index in 0..<count {
          image = image.applyingFilter("CIVibrance", parameters: ["inputAmount": Double(index) / 100])
            .applyingFilter("CIMultiplyCompositing", parameters: ["inputBackgroundImage": Self.ground])
        }
        let render = try context.preparedRender(of: image, to: memories[0].destination)
        func draw() throws {
          for memory in memories {
            try render.bind(image)
            try render.run(to: memory.destination)
          }
        }
        for _ in 0..<20 { try draw() }
        #expect(try allocations(draw) <= 0, "\(format), \(count)")
      }
    }
  }

  @Test("another picture of the same kind takes a few allocations when it is bound")
  func pictures() throws {
    let memory = Memory()
    let images = Self.frames.map { Self.composite($0, 0.2) }
    let render = try CIContext(options: [:], pool: ThreadPool(workerCount: 1))
      .preparedRender(of: images[0], to: memory.destination)
    func draw() throws {
      for image in images {
        try render.bind(image)
        try render.run(to: memory.destination)
      }
    }
    try draw()
    let count = try allocations(draw)
    #expect(count <= 4 * images.count, "\(count)")
    // Counting works.
    #expect(count != 0)
  }

  @Test("memory of sources and destinations of other sizes is refused or bound anew")
  func otherSizes() throws {
    let (memory, small) = (Memory(), Memory(width: 10, height: 10))
    let render = try CIContext().preparedRender(of: Self.frames[0], to: memory.destination)
    #expect(throws: RenderError.self) { try render.run(to: small.destination) }
    let other = TestPictures.random(width: 20, height: 44, seed: 5)
    try render.bind(other)
    try render.run(to: memory.destination)
    #expect(memory.bytes == (try fresh(other)))
  }
}
