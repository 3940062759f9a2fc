internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomPixels

/// Makes an encoder's planes of a client's pictures: code for code where these mean the same, else by light.
///
/// One thread at a time.
final class PicturePlanes {
  /// What a prepared render is for.
  private struct Shape: Hashable {
    var format: OSType
    var width: Int
    var height: Int
    var encoding: ColorEncoding
    var isFitted: Bool
  }

  private let width: Int
  private let height: Int
  private let format: EncodedFormat
  private let color: WrittenColor
  private let scaling: WriterVideoSettings.Scaling
  private let frames: OutputFrames
  private let context: CIContext
  private var renders: [Shape: PreparedRender] = [:]

  /// Most shapes whose renders are kept: each has memory of its own.
  private static let mostRenders = 4

  init(
    width: Int, height: Int, _ format: EncodedFormat, _ color: WrittenColor, _ scaling: WriterVideoSettings.Scaling
  ) throws(MediaError) {
    (self.width, self.height, self.format, self.color, self.scaling) = (width, height, format, color, scaling)
    frames = try OutputFrames(width: width, height: height, format, color.codes, color.siting)
    let primaries = color.codes.encoding?.primaries ?? .bt2020
    let space = CGColorSpace(encoding: ColorEncoding(primaries: primaries, transfer: .linear))
    context = CIContext(options: [.workingColorSpace: space, .cacheIntermediates: false])
  }

  func planes(of buffer: CVPixelBuffer) throws(MediaError) -> PlanarPicture {
    let tags = PictureTags(buffer)
    let target = try frames.take()
    if isWritten(tags, buffer) {
      copy(buffer, to: target.picture)
    } else {
      do {
        try render(buffer, tags, to: target)
      } catch {
        throw TaskContext.isCancelled ? MediaError(.cancelled) : MediaError(.malformed("\(error)"))
      }
    }
    return frames.lend(target)
  }

  /// Whether a picture's codes are the film's.
  private func isWritten(_ tags: PictureTags, _ buffer: CVPixelBuffer) -> Bool {
    guard let planes = tags.planes, !format.hasAlpha else { return false }
    guard planes.bitDepth == format.bitDepth, planes.chroma == format.chroma else { return false }
    guard CVPixelBufferGetWidth(buffer) == width, CVPixelBufferGetHeight(buffer) == height else { return false }
    let isFull = tags.codes?.fullRange ?? false
    guard isFull == color.codes.fullRange, planes.chroma == .full || tags.siting == color.siting else { return false }
    return tags.stated.map { $0.hasColor(of: color.codes) } ?? true
  }

  // MARK: - Codes

  private func copy(_ buffer: CVPixelBuffer, to picture: PlanarPicture) {
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    guard let chroma = picture.chroma, let luma = unsafe CVPixelBufferGetBaseAddressOfPlane(buffer, 0),
      let pairs = unsafe CVPixelBufferGetBaseAddressOfPlane(buffer, 1)
    else { return }
    let lumaRows = CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
    let pairRows = CVPixelBufferGetBytesPerRowOfPlane(buffer, 1)
    let isWide = picture.bytesPerSample == 2
    let shift = isWide ? UInt16(16 - picture.bitDepth) : 0
    for row in 0..<picture.height {
      let (from, to) = unsafe (luma + row * lumaRows, picture.luma.row(row))
      if isWide {
        unsafe CodeCopy.shift(from, to, by: shift, picture.width)
      } else {
        unsafe to.copyMemory(from: from, byteCount: picture.width)
      }
    }
    for row in 0..<chroma.blue.height {
      let from = unsafe pairs + row * pairRows
      let (blue, red) = unsafe (chroma.blue.row(row), chroma.red.row(row))
      if isWide {
        unsafe CodeCopy.split(UInt16.self, from, blue, red, by: shift, chroma.blue.width)
      } else {
        unsafe CodeCopy.split(UInt8.self, from, blue, red, by: 0, chroma.blue.width)
      }
    }
  }

  // MARK: - Light

  private func render(_ buffer: CVPixelBuffer, _ tags: PictureTags, to target: OutputFrames.Frame) throws {
    // Numbers without a meaning have the film's.
    let encoding = tags.stated == nil ? (color.codes.encoding ?? tags.encoding) : tags.encoding
    let content = headroom(buffer, tags)
    let image = try picture(buffer, encoding, content)
    let shape = Shape(
      format: CVPixelBufferGetPixelFormatType(buffer), width: CVPixelBufferGetWidth(buffer),
      height: CVPixelBufferGetHeight(buffer), encoding: encoding, isFitted: content != nil)
    if let known = renders[shape] {
      try known.bind(image)
      return try known.run(to: target.destination)
    }
    if renders.count == Self.mostRenders { renders.removeAll() }
    let made = try context.preparedRender(of: image, to: target.destination)
    renders[shape] = made
    try made.run(to: target.destination)
  }

  private func picture(_ buffer: CVPixelBuffer, _ encoding: ColorEncoding, _ content: Double?) throws -> CIImage {
    var stack = LayerStack(
      width: width, height: height, color: color.codes, background: format.hasAlpha ? .clear : nil)
    let image = CIImage(frame: try buffer.readableBitmap(), encoding: encoding)
    stack.put(scaled(stack.fitted(image, content)), opacity: 1)
    return stack.image
  }

  /// The picture's brightest light, 1.0 being reference white; nil where it holds no more than white.
  private func headroom(_ buffer: CVPixelBuffer, _ tags: PictureTags) -> Double? {
    guard let stated = tags.stated else { return nil }
    if VideoDynamicRange(transfer: stated.transfer) == .hlg { return ReferenceWhite.defaultHeadroom }
    let content = Double(buffer.contentHeadroom)
    guard VideoDynamicRange(transfer: stated.transfer) == .pq else { return content > 1 ? content : nil }
    return content > 1 ? content : ReferenceWhite.defaultHeadroom
  }

  private func scaled(_ image: CIImage) -> CIImage {
    let (from, bounds) = (image.extent.size, CGRect(x: 0, y: 0, width: width, height: height))
    guard from != bounds.size else { return image }
    var (across, down) = (bounds.width / from.width, bounds.height / from.height)
    switch scaling {
    case .stretch: break
    case .fit: (across, down) = (min(across, down), min(across, down))
    case .fill: (across, down) = (max(across, down), max(across, down))
    }
    let place = CGAffineTransform(
      a: across, b: 0, c: 0, d: down, tx: (bounds.width - across * from.width) / 2,
      ty: (bounds.height - down * from.height) / 2)
    // Edges are whole: what lies beyond is the edge again.
    let shown = CGRect(origin: .zero, size: from).applying(place).intersection(bounds)
    return image.clampedToExtent().transformed(by: place).cropped(to: shown)
  }
}

/// Loops that move codes.
enum CodeCopy {
  /// Codes in high bits become codes in low bits.
  static func shift(_ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, by shift: UInt16, _ count: Int) {
    let from = unsafe from.assumingMemoryBound(to: UInt16.self)
    let to = unsafe to.assumingMemoryBound(to: UInt16.self)
    for index in 0..<count { unsafe to[index] = from[index] &>> shift }
  }

  /// Pairs of Cb and Cr become two rows.
  static func split<Code: FixedWidthInteger>(
    _: Code.Type, _ pairs: UnsafeRawPointer, _ blue: UnsafeMutableRawPointer, _ red: UnsafeMutableRawPointer,
    by shift: Code, _ count: Int
  ) {
    let pairs = unsafe pairs.assumingMemoryBound(to: Code.self)
    let blue = unsafe blue.assumingMemoryBound(to: Code.self)
    let red = unsafe red.assumingMemoryBound(to: Code.self)
    for index in 0..<count {
      unsafe blue[index] = pairs[2 &* index] &>> shift
      unsafe red[index] = pairs[2 &* index &+ 1] &>> shift
    }
  }
}
