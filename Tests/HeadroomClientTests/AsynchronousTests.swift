import Foundation
import Headroom
import Synchronization
import Testing

/// A processor that waits to be let go, and says which priority its thread has.
final class Gate: CIImageProcessorKernel {
  static let isOpen = Mutex(false)
  static let entered = Mutex(0)
  static let priority = Mutex<Int32>(0)

  override class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
  ) throws {
    entered.withLock { $0 += 1 }
    priority.withLock { $0 = getpriority(0, 0) }
    while !isOpen.withLock({ $0 }) { usleep(500) }
  }

  static func close() {
    isOpen.withLock { $0 = false }
    entered.withLock { $0 = 0 }
  }

  static func open() { isOpen.withLock { $0 = true } }
  static func waitUntilEntered() { while entered.withLock({ $0 }) == 0 { usleep(500) } }
}

/// Memory of a destination, never freed: tasks write into it as long as they run.
final class Canvas: @unchecked Sendable {
  let base: UnsafeMutableRawPointer
  let size: Int

  init(_ size: Int) {
    self.size = size
    base = .allocate(byteCount: size * size * 4, alignment: 64)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: size * size * 4)
  }

  var destination: CIRenderDestination {
    CIRenderDestination(bitmapData: base, width: size, height: size, bytesPerRow: size * 4, format: .RGBA8)
  }

  var bytes: [UInt8] { Array(UnsafeRawBufferPointer(start: base, count: size * size * 4)) }
}

@Suite("Asynchronous renders", .serialized)
struct AsynchronousTests {
  static let bounds = CGRect(x: 0, y: 0, width: 64, height: 64)

  static func gated() throws -> CIImage {
    try Gate.apply(withExtent: bounds, inputs: [CIImage(color: .red)], arguments: nil)
  }

  static func board(_ edge: CGFloat) -> CIImage {
    CIFilter(name: "CICheckerboardGenerator")!.outputImage!
      .cropped(to: CGRect(x: 0, y: 0, width: edge, height: edge))
      .applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 5])
      .cropped(to: CGRect(x: 0, y: 0, width: edge, height: edge))
  }

  @Test func `a task is started at once and waited for`() throws {
    Gate.close()
    let canvas = Canvas(64)
    let task = try CIContext().startTask(toRender: Self.gated(), to: canvas.destination)
    Gate.waitUntilEntered()
    #expect(task.fractionCompleted < 1 && !task.isCancelled)
    Gate.open()
    let info = try task.waitUntilCompleted()
    #expect(info.pixelsProcessed >= 2 * 64 * 64 && info.passCount >= 2)
    #expect(info.kernelExecutionTime > 0 && info.kernelExecutionTime < 60 && info.kernelCompileTime > 0)
    #expect(task.fractionCompleted == 1)
    #expect(try task.waitUntilCompleted() === info)
    #expect(throws: RenderError.self) {
      try CIContext().startTask(toRender: .empty(), from: .null, to: canvas.destination, at: .zero)
    }
  }

  @Test func `a task gives the pixels that a render gives`() async throws {
    let (canvas, image) = (Canvas(64), Self.board(64))
    try await CIContext().startTask(toRender: image, to: canvas.destination).completion()
    let expected = try #require(CIContext().createCGImage(image, from: Self.bounds)?.dataProvider?.data)
    #expect(canvas.bytes == Array(expected))
  }

  @Test func `many tasks that wait for one another all end`() throws {
    let context = CIContext()
    let canvases = (0..<40).map { _ in Canvas(64) }
    let tasks = try canvases.map { try context.startTask(toRender: Self.board(64), to: $0.destination) }
    for task in tasks.reversed() { try task.waitUntilCompleted() }
    #expect(canvases.allSatisfy { $0.bytes == canvases[0].bytes })
  }

  @Test func `a cancelled task says so`() throws {
    Gate.close()
    let canvas = Canvas(64)
    let task = try CIContext().startTask(toRender: Self.gated(), to: canvas.destination)
    Gate.waitUntilEntered()
    task.cancel()
    Gate.open()
    do {
      try task.waitUntilCompleted()
      Issue.record("not cancelled")
    } catch RenderError.cancelled {}
    #expect(task.isCancelled && task.fractionCompleted < 1)
  }

  @Test func `progress is one number that never goes back and ends at one`() async throws {
    let canvas = Canvas(1500)
    let task = try CIContext().startTask(toRender: Self.board(1500), to: canvas.destination)
    var shares: [Double] = []
    for await share in task.progress { shares.append(share) }
    #expect(zip(shares, shares.dropFirst()).allSatisfy { $0 < $1 })
    #expect(shares.last == 1)
    try await task.completion()
  }

  @Test func `a Swift task that is cancelled stops what it renders, decodes and encodes`() async throws {
    Gate.close()
    let image = try Self.gated()
    let work = Task {
      try await CIContext().perform {
        try $0.avifRepresentation(of: image, format: .RGBA8, colorSpace: CGColorSpaceCreateDeviceRGB())
      }
    }
    Gate.waitUntilEntered()
    work.cancel()
    Gate.open()
    await #expect {
      _ = try await work.value
    } throws: { error in
      if case .cancelled? = error as? RenderError { true } else { false }
    }
    // Before it has begun, and where the method would answer with nil.
    let early = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await CIContext().perform { $0.createCGImage(Self.board(64), from: Self.bounds) == nil }
    }
    await #expect(throws: RenderError.self) { _ = try await early.value }
  }

  @Test func `work reports its progress, gives its result, and throws what goes wrong`() async throws {
    let shares = Mutex<[Double]>([])
    let note: @Sendable (Double) -> Void = { share in shares.withLock { $0.append(share) } }
    let data = try await CIContext().perform(progress: note) {
      try $0.heif10Representation(of: Self.board(400), colorSpace: CGColorSpaceCreateDeviceRGB())
    }
    #expect(data.count > 100)
    let reported = shares.withLock { $0 }
    #expect(zip(reported, reported.dropFirst()).allSatisfy { $0 < $1 } && reported.last == 1)
    let failing = try Failing.apply(withExtent: Self.bounds, inputs: nil, arguments: ["reason": "so"])
    await #expect(throws: ProcessingFailed(reason: "so")) {
      try await CIContext().perform {
        _ = try $0.renderedCGImage(failing, from: failing.extent, format: .RGBA8, colorSpace: nil)
      }
    }
  }

  @Test func `several renders of one piece of work share its progress, sources included`() async throws {
    let shares = Mutex<[Double]>([])
    let note: @Sendable (Double) -> Void = { share in shares.withLock { $0.append(share) } }
    let file = try #require(
      CIContext().jpegRepresentation(of: Self.board(1200), colorSpace: CGColorSpaceCreateDeviceRGB()))
    let between = try await CIContext().perform(renders: 3, progress: note) { context in
      let photo = try #require(CIImage(data: file))
      _ = context.createCGImage(photo, from: photo.extent)
      let first = shares.withLock { $0.last ?? 0 }
      _ = context.jpegRepresentation(of: photo, colorSpace: CGColorSpaceCreateDeviceRGB())
      let second = shares.withLock { $0.last ?? 0 }
      _ = context.createCGImage(Self.board(300), from: Self.bounds)
      // More than were announced say nothing.
      _ = context.createCGImage(Self.board(200), from: Self.bounds)
      return [first, second]
    }
    #expect(abs(between[0] - 1.0 / 3) < 1e-9 && abs(between[1] - 2.0 / 3) < 1e-9)
    let reported = shares.withLock { $0 }
    #expect(zip(reported, reported.dropFirst()).allSatisfy { $0 < $1 } && reported.last == 1)
    // The decoder says how far it is, before any pixel is rendered.
    #expect(reported.filter { $0 < 0.2 }.count > 5)
  }

  @Test func `low priority gives way to others, however it is rendered`() async throws {
    Gate.open()
    let (low, usual) = (CIContext(options: [.priorityRequestLow: true]), CIContext())
    let image = try Self.gated()
    _ = usual.createCGImage(image, from: Self.bounds)
    let before = Gate.priority.withLock { $0 }
    _ = low.createCGImage(image, from: Self.bounds)
    #expect(Gate.priority.withLock { $0 } == max(before, 10))
    _ = usual.createCGImage(image, from: Self.bounds)
    #expect(Gate.priority.withLock { $0 } == before)
    try await low.startTask(toRender: image, to: Canvas(64).destination).completion()
    #expect(Gate.priority.withLock { $0 } == max(before, 10))
    _ = try await low.perform { $0.createCGImage(image, from: Self.bounds) != nil }
    #expect(Gate.priority.withLock { $0 } == max(before, 10))
    #expect(
      try KernelTests.pixels(Self.board(64), Self.bounds, context: low)
        == KernelTests.pixels(Self.board(64), Self.bounds, context: usual))
  }
}
