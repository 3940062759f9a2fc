internal import Dispatch
public import Foundation
internal import HeadroomColor
internal import HeadroomContainers
public import HeadroomGraphics
internal import HeadroomPixels

/// Called with each picture of an animation: its index, the screen that it makes, and a place where true ends the
/// animation.
public typealias CGImageSourceAnimationBlock = (
  _ index: Int, _ image: CGImage, _ stop: UnsafeMutablePointer<Bool>
) -> Void

/// Why an animation does not start.
public enum CGImageAnimationStatus: Int32, Sendable {
  /// A value that cannot be used.
  case parameterError = -22140
  /// The file is damaged.
  case corruptInputImage = -22141
  /// Pictures of this format are not animated.
  case unsupportedFormat = -22142
  /// The file is cut.
  case incompleteInputImage = -22143
  /// There is no memory.
  case allocationFailure = -22144
}

/// The picture with which an animation starts, from 0: an integer.
public let kCGImageAnimationStartIndex: CFString = "kCGImageAnimationStartIndex"
/// Seconds between two pictures in place of the file's: a number.
public let kCGImageAnimationDelayTime: CFString = "kCGImageAnimationDelayTime"
/// How often the animation is shown in place of what the file says; infinity for without end: a number.
public let kCGImageAnimationLoopCount: CFString = "kCGImageAnimationLoopCount"

/// Shows the pictures of an animated GIF one after the other: calls a closure on the main queue with each, in time.
///
/// - Parameters:
///   - url: a file's URL.
///   - options: the `kCGImageAnimation` keys, or nil.
///   - block: gets the pictures until the animation ends or it sets `stop`.
/// - Returns: 0, or a number of ``CGImageAnimationStatus``; the closure is then never called.
@discardableResult
public func CGAnimateImageAtURLWithBlock(
  _ url: CFURL, _ options: CFDictionary?, _ block: @escaping CGImageSourceAnimationBlock
) -> Int32 {
  guard let source = try? CGImageSource(url: url) else { return CGImageAnimationStatus.parameterError.rawValue }
  return unsafe animate(source, options, block)
}

/// Shows the pictures of an animated GIF in memory; see ``CGAnimateImageAtURLWithBlock(_:_:_:)``.
@discardableResult
public func CGAnimateImageDataWithBlock(
  _ data: CFData, _ options: CFDictionary?, _ block: @escaping CGImageSourceAnimationBlock
) -> Int32 {
  unsafe animate(CGImageSource(data: data), options, block)
}

private func animate(
  _ source: CGImageSource, _ options: CFDictionary?, _ block: @escaping CGImageSourceAnimationBlock
) -> Int32 {
  do throws(ImageIOError) {
    guard let reader = try source.reader() as? GIFReader else {
      return CGImageAnimationStatus.unsupportedFormat.rawValue
    }
    let choice = AnimationChoice(options)
    guard let choice, choice.start < reader.file.frameCount else {
      return CGImageAnimationStatus.parameterError.rawValue
    }
    unsafe try AnimationPlayer(reader, choice, limits: source.limits, block).begin()
    return 0
  } catch {
    return CGImageAnimationStatus(error).rawValue
  }
}

extension CGImageAnimationStatus {
  fileprivate init(_ error: ImageIOError) {
    switch error {
    case .unknownFormat, .unreadFormat, .unsupported: self = .unsupportedFormat
    case .outOfMemory, .overMemory: self = .allocationFailure
    default: self = error.isTruncation ? .incompleteInputImage : .corruptInputImage
    }
  }
}

/// What the options of an animation choose.
private struct AnimationChoice {
  var start = 0
  var delay: Double?
  /// Nil for the file's; infinity for without end.
  var loops: Double?

  /// Nil for values that cannot be used.
  init?(_ options: CFDictionary?) {
    guard let options else { return }
    if let value = options[kCGImageAnimationStartIndex] {
      guard let index = OptionValues.integer(value), index >= 0 else { return nil }
      start = index
    }
    if let value = options[kCGImageAnimationDelayTime] {
      guard let seconds = OptionValues.number(value), seconds >= 0, seconds < 1e6 else { return nil }
      delay = seconds
    }
    if let value = options[kCGImageAnimationLoopCount] {
      guard let count = OptionValues.number(value), count >= 0 else { return nil }
      loops = count
    }
  }
}

/// Shows an animation on the main queue. `@unchecked`: it is used there alone after ``begin()``.
/// `@safe`: the closure is only called with a place of its own.
@safe private final class AnimationPlayer: @unchecked Sendable {
  private let file: GIF.File
  private let limits: DecodeLimits
  private let choice: AnimationChoice
  private let block: CGImageSourceAnimationBlock
  private let frames: [GIF.Frame]
  private var animation: GIF.Animation
  private var next = 0
  /// How often all pictures are still to be shown after this time; infinity for without end.
  private var rounds: Double

  init(
    _ reader: GIFReader, _ choice: AnimationChoice, limits: DecodeLimits, _ block: @escaping CGImageSourceAnimationBlock
  ) throws(ImageIOError) {
    file = reader.file
    self.limits = limits
    self.choice = choice
    unsafe self.block = unsafe block
    frames = file.frames()
    animation = try GIF.Animation(file, limits: limits)
    guard choice.start < frames.count else {
      throw .malformed(part: "image", text: "only \(frames.count) pictures can be read", offset: nil)
    }
    // The file states repetitions; 0 is without end, and nothing is once.
    let stated = file.loopCount.map { $0 == 0 ? Double.infinity : Double($0) } ?? 1
    let wished = choice.loops.map { $0 == 0 ? Double.infinity : $0 }
    rounds = (wished ?? stated) - 1
  }

  func begin() throws(ImageIOError) {
    for frame in frames[..<choice.start] { _ = try animation.show(frame) }
    next = choice.start
    DispatchQueue.main.async { self.step() }
  }

  private func step() {
    if next == frames.count {
      guard rounds > 0, let fresh = try? GIF.Animation(file, limits: limits) else { return }
      rounds -= 1
      (animation, next) = (fresh, 0)
    }
    let (index, frame) = (next, frames[next])
    guard let bitmap = try? animation.show(frame) else { return }
    let image = CGImage(bitmap: bitmap, colorSpace: CGColorSpace(encoding: .sRGB), contentHeadroom: 1)
      .decoded(from: GIFFormat.uti)
    var stop = false
    unsafe block(index, image, &stop)
    next += 1
    guard !stop, next < frames.count || rounds > 0 else { return }
    let delay = choice.delay ?? ShownDelay.of(frame.delay ?? 0)
    DispatchQueue.main.asyncAfter(deadline: .now() + delay) { self.step() }
  }
}
